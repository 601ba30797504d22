"""The formats of contests: each draws the tables of a round from what happened before.

A format is a file with a class. It says whether it `waits` for the results of a round before it
draws the next one, and what to check in a contest before it begins.
"""

from typing import Protocol

from carcbot.arena.contest import Contest, FormatName
from carcbot.arena.formats.gauntlet import Gauntlet
from carcbot.arena.formats.history import History
from carcbot.arena.formats.knockout import Knockout
from carcbot.arena.formats.ladder import Ladder
from carcbot.arena.formats.round_robin import RoundRobin
from carcbot.arena.formats.swiss import Swiss

__all__ = ["FORMATS", "Format"]


class Format(Protocol):
    """A way to draw rounds."""

    waits: bool
    """Whether a round has to be over before the next one can be drawn."""

    def check(self, contest: Contest, where: str) -> None:
        """Raises OptionsError if the contest cannot be played in this format."""

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """Who sits together in the round of this number, a table for each block; None at the end.

        A format that does not wait draws from the contest and the number alone.
        """

    def most_blocks(self, contest: Contest) -> int | None:
        """How many blocks are played if nobody is disqualified; None if that cannot be known."""

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """How many blocks that will be in all, as far as can be foreseen after these rounds.

        That is if no table is level that must not be, and nobody joins or falls out; None if it has
        no end.
        """


FORMATS: dict[FormatName, Format] = {
    "round_robin": RoundRobin(),
    "gauntlet": Gauntlet(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "ladder": Ladder(),
}
"""Every format by its name."""
