"""The names of the planes that `State.planes` writes, and of the numbers in the last one.

The planes are those that the article behind `carcbot.env.carcassonne.wingedsheep` lists, in its
order. Where it is silent docs/from-wingedsheep.md says what was chosen.
"""

from typing import Final

from carcbot import _native
from carcbot.games.carcassonne.tiles import tile_kinds

__all__ = ["BOARD_SIDE", "number_names", "plane_names", "printed_names"]

BOARD_SIDE: Final = 30
"""Rows and columns of a plane."""
_PRINTED: Final = 74
_FIRST_TILE_ROW: Final = 5
_FIRST_BAG_ROW: Final = 8


def printed_names() -> list[str]:
    """The 74 planes of what is printed on tiles: 10 + 10 + 10 + 36 + 4 + 4.

    A pair of places is 1 where what it names connects them: ``"road top-left"``. What leaves a tile
    at one place only ends in its middle: ``"road top-center"``.
    """
    return plane_names(0)[:_PRINTED]


def plane_names(seats: int) -> list[str]:
    """Every plane of a game of so many seats; there are 74 + 21 a seat + 1.

    Player 0 is the seat that `State.planes` is told to begin with, player 1 the next one.
    """
    return _native.carcassonne.plane_names(seats)


def number_names(seats: int) -> dict[tuple[int, int], str]:
    """What stands where in the last plane, by row and column; all other cells are 0.

    The current tile is told by the same 74 numbers as a tile on the board, unturned.
    """
    players = range(seats)
    counts = ("points", "meeples left", "big meeples left", "abbots left")
    names = {
        (0, 0): "tiles left",
        (0, 1): "phase: 0 tile, 1 meeple, 2 over",
        (0, 2): "row of the tile just laid, from 1; 0 in the tile phase",
        (0, 3): "column of the tile just laid, from 1; 0 in the tile phase",
        **{(0, 4 + player): f"player {player} is to move" for player in players},
        **{
            (row, player): f"{what} of player {player}"
            for row, what in enumerate(counts, 1)
            for player in players
        },
    }
    for first, texts in (
        (_FIRST_TILE_ROW, [f"current tile: {name}" for name in printed_names()]),
        (_FIRST_BAG_ROW, [f"tiles {kind} left" for kind in tile_kinds()]),
    ):
        for index, text in enumerate(texts):
            names[first + index // BOARD_SIDE, index % BOARD_SIDE] = text
    return names
