"""Tests of offers that wait."""

import pytest

from carcbot.errors import InputError
from carcbot.net.store import Store
from carcbot.net.store.rows import Offer
from tests.net.store.stories import add_accounts, with_store


def test_offers(url: str) -> None:
    """Offers wait, the oldest first, until they are removed; a restart loses none."""

    async def first(store: Store) -> None:
        await add_accounts(store, "Ann", "bob")
        await store.save_offer("o1", "ANN", '{"seats":2,"to":"é☃"}', 20)
        await store.save_offer("o2", "bob", "{}", 10)
        await store.save_offer("o3", "bob", "{}", 15)
        await store.remove_offer("o3")
        await store.remove_offer("o3")

    async def second(store: Store) -> None:
        assert await store.offers() == [
            Offer("o2", "bob", "{}", 10),
            Offer("o1", "Ann", '{"seats":2,"to":"é☃"}', 20),
        ]

    with_store(url, first)
    with_store(url, second)


def test_replaced(url: str) -> None:
    """An offer of the same id takes the place of the older one."""

    async def story(store: Store) -> None:
        await add_accounts(store, "ann", "bob")
        await store.save_offer("o1", "ann", "{}", 1)
        await store.save_offer("o1", "bob", "[]", 2)
        assert await store.offers() == [Offer("o1", "bob", "[]", 2)]
        with pytest.raises(InputError, match="there is no account 'eve'"):
            await store.save_offer("o1", "eve", "{}", 3)
        with pytest.raises(InputError, match="is no text"):
            await store.save_offer("o1", "ann", "\0", 3)
        assert await store.offers() == [Offer("o1", "bob", "[]", 2)]

    with_store(url, story)
