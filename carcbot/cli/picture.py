"""A position as the terminal shows it, whatever game it is of."""

from collections.abc import Sequence

from carcbot.cli.screen import paper
from carcbot.games import registry
from carcbot.games.contract import View
from carcbot.games.terminal import face_of

__all__ = ["picture_of", "sheet_of"]


def picture_of(
    view: View, plies: Sequence[str], columns: int, rows: int | None = None
) -> list[str]:
    """The lines of a picture.

    Args:
        view: The position, or what a seat may know of it.
        plies: All that led to it, if that is known.
        columns: How wide it may be.
        rows: How high it may be.
    """
    return face_of(registry.game_of(view.text)).picture(view, plies, paper(columns, rows))


def sheet_of(view: View) -> list[str]:
    """Where the points came from, as far as the game tells it."""
    return face_of(registry.game_of(view.text)).sheet(view)
