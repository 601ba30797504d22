"""Pictures of positions as SVG without fonts: those that games draw, and written ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from carcbot.games.contract import Game, Paper, State, View
from carcbot.games.lettering import number, text_svg
from carcbot.games.terminal import face_of

__all__ = ["FAINT", "INK", "PAPER", "SEAT_COLOURS", "Line", "panel_svg", "picture_of", "svg"]

SEAT_COLOURS: Final = ("#d9480f", "#1566c0", "#ffd21f", "#2b2b33", "#f4f4f4", "#c2399a")
"""Red, blue, yellow, black, white and pink: apart in lightness as much as in hue."""
PAPER: Final = "#fbf6ea"
INK: Final = "#33291d"
FAINT: Final = "#8a7c68"

_MARGIN: Final = 18.0
_SIZE: Final = 11.0
"""The height of a capital."""
_STEP: Final = 22.0
"""From line to line."""
_COLUMNS: Final = 64
_COLUMN: Final = 10.6
"""More than a capital takes in the mean."""
_ROWS: Final = 12
"""A written picture has at least so many lines, so that those of a game are mostly of one size."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is written in a picture.

    Attributes:
        text: It; capitals are drawn for small letters.
        seat: Whose colour stands before it, if anybody's.
        is_faint: Whether it is less important than others.
    """

    text: str
    seat: int | None = None
    is_faint: bool = False


def picture_of(
    game: Game[State], view: View, plies: Sequence[str] = (), room: View | None = None
) -> str:
    """A picture of a position or view after these draws and moves.

    It is the game's own, or else what a terminal shows, in letters that are drawn.

    Args:
        game: The game.
        view: What is to be seen.
        plies: What led there, as far as it is known.
        room: Another position, if the picture is to be as large as that one needs.
    """
    if game.svg is not None:
        return game.svg(view, plies, room)
    paper = Paper(width=_COLUMNS, unicode=False)
    lines = _written(face_of(game).picture(view, plies, paper))
    others = [] if room is None else _written(face_of(game).picture(room, (), paper))
    rows = max(len(lines), len(others), _ROWS)
    width, height = _COLUMNS * _COLUMN + 2 * _MARGIN, rows * _STEP + 2 * _MARGIN
    return svg(width, height, panel_svg(lines, 0, width, height))


def _written(lines: Sequence[str]) -> list[Line]:
    return [
        Line(part)
        for text in lines
        for part in wrap(text, _COLUMNS, subsequent_indent="  ", drop_whitespace=False) or [""]
    ]


def svg(width: float, height: float, *parts: str) -> str:
    """A picture of this size, made of these parts."""
    size = f'width="{number(width)}" height="{number(height)}"'
    box = f"0 0 {number(width)} {number(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}">'
    return head + "".join(parts) + "</svg>"


def panel_svg(lines: Sequence[Line], left: float, width: float, height: float) -> str:
    """A sheet with these lines, from the top of the picture on."""
    size = f'width="{number(width)}" height="{number(height)}"'
    parts = [f'<rect x="{number(left)}" y="0" {size} fill="{PAPER}"/>']
    for place, line in enumerate(lines):
        x, y = left + _MARGIN, _MARGIN + place * _STEP
        if line.seat is not None:
            parts.append(
                f'<rect x="{number(x)}" y="{number(y - 1)}" width="13" height="13" rx="3"'
                f' fill="{SEAT_COLOURS[line.seat]}" stroke="{INK}"/>'
            )
            x += _STEP
        spoken = line.text.expandtabs().upper()
        parts.append(text_svg(spoken, (x, y), _SIZE, FAINT if line.is_faint else INK))
    return "".join(parts)
