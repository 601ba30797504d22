"""Tests of tokens."""

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from carcbot.errors import InputError, UnavailableError
from carcbot.net.store.rows import Holder, Token
from carcbot.net.store.store import Store
from tests.net.store.postgres import Postgres
from tests.net.store.stories import add_accounts, with_store

HOUR_US = 3_600_000_000
OWN = "carcbot_" + "x" * 22


@pytest.mark.asyncio
async def test_token(url: str) -> None:
    """A token proves its account and what it allows, also after a restart."""
    async with with_store(url) as store:
        await store.add_account("Ann", "person", 1)
        token_id, clear = await store.add_token("ANN", {"play", "watch"}, "laptop", 5)
    assert re.fullmatch(r"carcbot_[\w-]{32}", clear)
    assert re.fullmatch(r"[0-9a-f]{12}", token_id)
    async with with_store(url) as store:
        assert await store.holder(clear, 9) == Holder(
            "Ann", "person", frozenset({"watch", "play"}), token_id
        )
        assert await store.tokens("ann") == [
            Token(token_id, "Ann", "laptop", frozenset({"play", "watch"}), 5, None, 9)
        ]


@pytest.mark.asyncio
async def test_token_of_ones_own(url: str) -> None:
    """A given token is taken as it is, if it is long enough and nobody's yet."""
    async with with_store(url) as store:
        await add_accounts(store, "ann", "bob")
        token_id, clear = await store.add_token("ann", ["host"], "", 1, OWN)
        assert clear == OWN
        found = await store.holder(OWN, 2)
        assert found == Holder("ann", "bot", frozenset({"host"}), token_id)
        with pytest.raises(InputError, match="somebody's already") as caught:
            await store.add_token("bob", ["host"], "", 1, OWN)
        assert OWN not in str(caught.value)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("change", "told"),
    (
        ({"account": "bob"}, "there is no account 'bob'"),
        ({"scopes": []}, "no token allows nothing"),
        ({"scopes": ["play", "fly"]}, "no token allows 'play', 'fly'"),
        ({"label": "two\nlines"}, r"'two\\nlines' is no label"),
        ({"label": "x" * 101}, "is no label"),
        ({"token": OWN[:-1]}, "this is no token"),
        ({"token": "y" * 40}, "this is no token"),
    ),
)
async def test_refused(url: str, change: dict[str, Any], told: str) -> None:
    """What is no token is told, without the token, and nothing is written."""
    given = {"account": "ann", "scopes": ["play"], "label": "", "token": OWN} | change
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        with pytest.raises(InputError, match=told) as caught:
            await store.add_token(now_us=1, **given)
        assert given["token"] not in str(caught.value)
        assert await store.tokens("ann") == []


@pytest.mark.asyncio
async def test_nobody(url: str) -> None:
    """Nobody holds a token that is unknown, revoked, or of an account that is disabled."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        revoked, clear = await store.add_token("ann", ["play"], "old", 1)
        _, other = await store.add_token("ann", ["play"], "new", 2)
        for unknown in ("", "nonsense", OWN, clear.upper(), clear + " ", "\0", "\ud800"):
            assert await store.holder(unknown, 3) is None
        await store.revoke(revoked, 3)
        assert await store.holder(clear, 4) is None
        assert await store.holder(other, 4) is not None
        await store.disable("ann", 5)
        assert await store.holder(other, 5) is None
        await store.enable("ann")
        assert await store.holder(other, 6) is not None


@pytest.mark.asyncio
async def test_revoked_once(url: str) -> None:
    """A token is revoked once; a second time changes nothing and is told, as an unknown id is."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        token_id, _ = await store.add_token("ann", ["play"], "", 1)
        told = await store.revoke(token_id, 7)
        assert told == Token(token_id, "ann", "", frozenset({"play"}), 1, 7, None)
        with pytest.raises(InputError, match=f"the token {token_id} of ann was revoked before"):
            await store.revoke(token_id, 9)
        assert await store.tokens("ann") == [told]
        with pytest.raises(InputError, match="there is no token '0123'"):
            await store.revoke("0123", 9)


@pytest.mark.asyncio
async def test_last_use_is_coarse(url: str) -> None:
    """The last use is written at most once an hour."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        _, clear = await store.add_token("ann", ["play"], "", 1)
        told = []
        for now_us in (10, 11, 9 + HOUR_US, 10 + HOUR_US, 11 + HOUR_US):
            await store.holder(clear, now_us)
            (token,) = await store.tokens("ann")
            told.append(token.used_us)
        assert told == [10, 10, 10, 10 + HOUR_US, 10 + HOUR_US]


async def _keep_two(store: Store) -> list[str]:
    await add_accounts(store, "ann")
    clear = [(await store.add_token("ann", ["play"], "", 1))[1] for _ in range(2)]
    assert await store.holder(clear[0], 2)
    return clear


@pytest.mark.asyncio
async def test_no_token_in_the_file(tmp_path: Path) -> None:
    """SQLite's files hold the hash of a token and no part of the token itself."""

    def all_files() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    async with with_store(f"sqlite:///{tmp_path}/lobby.db") as store:
        tokens = await _keep_two(store)
        raw = await asyncio.to_thread(all_files)
        for token in tokens:
            assert token.removeprefix("carcbot_").encode() not in raw
            assert hashlib.sha256(token.encode()).digest() in raw


@pytest.mark.asyncio
async def test_no_token_in_a_dump(postgres: Postgres) -> None:
    """A dump of PostgreSQL's database holds the hash of a token and no part of the token itself."""
    database = postgres.new_database()
    async with with_store(postgres.url(database)) as store:
        tokens = await _keep_two(store)
    dump = postgres.dump(database)
    for token in tokens:
        assert token.removeprefix("carcbot_") not in dump
        assert hashlib.sha256(token.encode()).hexdigest() in dump


@pytest.mark.asyncio
async def test_last_use_that_cannot_be_written(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token proves its account also where it cannot be written that it was used."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        token_id, clear = await store.add_token("ann", {"play"}, "", 1)

        class Full:
            """A transaction on a disk without room."""

            async def __aenter__(self) -> None:
                raise UnavailableError("the disk is full")

            async def __aexit__(self, *_: object) -> None:
                """It never began."""

        with monkeypatch.context() as patched:
            patched.setattr(store, "_writing", Full)
            with pytest.raises(UnavailableError):
                await store.check()
            holder = await store.holder(clear, 9)
            assert holder is not None
            assert holder.token_id == token_id
        assert (await store.tokens("ann"))[0].used_us is None
        await store.check()
        assert await store.rulings("") == []
        await store.holder(clear, 10)
        assert (await store.tokens("ann"))[0].used_us == 10
