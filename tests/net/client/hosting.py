"""A referee in this process, with accounts, for the tests of clients."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.waiting import PATIENCE_S

__all__ = ["NAMES", "hosted", "referee", "token_of"]

NAMES = ("ann", "bob", "eve")


def token_of(name: str) -> str:
    """What proves that one is this account."""
    return f"token-of-{name}"


@contextlib.asynccontextmanager
async def hosted(folder: Path, **settings: object) -> AsyncIterator[RefereeServer]:
    """A referee that has an account for each name, for a story that comes to its end."""
    async with referee(folder, **settings) as server, asyncio.timeout(PATIENCE_S):
        yield server


@contextlib.asynccontextmanager
async def referee(folder: Path, **settings: object) -> AsyncIterator[RefereeServer]:
    """A referee that has an account for each name."""
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, token_of(name))
    chosen = dataclasses.replace(Settings(folder, port=0), **settings)  # type: ignore[arg-type]
    async with RefereeServer(chosen, tokens) as server:
        yield server
