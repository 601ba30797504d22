"""What a position is worth, by the evaluations that searches use."""

from typing import cast

from carcbot import _native
from carcbot.games.contract import State

__all__ = ["worth"]


def worth(state: State, evaluation: str) -> list[int]:
    """What the position is worth to each seat, in thousandths of a point."""
    return _native.carcassonne.worth(cast("_native.carcassonne.State", state), evaluation)
