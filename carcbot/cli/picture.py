"""A position as the terminal shows it, whatever game it is of."""

import sys
from collections.abc import Sequence

from carcbot import _native
from carcbot.cli.screen import colour_of, speaks_unicode
from carcbot.games.carcassonne.board_of import around_last, board_of, last_cell
from carcbot.games.carcassonne.score_sheet import score_sheet
from carcbot.games.carcassonne.terminal import render
from carcbot.games.contract import View

__all__ = ["picture_of", "sheet_of"]

_LINES_BESIDE_THE_BOARD = 9  # coordinates, seats, tile in hand, and lines between them
_ROWS_OF_A_TILE = 3


def picture_of(
    view: View, plies: Sequence[str], columns: int, rows: int | None = None
) -> list[str]:
    """The lines of a picture; words, where a game has none.

    Args:
        view: The position, or what a seat may know of it.
        plies: All that led to it, if that is known.
        columns: How wide it may be.
        rows: How high it may be; of a board that is higher, the part about the last move is shown.
    """
    if not isinstance(view, _native.carcassonne.State):
        turn = "chance is to move" if view.to_move < 0 else f"seat {view.to_move} is to move"
        points = ", ".join(map(str, view.scores()))
        return [view.text, "the game is over" if view.over else turn, f"points: {points}"]
    board = board_of(view, last=last_cell(plies))
    if rows is not None:
        most = (rows - _LINES_BESIDE_THE_BOARD - view.seats) // _ROWS_OF_A_TILE
        board = around_last(board, max(most, 1))
    return render(
        board,
        colour=colour_of("auto", sys.stdout),
        unicode=speaks_unicode(sys.stdout),
        width=columns,
    ).splitlines()


def sheet_of(view: View) -> list[str]:
    """What the points came from; only the points, where a game tells no more."""
    if isinstance(view, _native.carcassonne.State):
        return score_sheet(view).splitlines()
    return [f"seat {seat}: {points} points" for seat, points in enumerate(view.scores())]
