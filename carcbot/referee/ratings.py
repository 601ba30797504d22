"""How strong players are, from the places that they came in."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import msgspec
from openskill.models import PlackettLuce

from carcbot.messages.lobby import Rated

__all__ = ["Rating", "Ratings", "pool_of"]

_MODEL: Final = PlackettLuce()
_CENTRE: Final = 1500
_SCALE: Final = 40
"""Points of a rating for each unit of the model: who is 167 points better wins 2 games of 3."""


class Rating(msgspec.Struct, frozen=True):
    """What is believed of the strength of an account: a normal distribution.

    Attributes:
        pool: Among whom.
        account: Whose.
        mu: Its mean.
        sigma: Its deviation.
        games: How many it comes from.
    """

    pool: str
    account: str
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> Rated:
        """As people read it."""
        return Rated(
            self.account,
            self.pool,
            round(_CENTRE + _SCALE * (self.mu - _MODEL.mu)),
            round(_SCALE * 1.96 * self.sigma),
            self.games,
        )


def pool_of(game: str, seats: int) -> str:
    """Among whom a match counts: those who play this game with so many seats."""
    return f"{game}/{seats}"


class Ratings:
    """The ratings of everybody, in all pools.

    There may be very many, of guests who came once; so each pool is kept in its order.

    Args:
        known: Those that are not as they are at first.
    """

    def __init__(self, known: Iterable[Rating] = ()) -> None:
        self._known = {(each.pool, each.account): each for each in known}
        self._order: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        for each in self._known.values():
            self._order[each.pool].append(_place(each))
        for order in self._order.values():
            order.sort()

    def of(self, account: str, pool: str) -> Rating:
        """The rating of an account."""
        return self._known.get((pool, account)) or Rating(pool, account)

    def best(
        self, pool: str | None = None, most: int | None = None, besides: Iterable[str] = ()
    ) -> list[Rating]:
        """Those who have played, the best first, pool by pool.

        Args:
            pool: Only of this one.
            most: So many of each pool at most.
            besides: These accounts are among them wherever they stand.
        """
        others = set(besides)
        found: list[Rating] = []
        for name in sorted(self._order) if pool is None else (pool,):
            ranked = (account for _, account in islice(self._order.get(name, ()), most))
            keys = ((name, account) for account in {*ranked, *others})
            found += sorted((self._known[key] for key in keys if key in self._known), key=_place)
        return found

    def count(self, pool: str, accounts: Sequence[str], places: Sequence[int]) -> list[Rating]:
        """Takes in the places of a match, and returns what the ratings are after it."""
        before = [self.of(account, pool) for account in accounts]
        teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
        after = [
            Rating(pool, old.account, new[0].mu, new[0].sigma, old.games + 1)
            for old, new in zip(before, rated, strict=True)
        ]
        for each in after:
            self._put(each)
        return after

    def _put(self, rating: Rating) -> None:
        order, key = self._order[rating.pool], (rating.pool, rating.account)
        if key in self._known:
            del order[bisect_left(order, _place(self._known[key]))]
        self._known[key] = rating
        insort(order, _place(rating))


def _place(rating: Rating) -> tuple[float, str]:
    """What stands before what, among those of a pool."""
    return -rating.mu, rating.account
