"""Tests of two who use one database at the same time, as a referee and the command line do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from carcbot.errors import InputError, UnavailableError
from carcbot.net.store.rows import Rating
from carcbot.net.store.store import Store
from tests.net.store.stories import STANDINGS, add_accounts, begin
from tests.waiting import PATIENCE_S


async def _both(url: str) -> None:
    async with Store.open(url) as one, Store.open(url) as two:
        await asyncio.gather(
            *(store.add_account(f"bot{n}", "bot", 1) for n in range(30) for store in (one, two)),
            return_exceptions=True,
        )
        assert len(await one.accounts()) == 30
        assert await one.accounts() == await two.accounts()
        given = await asyncio.gather(
            *(
                store.add_token(f"bot{n}", ["play"], "", 1)
                for n in range(30)
                for store in (one, two)
            )
        )
        holders = await asyncio.gather(*(one.holder(clear, 2) for _, clear in given))
        assert [holder and holder.token_id for holder in holders] == [name for name, _ in given]


@pytest.mark.asyncio
async def test_two_write(url: str) -> None:
    """Of two who write at once none loses anything, and each sees what the other wrote."""
    await asyncio.wait_for(_both(url), PATIENCE_S)


@pytest.mark.asyncio
async def test_one_name_for_one(url: str) -> None:
    """Of many who want the same name at once, one gets it."""
    async with Store.open(url) as one, Store.open(url) as two:
        given = await asyncio.gather(
            *(store.add_account("ann", "bot", n) for n in range(5) for store in (one, two)),
            return_exceptions=True,
        )
        refused = [each for each in given if isinstance(each, InputError)]
        assert len(refused) == 9
        assert len(await one.accounts()) == 1


@pytest.mark.asyncio
async def test_a_match_ends_once(url: str) -> None:
    """Of many who say at once that a match is over, one is the first; its ratings hold."""

    async def end(store: Store, number: int) -> bool:
        rating = Rating("ann", "p", number, 1.0, 1, number)
        return await store.match_ended("m", "normal", STANDINGS, number, [rating])

    async with Store.open(url) as one, Store.open(url) as two:
        await add_accounts(one, "ann", "bob")
        began = await asyncio.gather(*(begin(store, "m") for store in (one, two) * 3))
        assert sorted(began) == [False] * 5 + [True]
        news = await asyncio.gather(
            *(end(store, number) for number, store in enumerate((one, two) * 4))
        )
        assert sum(news) == 1
        rating = await two.rating("ann", "p")
        assert rating is not None
        assert rating.mu == news.index(True)


@pytest.mark.asyncio
async def test_reading_never_waits(url: str) -> None:
    """While one writes, others read what was there before."""
    async with Store.open(url) as one, Store.open(url) as two:
        await add_accounts(one, "ann")
        async with one._writing() as connection:
            await connection.exec_driver_sql("UPDATE accounts SET name = 'eve'")
            for store in (one, two):
                account = await asyncio.wait_for(store.account("ann"), PATIENCE_S)
                assert account is not None
                assert account.name == "ann"


class Counted:
    """Counts the transactions of all stores that write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        writing = Store._writing

        @asynccontextmanager
        async def counted(store: Store) -> AsyncIterator[object]:
            self.count += 1
            async with writing(store) as connection:
                yield connection

        monkeypatch.setattr(Store, "_writing", counted)


@pytest.mark.asyncio
async def test_many_write_together(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is to be written while something is written makes up a few transactions."""
    async with Store.open(url) as store:
        counted = Counted(monkeypatch)
        names = [f"bot{number}" for number in range(250)]
        await asyncio.gather(*(store.add_account(name, "bot", 1) for name in names))
        assert counted.count == 3  # of a hundred at most
        counted.count = 0
        given = await asyncio.gather(
            *(store.add_token(name, ["play"], "", 1) for name in names),
            *(begin(store, f"m{number}", players=(names[0], names[1])) for number in range(40)),
            *(store.save_offer(name, name, "{}", 1) for name in names[:60]),
        )
        assert counted.count <= 5
        monkeypatch.undo()
        clear = [each[1] for each in given if isinstance(each, tuple)]
        holders = [await store.holder(each, 1) for each in clear[::50]]
        assert [each and each.account for each in holders] == names[::50]
        assert len(await store.matches(99)) == 40
        assert len(await store.offers()) == 60


@pytest.mark.asyncio
async def test_one_fails_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those who write together some cannot: they are told so, and the others have written."""
    async with Store.open(url) as store:
        await add_accounts(store, "ann", "bob")
        counted = Counted(monkeypatch)
        told = await asyncio.gather(
            store.add_token("ann", ["play"], "", 1),
            store.add_token("nobody", ["play"], "", 1),
            begin(store, "m1"),
            begin(store, "m2", players=("ann", "nobody")),
            store.match_ended("m3", "normal", STANDINGS, 1),
            store.match_ended("m1", "normal", STANDINGS, 1),
            store.add_account("ann", "bot", 1),
            store.add_account("eve", "bot", 1),
            store.match_ended("m1", "normal", STANDINGS, 1),
            return_exceptions=True,
        )
        assert counted.count == 4  # all of them, and again without each of three
        wrong = [number for number, each in enumerate(told) if isinstance(each, Exception)]
        assert wrong == [1, 3, 4, 6]
        assert all(isinstance(told[number], InputError) for number in wrong)
        assert (told[2], told[5], told[8]) == (True, True, False)
        assert {each.name for each in await store.accounts()} == {"ann", "bob", "eve"}
        assert [each.name for each in await store.matches(9)] == ["m1"]


@pytest.mark.asyncio
async def test_all_or_nothing(url: str) -> None:
    """What is asked to be written together is written in its order, or nothing of it is."""
    async with Store.open(url) as store:
        await add_accounts(store, "ann", "bob")
        works: list[Callable[[], Awaitable[object]]] = [
            partial(begin, store, "m"),
            partial(store.save_offer, "o1", "ann", "{}", 1),
            partial(store.match_ended, "m", "normal", STANDINGS, 5),
            partial(store.save_offer, "o2", "nobody", "{}", 1),
        ]
        with pytest.raises(InputError, match="there is no account 'nobody'"):
            await store.together(works)
        assert await store.matches(9) == []
        assert await store.offers() == []
        await store.together(works[:3])
        assert [each.ended_us for each in await store.matches(9)] == [5]
        assert len(await store.offers()) == 1


@pytest.mark.asyncio
async def test_who_waits_no_more(url: str) -> None:
    """Who is cancelled meanwhile takes nothing from the others; closing leaves nobody waiting."""
    async with Store.open(url) as store:
        adding = [
            asyncio.create_task(store.add_account(f"bot{number}", "bot", 1)) for number in range(5)
        ]
        await asyncio.sleep(0)
        adding[2].cancel()
        await asyncio.wait(adding)
        assert len(await store.accounts()) >= 4
        async with store._turn:  # nothing can be written any more
            late = asyncio.create_task(store.add_account("late", "bot", 1))
            await asyncio.sleep(0)
            await store._give_up()
            await asyncio.wait({late})
            assert isinstance(late.exception(), UnavailableError)
