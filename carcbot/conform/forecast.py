"""How long an examination will take: before it, and in the middle of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from carcbot.conform.kit import Check

__all__ = ["Forecast"]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is to be expected of checks.

    Attributes:
        checks: All of them.
        room: How much there is of what `Check.needs` counts.
        each_s: What each of them takes besides its waits, as for a bot to come.
    """

    checks: Sequence[Check[Any]]
    room: int
    each_s: float

    @property
    def whole_s(self) -> float:
        """How long they all take, if the other side is quick."""
        return self._takes_s(self.checks)

    def left_s(self, over: Collection[str], elapsed_s: float) -> float:
        """How long it takes from now on, at the pace that was seen so far.

        Args:
            over: The names of the checks that are over.
            elapsed_s: Since the first began.
        """
        rest_s = self._takes_s([each for each in self.checks if each.name not in over])
        done_s = self.whole_s - rest_s
        return rest_s * elapsed_s / done_s if done_s > 0 else rest_s

    def _takes_s(self, checks: Sequence[Check[Any]]) -> float:
        """Side by side as far as there is room, and no less than the longest."""
        takes_s = [(each, each.takes_s + self.each_s) for each in checks if each.needs <= self.room]
        together_s = sum(max(each.needs, 1) * seconds for each, seconds in takes_s) / self.room
        return max([together_s, *(seconds for _, seconds in takes_s)])
