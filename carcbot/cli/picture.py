"""A position as the terminal shows it, whatever game it is of."""

import sys
from collections.abc import Sequence

from carcbot import _native
from carcbot.cli.screen import colour_of, speaks_unicode
from carcbot.games.carcassonne.board_of import around_last, board_of, last_cell
from carcbot.games.carcassonne.score_sheet import score_sheet
from carcbot.games.carcassonne.terminal import render
from carcbot.games.contract import State

__all__ = ["picture_of", "sheet_of"]

_LINES_BESIDE_THE_BOARD = 9  # coordinates, seats, tile in hand, and lines between them
_ROWS_OF_A_TILE = 3


def picture_of(
    state: State, plies: Sequence[str], columns: int, rows: int | None = None
) -> list[str]:
    """The lines of a picture; words, where a game has none.

    Args:
        state: The position.
        plies: All that led to it, if that is known.
        columns: How wide it may be.
        rows: How high it may be; of a board that is higher, the part about the last move is shown.
    """
    if not isinstance(state, _native.carcassonne.State):
        turn = "chance is to move" if state.to_move < 0 else f"seat {state.to_move} is to move"
        points = ", ".join(map(str, state.scores()))
        return [state.text, "the game is over" if state.over else turn, f"points: {points}"]
    board = board_of(state, last=last_cell(plies))
    if rows is not None:
        most = (rows - _LINES_BESIDE_THE_BOARD - state.seats) // _ROWS_OF_A_TILE
        board = around_last(board, max(most, 1))
    return render(
        board,
        colour=colour_of("auto", sys.stdout),
        unicode=speaks_unicode(sys.stdout),
        width=columns,
    ).splitlines()


def sheet_of(state: State) -> list[str]:
    """What the points came from; only the points, where a game tells no more."""
    if isinstance(state, _native.carcassonne.State):
        return score_sheet(state).splitlines()
    return [f"seat {seat}: {points} points" for seat, points in enumerate(state.scores())]
