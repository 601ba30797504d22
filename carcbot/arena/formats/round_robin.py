"""Everybody against everybody: each table that is possible plays a block in every round."""

import random
from collections.abc import Iterable
from itertools import combinations
from math import comb

from carcbot.arena.contest import Contest
from carcbot.arena.formats.format import Format
from carcbot.arena.formats.history import History

__all__ = ["RoundRobin", "seated"]


class RoundRobin(Format):
    """As many rounds as the contest has blocks, in each of them every table once."""

    waits = False

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """All tables."""
        del history
        if number >= contest.blocks:
            return None
        return [seated(contest, number, each) for each in self._groups(contest)]

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """Tables times rounds."""
        del history
        return contest.blocks * self._group_count(contest)

    def _groups(self, contest: Contest) -> Iterable[tuple[int, ...]]:
        """Who sits together in a round: each group that is possible."""
        return combinations(range(len(contest.player)), contest.seats)

    def _group_count(self, contest: Contest) -> int:
        return comb(len(contest.player), contest.seats)


def seated(contest: Contest, number: int, table: tuple[int, ...]) -> tuple[int, ...]:
    """The table's players in the order in which they sit.

    A block goes through all rotations, so with two seats there is only one order. With more it
    matters who comes after whom, and chance says it anew in every round.
    """
    if len(table) == 2:
        return table
    order = list(table)
    random.Random(f"{contest.seed} {number} {table}").shuffle(order)
    return tuple(order)
