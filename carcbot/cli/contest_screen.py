"""A contest in the terminal: how far it is, and how everybody stands."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from carcbot.arena.course import Course
from carcbot.arena.standings import Row, standings
from carcbot.arena.statistics.sequential import Verdict
from carcbot.arena.statistics.wording import difference, elo_text
from carcbot.arena.verdict import blocks_of, ratings_of
from carcbot.cli.screen import is_terminal
from carcbot.lab.matches.report.figures import score_of
from carcbot.search.program_agent import is_program

__all__ = ["live", "page"]

_EVERY_S = 0.25
_SHARE_OF_TIME = 20
"""Looking at the standings may take such a part of the time at most."""


def page(course: Course, *, rated: bool = True) -> Iterator[str]:
    """The standings as lines for a person.

    Args:
        course: How far the contest is.
        rated: Whether ratings are among them, which take a while to find.
    """
    rows = standings(course)
    ratings = ratings_of(course.contest, course.counted) if rated else None
    heads: tuple[str, ...] = (
        "",
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "95 %",
        "margin",
        "faults",
    )
    lines = [_line(course, row) for row in rows]
    if ratings is not None:
        heads = (*heads, "Elo, 95 %")
        lines = [
            (*line, elo_text(ratings.of(row.player)).removesuffix(" Elo") if row.games else "-")
            for line, row in zip(lines, rows, strict=True)
        ]
    yield from table(heads, lines, texts=2)
    for player in course.contest.player:
        if is_program(player.agent):
            yield f"{player.name} is the program {player.agent}"
    for row in rows:
        if row.faults or row.is_out:
            yield _faults(row)
    if course.replayed:
        yield f"{course.replayed} games were played again, for which no player was to blame"
    yield from _efforts(rows)
    if len(rows) == course.contest.seats and course.counted:
        yield ""
        first = course.contest.names[0]
        yield f"{first}: {difference(blocks_of(course.counted), 0)}"
    yield from _test(course)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> Iterator[str]:
    """Columns side by side: the first so many hold text, the others numbers."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [
            cell.ljust(width) if at < texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


@contextmanager
def live(title: str) -> Iterator[Callable[[Course], None]]:
    """Yields what is to be called whenever there is something new.

    On a terminal it shows the standings and a bar with the time to go, on stderr; elsewhere
    nothing.
    """
    if not is_terminal(sys.stderr):
        yield _say_nothing
        return
    # imported only now, for that takes longer than most commands
    from rich.console import Console, Group  # noqa: PLC0415
    from rich.live import Live  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text  # noqa: PLC0415

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("blocks,"),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("to go"),
        console=console,
    )
    task = bar.add_task(title, total=None)
    due = 0.0

    with Live(bar, console=console, transient=True, auto_refresh=False) as screen:

        def tell(course: Course) -> None:
            nonlocal due
            begun = time.monotonic()
            if begun < due:
                return
            bar.update(task, completed=len(course.counted), total=course.most_blocks)
            lines = "\n".join(page(course, rated=False))
            screen.update(Group(Text(lines), Text(""), bar), refresh=True)
            took = time.monotonic() - begun
            due = begun + max(_EVERY_S, _SHARE_OF_TIME * took)

        yield tell


def _say_nothing(course: Course) -> None:
    """Nobody is looking."""
    del course


def _line(course: Course, row: Row) -> tuple[str, ...]:
    score = score_of(course, row)
    return (
        f"{row.place}.",
        row.name + (" (out)" if row.is_out else ""),
        str(row.games),
        str(row.wins),
        str(row.draws),
        str(row.losses),
        "-" if score is None else f"{score.value:.3f}",
        "-" if score is None else f"{score.low:.3f} to {score.high:.3f}",
        f"{float(row.margin / row.games):+.1f}" if row.games else "-",
        str(row.faults.total()),
    )


def _faults(row: Row) -> str:
    """What went wrong because of a player: ``"slow: 3 time (up to 0.310 s too long)"``."""
    words = [f"{count} {kind}" for kind, count in row.faults.items()]
    late = f" (up to {row.overrun_s:.3f} s too long)" if row.overrun_s else ""
    out = ["out"] if row.is_out else []
    return f"{row.name}: {', '.join([*words, *out])}{late}"


def _efforts(rows: Sequence[Row]) -> Iterator[str]:
    told = [row for row in rows if row.decisions]
    if not told:
        return
    yield ""
    yield from table(
        ("", "ms a move", "longest", "nodes a move", "simulations a move"),
        [
            (
                row.name,
                f"{1e3 * row.seconds / row.decisions:.3f}",
                f"{1e3 * row.longest_s:.1f}",
                f"{row.nodes / row.decisions:.0f}",
                f"{row.simulations / row.decisions:.0f}",
            )
            for row in told
        ],
    )


_WORDS = {
    Verdict.GO_ON: "not decided",
    Verdict.ACCEPT_H0: "no: H0 is accepted",
    Verdict.ACCEPT_H1: "yes: H1 is accepted",
}


def _test(course: Course) -> Iterator[str]:
    test = course.test
    if test is None:
        return
    plan = test.plan
    unit = "points" if plan.model == "margin" else f"{plan.model} Elo"
    yield ""
    yield (
        f"Is {course.contest.names[0]} stronger by {plan.h1:g} {unit} rather than {plan.h0:g}?"
        f" {_WORDS[test.verdict]}"
    )
    yield (
        f"after {test.blocks} blocks the log-likelihood ratio is {test.ratio:+.2f};"
        f" no below {plan.low:.2f}, yes above {plan.high:.2f}"
    )
