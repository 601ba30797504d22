"""A knockout: of each table one goes on, until one is left."""

from collections.abc import Sequence
from fractions import Fraction

from carcbot.arena.contest import Contest
from carcbot.arena.formats.format import Format
from carcbot.arena.formats.history import History, Sums
from carcbot.arena.formats.round_robin import seated
from carcbot.errors import OptionsError

__all__ = ["Knockout", "champion", "drawn_stage"]

_MOST_EXTRA = 5
"""A table that is still level after so many more blocks sends its first player on."""


class Knockout(Format):
    """Stages in which all who are left are put together anew, the strong apart from each other.

    The order of the players in the contest is their strength as far as it is known before. Of a
    table the one goes on who won most, of equals the one who forfeited fewer games, then the one
    with more points in whole games; if they are level in that too, the table plays another block.
    Of the first stage the strongest may be spared, so that the later ones come out even. Where they
    no longer do, because all of a table fell out, as many of the weakest who are left go out, too.
    """

    def check(self, contest: Contest, where: str) -> None:
        """The number of players has to come out at one table in the end."""
        players, seats = len(contest.player), contest.seats
        if (players - 1) % (seats - 1):
            possible = ", ".join(str(seats + i * (seats - 1)) for i in range(4))
            raise OptionsError(
                f"{players} players do not come out at one table of {seats} in the end",
                where=f"{where}, [[player]]",
                expected=f"{possible} and so on",
            )

    def tables(
        self, contest: Contest, number: int, history: History
    ) -> list[tuple[int, ...]] | None:
        """The tables of the next stage, or those of this one that are still level."""
        _, stage = _play_through(contest, history)
        if stage is None:
            return None
        tables, is_first = stage
        times = contest.blocks if is_first else 1
        return [seated(contest, number, table) for table in tables for _ in range(times)]

    def foreseen_blocks(self, contest: Contest, history: History) -> int | None:
        """What was played, and as little as is still needed for one to be left."""
        over = sum(len(played.results) for played in history.rounds)
        alive, stage = _play_through(contest, history)
        if stage is None:
            return over
        tables, is_first = stage
        all_tables = (len(alive) - 1) // (contest.seats - 1)
        later = all_tables - len(drawn_stage(alive, contest.seats))
        return over + len(tables) * (contest.blocks if is_first else 1) + later * contest.blocks


def champion(contest: Contest, history: History) -> int | None:
    """Who is left, if it is one."""
    alive, stage = _play_through(contest, history)
    return alive[0] if stage is None and len(alive) == 1 else None


def drawn_stage(alive: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The tables of a stage, none if as many cannot come out even; who is at none is spared.

    Args:
        alive: Who is left, the strongest first.
        seats: How many sit at a table.
    """
    goal = 1
    while goal * seats < len(alive):
        goal *= seats
    count = (len(alive) - goal) // (seats - 1)
    playing = alive[len(alive) - count * seats :]
    tables: list[list[int]] = [[] for _ in range(count)]
    for row in range(seats):
        # back and forth, so that each table has as much strength as the others
        order = tables if row % 2 == 0 else tables[::-1]
        for table, player in zip(order, playing[row * count :], strict=False):
            table.append(player)
    return [tuple(table) for table in tables]


Stage = tuple[list[tuple[int, ...]], bool]


def _play_through(contest: Contest, history: History) -> tuple[list[int], Stage | None]:
    """Who is left after all rounds so far, and what is to be played then."""
    alive = list(range(history.players))
    rounds = iter(history.rounds)
    while len(alive) > 1:
        tables = drawn_stage(alive, contest.seats)
        if not tables:
            alive = alive[:-1]
            continue
        sums = Sums()
        level, extra = tables, 0
        out: frozenset[int] = frozenset()
        while level:
            played = next(rounds, None)
            if played is None:
                return alive, (level, extra == 0)
            out = played.out
            sums.add(played)
            level = [t for t in level if extra < _MOST_EXTRA and _is_level(t, sums, out)]
            extra += 1
        gone = {
            player for table in tables for player in table if player != _winner(table, sums, out)
        }
        alive = [player for player in alive if player not in gone | out]
    return alive, None


def _standing(sums: Sums, player: int) -> tuple[Fraction, int, Fraction]:
    """What somebody is ranked by at a table, less for the better: wins, forfeits and margin."""
    return -sums.shares[player], sums.forfeits[player], -sums.margins[player]


def _is_level(table: Sequence[int], sums: Sums, out: frozenset[int]) -> bool:
    """Whether several are equally good at the head of a table that can still be played."""
    if out.intersection(table):
        return False
    best, second, *_ = sorted(_standing(sums, player) for player in table)
    return best == second


def _winner(table: Sequence[int], sums: Sums, out: frozenset[int]) -> int | None:
    """Who goes on: the best, of equals the one that was thought the strongest."""
    left = [player for player in table if player not in out]
    return min(left, key=lambda player: (_standing(sums, player), player), default=None)
