"""One against all others: every table has the first player of the contest at it."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

from carcbot.arena.contest import Contest
from carcbot.arena.formats.round_robin import RoundRobin

__all__ = ["Gauntlet"]


class Gauntlet(RoundRobin):
    """As many rounds as the contest has blocks, in each of them every table once."""

    def _groups(self, contest: Contest) -> Iterable[tuple[int, ...]]:
        """The first player with all who can sit with it."""
        others = range(1, len(contest.player))
        return ((0, *rest) for rest in combinations(others, contest.seats - 1))

    def _group_count(self, contest: Contest) -> int:
        return comb(len(contest.player) - 1, contest.seats - 1)
