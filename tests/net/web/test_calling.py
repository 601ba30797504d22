"""Many who ask for bots at once, over real HTTP: each who gets one has one of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.errors import AgentError, UnavailableError
from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.settings import USUAL_LIMITS
from carcbot.net.referee.tokens import Tokens
from carcbot.net.store.rows import Account, Kind
from carcbot.net.store.store import Store
from carcbot.net.web.requests import AskMatch
from tests.net.client.hosting import token_of
from tests.waiting import until

QUICK = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.2)
ASK = AskMatch(("me", "flat"), options="seats=2", think_s=0.05)
MOST = 3
Work = Callable[[RefereeServer, aiohttp.ClientSession], Awaitable[None]]


def hosted(folder: Path, work: Work) -> None:
    """Runs something with a referee with a database, which sends three bots at most."""

    async def main() -> None:
        tokens = Tokens()
        for name in ("ann", "bob"):
            tokens.add(name, token_of(name))
        settings = Settings(folder, port=0, sparring=MOST, limits=QUICK)
        async with (
            Store.open(f"sqlite:///{folder / 'lobby.db'}") as store,
            RefereeServer(settings, tokens, store=store) as server,
            aiohttp.ClientSession() as http,
        ):
            await asyncio.wait_for(work(server, http), 120)

    asyncio.run(main())


def taken(server: RefereeServer) -> int:
    """How many places bots have."""
    return len(server._site._sparring._taken)


async def asked(
    server: RefereeServer, http: aiohttp.ClientSession, name: str = "ann"
) -> tuple[int, str]:
    """Asks for a table with a bot, as a page does: the status, and the match or a sentence."""
    url = f"{server.page}api/play"
    headers = {"Authorization": f"Bearer {token_of(name)}"}
    body = msgspec.json.encode(ASK)
    async with http.post(url, data=body, headers=headers) as response:
        text = await response.text()
        return response.status, str(msgspec.json.decode(text)["match"]) if response.ok else text


def test_many_at_once(tmp_path: Path) -> None:
    """Of fourteen who ask at once as many get a bot as there are, each one of its own."""

    async def work(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        found = await asyncio.gather(*(asked(server, http, name) for name in ("ann", "bob") * 7))
        matches = [match for status, match in found if status == 200]
        assert len(matches) == len(set(matches)) == MOST
        refused = [text for status, text in found if status == 422]
        assert len(refused) == 14 - MOST
        assert all("3 bots play here already" in text for text in refused)
        assert set(server.hall.tables) == set(matches)
        tables = [server.hall.table(match) for match in matches]
        await until(lambda: all(table.accounts[1] for table in tables))
        assert len({table.accounts[1] for table in tables}) == taken(server) == MOST

    with capture_logs() as logs:
        hosted(tmp_path, work)
    assert [line for line in logs if line["log_level"] in {"error", "critical"}] == []


def test_who_asked_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is broken off, or that the database refuses, leaves no table and no bot."""
    slow, comes = asyncio.Event(), asyncio.Event()
    add_account = Store.add_account

    async def add(store: Store, name: str, kind: Kind, now_us: int) -> Account:
        comes.set()
        await slow.wait()
        if slow.is_set() and refuses:
            raise UnavailableError("the disk is full")
        return await add_account(store, name, kind, now_us)

    monkeypatch.setattr(Store, "add_account", add)
    refuses = True

    async def work(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        nonlocal refuses
        playing = server._site._playing
        request = asyncio.create_task(playing.open(ASK, "ann", server.url, 1))
        await comes.wait()
        assert (taken(server), len(server.hall.tables)) == (1, 1)
        request.cancel()
        await asyncio.wait({request})
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        slow.set()
        status, text = await asked(server, http)
        assert (status, "the disk is full" in text) == (503, True)
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        # and where the table has gone while the database was slow, nobody comes to it
        refuses = False
        slow.clear()
        comes.clear()
        request = asyncio.create_task(playing.open(ASK, "ann", server.url, 1))
        await comes.wait()
        server._floor.take_away(next(iter(server.hall.tables)), "a test")
        slow.set()
        with pytest.raises(AgentError, match="took too long"):
            await request
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        assert list((tmp_path / "open").glob("*.jsonl")) == []
        assert (await asked(server, http))[0] == 200

    hosted(tmp_path, work)


def test_nobody_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots whose visitor never sits down are let go after a while; those of others stay."""
    monkeypatch.setattr("carcbot.referee.directory._BOTS_WAIT_NS", 3 * 10**9)

    async def work(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        _, mine = await asked(server, http)
        socket = await http.ws_connect(server.url)
        await socket.send_json(
            {"type": "hello", "id": 1, "product": "x/1", "token": token_of("ann")}
        )
        await socket.send_json({"type": "sit", "id": 2, "match": mine, "seat": 0})

        async def listen() -> None:
            async for _ in socket:  # and so answer pings
                pass

        listening = asyncio.create_task(listen())
        await until(lambda: server.hall.table(mine).accounts[0] == "ann")
        _, other = await asked(server, http, "bob")
        assert taken(server) == 2
        await until(lambda: other not in server.hall.tables)
        await until(lambda: taken(server) == 1)
        await until(lambda: server.hall.table(mine).has_begun)
        assert not (tmp_path / "open" / f"{other}.jsonl").exists()
        assert (await asked(server, http, "bob"))[0] == 200
        listening.cancel()

    hosted(tmp_path, work)


def test_a_bot_cannot_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no bot can be started nobody waits for it: the table is taken away, as the log says."""
    monkeypatch.setattr("carcbot.net.web.sparring.sys.executable", "/bin/false")

    async def work(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        status, match = await asked(server, http)
        assert status == 200
        await until(lambda: match not in server.hall.tables)
        await until(lambda: not taken(server))

    with capture_logs() as logs:
        hosted(tmp_path, work)
    (line,) = [line for line in logs if line["event"] == "taken away"]
    assert line["why"] == "a bot that was to play cannot"


def test_places_after_a_restart(tmp_path: Path) -> None:
    """Who asks for a bot at once when the referee is back does not get one that comes back."""
    matches: list[str] = []

    async def first(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        for _ in range(2):
            _, match = await asked(server, http)
            matches.append(match)
        tables = [server.hall.table(match) for match in matches]
        await until(lambda: all(table.accounts[1] for table in tables))

    async def second(server: RefereeServer, http: aiohttp.ClientSession) -> None:
        found = await asyncio.gather(*(asked(server, http) for _ in range(3)))
        assert sorted(status for status, _ in found) == [200, 422, 422]
        assert taken(server) == MOST
        tables = [*server.hall.tables.values()]
        await until(lambda: all(each.accounts[1] for each in tables))
        assert len({each.accounts[1] for each in tables}) == MOST

    hosted(tmp_path, first)
    hosted(tmp_path, second)
