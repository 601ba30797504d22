"""Many who ask for bots at once, over real HTTP: each who gets one has one of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import aiohttp
import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.errors import InputError, UnavailableError
from carcbot.messages.parts import Limits
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.rows import Account, Kind
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from carcbot.net.web.requests import MatchRequest
from tests.net.client.hosting import token_of
from tests.waiting import PATIENCE_S, until

QUICK = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.2)
ASK = MatchRequest(("me", "flat"), options="seats=2", think_s=0.05)
MOST = 3


@contextlib.asynccontextmanager
async def hosted(
    folder: Path, limits: Limits = QUICK
) -> AsyncIterator[tuple[RefereeServer, aiohttp.ClientSession]]:
    """A referee with a database, which sends three bots at most, and what one asks it by."""
    tokens = Tokens()
    for name in ("ann", "bob"):
        tokens.add(name, token_of(name))
    settings = Settings(folder, port=0, sparring=MOST, limits=limits)
    async with (
        Store.open(f"sqlite:///{folder / 'lobby.db'}") as store,
        RefereeServer(settings, tokens, store=store) as server,
        aiohttp.ClientSession() as http,
        asyncio.timeout(PATIENCE_S),
    ):
        yield server, http


def taken(server: RefereeServer) -> int:
    """How many places bots have."""
    return len(server._site._opponents._taken)


async def asked(
    server: RefereeServer,
    http: aiohttp.ClientSession,
    name: str = "ann",
    wish: MatchRequest = ASK,
) -> tuple[int, str]:
    """Asks for a table with a bot, as a page does: the status, and the match or a sentence."""
    url = f"{server.page}api/play"
    headers = {"Authorization": f"Bearer {token_of(name)}"}
    body = msgspec.json.encode(wish)
    async with http.post(url, data=body, headers=headers) as response:
        text = await response.text()
        return response.status, str(msgspec.json.decode(text)["match"]) if response.ok else text


@pytest.mark.asyncio
async def test_many_at_once(tmp_path: Path) -> None:
    """Of fourteen who ask at once as many get a bot as there are, each one of its own."""
    with capture_logs() as logs:
        async with hosted(tmp_path) as (server, http):
            found = await asyncio.gather(
                *(asked(server, http, name) for name in ("ann", "bob") * 7)
            )
            matches = [match for status, match in found if status == 200]
            assert len(matches) == len(set(matches)) == MOST
            refused = [text for status, text in found if status == 422]
            assert len(refused) == 14 - MOST
            assert all("3 bots play here already" in text for text in refused)
            assert set(server.hall.tables) == set(matches)
            tables = [server.hall.directory.find(match) for match in matches]
            await until(lambda: all(table.accounts[1] for table in tables))
            assert len({table.accounts[1] for table in tables}) == taken(server) == MOST
    assert [line for line in logs if line["log_level"] in {"error", "critical"}] == []


@pytest.mark.asyncio
async def test_others_get_the_bots_of_matches_that_were_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no bot is free, a match ends whose persons have been away for a while; others go on."""
    # nobody hears the pings of the connections here, and all but the last are closed by the next
    async with hosted(tmp_path, USUAL_LIMITS) as (server, http):
        played = [(await asked(server, http))[1] for _ in range(MOST)]
        sockets = {}
        for match in played:
            socket = sockets[match] = await http.ws_connect(server.url)
            hello = {"type": "hello", "id": 1, "product": "x/1", "token": token_of("ann")}
            await socket.send_json(hello)
            await socket.send_json({"type": "sit", "id": 2, "match": match, "seat": 0})
            await until(partial(getattr, server.hall.tables[match], "has_begun"))
        await until(lambda: all(server.hall.tables[each].deserted_ns for each in played[:-1]))
        status, text = await asked(server, http, "bob")
        assert (status, "3 bots play here already" in text) == (422, True)
        monkeypatch.setattr("carcbot.net.web.page_tables._DESERTED_S", 0.0)
        # two can come free, which is too few for these: nobody's match is ended for nothing
        many = MatchRequest(("me", "flat", "flat", "flat"), options="seats=4", think_s=0.05)
        status, text = await asked(server, http, "bob", many)
        assert (status, "3 more would be too many" in text) == (422, True)
        assert not any(server.hall.tables[each].result for each in played)
        status, match = await asked(server, http, "bob")
        assert status == 200
        left = [server.hall.tables[each].result for each in played]
        assert [each and each.reason for each in left] == ["disconnect", None, None]
        assert taken(server) == MOST
        assert match not in played


@pytest.mark.asyncio
async def test_who_asked_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is broken off, or that the database refuses, leaves no table and no bot."""
    slow, comes = asyncio.Event(), asyncio.Event()
    add_account = Store.add_account

    async def add(store: Store, name: str, kind: Kind, now_us: int) -> Account:
        comes.set()
        await slow.wait()
        if slow.is_set() and refuses:
            raise UnavailableError("the disk is full: of the host", where="a host's place")
        return await add_account(store, name, kind, now_us)

    monkeypatch.setattr(Store, "add_account", add)
    refuses = True
    async with hosted(tmp_path) as (server, http):
        playing = server._site._tables
        request = asyncio.create_task(playing.open(ASK, "ann"))
        await comes.wait()
        assert (taken(server), len(server.hall.tables)) == (1, 1)
        request.cancel()
        await asyncio.wait({request})
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        slow.set()
        status, text = await asked(server, http)
        assert (status, text) == (503, "the disk is full: try again later\n")
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        # and where the table has gone while the database was slow, nobody comes to it
        refuses = False
        slow.clear()
        comes.clear()
        request = asyncio.create_task(playing.open(ASK, "ann"))
        await comes.wait()
        server._floor.rooms.take_away(next(iter(server.hall.tables)), "a test")
        slow.set()
        with pytest.raises(InputError, match="took too long"):
            await request
        assert (taken(server), len(server.hall.tables)) == (0, 0)
        assert list((tmp_path / "open").glob("*.jsonl")) == []
        assert (await asked(server, http))[0] == 200


@pytest.mark.asyncio
async def test_nobody_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots whose visitor never sits down are let go after a while; those of others stay."""
    monkeypatch.setattr("carcbot.referee.directory._BOTS_WAIT_NS", 3 * 10**9)
    async with hosted(tmp_path) as (server, http):
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
        await until(lambda: server.hall.directory.find(mine).accounts[0] == "ann")
        _, other = await asked(server, http, "bob")
        assert taken(server) == 2
        await until(lambda: other not in server.hall.tables)
        await until(lambda: taken(server) == 1)
        await until(lambda: server.hall.directory.find(mine).has_begun)
        assert not (tmp_path / "open" / f"{other}.jsonl").exists()
        assert (await asked(server, http, "bob"))[0] == 200
        listening.cancel()


@pytest.mark.asyncio
async def test_a_bot_cannot_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no bot can be started nobody waits for it: the table is taken away, as the log says."""
    monkeypatch.setattr("carcbot.net.host.bot_launcher.sys.executable", "/bin/false")

    with capture_logs() as logs:
        async with hosted(tmp_path) as (server, http):
            status, match = await asked(server, http)
            assert status == 200
            await until(lambda: match not in server.hall.tables)
            await until(lambda: not taken(server))
            await until(lambda: any(line["event"] == "taken away" for line in logs))
    (line,) = [line for line in logs if line["event"] == "taken away"]
    assert line["why"] == "a bot that was to play cannot"


@pytest.mark.asyncio
async def test_places_after_a_restart(tmp_path: Path) -> None:
    """Who asks for a bot at once when the referee is back does not get one that comes back."""
    matches: list[str] = []
    async with hosted(tmp_path) as (server, http):
        for _ in range(2):
            _, match = await asked(server, http)
            matches.append(match)
        tables = [server.hall.directory.find(match) for match in matches]
        await until(lambda: all(table.accounts[1] for table in tables))
    async with hosted(tmp_path) as (server, http):
        found = await asyncio.gather(*(asked(server, http) for _ in range(3)))
        assert sorted(status for status, _ in found) == [200, 422, 422]
        assert taken(server) == MOST
        tables = [*server.hall.tables.values()]
        await until(lambda: all(each.accounts[1] for each in tables))
        assert len({each.accounts[1] for each in tables}) == MOST
