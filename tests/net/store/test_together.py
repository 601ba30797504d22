"""Tests of two who use one database at the same time, as a referee and the command line do."""

import asyncio

from carcbot.errors import InputError
from carcbot.net.store import Store
from carcbot.net.store.rows import Rating
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


def test_two_write(url: str) -> None:
    """Of two who write at once none loses anything, and each sees what the other wrote."""
    asyncio.run(asyncio.wait_for(_both(url), PATIENCE_S))


def test_one_name_for_one(url: str) -> None:
    """Of many who want the same name at once, one gets it."""

    async def main() -> None:
        async with Store.open(url) as one, Store.open(url) as two:
            given = await asyncio.gather(
                *(store.add_account("ann", "bot", n) for n in range(5) for store in (one, two)),
                return_exceptions=True,
            )
            refused = [each for each in given if isinstance(each, InputError)]
            assert len(refused) == 9
            assert len(await one.accounts()) == 1

    asyncio.run(main())


def test_a_match_ends_once(url: str) -> None:
    """Of many who say at once that a match is over, one is the first; its ratings hold."""

    async def end(store: Store, number: int) -> bool:
        rating = Rating("ann", "p", number, 1.0, 1, number)
        return await store.match_ended("m", "normal", STANDINGS, number, [rating])

    async def main() -> None:
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

    asyncio.run(main())


def test_reading_never_waits(url: str) -> None:
    """While one writes, others read what was there before."""

    async def main() -> None:
        async with Store.open(url) as one, Store.open(url) as two:
            await add_accounts(one, "ann")
            async with one._writing() as connection:
                await connection.exec_driver_sql("UPDATE accounts SET name = 'eve'")
                for store in (one, two):
                    account = await asyncio.wait_for(store.account("ann"), PATIENCE_S)
                    assert account is not None
                    assert account.name == "ann"

    asyncio.run(main())
