"""A Swiss tournament: in each round those meet who stand about equal and have not met yet."""

from collections.abc import Sequence
from math import ceil, log

from carcbot.arena.contest import Contest
from carcbot.arena.formats.format import Format
from carcbot.arena.formats.history import History
from carcbot.arena.formats.round_robin import seated

__all__ = ["Swiss", "drawn_tables", "paired"]

_MOST_TRIES = 20_000


class Swiss(Format):
    """A few rounds for many players.

    Of those who have won as much, the one comes first who forfeited fewer games, then the one with
    the better margin in whole games.

    Who has no table in a round, because the players do not fill them, gets what a winner of its
    games would have got; nobody sits out twice before everybody has once.
    """

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """Neighbours in the standings, as far as they have not met."""
        if number >= self.rounds(contest):
            return None
        bye, sums = contest.seats * contest.blocks, history.sums
        players = [each for each in range(history.players) if each not in history.out]
        standing = sorted(
            players,
            key=lambda p: (
                -sums.shares[p] - bye * history.byes[p],
                sums.forfeits[p],
                -history.margin(p),
                p,
            ),
        )
        tables = drawn_tables(standing, contest.seats, history)
        return [seated(contest, number, t) for t in tables for _ in range(contest.blocks)]

    def rounds(self, contest: Contest) -> int:
        """As many as were asked for, or as it takes to find one best player."""
        return contest.rounds or ceil(log(len(contest.player)) / log(contest.seats) - 1e-9)

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """Tables times rounds."""
        del history
        return self.rounds(contest) * (len(contest.player) // contest.seats) * contest.blocks


def drawn_tables(standing: Sequence[int], seats: int, history: History) -> list[tuple[int, ...]]:
    """Tables of players who stand close together and have met as little as possible.

    Args:
        standing: The players, the best first.
        seats: How many sit at a table.
        history: Who has met whom, and who had to sit out.
    """
    left = list(standing)
    for _ in range(len(left) % seats):
        left.remove(min(reversed(left), key=lambda player: history.byes[player]))
    if seats == 2:
        pairs = paired(left, history)
        if pairs is not None:
            return pairs
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            best = min(left, key=lambda p: sum(_met(history, p, other) for other in table))
            left.remove(best)
            table.append(best)
        tables.append(tuple(table))
    return tables


def paired(standing: Sequence[int], history: History) -> list[tuple[int, ...]] | None:
    """Pairs of players who have not met, neighbours first; None if none were found.

    The best player gets the next one it has not met with whom all others can be paired too.
    """
    tries = _MOST_TRIES
    pairs: list[tuple[int, ...]] = []
    # who is left at each step, the first of them to be paired, and whom it has not tried there
    steps = [(list(standing), iter(standing[1:]))]
    while steps and steps[-1][0]:
        left, others = steps[-1]
        first = left[0]
        for other in others:
            tries -= 1
            if tries < 0:
                return None
            if not _met(history, first, other):
                pairs.append((first, other))
                rest = [each for each in left[1:] if each != other]
                steps.append((rest, iter(rest[1:])))
                break
        else:  # the pair before this step leaves others that cannot be paired
            steps.pop()
            del pairs[-1:]
    return pairs if steps else None


def _met(history: History, one: int, other: int) -> int:
    return history.meetings[min(one, other), max(one, other)]
