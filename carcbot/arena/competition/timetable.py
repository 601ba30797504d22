"""When a competition's phases are due: as its rules say, and later where the host has postponed."""

from dataclasses import dataclass
from typing import Self

from carcbot.arena.competition.rules import Competition, moment_us

__all__ = ["Timetable"]


@dataclass(slots=True)
class Timetable:
    """Moments, in microseconds since 1970.

    Attributes:
        closes_us: Until when one may enter.
        check_in_us: When check-in begins.
        starts: Before these moments the first rounds do not begin.
    """

    closes_us: int
    check_in_us: int
    starts: list[int]

    @classmethod
    def of(cls, rules: Competition) -> Self:
        """As the rules say."""
        return cls(
            rules.closes_us, rules.check_in_us, [moment_us(each) for each in rules.schedule.starts]
        )

    @property
    def starts_us(self) -> int:
        """When the first round begins."""
        return self.starts[0]

    def postpone(self, later_us: int, now_us: int) -> None:
        """Postpones everything that is still to come."""

        def moved(moment: int) -> int:
            return moment + later_us if moment > now_us else moment

        self.closes_us, self.check_in_us = moved(self.closes_us), moved(self.check_in_us)
        self.starts = [moved(each) for each in self.starts]
