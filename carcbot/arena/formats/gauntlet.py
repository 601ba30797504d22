"""One against all others: every table has the first player of the contest at it."""

from itertools import combinations
from math import comb

from carcbot.arena.contest import Contest
from carcbot.arena.formats.history import History
from carcbot.arena.formats.round_robin import seated

__all__ = ["Gauntlet"]


class Gauntlet:
    """As many rounds as the contest has blocks, in each of them every table once."""

    waits = False

    def check(self, contest: Contest, where: str) -> None:
        """Every contest can be played like this."""

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """The first player with all who can sit with it."""
        del history
        if number >= contest.blocks:
            return None
        others = range(1, len(contest.player))
        tables = ((0, *rest) for rest in combinations(others, contest.seats - 1))
        return [seated(contest, number, table) for table in tables]

    def most_blocks(self, contest: Contest) -> int | None:
        """Tables times rounds."""
        return contest.blocks * comb(len(contest.player) - 1, contest.seats - 1)

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """All of them."""
        del history
        return self.most_blocks(contest)
