"""What a format of contests is: it draws the tables of a round from what happened before."""

from abc import ABC, abstractmethod

from carcbot.arena.contest import Contest
from carcbot.arena.formats.history import History

__all__ = ["Format"]


class Format(ABC):
    """A way to draw rounds."""

    waits = True
    """Whether a round has to be over before the next one can be drawn."""

    def check(self, contest: Contest, where: str) -> None:  # noqa: B027 - most play any contest
        """Raises OptionsError if the contest cannot be played in this format."""

    @abstractmethod
    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """Who sits together in the round of this number, a table for each block; None at the end.

        A format that does not wait draws from the contest and the number alone.
        """

    @abstractmethod
    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """How many blocks that will be in all, as far as can be foreseen after these rounds.

        That is if no table is level that must not be, and nobody joins or falls out; None if it has
        no end.
        """
