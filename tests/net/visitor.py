"""Visitors of a referee that knows ann and bob: connections by hand, one after the other."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import aiohttp
import pytest

from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.waiting import PATIENCE_S


def hello(name: str) -> dict[str, object]:
    """What somebody says first."""
    return {"type": "hello", "id": 1, "product": "x", "token": f"token-of-{name}"}


class Visitor:
    """Connects again and again; all its sockets are closed in the end."""

    def __init__(self, server: RefereeServer, stack: AsyncExitStack) -> None:
        self.server = server
        self._stack = stack
        self._session: aiohttp.ClientSession | None = None

    async def connect(
        self,
        origin: str | None = None,
        trusting: ssl.SSLContext | None = None,
        address: str | None = None,
    ) -> aiohttp.ClientWebSocketResponse:
        """A connection that has heard the referee's hello."""
        if self._session is None:
            self._session = await self._stack.enter_async_context(aiohttp.ClientSession())
        headers = {"Origin": origin} if origin else {}
        headers |= {"X-Forwarded-For": address} if address else {}
        connecting = self._session.ws_connect(
            self.server.url, headers=headers, ssl=trusting or True
        )
        socket = await self._stack.enter_async_context(connecting)
        assert (await socket.receive_json())["type"] == "hello"
        return socket

    async def greeted(
        self, trusting: ssl.SSLContext | None = None, name: str = "ann"
    ) -> aiohttp.ClientWebSocketResponse:
        """A connection of ann's, or somebody else's."""
        socket = await self.connect(trusting=trusting)
        await socket.send_json(hello(name))
        assert (await socket.receive_json())["welcome"]["account"] == name
        return socket

    async def refused(self, origin: str | None = None, address: str | None = None) -> int:
        """The HTTP status with which it may not connect."""
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await self.connect(origin, address=address)
        return caught.value.status


@contextlib.asynccontextmanager
async def hosted(
    settings: Settings, names: Sequence[str] = ("ann", "bob")
) -> AsyncIterator[Visitor]:
    """A visitor of a referee that knows these."""
    tokens = Tokens()
    for name in names:
        tokens.add(name, f"token-of-{name}")
    async with (
        RefereeServer(settings, tokens) as server,
        AsyncExitStack() as stack,
        asyncio.timeout(PATIENCE_S),
    ):
        yield Visitor(server, stack)


async def still_works(socket: aiohttp.ClientWebSocketResponse) -> None:
    """A connection that has said hello is answered."""
    await socket.send_json({"type": "tables", "id": 2})
    assert (await socket.receive_json())["tables"] == []
