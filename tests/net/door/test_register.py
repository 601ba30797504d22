"""Tests of carcbot.net.door.register: whose a token is."""

from pathlib import Path

import pytest

from carcbot.net.door.guests import Guests
from carcbot.net.door.register import Register
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens


def register_of(account: str, store: Store | None) -> Register:
    """A register in which one token was given by hand, to this account."""
    tokens = Tokens()
    tokens.add(account, "hers")
    return Register(tokens, store, Guests(store, come=True, play=True))


@pytest.mark.asyncio
async def test_disabled(tmp_path: Path) -> None:
    """A token that was given by hand is nobody's while its account is disabled."""
    async with Store.open(f"sqlite:///{tmp_path}/lobby.db") as store:
        register = register_of("ann", store)
        assert await register.holder("hers", 1)
        await store.add_account("ann", "bot", 1)
        assert await register.holder("hers", 2)
        await store.disable("ann", 3)
        assert await register.holder("hers", 4) is None
        await store.enable("ann")
        assert await register.holder("hers", 5)


@pytest.mark.asyncio
async def test_spelled_otherwise(tmp_path: Path) -> None:
    """An account is one, with one rating, however the file of tokens spells its name."""
    async with Store.open(f"sqlite:///{tmp_path}/lobby.db") as store:
        register = register_of("Ann", store)
        await store.add_account("ann", "bot", 1)
        holder = await register.holder("hers", 2)
        assert holder is not None
        assert holder.account == "ann"


@pytest.mark.asyncio
async def test_without_a_database() -> None:
    """Without a database all tokens are those that were given by hand."""
    register = register_of("ann", None)
    assert await register.holder("hers", 1)
    assert await register.holder("others", 1) is None
