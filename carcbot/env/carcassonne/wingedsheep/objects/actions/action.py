"""The actions of the two phases of a turn."""

from dataclasses import dataclass, field

from carcbot.env.carcassonne.wingedsheep.objects.coordinate import (
    Coordinate,
    CoordinateWithSide,
    MeepleType,
)

__all__ = ["Action", "MeepleAction", "PassAction", "TileAction"]


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does in a phase.

    Attributes:
        text: The same in our notation, as a part of a move.
    """

    text: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class TileAction(Action):
    """In the tile phase: the drawn tile is laid.

    Attributes:
        tile: Its kind.
        coordinate: Where it goes.
        tile_rotations: By how many quarters it is turned clockwise.
    """

    tile: str
    coordinate: Coordinate
    tile_rotations: int


@dataclass(frozen=True, slots=True)
class MeepleAction(Action):
    """In the meeple phase: a figure is put on the tile just laid, or the own abbot is taken back.

    Attributes:
        meeple_type: Which figure.
        coordinate_with_side: Where it stands, or where the abbot stood.
        remove: Whether it is taken back.
    """

    meeple_type: MeepleType
    coordinate_with_side: CoordinateWithSide
    remove: bool = False


@dataclass(frozen=True, slots=True)
class PassAction(Action):
    """In the meeple phase: nothing is done."""
