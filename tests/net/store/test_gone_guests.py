"""Tests of guests who are gone."""

import pytest

from carcbot.net.store.rows import GUEST_LABEL
from tests.net.store.stories import add_accounts, begin, with_store

DAY = 86_400_000_000


@pytest.mark.asyncio
async def test_gone_guests(url: str) -> None:
    """Those are gone whose tokens are all guests' and were not used for long; hosts' never are."""
    async with with_store(url) as store:
        clear = {}
        for name, kind, label in (
            ("guest-a", "person", GUEST_LABEL),
            ("Guest-B", "person", GUEST_LABEL),
            ("guest-c", "person", GUEST_LABEL),
            ("guest-d", "person", "my own"),
            ("guest-e", "bot", GUEST_LABEL),
        ):
            await store.add_account(name, kind, 1)  # type: ignore[arg-type]
            _, clear[name] = await store.add_token(name, ["play"], label, 1)
        await store.add_token("guest-d", ["play"], GUEST_LABEL, 1)
        await store.add_account("guest-f", "person", 1)
        await store.add_account("guest-g", "person", 1)
        for label in (GUEST_LABEL, "a desk"):  # which comes before that one
            await store.add_token("guest-g", ["play"], label, 1)
        await store.holder(clear["guest-c"], 2 * DAY)
        assert await store.gone_guests(DAY, "", 10) == ["guest-a", "Guest-B"]
        assert await store.gone_guests(DAY, "", 1) == ["guest-a"]
        assert await store.gone_guests(DAY, "guest-a", 10) == ["Guest-B"]
        assert await store.gone_guests(3 * DAY, "", 10) == ["guest-a", "Guest-B", "guest-c"]
        await store.kick("guest-a", 5)
        await store.forget_guests(["guest-a", "Guest-B"])
        left = [each.name for each in await store.accounts()]
        assert left == ["guest-c", "guest-d", "guest-e", "guest-f", "guest-g"]
        assert await store.holder(clear["guest-a"], 9) is None
        assert await store.holder(clear["guest-c"], 9) is not None
        await store.forget_guests([])


@pytest.mark.asyncio
async def test_who_has_played(url: str) -> None:
    """Of a guest who has played the name stays, with the match and the rating, and no token."""
    async with with_store(url) as store:
        await add_accounts(store, "bob")
        await store.add_account("ann", "person", 1)
        _, clear = await store.add_token("ann", ["play"], GUEST_LABEL, 1)
        assert await begin(store, "m1", 10)
        before = await store.matches(5)
        await store.forget_guests(await store.gone_guests(DAY, "", 10))
        assert await store.holder(clear, 2) is None
        assert await store.matches(5) == before
        assert await store.gone_guests(DAY, "", 10) == []
