"""Tests of accounts."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carcbot.errors import InputError
from carcbot.net.store.rows import Account
from carcbot.net.store.store import Store
from tests.hypothesis_profiles import examples
from tests.net.store.stories import with_store


@pytest.mark.asyncio
async def test_accounts(url: str) -> None:
    """Accounts are told as they were made, by name, and still there after a restart."""
    async with with_store(url) as store:
        made = await store.add_account("bob", "person", 7)
        assert made == Account("bob", "person", 7, disabled=False)
        await store.add_account("Ann", "bot", 8)
        await store.add_account("carl.house-1", "house", 9)
    async with with_store(url) as store:
        assert await store.accounts() == [
            Account("Ann", "bot", 8, disabled=False),
            Account("bob", "person", 7, disabled=False),
            Account("carl.house-1", "house", 9, disabled=False),
        ]


@pytest.mark.asyncio
async def test_last_seen(url: str) -> None:
    """An account was seen when any of its tokens was used last."""
    async with with_store(url) as store:
        for name in ("ann", "bob"):
            await store.add_account(name, "bot", 1)
        for now_us in (5, 9):
            _, clear = await store.add_token("ann", ["play"], "", 2)
            await store.holder(clear, now_us)
        assert [each.seen_us for each in await store.accounts()] == [9, None]


@pytest.mark.asyncio
async def test_names_have_no_case(url: str) -> None:
    """A name is taken in every case, and found in every case as it was written first."""
    async with with_store(url) as store:
        await store.add_account("Ann", "bot", 1)
        with pytest.raises(InputError, match="there is an account 'aNN' already"):
            await store.add_account("aNN", "bot", 2)
        assert await store.account("ANN") == Account("Ann", "bot", 1, disabled=False)
        assert await store.account("anna") is None


@pytest.mark.asyncio
async def test_disabled(url: str) -> None:
    """An account can be disabled and enabled again, in any case of its name."""
    async with with_store(url) as store:
        await store.add_account("ann", "bot", 1)
        await store.disable("ANN", 2)
        assert await store.account("ann") == Account("ann", "bot", 1, disabled=True)
        await store.enable("ann")
        assert await store.account("ann") == Account("ann", "bot", 1, disabled=False)
        with pytest.raises(InputError, match="there is no account 'bob'"):
            await store.disable("bob", 2)


ODD = st.text(max_size=50) | st.text("aA0_.-\0\ud800 ß'\"%é", max_size=50)


@pytest.mark.asyncio
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=ODD)
async def test_odd_names(odd_store: Store, name: str) -> None:
    """Whatever a name is, it makes an account by the rule or a mistake is told; nothing breaks."""
    fits = re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", name) is not None
    try:
        taken = await odd_store.account(name) is not None
    except InputError:
        assert "\0" in name or not name.isprintable()
        taken = False
    assert fits or not taken
    try:
        made = await odd_store.add_account(name, "bot", 1)
    except InputError:
        assert taken or not fits
    else:
        assert fits
        assert await odd_store.account(name.swapcase()) == made


@pytest.mark.asyncio
@settings(examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(odd=ODD)
async def test_odd_words(odd_store: Store, odd: str) -> None:
    """Whatever is looked for, it is either not found or no text: no other error comes."""
    for question in (
        odd_store.tokens(odd),
        odd_store.rating(odd, odd),
        odd_store.match(odd),
        odd_store.matches(5, account=odd, before_us=10**30),
        odd_store.revoke(odd, 1),
        odd_store.remove_offer(odd),
        odd_store.holder(odd, 1),
    ):
        try:
            answer = await question
        except InputError:
            continue
        assert not answer
