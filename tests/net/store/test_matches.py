"""Tests of matches and ratings."""

import pytest

from carcbot.errors import InputError
from carcbot.messages.parts import Standing
from carcbot.net.store.rows import Match, Rating, Seat
from carcbot.net.store.store import Store
from tests.net.store.stories import STANDINGS, add_accounts, begin, with_store

ANN = Rating("ann", "carcassonne/2", 24.25, 7.125, 1, 90)
BOB = Rating("bob", "carcassonne/2", 26.5, 7.0, 3, 90)


async def names(store: Store, limit: int = 100, **wanted: object) -> list[str]:
    """The names of the matches that a question gives."""
    return [match.name for match in await store.matches(limit, **wanted)]  # type: ignore[arg-type]


@pytest.mark.asyncio
async def test_match(url: str) -> None:
    """A match is told as it was said to begin and to end, also after a restart."""
    async with with_store(url) as store:
        await store.add_account("Ann", "bot", 1)
        await store.add_account("bob", "house", 1)
        assert await begin(store, "m1", 10)
        (match,) = await store.matches(5)
        assert match == Match(
            name="m1",
            game="carcassonne",
            options="seats=2",
            clock='{"kind":"bank"}',
            pool="carcassonne/2",
            began_us=10,
            ended_us=None,
            reason=None,
            seats=(Seat(0, "Ann", None, None, None), Seat(1, "bob", None, None, None)),
        )
        assert await store.match_ended(
            "m1", "time", [Standing(2, 3, "time"), Standing(1, -4)], 90, [ANN]
        )
    async with with_store(url) as store:
        (match,) = await store.matches(5)
        assert (match.ended_us, match.reason) == (90, "time")
        assert match.seats == (Seat(0, "Ann", 2, 3, "time"), Seat(1, "bob", 1, -4, None))
        assert await store.rating("ann", "carcassonne/2") == Rating(
            "Ann", "carcassonne/2", 24.25, 7.125, 1, 90
        )


@pytest.mark.asyncio
async def test_an_end_without_standings(url: str) -> None:
    """A match that all gave up, or that the referee could not go on with, is over for nobody."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        await begin(store, "m1")
        assert await store.match_ended("m1", "abort", (), 90, [])
        (match,) = await store.matches(5)
        assert (match.ended_us, match.reason) == (90, "abort")
        assert [each.place for each in match.seats] == [None, None]


@pytest.mark.asyncio
async def test_saying_it_twice(url: str) -> None:
    """That a match began or ended is written once; what is said the second time is not."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        assert await begin(store, "m1")
        assert not await begin(store, "m1", began_us=99, players=("bob", "ann"))
        assert await store.match_ended("m1", "normal", STANDINGS, 90, [ANN, BOB])
        before = await store.matches(5), await store.ratings()
        worse = Rating("ann", "carcassonne/2", 1.0, 1.0, 9, 99)
        other = Rating("ann", "carcassonne/3", 1.0, 1.0, 9, 99)
        for standings in (STANDINGS, ()):
            assert not await store.match_ended("m1", "abort", standings, 99, [worse, other])
        assert not await begin(store, "m1")
        assert (await store.matches(5), await store.ratings()) == before


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("match", "standings", "rating", "told"),
    (
        ("m2", STANDINGS, ANN, "there is no match 'm2'"),
        ("m1", STANDINGS[:1], ANN, "there are 1 standings; expected 2, one a seat"),
        ("m1", STANDINGS, Rating("eve", "p", 1.0, 1.0, 1, 1), "there is no account 'eve'"),
    ),
)
async def test_all_or_nothing(
    url: str, match: str, standings: tuple[Standing, ...], rating: Rating, told: str
) -> None:
    """An end that cannot be written leaves match and ratings as they were, and can come again."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        await begin(store, "m1")
        before = await store.matches(5)
        with pytest.raises(InputError, match=told):
            await store.match_ended(match, "normal", standings, 90, [BOB, rating])
        assert await store.matches(5) == before
        assert await store.ratings() == []
        assert await store.match_ended("m1", "normal", STANDINGS, 90, [BOB])


@pytest.mark.asyncio
async def test_players_have_accounts(url: str) -> None:
    """A match with somebody who has no account is not written at all."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        with pytest.raises(InputError, match="there is no account 'bob'"):
            await begin(store, "m1")
        assert await store.matches(5) == []
        await add_accounts(store, "bob")
        assert await begin(store, "m1")


@pytest.mark.asyncio
async def test_which_matches(url: str) -> None:
    """Matches are told newest first, by account, game and state, with all their seats."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob", "cid")
        assert await store.matches(5) == []
        await begin(store, "m1", 10)
        await begin(store, "m2", 30, ("cid", "ann", "bob"))
        await begin(store, "m3", 20, ("cid", "bob"), game="kuhn")
        await store.match_ended("m1", "normal", STANDINGS, 90)
        assert await names(store) == ["m2", "m3", "m1"]
        assert await names(store, 2) == ["m2", "m3"]
        assert await names(store, before_us=30) == ["m3", "m1"]
        assert await names(store, before_us=10**30) == ["m2", "m3", "m1"]
        assert await names(store, account="CID") == ["m2", "m3"]
        assert await names(store, account="eve") == []
        assert await names(store, state="over") == ["m1"]
        assert await names(store, state="playing") == ["m2", "m3"]
        assert await names(store, 1, state="playing", account="bob") == ["m2"]
        (match,) = await store.matches(1, account="ann")
        assert await store.match("m2") == match
        assert await store.match("M2") is None
        assert [seat.account for seat in match.seats] == ["cid", "ann", "bob"]


@pytest.mark.asyncio
async def test_pages_miss_nothing(url: str) -> None:
    """Page by page, every match comes once, also of those that began in the same microsecond."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        for number in range(12):
            await begin(store, f"m{number}", number // 3)
        found: list[str] = []
        before_us = None
        while page := await store.matches(2, before_us=before_us):
            found += [match.name for match in page]
            before_us = page[-1].began_us
        assert found == [f"m{number}" for number in reversed(range(12))]


@pytest.mark.asyncio
async def test_ratings(url: str) -> None:
    """Ratings are exact, replaced by newer ones, and told pool by pool, the highest first."""
    other = Rating("ann", "carcassonne/3", 1 / 3, 1e-300, 2**31 - 1, 2**53)
    newer = Rating("ann", "carcassonne/2", 27.0, 5.0, 2, 95)
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        await begin(store, "m1")
        await begin(store, "m2")
        await store.match_ended("m1", "normal", STANDINGS, 90, [other, ANN, BOB])
        assert await store.ratings() == [BOB, ANN, other]
        await store.match_ended("m2", "normal", STANDINGS, 95, [newer])
        assert await store.ratings() == [newer, BOB, other]
        assert await store.rating("ANN", "carcassonne/2") == newer
        assert await store.rating("bob", "carcassonne/3") is None
