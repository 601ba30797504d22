"""A referee in this process, with accounts, for the tests of clients."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.tokens import Tokens
from tests.waiting import PATIENCE_S

__all__ = ["NAMES", "hosted", "referee", "token_of"]

NAMES = ("ann", "bob", "eve")


def token_of(name: str) -> str:
    """What proves that one is this account."""
    return f"token-of-{name}"


@contextlib.asynccontextmanager
async def referee(folder: Path, **settings: object) -> AsyncIterator[RefereeServer]:
    """A referee that has an account for each name."""
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = dataclasses.replace(Settings(folder, port=0), **settings)  # type: ignore[arg-type]
    async with RefereeServer(chosen, tokens) as server:
        yield server


def hosted(
    folder: Path, work: Callable[[RefereeServer], Awaitable[None]], **settings: object
) -> None:
    """Runs something with a referee."""

    async def main() -> None:
        async with referee(folder, **settings) as server:
            await asyncio.wait_for(work(server), PATIENCE_S)

    asyncio.run(main())
