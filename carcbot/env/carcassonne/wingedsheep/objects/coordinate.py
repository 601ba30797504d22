"""Places on the board and on a tile."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["Coordinate", "CoordinateWithSide", "MeepleType", "Side"]

_START: Final = 15
"""The row and the column of the cell (0, 0) of the rules, where the first tile lies."""


@dataclass(frozen=True, slots=True, order=True)
class Coordinate:
    """A place on the board of 30 rows and columns.

    The board is drawn where games seldom leave it; where one does, rows and columns below 0 and
    above 29 are places like any others.
    """

    row: int
    column: int

    @staticmethod
    def of_cell(x: int, y: int) -> "Coordinate":
        """The place of this column and row of the rules."""
        return Coordinate(y + _START, x + _START)


class Side(Enum):
    """A place on a tile: a side, the center, or a corner, where farmers stand."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"
    CENTER = "center"
    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


@dataclass(frozen=True, slots=True)
class CoordinateWithSide:
    """A place on a tile on the board."""

    coordinate: Coordinate
    side: Side


class MeepleType(Enum):
    """The figures, apart by what they are put to."""

    NORMAL = "meeple"
    BIG = "big_meeple"
    ABBOT = "abbot"
    FARMER = "farmer"
    BIG_FARMER = "big_farmer"
