"""A position and what led to it, as an SVG picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from carcbot.games.carcassonne.board_of import board_of, last_cell
from carcbot.games.carcassonne.drawing.board_svg import board_svg
from carcbot.games.contract import View

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["view_svg"]


def view_svg(view: View, plies: Sequence[str], room: View | None) -> str:
    """The board after these draws and moves, if `room` is given as large as that one's."""
    extent = None if room is None else board_of(_position(room)).extent()
    return board_svg(board_of(_position(view), last=last_cell(plies)), extent=extent)


def _position(view: View) -> "_native.carcassonne.State":
    return cast("_native.carcassonne.State", view)
