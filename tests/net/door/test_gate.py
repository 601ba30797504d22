"""Who may connect at all: origins, limits before hello, slow handshakes, and how much is said."""

import asyncio
import contextlib
import gc
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import aiohttp
import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.messages.client import Command
from carcbot.net.door.connection import Connection
from carcbot.net.host.floor import Floor
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.referee.commands import Answer
from tests.net.visitor import Visitor, hello, hosted, still_works
from tests.proof.hostile_guests import UPGRADE, frame
from tests.waiting import PATIENCE_S


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("origin", "may"),
    (
        (None, True),
        ("http://{host}", True),
        ("https://friend.example", True),
        ("https://friend.example.evil.example", False),
        ("http://evil.example", False),
        ("null", False),
    ),
)
async def test_origin(tmp_path: Path, origin: str | None, may: bool) -> None:  # noqa: FBT001 - a case
    """A browser connects from the referee's own pages and those that are allowed, a bot always."""
    async with hosted(Settings(tmp_path, port=0, origins=("https://friend.example",))) as visitor:
        said = origin and origin.format(host=f"127.0.0.1:{visitor.server.port}")
        if may:
            await visitor.connect(said)
        else:
            assert await visitor.refused(said) == 403


@pytest.mark.asyncio
async def test_strangers(tmp_path: Path) -> None:
    """Only so many of an address may not have said hello; those who have do not count."""
    async with hosted(Settings(tmp_path, port=0, most_strangers=3)) as visitor:
        known = await visitor.greeted()
        sockets = [await visitor.connect() for _ in range(3)]
        assert await visitor.refused() == 429
        await sockets[0].close()
        await asyncio.sleep(0.05)
        await visitor.connect()
        await still_works(known)


@pytest.mark.asyncio
@pytest.mark.parametrize("behind_proxy", (False, True))
async def test_proxy(tmp_path: Path, behind_proxy: bool) -> None:  # noqa: FBT001 - a case
    """Behind a proxy it counts what that says last of an address; else nobody is believed."""
    async with hosted(
        Settings(tmp_path, port=0, most_strangers=2, behind_proxy=behind_proxy)
    ) as visitor:
        for _ in range(2):
            await visitor.connect(address="10.0.0.9, 203.0.113.5")
        if behind_proxy:
            assert await visitor.refused(address="10.0.0.8, 203.0.113.5") == 429
            await visitor.connect(address="203.0.113.6")
        else:
            assert await visitor.refused(address="203.0.113.6") == 429


@pytest.mark.asyncio
async def test_too_many(tmp_path: Path) -> None:
    """There is a limit to all connections."""
    async with hosted(Settings(tmp_path, port=0, most_clients=2)) as visitor:
        sockets = [await visitor.greeted(), await visitor.connect()]
        assert await visitor.refused() == 503
        await still_works(sockets[0])


@pytest.mark.asyncio
async def test_silent_stranger(tmp_path: Path) -> None:
    """Who says no hello is sent away with 4003."""
    # also if it takes longer than anybody may take to answer a ping
    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.02)
    async with hosted(Settings(tmp_path, port=0, handshake_s=0.5, limits=limits)) as visitor:
        socket = await visitor.connect()
        message = await socket.receive(timeout=PATIENCE_S)
        assert (message.type, socket.close_code) == (aiohttp.WSMsgType.CLOSE, 4003)


@pytest.mark.asyncio
async def test_slow_handshake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is never finished does not keep its connection, a player's goes on."""
    monkeypatch.setattr("carcbot.net.door.doorway.KEPT_ALIVE_S", 0.3)
    async with hosted(Settings(tmp_path, port=0, handshake_s=2.0)) as visitor:
        known = await visitor.greeted()
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(b"GET /play HTTP/1.1\r\nHost: x\r\nUpgr")
        silent, other = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        assert await asyncio.wait_for(reader.read(), PATIENCE_S) == b""
        assert await asyncio.wait_for(silent.read(), PATIENCE_S) == b""
        for each in (writer, other):
            each.close()
            await each.wait_closed()
        await still_works(known)


@pytest.mark.asyncio
async def test_many_who_ask_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those who only connect the oldest go when they are too many; clients stay and come."""
    monkeypatch.setattr("carcbot.net.door.doorway._MOST_WAIT", 5)
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        known = await visitor.greeted()
        silent = [
            await asyncio.open_connection("127.0.0.1", visitor.server.port) for _ in range(20)
        ]
        for reader, _ in silent[:15]:
            assert await asyncio.wait_for(reader.read(), PATIENCE_S) == b""
        assert not any(reader.at_eof() for reader, _ in silent[15:])
        await still_works(known)
        await still_works(await visitor.greeted(name="bob"))
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()


@pytest.mark.parametrize(("hard", "said"), ((8000, ""), (600, "too few open files")))
def test_room_for_all(hard: int, said: str) -> None:
    """A referee asks for as many open files as it may need, and says where it gets too few."""
    program = (
        "import resource as r; from carcbot.net.door.doorway import make_room;"
        f"r.setrlimit(r.RLIMIT_NOFILE, (256, {hard})); make_room(5000);"
        "print(r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert said in told
    assert told.splitlines()[-1] == str(min(hard, 6500))


@pytest.mark.asyncio
async def test_frame_size(tmp_path: Path) -> None:
    """A frame of the limit is answered, a larger one closes with 1009."""
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        assert USUAL_LIMITS.frame_bytes == 8192
        for size, fits in ((8192, True), (8193, False)):
            socket = await visitor.greeted()
            command = json.dumps({"type": "tables", "id": 2, "x": ""})
            await socket.send_str(command.replace('""', '"' + "x" * (size - len(command)) + '"'))
            message = await socket.receive(timeout=PATIENCE_S)
            if fits:
                assert json.loads(message.data)["tables"] == []
            else:
                assert socket.close_code == 1009


@pytest.mark.asyncio
async def test_bucket_stays(tmp_path: Path) -> None:
    """Who has said too much has not got more to say by connecting again."""
    limits = msgspec.structs.replace(USUAL_LIMITS, commands_per_s=0.01, burst=5)
    async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
        answers = []
        for _ in range(2):
            socket = await visitor.greeted()
            for number in range(2, 6):
                await socket.send_json({"type": "tables", "id": number})
                answers.append((await socket.receive_json())["type"])
        assert answers == ["ack"] * 4 + ["error"] * 4


COSTLY = (
    {"type": "tables"},
    {"type": "sit", "match": "none"},
    {"type": "leave", "match": "none"},
    {"type": "watch", "match": "none"},
    {"type": "resume", "match": "none", "last_seq": 0},
    {"type": "desync", "match": "none", "seq": 1, "digest": "0" * 16},
)


@pytest.mark.asyncio
@pytest.mark.parametrize("costly", COSTLY, ids=lambda costly: str(costly["type"]))
async def test_lobby_bucket(tmp_path: Path, costly: dict[str, object]) -> None:
    """What costs more than a move has a bucket of its own, which stays; other commands go on."""
    limits = msgspec.structs.replace(USUAL_LIMITS, lobby_per_s=0.01, lobby_burst=5)
    async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
        answers = []
        socket = await visitor.greeted()
        for number in range(2, 10):
            if number == 6:
                socket = await visitor.greeted()
            await socket.send_json({**costly, "id": number})
            answers.append((await socket.receive_json()).get("code"))
        assert "too_fast" not in answers[:5]
        assert answers[5:] == ["too_fast"] * 3
        await socket.send_json({"type": "resign", "id": 10, "match": "none"})
        assert (await socket.receive_json())["code"] == "unknown_match"


@pytest.mark.asyncio
async def test_sent_away_too_often(tmp_path: Path) -> None:
    """Whose account was sent away for the fifth time has to stay away; others come as ever."""
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        for _ in range(5):
            socket = await visitor.greeted()
            await socket.send_bytes(b"")
            while not socket.closed:
                await socket.receive()
            assert socket.close_code == 4000
        for _ in range(2):
            socket = await visitor.connect()
            await socket.send_json(hello("ann"))
            error = await socket.receive_json()
            assert (error["code"], error["fatal"]) == ("too_fast", True)
            assert 8 < error["retry_after"] <= 10
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
            assert socket.close_code == 4005
        await visitor.greeted(name="bob")


@pytest.mark.asyncio
@pytest.mark.parametrize("is_cut", (False, True), ids=("closed", "cut"))
async def test_nothing_stays(tmp_path: Path, is_cut: bool) -> None:  # noqa: FBT001 - a case
    """What was of a connection goes with it: nothing in it waits for a look at all memory."""

    def connections() -> int:
        return sum(isinstance(each, Connection) for each in gc.get_objects())

    async with hosted(Settings(tmp_path, port=0)) as visitor:
        gc.collect()
        gc.disable()
        try:
            before = connections()
            for _ in range(5):
                socket = await visitor.greeted()
                if is_cut:
                    response = socket._response
                    assert response.connection is not None
                    assert response.connection.transport is not None
                    response.connection.transport.abort()
                await socket.close()
            for _ in range(100):
                if connections() == before:
                    return
                await asyncio.sleep(0.02)
            assert connections() == before
        finally:
            gc.enable()


@pytest.mark.asyncio
async def test_pings_count(tmp_path: Path) -> None:
    """Pings take tokens as commands do, so who sends them without end is sent away."""
    limits = msgspec.structs.replace(USUAL_LIMITS, commands_per_s=0.01, burst=5)
    async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
        socket = await visitor.greeted()
        for _ in range(11):
            await socket.ping()
        message = await socket.receive()
        while message.type is aiohttp.WSMsgType.TEXT:
            assert message.json()["code"] == "too_fast"
            message = await socket.receive()
        assert socket.close_code == 4005


async def raw(visitor: Visitor) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection by hand that has heard the referee's hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
    writer.write(UPGRADE)
    await reader.readuntil(b'"limits"')
    return reader, writer


@pytest.mark.asyncio
async def test_unmasked(tmp_path: Path) -> None:
    """A frame without a mask ends the connection with 1002, and nothing of it is done."""
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        known = await visitor.greeted()
        reader, writer = await raw(visitor)
        text = json.dumps(hello("ann")).encode()
        writer.write(b"\x81" + bytes([len(text)]) + text)
        heard = await asyncio.wait_for(reader.read(), PATIENCE_S)
        assert b"welcome" not in heard
        assert b"\x03\xea" in heard  # 1002
        writer.close()
        await still_works(known)  # nobody has come as ann again


@pytest.mark.asyncio
async def test_strangers_who_are_sent_away_fill_no_log(tmp_path: Path) -> None:
    """However many strangers are sent away, a few lines are logged of them, and how many more."""
    bare = b"\x81\x02{}"

    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, most_strangers=999)) as visitor:
            for _ in range(200):
                reader, writer = await raw(visitor)
                writer.write(bare)
                await reader.readuntil(b"\x03\xea")  # 1002
                writer.transport.abort()
    assert 0 < sum(line["event"] == "sent away" for line in logs) < 100


@pytest.mark.asyncio
async def test_said_too_early(tmp_path: Path) -> None:
    """What comes before a websocket is granted ends the connection: nothing of it is heard."""
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        known = await visitor.greeted()
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(UPGRADE + frame(json.dumps(hello("ann")).encode()))
        with contextlib.suppress(ConnectionError):
            assert b"welcome" not in await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        await still_works(known)


@pytest.mark.asyncio
@pytest.mark.parametrize("opcode", (0, 9, 10))
async def test_empty_frames_count(tmp_path: Path, opcode: int) -> None:
    """Empty fragments take tokens as commands do, and so do pings and pongs between them."""
    limits = msgspec.structs.replace(USUAL_LIMITS, commands_per_s=0.01, burst=20)
    async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
        reader, writer = await raw(visitor)
        part = b"\x00\x80\0\0\0\0" if opcode == 0 else frame(b"", opcode)
        with contextlib.suppress(ConnectionError):
            writer.write(b"\x01\x80\0\0\0\0" + part * 10_000)
            heard = await asyncio.wait_for(reader.read(), PATIENCE_S)
            assert b"\x0f\xa5" in heard  # 4005
        writer.close()


@pytest.mark.asyncio
async def test_nothing_is_packed(tmp_path: Path) -> None:
    """Frames that say they are packed are refused, and no extension is granted for it."""
    async with hosted(Settings(tmp_path, port=0)) as visitor:
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        offer = b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        writer.write(UPGRADE.removesuffix(b"\r\n") + offer)
        assert b"permessage" not in await reader.readuntil(b'"limits"')
        writer.write(b"\xc1\x80\0\0\0\0")
        assert b"\x03\xea" in await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()


@pytest.mark.asyncio
async def test_long_reading(tmp_path: Path) -> None:
    """Much that is said at once is all answered, in its order, and others are heard meanwhile."""
    limits = msgspec.structs.replace(
        USUAL_LIMITS, burst=100_000, lobby_burst=100_000, queue_bytes=2**22
    )
    async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
        socket = await visitor.greeted()
        other = await visitor.connect()
        for number in range(2, 5002):
            await socket.send_json({"type": "tables", "id": number})
        await other.send_json({"type": "tables", "id": 7})
        assert (await other.receive_json())["code"] == "hello_first"
        for number in range(2, 5002):
            assert (await socket.receive_json())["id"] == number


@pytest.mark.asyncio
async def test_costly_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what all ask for that takes long no more than two things are done in a round."""
    rounds, done_in = [0], Counter[int]()
    carry_out, run_once = Floor.carry_out, asyncio.BaseEventLoop._run_once  # type: ignore[attr-defined]

    def slow(
        floor: Floor, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> Answer | None:
        done_in[rounds[0]] += 1
        busy_ns = time.thread_time_ns() + 3_000_000
        while time.thread_time_ns() < busy_ns:
            pass
        return carry_out(floor, client, account, command, arrived_ns)

    def counted(loop: asyncio.BaseEventLoop) -> None:
        rounds[0] += 1
        run_once(loop)

    names = [f"c{number}" for number in range(10)]
    async with hosted(Settings(tmp_path, port=0), names) as visitor:
        sockets = [await visitor.greeted(name=name) for name in names]
        monkeypatch.setattr(asyncio.BaseEventLoop, "_run_once", counted)
        monkeypatch.setattr(Floor, "carry_out", slow)
        for number in range(2, 8):
            for socket in sockets:
                await socket.send_json({"type": "tables", "id": number})
        for number in range(2, 8):
            for socket in sockets:
                assert (await socket.receive_json())["id"] == number
        assert done_in.total() == 60
        assert sorted(done_in.values())[-4] <= 2  # rounds were short before the first of them
