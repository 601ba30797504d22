"""A part of a turn as 81 numbers: what is done, where, how turned, on which place, with whom.

3 + 30 + 30 + 4 + 9 + 5, each of them a one among zeros, or zeros alone where nothing is to be said:

==================  =====================================================================
3  what             tile; meeple; taken back, or with no row and no column: pass
30 row, 30 column   of the tile that is laid, or of the abbot that is taken back
4  rotation         of a tile, clockwise
9  place            top right bottom left center top_left top_right bottom_left bottom_right
5  figure           meeple, big meeple, abbot, farmer, big farmer
==================  =====================================================================

Rows and columns are those of the planes of the same moment. A farmer's corner is the first of its
field's, in the order of half-edges from the north-west corner clockwise.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carcbot.env.carcassonne.planes import BOARD_SIDE
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.errors import IllegalMoveError, NotationError

__all__ = [
    "FIGURES",
    "LENGTH",
    "PLACES",
    "Part",
    "figure_name",
    "part_of",
    "part_with",
    "place_at",
    "placement_of",
    "vector_of",
]

LENGTH: Final = 81
PLACES: Final = (
    *("top", "right", "bottom", "left", "center"),
    *("top_left", "top_right", "bottom_left", "bottom_right"),
)
FIGURES: Final = ("meeple", "big_meeple", "abbot", "farmer", "big_farmer")
_SIDES: Final = dict(zip("NESW", PLACES, strict=False))
_CORNERS: Final = {
    **dict.fromkeys(("NL", "WR"), "top_left"),
    **dict.fromkeys(("NR", "EL"), "top_right"),
    **dict.fromkeys(("SR", "WL"), "bottom_left"),
    **dict.fromkeys(("SL", "ER"), "bottom_right"),
}
_FIGURES: Final = {"s": "small", "b": "big", "a": "abbot"}
_WIDTHS: Final = (3, BOARD_SIDE, BOARD_SIDE, 4, len(PLACES), len(FIGURES))
_TILE, _MEEPLE, _BACK_OR_PASS = range(3)


class Part(NamedTuple):
    """A part of a turn, in numbers; x and y are those of the board.

    Attributes:
        kind: 0 a tile, 1 a meeple, 2 an abbot taken back or nothing.
        cell: The x and y of the tile or of the abbot; None if nothing is done.
        rotation: Of a tile.
        place: Of a meeple, its number in `PLACES`.
        figure: Of a meeple and of the abbot, its number in `FIGURES`.
    """

    kind: int
    cell: tuple[int, int] | None = None
    rotation: int | None = None
    place: int | None = None
    figure: int | None = None


def place_at(at: str | None) -> str:
    """The place in `PLACES` of where on a tile a figure stands, as `State.figures` says it."""
    return _SIDES.get(at or "") or _CORNERS.get(at or "") or "center"


def figure_name(figure: str, on: str) -> str:
    """The figure in `FIGURES`, as `State.figures` names it and what it stands on."""
    if figure == "abbot":
        return figure
    return ("big_" if figure == "big" else "") + ("farmer" if on == "field" else "meeple")


def placement_of(text: str) -> tuple[int, int, int]:
    """The x, y and rotation that a part of the tile phase names."""
    cell, _, rotation = text.partition("/")
    x, _, y = cell.partition(",")
    return int(x), int(y), int(rotation)


def part_of(phases: TwoPhases, text: str) -> Part:
    """What a legal part of the turn says."""
    if phases.laid is None:
        x, y, rotation = placement_of(text)
        return Part(_TILE, (x, y), rotation)
    if not text:
        return Part(_BACK_OR_PASS)
    if text == "^":
        mine = (phases.state.to_move, "abbot")
        cell = next((x, y) for x, y, seat, who, *_ in phases.state.figures() if (seat, who) == mine)
        return Part(_BACK_OR_PASS, cell, figure=FIGURES.index("abbot"))
    figure = figure_name(_FIGURES[text[1]], "field" if text[2] == "f" else "")
    x, y, _ = placement_of(phases.laid)
    return Part(
        _MEEPLE, (x, y), place=PLACES.index(place_at(text[3:])), figure=FIGURES.index(figure)
    )


def vector_of(phases: TwoPhases, text: str) -> NDArray[np.int8]:
    """A legal part of the turn as 81 numbers.

    Raises:
        NotationError: It lies beyond the rows and columns of the planes.
    """
    part = part_of(phases, text)
    row = column = None
    if part.cell is not None:
        left, top = phases.state.plane_corner(phases.laid)
        column, row = part.cell[0] - left, part.cell[1] - top
        if not (0 <= row < BOARD_SIDE and 0 <= column < BOARD_SIDE):
            raise NotationError(
                f"row {row}, column {column} has no number in the vector",
                where=text,
                expected=f"rows and columns from 0 to {BOARD_SIDE - 1}",
            )
    vector = np.zeros(LENGTH, np.int8)
    begin = 0
    for width, index in zip(
        _WIDTHS, (part.kind, row, column, part.rotation, part.place, part.figure), strict=True
    ):
        if index is not None:
            vector[begin + index] = 1
        begin += width
    return vector


def part_with(phases: TwoPhases, vector: ArrayLike) -> str:
    """The legal part of the turn that has this vector.

    Raises:
        IllegalMoveError: There is none.
    """
    wanted = np.asarray(vector)
    for text, known in _vectors(phases, phases.parts()):
        if np.array_equal(known, wanted):
            return text
    raise IllegalMoveError(
        "this vector says nothing that is possible now",
        where=phases.state.text,
        expected="the vector of one of the actions that are possible",
    )


def _vectors(phases: TwoPhases, texts: Iterable[str]) -> Iterable[tuple[str, NDArray[np.int8]]]:
    for text in texts:
        try:
            yield text, vector_of(phases, text)
        except NotationError:  # beyond the planes: it has no vector
            continue
