"""Tests of carcbot.referee.ratings."""

import random

import pytest
from openskill.models import PlackettLuce

from carcbot.referee.ratings import Rating, Ratings, pool_of


def test_beginner() -> None:
    """Nobody knows how strong a newcomer is, and that is what is shown."""
    shown = Ratings().of("ann", "pot/2").shown
    assert (shown.account, shown.pool, shown.games) == ("ann", "pot/2", 0)
    assert shown.rating == 1500
    assert shown.plus_minus == 653
    assert Ratings().best() == []


def test_pool() -> None:
    """A pool is a game and a number of seats."""
    assert pool_of("carcassonne", 3) == "carcassonne/3"


@pytest.mark.parametrize("places", ((1, 2), (2, 1), (1, 1), (1, 2, 3), (3, 1, 1), (2, 2, 2, 1)))
def test_count(places: tuple[int, ...]) -> None:
    """The model of the published library decides, equals share a place, and pools are apart."""
    accounts = [f"p{seat}" for seat in range(len(places))]
    ratings = Ratings([Rating("x/2", "p0", 30.0, 5.0, 7)])
    after = ratings.count("x/2", accounts, places)
    model = PlackettLuce()
    teams = [[model.rating(mu=30.0, sigma=5.0)], *([model.rating()] for _ in places[1:])]
    expected = [team[0] for team in model.rate(teams, ranks=[float(each) for each in places])]
    assert [(each.mu, each.sigma) for each in after] == [(e.mu, e.sigma) for e in expected]
    assert [each.games for each in after] == [8, *[1] * (len(places) - 1)]
    assert sorted(ratings.best("x/2"), key=lambda each: each.account) == after
    assert ratings.best("y/2") == []
    assert ratings.of("p0", "y/2").games == 0


def test_strength_is_found() -> None:
    """After many games the stronger one stands higher, beyond both margins."""
    ratings, rng = Ratings(), random.Random(5)
    for _ in range(200):
        ratings.count("pot/2", ["strong", "weak"], [1, 2] if rng.random() < 0.8 else [2, 1])
    best, worst = (each.shown for each in ratings.best())
    assert (best.account, worst.account) == ("strong", "weak")
    assert best.rating - best.plus_minus > worst.rating + worst.plus_minus
    assert best.plus_minus < 200


def test_the_best_and_some_others() -> None:
    """The list is as long as is asked for, whatever was played; a plain sort is the judge."""
    rng = random.Random(3)
    pools = ("pot/2", "pot/3")
    names = [f"p{number}" for number in range(30)]
    ratings = Ratings(Rating("pot/2", name, rng.choice((20.0, 25.0, 30.0))) for name in names[:10])
    every = {(each.pool, each.account): each for each in ratings.best()}
    for _ in range(300):
        pool = rng.choice(pools)
        seats = int(pool[-1])
        places = [rng.randint(1, seats) for _ in range(seats)]
        after = ratings.count(pool, rng.sample(names, seats), places)
        every |= {(each.pool, each.account): each for each in after}
    for asked in (None, *pools):
        for most, besides in ((None, ()), (0, ()), (4, ()), (4, ("p1", "p29", "nobody")), (99, ())):
            expected = []
            for each in pools if asked is None else (asked,):
                ranked = sorted(
                    (rating for rating in every.values() if rating.pool == each),
                    key=lambda rating: (-rating.mu, rating.account),
                )
                first = ranked[:most]
                expected += [r for r in ranked if r in first or r.account in besides]
            assert ratings.best(asked, most, besides) == expected
