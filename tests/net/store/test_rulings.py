"""Tests of what hosts of competitions order."""

import pytest

from carcbot.errors import InputError
from carcbot.net.store.rows import Ruling
from tests.net.store.stories import with_store


@pytest.mark.asyncio
async def test_orders(url: str) -> None:
    """Orders are told in the order in which they were given, each competition's own."""
    async with with_store(url) as store:
        assert await store.rulings("cup") == []
        one = Ruling(0, "cup", "disqualify", account="bob", reason="two accounts")
        two = Ruling(0, "cup", "change", rules='name = "cup"\nblocks = 2\n')
        assert await store.order(one, 5) == 1
        assert await store.order(Ruling(0, "other", "postpone", minutes=7.5), 6) == 2
        assert await store.order(two, 7) == 3
        assert await store.rulings("cup") == [
            Ruling(1, "cup", "disqualify", account="bob", reason="two accounts", at_us=5),
            Ruling(3, "cup", "change", rules='name = "cup"\nblocks = 2\n', at_us=7),
        ]


@pytest.mark.asyncio
async def test_refused(url: str) -> None:
    """What is no text is written nowhere."""
    async with with_store(url) as store:
        with pytest.raises(InputError, match="text"):
            await store.order(Ruling(0, "cup", "withdraw", account="a\0b"), 5)
        assert await store.rulings("cup") == []
