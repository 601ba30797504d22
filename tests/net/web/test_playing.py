"""Hints over real HTTP, and that nobody has more than a share of who thinks of them."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from carcbot.net.clock import now_ns
from carcbot.net.referee import RefereeServer
from carcbot.net.web.playing import Playing
from carcbot.referee.table import Table
from carcbot.search.thought import Thought
from tests.net.client.hosting import token_of, until
from tests.net.web.test_site import asked


async def table_of(http: aiohttp.ClientSession, page: str, server: RefereeServer) -> str:
    """Opens a table with hints, at which ann and bob play."""
    body = {"seats": ["open", "open"], "options": "seats=2"}
    headers = {"Authorization": f"Bearer {token_of('ann')}"}
    async with http.post(f"{page}/api/play", json=body, headers=headers) as response:
        match = str((await response.json())["match"])
    for name in ("ann", "bob"):
        socket = await http.ws_connect(server.url)
        hello = {"type": "hello", "id": 1, "product": "x/1", "token": token_of(name)}
        await socket.send_json(hello)
        await socket.send_json({"type": "sit", "id": 2, "match": match})
    table = server.hall.tables[match]
    await until(lambda: table.has_begun and table.state.to_move >= 0)
    return match


def test_waiting_for_hints(tmp_path: Path) -> None:
    """Two questions of an account may wait; of more it is said why, and it may ask again later."""

    async def talk(http: aiohttp.ClientSession, page: str, server: RefereeServer) -> None:
        match = await table_of(http, page, server)
        table = server.hall.tables[match]
        account = table.accounts[table.state.to_move]
        assert account is not None

        async def ask() -> int:
            headers = {"Authorization": f"Bearer {token_of(account)}"}
            body = {"match": match}
            async with http.post(f"{page}/api/hint", json=body, headers=headers) as response:
                if response.status == 429:
                    assert "you wait for hints already" in await response.text()
                    assert response.headers["Retry-After"] == "2"
                else:
                    assert all("/" in hint["move"] for hint in await response.json())
                return response.status

        found = await asyncio.gather(*(ask() for _ in range(6)))
        assert sorted(found) == [200] * 2 + [429] * 4
        assert await ask() == 200

    asked(tmp_path, talk)


def test_no_hints_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose turn is over while the question waits is told so, and nothing of the next one's."""

    async def talk(http: aiohttp.ClientSession, page: str, server: RefereeServer) -> None:
        match = await table_of(http, page, server)
        table = server.hall.tables[match]
        account = table.accounts[table.state.to_move]
        assert account is not None
        headers = {"Authorization": f"Bearer {token_of(account)}"}
        thought_of: list[int] = []
        thought = Playing._thought

        async def slow(playing: Playing, table: Table) -> Thought:
            thought_of.append(table.seq)
            found = await thought(playing, table)
            if len(thought_of) == 1:
                await until(lambda: playing._waiting[account] == 2)
                table.resign(table.state.to_move, now_ns())
            return found

        async def ask() -> int:
            body = {"match": match}
            async with http.post(f"{page}/api/hint", json=body, headers=headers) as response:
                return response.status

        monkeypatch.setattr(Playing, "_thought", slow)
        assert sorted(await asyncio.gather(ask(), ask())) == [200, 422]
        assert len(thought_of) == 1

    asked(tmp_path, talk)
