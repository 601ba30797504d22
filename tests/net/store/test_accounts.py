"""Tests of accounts."""

import asyncio
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carcbot.errors import InputError
from carcbot.net.store import Store
from carcbot.net.store.rows import Account
from tests.net.store.stories import with_store


def test_accounts(url: str) -> None:
    """Accounts are told as they were made, by name, and still there after a restart."""

    async def first(store: Store) -> None:
        made = await store.add_account("bob", "person", 7)
        assert made == Account("bob", "person", 7, disabled=False)
        await store.add_account("Ann", "bot", 8)
        await store.add_account("carl.house-1", "house", 9)

    async def second(store: Store) -> None:
        assert await store.accounts() == [
            Account("Ann", "bot", 8, disabled=False),
            Account("bob", "person", 7, disabled=False),
            Account("carl.house-1", "house", 9, disabled=False),
        ]

    with_store(url, first)
    with_store(url, second)


def test_last_seen(url: str) -> None:
    """An account was seen when any of its tokens was used last."""

    async def story(store: Store) -> None:
        for name in ("ann", "bob"):
            await store.add_account(name, "bot", 1)
        for now_us in (5, 9):
            _, clear = await store.add_token("ann", ["play"], "", 2)
            await store.holder(clear, now_us)
        assert [each.seen_us for each in await store.accounts()] == [9, None]

    with_store(url, story)


def test_names_have_no_case(url: str) -> None:
    """A name is taken in every case, and found in every case as it was written first."""

    async def story(store: Store) -> None:
        await store.add_account("Ann", "bot", 1)
        with pytest.raises(InputError, match="there is an account 'aNN' already"):
            await store.add_account("aNN", "bot", 2)
        assert await store.account("ANN") == Account("Ann", "bot", 1, disabled=False)
        assert await store.account("anna") is None

    with_store(url, story)


def test_disabled(url: str) -> None:
    """An account can be disabled and enabled again, in any case of its name."""

    async def story(store: Store) -> None:
        await store.add_account("ann", "bot", 1)
        await store.disable("ANN", 2)
        assert await store.account("ann") == Account("ann", "bot", 1, disabled=True)
        await store.enable("ann")
        assert await store.account("ann") == Account("ann", "bot", 1, disabled=False)
        with pytest.raises(InputError, match="there is no account 'bob'"):
            await store.disable("bob", 2)

    with_store(url, story)


ODD = st.text(max_size=50) | st.text("aA0_.-\0\ud800 ß'\"%é", max_size=50)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=ODD)
def test_odd_names(odd_store: tuple[Store, asyncio.Runner], name: str) -> None:
    """Whatever a name is, it makes an account by the rule or a mistake is told; nothing breaks."""
    store, runner = odd_store
    fits = re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", name) is not None
    try:
        taken = runner.run(store.account(name)) is not None
    except InputError:
        assert "\0" in name or not name.isprintable()
        taken = False
    assert fits or not taken
    try:
        made = runner.run(store.add_account(name, "bot", 1))
    except InputError:
        assert taken or not fits
    else:
        assert fits
        assert runner.run(store.account(name.swapcase())) == made


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(odd=ODD)
def test_odd_words(odd_store: tuple[Store, asyncio.Runner], odd: str) -> None:
    """Whatever is looked for, it is either not found or no text: no other error comes."""
    store, runner = odd_store
    for question in (
        store.tokens(odd),
        store.rating(odd, odd),
        store.ratings(odd),
        store.match(odd),
        store.matches(5, account=odd, game=odd, before_us=10**30),
        store.revoke(odd, 1),
        store.remove_offer(odd),
        store.holder(odd, 1),
    ):
        try:
            answer = runner.run(question)
        except InputError:
            continue
        assert not answer
