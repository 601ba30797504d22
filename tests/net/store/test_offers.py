"""Tests of offers that wait."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from carcbot.errors import InputError, UnavailableError
from carcbot.net.store.rows import Offer
from carcbot.net.store.store import Store
from tests.net.store.stories import add_accounts, with_store
from tests.waiting import PATIENCE_S


@pytest.mark.asyncio
async def test_offers(url: str) -> None:
    """Offers wait, the oldest first, until they are removed; a restart loses none."""
    async with with_store(url) as store:
        await add_accounts(store, "Ann", "bob")
        await store.save_offer("o1", "ANN", '{"seats":2,"to":"é☃"}', 20)
        await store.save_offer("o2", "bob", "{}", 10)
        await store.save_offer("o3", "bob", "{}", 15)
        await store.remove_offer("o3")
        await store.remove_offer("o3")
    async with with_store(url) as store:
        assert await store.offers() == [
            Offer("o2", "bob", "{}", 10),
            Offer("o1", "Ann", '{"seats":2,"to":"é☃"}', 20),
        ]


@pytest.mark.asyncio
async def test_replaced(url: str) -> None:
    """An offer of the same id takes the place of the older one."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        await store.save_offer("o1", "ann", "{}", 1)
        await store.save_offer("o1", "bob", "[]", 2)
        assert await store.offers() == [Offer("o1", "bob", "[]", 2)]
        with pytest.raises(InputError, match="there is no account 'eve'"):
            await store.save_offer("o1", "eve", "{}", 3)
        with pytest.raises(InputError, match="is no text"):
            await store.save_offer("o1", "ann", "\0", 3)
        assert await store.offers() == [Offer("o1", "bob", "[]", 2)]


@pytest.mark.asyncio
async def test_many_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes that come together are few transactions; what comes last of an offer holds."""
    transactions = 0
    writing = Store._writing

    @asynccontextmanager
    async def counted(store: Store) -> AsyncIterator[object]:
        nonlocal transactions
        transactions += 1
        async with writing(store) as connection:
            yield connection

    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        monkeypatch.setattr(Store, "_writing", counted)
        changes = [store.save_offer(f"o{n:02}", "ann", f"[{n}]", n) for n in range(50)]
        changes += [store.remove_offer(f"o{n:02}") for n in range(25)]
        changes += [store.save_offer("o00", "bob", "{}", 99)]
        await asyncio.gather(*changes)
        assert transactions < 5
        monkeypatch.undo()
        kept = [Offer(f"o{n:02}", "ann", f"[{n}]", n) for n in range(25, 50)]
        assert await store.offers() == [*kept, Offer("o00", "bob", "{}", 99)]


@pytest.mark.asyncio
async def test_a_faulty_one_among_many(url: str) -> None:
    """Of changes that come together those are written that can be, and the others say why not."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        told = await asyncio.gather(
            store.save_offer("o1", "ann", "{}", 1),
            store.save_offer("o2", "eve", "{}", 2),
            store.save_offer("o3", "ann", "\0", 3),
            store.save_offer("o4", "ann", "{}", 4),
            store.remove_offer("o1"),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [
            type(None), InputError, InputError, type(None), type(None),
        ]  # fmt: skip
        assert "eve" in str(told[1])
        assert "is no text" in str(told[2])
        assert await store.offers() == [Offer("o4", "ann", "{}", 4)]


@pytest.mark.asyncio
async def test_given_up(url: str) -> None:
    """Who stops to wait takes nothing away from the others; closing does not wait for ever."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        first, *others = (
            asyncio.create_task(store.save_offer(f"o{n}", "ann", "{}", n)) for n in range(4)
        )
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(*others)
        assert {"o1", "o2", "o3"} <= {offer.id for offer in await store.offers()}
        async with store._turn:  # nothing can be written any more
            for rounds in (1, 3):
                left = asyncio.create_task(store.remove_offer("o1"))
                for _ in range(rounds):
                    await asyncio.sleep(0)
                async with asyncio.timeout(PATIENCE_S):
                    await store._give_up()
                    await asyncio.wait({left})
                assert isinstance(left.exception(), UnavailableError)
