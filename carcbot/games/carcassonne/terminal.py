"""Carcassonne in a terminal.

What draws a position there is imported with the first picture: it is large, and the game is
imported everywhere.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from carcbot.games.carcassonne.score_sheet import score_sheet
from carcbot.games.contract import Paper, TerminalFace, View

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["TERMINAL"]


def _picture(view: View, plies: Sequence[str], paper: Paper) -> list[str]:
    from carcbot.games.carcassonne.terminal_board import picture  # noqa: PLC0415

    return picture(view, plies, paper)


def _sheet(view: View) -> list[str]:
    return score_sheet(cast("_native.carcassonne.State", view)).splitlines()


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=_sheet,
    how="A move is its number in the list, or COLUMN,ROW/ROTATION with what stands on the tile:"
    " 1,0/2 or 1,0/2+sc*.",
    read=lambda _, text: text,
)
