"""Plots as SVG, to stand in a page: the same results give the same bytes."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from carcbot.arena.statistics.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["bars", "curves", "groups", "intervals", "lines"]

_WIDTH = 7.2
_LINE = 0.34
_MANY = 8
"""With more names than that below the bars they are written upwards."""


def intervals(title: str, names: Sequence[str], figures: Sequence[Estimate]) -> str:
    """A point and its interval for each name, one below the other."""
    with _canvas(title, 0.9 + _LINE * len(names)) as (figure, axes):
        for row, each in enumerate(figures):
            axes.errorbar(
                each.value,
                row,
                xerr=[[each.value - each.low], [each.high - each.value]],
                fmt="o",
                color=f"C{row % 10}",
                capsize=3,
            )
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(axis="x", alpha=0.3)
        return _svg(figure)


def bars(title: str, names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> str:
    """A bar for each name, made of parts that have a colour each."""
    with _canvas(title, 1.1 + _LINE * len(names)) as (figure, axes):
        left = [0.0] * len(names)
        for part, lengths in parts.items():
            if not any(lengths):
                continue
            axes.barh(range(len(names)), lengths, left=left, label=part, height=0.7)
            left = [begin + length for begin, length in zip(left, lengths, strict=True)]
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        _legend(axes)
        return _svg(figure)


def groups(
    title: str, across: str, names: Sequence[str], series: Mapping[str, Sequence[float]]
) -> str:
    """Bars that stand side by side: for each name one of every series, which has a colour."""
    width = 0.8 / len(series)
    with _canvas(title, 3.4) as (figure, axes):
        for number, (name, heights) in enumerate(series.items()):
            left = (number - (len(series) - 1) / 2) * width
            axes.bar([at + left for at in range(len(names))], heights, width, label=name)
        axes.set_xticks(range(len(names)), names, rotation=90 if len(names) > _MANY else 0)
        axes.set_xlabel(across)
        axes.grid(axis="y", alpha=0.3)
        if len(series) > 1:
            _legend(axes)
        return _svg(figure)


def lines(
    title: str, across: str, lines_: Mapping[str, Sequence[float]], *, by_powers: bool = False
) -> str:
    """A line for each name, over 1, 2, 3 and so on.

    Args:
        title: What it shows.
        across: What is counted from left to right.
        lines_: The heights; those of 0 are left out where it goes by powers of ten.
        by_powers: Whether ten times as much is one step up.
    """
    with _canvas(title, 3.4) as (figure, axes):
        for name, values in lines_.items():
            axes.plot(range(1, len(values) + 1), values, label=name)
        if by_powers:
            axes.set_yscale("log")
        axes.set_xlabel(across)
        axes.grid(alpha=0.3)
        _legend(axes)
        return _svg(figure)


def curves(title: str, across: str, curves_: Mapping[str, Sequence[tuple[float, Estimate]]]) -> str:
    """A curve for each name, through points with intervals, over doublings of what is across."""
    with _canvas(title, 3.8) as (figure, axes):
        for name, points in curves_.items():
            axes.errorbar(
                [at for at, _ in points],
                [each.value for _, each in points],
                yerr=[
                    [each.value - each.low for _, each in points],
                    [each.high - each.value for _, each in points],
                ],
                fmt="o-",
                capsize=3,
                label=name,
            )
        axes.set_xscale("log", base=2)
        axes.set_xlabel(across)
        places = sorted({at for points in curves_.values() for at, _ in points})
        axes.set_xticks(places, [f"{at:g}" for at in places])
        axes.grid(alpha=0.3)
        _legend(axes)
        return _svg(figure)


@contextmanager
def _canvas(title: str, height: float) -> Iterator[tuple["Figure", "Axes"]]:
    """An empty plot, in our style as long as the context lasts."""
    # a page without games has none, and is made in half the time without these
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(
        {
            "svg.fonttype": "none",  # the page's own font
            "svg.hashsalt": "carcbot",
            "font.family": "sans-serif",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    ):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title, loc="left")
        yield figure, axes


def _legend(axes: "Axes") -> None:
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def _svg(figure: "Figure") -> str:
    """The figure as an element of a page."""
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    return re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
