"""From a state of the rules to a board that can be drawn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from carcbot import _native
from carcbot.games.carcassonne.board import (
    Board,
    Feature,
    Figure,
    PlacedFigure,
    PlacedTile,
    Supply,
)
from carcbot.games.carcassonne.tiles import tile_kinds

__all__ = ["Cell", "around_last", "board_of", "last_cell"]

Cell = tuple[int, int]


def board_of(state: _native.carcassonne.State, *, last: Cell | None = None) -> Board:
    """The board of this state.

    A position does not remember which tile was laid last; whoever knows it says so in `last`, and
    has it marked in pictures.
    """
    kinds = tile_kinds("c2" if "inn_on_EC=c2" in state.options.split(",") else "classic")
    return Board(
        tiles=tuple(PlacedTile(x, y, kinds[kind], turned) for x, y, kind, turned in state.tiles()),
        figures=tuple(
            PlacedFigure(x, y, seat, cast("Figure", figure), cast("Feature", on), at)
            for x, y, seat, figure, on, at in state.figures()
        ),
        scores=tuple(state.scores()),
        virtual_scores=tuple(state.virtual_scores()),
        supplies=tuple(Supply(*counts) for counts in state.supplies()),
        # where chance is to move, it moves for the seat whose turn it is
        to_move=None if state.over else (state.turn - 1) % state.seats,
        hand=None if state.hand is None else kinds[state.hand],
        tiles_left=sum(state.bag().values()),
        last=last,
        turn=state.turn if state.over else state.turn - 1,
    )


def last_cell(plies: Sequence[str]) -> Cell | None:
    """Where the last of these draws and moves laid a tile; None if none of them is a move."""
    for ply in reversed(plies):
        cell, slash, _ = ply.partition("/")
        if slash:
            x, _, y = cell.partition(",")
            return int(x), int(y)
    return None


def around_last(board: Board, rows: int) -> Board:
    """At most `rows` rows of the board, those about the last tile, for where there is no room."""
    _, north, _, south = board.extent()
    middle = north if board.last is None else board.last[1]
    top = max(north, min(middle - rows // 2, south - rows + 1))
    shown = range(top, top + rows)
    return replace(
        board,
        tiles=tuple(tile for tile in board.tiles if tile.y in shown),
        figures=tuple(figure for figure in board.figures if figure.y in shown),
    )
