"""Hints over real HTTP, and that nobody has more than a share of who thinks of them."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from carcbot.net.server import RefereeServer
from carcbot.referee.table import Table
from tests.net.client.hosting import token_of
from tests.net.web.test_site import asked
from tests.waiting import until


async def table_of(
    http: aiohttp.ClientSession, page: str, server: RefereeServer
) -> tuple[Table, dict[str, aiohttp.ClientWebSocketResponse]]:
    """Opens a table with hints, at which ann and bob play; with their connections."""
    sockets = {}
    body = {"seats": ["open", "open"], "options": "seats=2"}
    headers = {"Authorization": f"Bearer {token_of('ann')}"}
    async with http.post(f"{page}/api/play", json=body, headers=headers) as response:
        match = str((await response.json())["match"])
    for name in ("ann", "bob"):
        socket = await http.ws_connect(server.url)
        hello = {"type": "hello", "id": 1, "product": "x/1", "token": token_of(name)}
        await socket.send_json(hello)
        await socket.send_json({"type": "sit", "id": 2, "match": match})
        sockets[name] = socket
    table = server.hall.tables[match]
    await until(lambda: table.has_begun and table.state.to_move >= 0)
    return table, sockets


def to_move(table: Table) -> str:
    """Whose turn it is."""
    account = table.accounts[table.state.to_move]
    assert account is not None
    return account


@pytest.mark.asyncio
async def test_waiting_for_hints(tmp_path: Path) -> None:
    """Two questions of an account may wait; of more it is said why, and it may ask again later."""
    async with asked(tmp_path) as (http, page, server):
        table, _ = await table_of(http, page, server)
        headers = {"Authorization": f"Bearer {token_of(to_move(table))}"}
        body = {"match": table.match}

        async def ask() -> int:
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


@pytest.mark.asyncio
async def test_many_wait_for_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who would wait for longer than anybody waits is told so at once, and may ask again."""
    monkeypatch.setattr("carcbot.net.web.page_tables._LONGEST_WAIT_S", 1.0)
    async with asked(tmp_path) as (http, page, server):
        table, _ = await table_of(http, page, server)
        headers = {"Authorization": f"Bearer {token_of(to_move(table))}"}

        async def ask() -> tuple[int, str]:
            body = {"match": table.match}
            async with http.post(f"{page}/api/hint", json=body, headers=headers) as response:
                return response.status, await response.text()

        found = await asyncio.gather(ask(), ask())
        assert [status for status, _ in sorted(found)] == [200, 429]
        assert "many wait for hints already" in max(found)[1]


@pytest.mark.asyncio
async def test_a_turn_goes_before_its_hint_comes(tmp_path: Path) -> None:
    """Who moves meanwhile gets no hint for a position that has gone, nor who still waits then."""
    async with asked(tmp_path) as (http, page, server):
        table, sockets = await table_of(http, page, server)
        account = to_move(table)
        headers = {"Authorization": f"Bearer {token_of(account)}"}

        async def ask() -> str:
            body = {"match": table.match}
            async with http.post(f"{page}/api/hint", json=body, headers=headers) as response:
                assert response.status == 422
                return await response.text()

        asked_for = [asyncio.create_task(ask()) for _ in range(2)]
        waiting = server._site._tables._waiting
        await until(lambda: waiting[account] == 2)
        move = table.state.legal_moves()[0]
        command = {"type": "move", "id": 3, "match": table.match, "seq": table.seq, "move": move}
        await sockets[account].send_json(command)
        for said in await asyncio.gather(*asked_for):
            assert "that turn is over" in said
        assert to_move(table) != account


@pytest.mark.asyncio
async def test_guests_of_an_address_leave_bots_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One match may have as many bots as there are free; with a second, half of all at most."""
    async with asked(tmp_path, guests=True, sparring=4) as (http, page, server):

        async def guest() -> str:
            async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
                return str((await response.json())["token"])

        async def ask(token: str, bots: int) -> str:
            body = {"seats": ["me", *["flat"] * bots], "options": f"seats={bots + 1}"}
            headers = {"Authorization": f"Bearer {token}"}
            async with http.post(f"{page}/api/play", json=body, headers=headers) as response:
                text = await response.text()
                return "" if response.ok else text

        many, one, other = await guest(), await guest(), await guest()
        assert await ask(many, 3) == ""
        for token in (many, one):  # of the same address
            assert "3 bots play with you, or with others of your address" in await ask(token, 1)
        server._floor.rooms.take_away(next(iter(server.hall.tables)), "it is enough")
        await until(lambda: server._site._opponents.has_room(4))
        for token in (many, one):
            assert await ask(token, 1) == ""
        assert "2 bots play with you" in await ask(other, 1)
        assert "at most 2 at once" in await ask(many, 1)
        assert await ask(token_of("ann"), 1) == ""
        with monkeypatch.context() as later:  # when their matches have long been left
            later.setattr("carcbot.net.web.page_tables._is_left", lambda _: True)
            assert await ask(many, 1) == ""
