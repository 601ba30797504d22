"""Guests who want all tables, over real connections: everybody else still gets theirs."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.waiting import PATIENCE_S, until

LIMITS = msgspec.structs.replace(USUAL_LIMITS, lobby_burst=400, burst=800, heartbeat_s=60.0)
NEVER = {"grace_us": 2**53 - 1}


class Visitor:
    """Somebody at a page, behind the proxy, from an address of our choice."""

    def __init__(self, http: aiohttp.ClientSession, server: RefereeServer, address: str) -> None:
        self.http = http
        self.server = server
        self.headers = {"X-Forwarded-For": address}
        self.token = ""
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def click(self) -> None:
        """Gets an account by one click."""
        url = f"{self.server.page}api/guest"
        async with self.http.post(url, json={"plays": True}, headers=self.headers) as response:
            self.token = (await response.json())["token"]

    async def connect(self) -> None:
        """Says hello."""
        self._socket = await self.http.ws_connect(self.server.url, headers=self.headers)
        await self.say("hello", product="x/1", token=self.token)

    async def say(self, kind: str, **fields: object) -> dict[str, Any]:
        """Says something; returns the answer."""
        assert self._socket is not None
        await self._socket.send_json({"type": kind, "id": 1, **fields})
        while True:
            said: dict[str, Any] = await self._socket.receive_json(timeout=PATIENCE_S)
            if said.get("id") == 1:
                return said

    async def take(self, **fields: object) -> dict[str, Any]:
        """Opens a table and sits down there."""
        said = await self.say("open", game="pot", options="seats=2", **fields)
        return said if said["type"] == "error" else await self.say("sit", match=said["match"])

    async def take_all(self) -> list[str]:
        """Takes tables until there is no more; returns why."""
        texts = []
        for _ in range(65):
            said = await self.take()
            if said["type"] == "error":
                texts.append(f"{said['code']}: {said['text']}")
        return texts


@asynccontextmanager
async def referee(folder: Path) -> AsyncIterator[tuple[RefereeServer, aiohttp.ClientSession]]:
    """A referee where anybody may play, and ann has an account."""
    settings = Settings(folder, port=0, guests=True, behind_proxy=True, limits=LIMITS)
    tokens = Tokens()
    tokens.add("ann", "token-of-ann")
    async with (
        Store.open(f"sqlite:///{folder / 'lobby.db'}") as store,
        RefereeServer(settings, tokens, store=store) as server,
        aiohttp.ClientSession() as http,
    ):
        yield server, http


@pytest.mark.asyncio
async def test_seventeen_guests(tmp_path: Path) -> None:
    """They get 32 tables between them, none with an endless grace; ann gets hers, now and later."""

    async def ann_takes_a_table(http: aiohttp.ClientSession, server: RefereeServer) -> None:
        ann = Visitor(http, server, "198.51.100.7")
        ann.token = "token-of-ann"  # noqa: S105 - a test's
        await ann.connect()
        assert (await ann.take())["type"] == "ack"

    async with asyncio.timeout(PATIENCE_S):
        async with referee(tmp_path) as (server, http):
            guests = [Visitor(http, server, "198.51.100.7") for _ in range(17)]
            for guest in guests:
                await guest.click()
                await guest.connect()
            said = await guests[0].take(policy=NEVER)
            assert said["code"] == "bad_options"
            assert "at most 3600000000" in said["text"]
            refused = [text for guest in guests for text in await guest.take_all()]
            assert len(refused) == 17 * 65 - 32
            assert all("guests at 198.51.100.7" in text for text in refused)
            assert len(server.hall.tables) == 32
            await ann_takes_a_table(http, server)
        async with referee(tmp_path) as (server, http):
            assert len(server.hall.tables) == 33
            guest = Visitor(http, server, "198.51.100.7")
            await guest.click()
            await guest.connect()
            for old in guests[:8]:
                old.server, old.http = server, http
                await old.connect()
            # those who are back count together again, whether they have resumed or not
            own = sum(
                server.hall.shares.seats(each.account or "")
                for each in server._floor.guests.values()
                if each.address == "198.51.100.7"
            )
            taken = len(server.hall.tables)
            await guest.take_all()
            assert len(server.hall.tables) - taken == 32 - own
            await ann_takes_a_table(http, server)


@pytest.mark.asyncio
async def test_tables_for_bots_count(tmp_path: Path) -> None:
    """What guests open at a page counts as what they open over a connection."""
    async with asyncio.timeout(PATIENCE_S):
        async with referee(tmp_path) as (server, http):
            guest = Visitor(http, server, "198.51.100.7")
            await guest.click()
            url = f"{server.page}api/play"
            body = {"seats": ["open", "open"], "options": "seats=2"}
            found = []
            for _ in range(36):
                headers = {**guest.headers, "Authorization": f"Bearer {guest.token}"}
                async with http.post(url, json=body, headers=headers) as response:
                    found.append((response.status, await response.text()))
            assert [status for status, _ in found] == [200] * 32 + [422] * 4
            assert "limits.waiting" in found[-1][1]


@pytest.mark.asyncio
async def test_deserted_tables_go(tmp_path: Path) -> None:
    """A seated table whose players are gone is taken away, and its journal with it.

    Also one that was brought back, and to which nobody has come.
    """
    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.2, grace_us=10**15)
    lasting = Settings(tmp_path, port=0, guests=True, limits=limits)
    short = msgspec.structs.replace(limits, deserted_s=0.5)

    async def sit(http: aiohttp.ClientSession, server: RefereeServer) -> Visitor:
        guest = Visitor(http, server, "")
        await guest.click()
        await guest.connect()
        assert (await guest.take(policy={"grace_us": 10**15}))["type"] == "ack"
        return guest

    async with asyncio.timeout(PATIENCE_S):
        async with RefereeServer(lasting, Tokens()) as server, aiohttp.ClientSession() as http:
            await sit(http, server)
        settings = dataclasses.replace(lasting, limits=short)
        async with RefereeServer(settings, Tokens()) as server, aiohttp.ClientSession() as http:
            assert len(list((tmp_path / "open").glob("*.jsonl"))) == 1
            await until(lambda: not server.hall.tables)
            guest = await sit(http, server)
            assert guest._socket is not None
            await guest._socket.close()
            await until(lambda: not server.hall.tables)
            assert list((tmp_path / "open").glob("*.jsonl")) == []
