"""Tests of what the host wants cut."""

import pytest

from carcbot.errors import InputError
from carcbot.net.store.rows import Cut
from tests.net.store.stories import add_accounts, with_store


@pytest.mark.asyncio
async def test_cuts(url: str) -> None:
    """Who revokes a token, disables or kicks an account has its connections cut; nobody else."""
    async with with_store(url) as store:
        await add_accounts(store, "Ann", "bob")
        token_id, _ = await store.add_token("bob", ["play"], "", 1)
        await store.enable("ann")
        assert await store.last_cuts() == []
        await store.kick("ANN", 5)
        await store.revoke(token_id, 6)
        await store.disable("ann", 7)
        assert await store.last_cuts() == [
            Cut(1, "Ann", None, for_good=False),
            Cut(2, "bob", token_id, for_good=True),
            Cut(3, "Ann", None, for_good=True),
        ]


@pytest.mark.asyncio
async def test_refused(url: str) -> None:
    """What cannot be done has nobody cut."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        token_id, _ = await store.add_token("ann", ["play"], "", 1)
        await store.revoke(token_id, 2)
        for work in (store.kick("eve", 3), store.disable("eve", 3), store.revoke(token_id, 3)):
            with pytest.raises(InputError):
                await work
        assert len(await store.last_cuts()) == 1


@pytest.mark.asyncio
async def test_last(url: str) -> None:
    """Of many the last hundred are told, the oldest of them first."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        for now_us in range(103):
            await store.kick("ann", now_us)
        assert [each.id for each in await store.last_cuts()] == list(range(4, 104))
