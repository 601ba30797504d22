"""The sets of tiles that a game may be made of."""

from enum import Enum

__all__ = ["TileSet"]


class TileSet(Enum):
    """A set of tiles; the base game is always in play."""

    BASE = "base"
    THE_RIVER = "river"
    INNS_AND_CATHEDRALS = "inns_and_cathedrals"
