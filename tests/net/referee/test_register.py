"""Tests of carcbot.net.referee.register: whose a token is."""

import asyncio
from pathlib import Path

from carcbot.net.referee.guests import Guests
from carcbot.net.referee.register import Register
from carcbot.net.referee.tokens import Tokens
from carcbot.net.store.store import Store


def test_disabled(tmp_path: Path) -> None:
    """A token that was given by hand is nobody's while its account is disabled."""

    async def main() -> None:
        tokens = Tokens()
        tokens.add("ann", "hers")
        async with Store.open(f"sqlite:///{tmp_path}/lobby.db") as store:
            register = Register(tokens, store, Guests(store, come=True, play=True))
            assert await register.holder("hers", 1)
            await store.add_account("ann", "bot", 1)
            assert await register.holder("hers", 2)
            await store.disable("ann", 3)
            assert await register.holder("hers", 4) is None
            await store.enable("ann")
            assert await register.holder("hers", 5)

    asyncio.run(main())


def test_without_a_database() -> None:
    """Without a database all tokens are those that were given by hand."""

    async def main() -> None:
        tokens = Tokens()
        tokens.add("ann", "hers")
        register = Register(tokens, None, Guests(None, come=True, play=True))
        assert await register.holder("hers", 1)
        assert await register.holder("others", 1) is None

    asyncio.run(main())
