"""How strong players are, from the places that they came in."""

from collections.abc import Iterable, Sequence
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

    Args:
        known: Those that are not as they are at first.
    """

    def __init__(self, known: Iterable[Rating] = ()) -> None:
        self._known = {(each.pool, each.account): each for each in known}

    def of(self, account: str, pool: str) -> Rating:
        """The rating of an account."""
        return self._known.get((pool, account)) or Rating(pool, account)

    def all(self, pool: str | None = None) -> list[Rating]:
        """Everybody who has played, the best first."""
        found = [each for each in self._known.values() if pool in {None, each.pool}]
        return sorted(found, key=lambda each: (each.pool, -each.mu, each.account))

    def count(self, pool: str, accounts: Sequence[str], places: Sequence[int]) -> list[Rating]:
        """Takes in the places of a match, and returns what the ratings are after it."""
        before = [self.of(account, pool) for account in accounts]
        teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
        after = [
            Rating(pool, old.account, new[0].mu, new[0].sigma, old.games + 1)
            for old, new in zip(before, rated, strict=True)
        ]
        self._known |= {(each.pool, each.account): each for each in after}
        return after
