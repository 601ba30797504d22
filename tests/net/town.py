"""A referee with a database in which everybody has an account, and raw clients, for the tests."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from carcbot.bot.seated_match import SeatedMatch
from carcbot.games.contract import is_position
from carcbot.messages import client, codec, lobby
from carcbot.messages.client import Command
from carcbot.messages.events import Event, Result, Started
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import ClockSpec
from carcbot.messages.server import Request
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.rows import SCOPES, Scope
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.waiting import PATIENCE_S

__all__ = ["NAMES", "TERMS", "Guest", "Town", "hosted", "seek"]

TERMS = Terms("pot", "seats=2", ClockSpec("per_move", 0, 5_000_000))
NAMES = ("ann", "bob", "cid")


class Guest:
    """A raw client: says commands and reads what it is told, playing the first legal move."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, name: str) -> None:
        self.socket = socket
        self.name = name
        self.told: list[dict[str, Any]] = []
        self._ids = itertools.count(100)

    async def say(self, command: Command) -> dict[str, Any]:
        """Says something and returns its answer."""
        number = next(self._ids)
        await self.socket.send_str(
            msgspec.json.encode(msgspec.structs.replace(command, id=number)).decode()
        )
        return await self.until(lambda frame: frame.get("id") == number)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Reads until this comes."""
        while True:
            frame = await self.read()
            if wanted(frame):
                return frame

    async def read(self) -> dict[str, Any]:
        """Reads one frame."""
        frame: dict[str, Any] = await self.socket.receive_json(timeout=PATIENCE_S)
        self.told.append(frame)
        return frame

    async def type(self, kind: str) -> dict[str, Any]:
        """Reads until a message of this type comes."""
        return await self.until(lambda frame: frame["type"] == kind)

    async def play(self) -> dict[str, Any]:
        """Plays the match that began last until its result."""
        begun = [place for place, frame in enumerate(self.told) if frame["type"] == "start"]
        unread = self.told[begun[-1] :] if begun else []
        seated = SeatedMatch("")
        while True:
            frame = unread.pop(0) if unread else await self.read()
            message = codec.decode_message(json.dumps(frame))
            if isinstance(message, Event):
                seated = SeatedMatch(message.match) if isinstance(message, Started) else seated
                seated.see(message)
            elif isinstance(message, Request):
                move = "pass"
                if seated.view is not None and is_position(seated.view):
                    move = seated.view.legal_moves()[0]
                command = client.Move(next(self._ids), message.match, message.seq, move)
                await self.socket.send_str(msgspec.json.encode(command).decode())
            if isinstance(message, Result):
                return frame


class Town:
    """A referee with a database in which everybody has an account."""

    def __init__(self, server: RefereeServer, store: Store, tokens: dict[str, str]) -> None:
        self.server = server
        self.store = store
        self.tokens = tokens
        self._stack = AsyncExitStack()

    async def come(self, name: str, games: dict[str, int] | None = None) -> Guest:
        """Somebody connects and says hello, and perhaps by which rules it can play."""
        session = await self._stack.enter_async_context(aiohttp.ClientSession())
        socket = await session.ws_connect(self.server.url)
        guest = Guest(socket, name)
        answer = await guest.say(
            client.ClientHello(1, "test/1", self.tokens[name], games=games or {})
        )
        assert answer["type"] == "ack", answer
        return guest

    async def close(self) -> None:
        """Everybody goes."""
        await self._stack.aclose()


@contextlib.asynccontextmanager
async def hosted(
    folder: Path,
    scopes: dict[str, set[Scope]] | None = None,
    *,
    chat: bool = False,
    veil_turns: int | None = None,
    handshake_s: float = 10.0,
) -> AsyncIterator[Town]:
    """A town; what is done in it is there the next time."""
    async with Store.open(f"sqlite:///{folder / 'lobby.db'}") as store:
        tokens = {}
        for name in NAMES:
            token = f"carcbot_{name}-{'0' * 30}"
            if await store.account(name) is None:
                await store.add_account(name, "bot", 1)
                allowed = (scopes or {}).get(name, set(SCOPES))
                await store.add_token(name, allowed, "", 1, token)
            tokens[name] = token
        chosen = Settings(folder, port=0, chat=chat, veil_turns=veil_turns, handshake_s=handshake_s)
        async with RefereeServer(chosen, Tokens(), store=store) as server:
            town = Town(server, store, tokens)
            try:
                async with asyncio.timeout(PATIENCE_S):
                    yield town
            finally:
                await town.close()


def seek(terms: Terms = TERMS) -> client.Command:
    """A seek for the usual terms."""
    return lobby.Seek(1, terms)
