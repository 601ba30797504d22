"""The referee's server over real websockets: seats that fail, and peers that misbehave."""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from carcbot.errors import FileInputError
from carcbot.messages.client import Command, Open
from carcbot.messages.events import Moved, Out, Started
from carcbot.messages.joint import Commit
from carcbot.messages.parts import ChanceMode, ClockSpec, Policy
from carcbot.net.client.watcher import watch
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.tokens import Tokens
from carcbot.referee.running_match import RunningMatch
from carcbot.referee.step import Step
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, verify
from tests.proof.players import SteadyPlayer
from tests.waiting import PATIENCE_S

NAMES = ("ann", "bob", "cid", "dan")


class Silent(SteadyPlayer):
    """Never answers a request."""

    async def think(self, seq: int) -> None:
        """For ever."""
        del seq
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def hosted(folder: Path, **settings: object) -> AsyncIterator[RefereeServer]:
    """A referee that has an account for each name."""
    tokens = Tokens()
    for name in NAMES:
        tokens.add(name, f"token-of-{name}")
    chosen = dataclasses.replace(Settings(folder, port=0), **settings)  # type: ignore[arg-type]
    async with RefereeServer(chosen, tokens) as server, asyncio.timeout(PATIENCE_S):
        yield server


async def play(
    server: RefereeServer, players: list[SteadyPlayer], options: str
) -> tuple[str, list[Any]]:
    """Seats the players at a table, and watches it to the end: its name and events."""
    match = server.open_table(Open(1, "carcassonne", options))
    tasks = [asyncio.create_task(player.run()) for player in players]
    events = [event async for event in watch(server.url, "token-of-dan", match)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return match, events


def record_of(folder: Path, match: str) -> MatchRecord:
    """The record of a match, which is true."""
    record = MatchRecord.load(folder / "records" / f"{match}.jsonl")
    verify(record)
    return record


@pytest.mark.asyncio
@pytest.mark.parametrize("seats", (2, 3))
async def test_silent_seat(tmp_path: Path, seats: int) -> None:
    """Who never answers is out for it; two others play on, and one alone has won."""
    async with hosted(tmp_path, clock=ClockSpec("per_move", move_us=300_000)) as server:
        players = [SteadyPlayer(server.url, name) for name in NAMES[: seats - 1]]
        match, events = await play(
            server, [*players, Silent(server.url, NAMES[seats - 1])], f"seats={seats}"
        )
        record = record_of(tmp_path, match)
        (out,) = [event for event in events if isinstance(event, Out)]
        silent = record.accounts.index(NAMES[seats - 1])
        assert (out.seat, out.why) == (silent, "time")
        assert record.result is not None
        assert record.result.reason == ("time" if seats == 2 else "normal")
        assert record.result.standings[silent].place == seats
        by_referee = [
            each.seat for each in events if isinstance(each, Moved) and each.by != "player"
        ]
        assert set(by_referee) == (set() if seats == 2 else {silent})


@pytest.mark.asyncio
async def test_house(tmp_path: Path) -> None:
    """A house bot, an ordinary client in a process of its own, takes the seat of one who fails."""
    clock = ClockSpec("bank", main_us=2_000_000, move_us=1_000_000)
    async with hosted(
        tmp_path, clock=clock, policy=Policy("house"), house_agent="greedy"
    ) as server:
        players = [SteadyPlayer(server.url, "ann"), Silent(server.url, "bob")]
        match, events = await play(server, players, "seats=2")
        record = record_of(tmp_path, match)
        (out,) = [event for event in events if isinstance(event, Out)]
        assert out.house
        assert record.result is not None
        assert record.result.reason == "normal"
        failed = record.accounts.index("bob")
        assert record.result.standings[failed].out == "time"
        moves = [event for event in events if isinstance(event, Moved) and event.seat == failed]
        assert len(moves) > 30
        assert {event.by for event in moves} == {"player"}
        assert record.result.standings[1 - failed].place == 1


@pytest.mark.asyncio
async def test_referee_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of the referee's ends one match, counts for nobody, and leaves others alone."""
    moves = RunningMatch.move

    def broken(match: RunningMatch, *arguments: object) -> Step:
        if match._log.seq > 20 and "ann" in match._course.accounts:
            raise ZeroDivisionError
        return moves(match, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(RunningMatch, "move", broken)
    async with hosted(tmp_path) as server:
        pair = [SteadyPlayer(server.url, name) for name in ("ann", "bob")]
        match, events = await play(server, pair, "seats=2")
        assert events[-1].reason == "referee_fault"
        assert events[-1].standings == ()
        others = [SteadyPlayer(server.url, name) for name in ("bob", "cid")]
        match, events = await play(server, others, "seats=2")
        assert events[-1].reason == "normal"
        record_of(tmp_path, match)


async def said_to(server: RefereeServer, *frames: str | bytes) -> tuple[list[dict[str, Any]], int]:
    """What the referee says to a client that says all this, and how it closes the connection."""
    heard = []
    async with aiohttp.ClientSession() as client, client.ws_connect(server.url) as socket:
        for frame in frames:
            await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
        while (message := await socket.receive(5)).type is aiohttp.WSMsgType.TEXT:
            heard.append(json.loads(message.data))
        return heard, socket.close_code or 0


HELLO = '{"type":"hello","id":1,"product":"test","token":"token-of-ann"}'


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("frames", "code", "error"),
    (
        (('{"type":"tables","id":1}',), 4000, "hello_first"),
        ((HELLO.replace("ann", "eve"),), 4001, "bad_token"),
        ((HELLO[:-1] + ',"protocol":{"min":2,"max":9}}',), 4007, "unsupported_protocol"),
        ((HELLO[:-1] + ',"requires":["telepathy"]}',), 4007, "unsupported_feature"),
        ((HELLO, b"{}"), 4000, "bad_json"),
        ((HELLO, *["{"] * 30), 4000, "bad_json"),
        ((HELLO, *['{"type":"tables","id":2}'] * 40), 4005, "too_fast"),
        ((), 4003, None),
    ),
)
async def test_sent_away(
    tmp_path: Path, frames: tuple[str | bytes, ...], code: int, error: str | None
) -> None:
    """Who does not speak the protocol is told why, and sent away with the right code."""
    limits = msgspec.structs.replace(
        USUAL_LIMITS, commands_per_s=1.0, burst=33 if code == 4000 else 5
    )
    async with hosted(
        tmp_path, limits=limits, handshake_s=0.5 if code == 4003 else PATIENCE_S
    ) as server:
        heard, closed = await said_to(server, *frames)
        assert heard[0]["type"] == "hello"
        assert closed == code
        if error is not None:
            assert heard[-1]["code"] == error
            assert heard[-1]["fatal"]


@pytest.mark.asyncio
async def test_abandoned_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table at which nobody sits down goes after a while, with its journal; a match does not."""
    monkeypatch.setattr("carcbot.referee.directory._EMPTY_NS", 300_000_000)
    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.1)
    async with hosted(tmp_path, limits=limits) as server:
        empty = server.open_table(Open(1, "carcassonne", ""))
        match = server.open_table(Open(1, "carcassonne", ""))
        journals = tmp_path / "open"
        assert {path.stem for path in journals.iterdir()} == {empty, match}
        players = [Silent(server.url, name) for name in NAMES[:2]]
        tasks = [asyncio.create_task(player.run()) for player in players]
        for _ in range(500):  # both sit down at one of them
            if not server.hall.playing():
                await asyncio.sleep(0.02)
        (playing,) = server.hall.playing()
        if playing.match == empty:
            empty, match = match, empty
        for _ in range(500):
            if empty in server.hall.tables:
                await asyncio.sleep(0.02)
        assert {path.stem for path in journals.iterdir()} == {match}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.asyncio
async def test_second_connection(tmp_path: Path) -> None:
    """An account that connects again has its seats there; the older connection is closed."""
    async with hosted(tmp_path) as server, aiohttp.ClientSession() as client:
        older = await client.ws_connect(server.url)
        await older.send_str(HELLO)
        await older.receive(5)
        await older.receive(5)
        newer = await client.ws_connect(server.url)
        await newer.send_str(HELLO)
        await newer.receive(5)
        assert json.loads((await newer.receive(5)).data)["type"] == "ack"
        assert (await older.receive(5)).type is aiohttp.WSMsgType.CLOSE
        assert older.close_code == 4002
        await newer.close()


@pytest.mark.asyncio
async def test_replaced_while_it_talks(tmp_path: Path) -> None:
    """Who talks on and reads late still hears that another connection has taken its place."""
    async with hosted(tmp_path) as server:
        key = "GET /play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        older, out = await asyncio.open_connection("127.0.0.1", server.port)
        out.write(key.encode())
        await older.readuntil(b"\r\n\r\n")
        out.write(masked(HELLO))
        older._transport.pause_reading()  # type: ignore[attr-defined]
        async with aiohttp.ClientSession() as http, http.ws_connect(server.url) as newer:
            await newer.send_str(HELLO)
            for number in range(100):
                out.write(masked(json.dumps({"type": "leave", "id": number + 2, "match": "x"})))
                await asyncio.sleep(0.005)
        older._transport.resume_reading()  # type: ignore[attr-defined]
        heard = await asyncio.wait_for(older.read(), PATIENCE_S)
        assert b"\x0f\xa2the account connected again" in heard  # 4002
        out.close()


def masked(text: str) -> bytes:
    """A short text as a client's frame."""
    return (
        b"\x81"
        + (bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2))
        + bytes(4)
        + text.encode()
    )


@pytest.mark.asyncio
async def test_drain(tmp_path: Path) -> None:
    """A referee that drains says so, begins nothing new, and ends when its matches have."""
    async with hosted(tmp_path) as server:
        match = server.open_table(Open(1, "carcassonne", "seats=2"))
        waiting = server.open_table(Open(1, "carcassonne", "seats=2"))
        players = [SteadyPlayer(server.url, name) for name in ("ann", "bob")]
        tasks = [asyncio.create_task(player.run()) for player in players]
        for _ in range(1000):
            if server.hall.directory.find(match).has_begun:
                break
            await asyncio.sleep(0.01)
        assert await server.drain(30)
        assert server.hall.directory.find(match).result is not None
        await asyncio.sleep(0.3)
        assert all(player.session.drains for player in players)
        assert not server.hall.directory.find(waiting).has_begun
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Mute(SteadyPlayer):
    """Never adds its part to a joint seed."""

    async def _send(self, command: Command) -> None:
        if not isinstance(command, Commit):
            await super()._send(command)


@pytest.mark.asyncio
@pytest.mark.parametrize("chance", ("seed", "deck", "joint"))
async def test_chance(tmp_path: Path, chance: ChanceMode) -> None:
    """In every mode a match is played over the wire, and its record is genuine."""
    async with hosted(tmp_path) as server:
        match = server.open_table(Open(1, "carcassonne", "seats=2", chance=chance))
        players = [SteadyPlayer(server.url, name) for name in NAMES[:2]]
        tasks = [asyncio.create_task(player.run()) for player in players]
        events = [event async for event in watch(server.url, "token-of-dan", match)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [player.troubles for player in players] == [[], []]
        start = events[0]
        assert isinstance(start, Started)
        assert (start.chance, bool(start.deck), bool(start.joint)) == (
            chance,
            chance == "deck",
            chance == "joint",
        )
        record = MatchRecord.load(tmp_path / "records" / f"{match}.jsonl")
        assert verify(record, server.key) == GENUINE
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.asyncio
async def test_who_withholds(tmp_path: Path) -> None:
    """Who adds nothing to a joint seed loses the seat, and somebody else plays."""
    async with hosted(tmp_path, policy=Policy(nonce_us=300_000)) as server:
        match = server.open_table(Open(1, "pot", "seats=2", chance="joint"))
        mute = Mute(server.url, "bob")
        late = SteadyPlayer(server.url, "cid")
        players = [SteadyPlayer(server.url, "ann"), mute]
        tasks = [asyncio.create_task(player.run()) for player in players]
        while not mute.troubles:  # noqa: ASYNC110 - it is set by another task's library
            await asyncio.sleep(0.02)
        tasks.append(asyncio.create_task(late.run()))
        events = [event async for event in watch(server.url, "token-of-dan", match)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        start = events[0]
        assert isinstance(start, Started)
        assert start.joint is not None
        assert start.joint.round == 1
        assert set(start.seats) == {"ann", "cid"}
        assert "said nothing in time" in mute.troubles[0]
        assert players[0].troubles + late.troubles == []
        record_of(tmp_path, match)


@pytest.mark.asyncio
async def test_key_stays(tmp_path: Path) -> None:
    """A referee that is started again has the key that it had, and says it in its hello."""
    keys = []

    async def work(server: RefereeServer) -> None:
        keys.append(server.key)
        async with aiohttp.ClientSession() as client, client.ws_connect(server.url) as socket:
            assert (await socket.receive_json())["key"] == server.key

    for _ in range(2):
        async with hosted(tmp_path) as server:
            await work(server)
    assert keys[0] == keys[1] != ""
    (tmp_path / "key").write_text("nonsense")
    with pytest.raises(FileInputError, match=r"key.*an Ed25519 key"):
        async with hosted(tmp_path) as server:
            await work(server)
