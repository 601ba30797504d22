"""Tests of when requests count as sent, whoever runs as soon as they are."""

import asyncio
import os
import socket
import ssl
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from carcbot import _native
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue, StampedReading
from carcbot.net.door.connection import Connection
from carcbot.net.settings import USUAL_LIMITS
from tests.net.certificates import certificate
from tests.waiting import PATIENCE_S, until

TIMES = 100
WORK_NS = 5_000_000
ANSWER_BYTES = 8
PLAYER = """
import socket, sys, time

def now_ns():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)

line = socket.socket(fileno=int(sys.argv[1]))
line.send(b"I am here")
while line.recv(100):
    until_ns = now_ns() + 5_000_000
    while now_ns() < until_ns:
        pass
    line.send(now_ns().to_bytes(8, "big"))
"""
"""Thinks for 5 ms, and says with its answer what time it is."""
LARGE = bytes(3_000_000)
SMALL = 20_000
"""The system is to take no more than that at once."""


class Hearer(asyncio.Protocol):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard = b""

    def data_received(self, data: bytes) -> None:
        """More of it."""
        self.heard += data


class Table:
    """Keeps when requests were sent, as a table does."""

    def __init__(self) -> None:
        self.sent_ns: list[int] = []

    @property
    def play(self) -> "Table":
        """Its match: itself."""
        return self

    def request_sent(self, seat: int, now_ns: int) -> None:
        """One more."""
        assert seat == 0
        self.sent_ns.append(now_ns)


def heard(theirs: socket.socket, count: int) -> bytes:
    """So much, however it comes."""
    data = b""
    while len(data) < count:
        data += theirs.recv(1 << 20)
    return data


def work() -> None:
    """Keeps the core busy."""
    until_ns = now_ns() + WORK_NS
    while now_ns() < until_ns:
        pass


def connection(reading: StampedReading) -> Any:  # noqa: ANN401 - it has neither websocket nor outbox
    """A referee's end that only sends."""
    nothing: Any = None
    return Connection(nothing, reading, USUAL_LIMITS, nothing, "")


def lines() -> tuple[socket.socket, socket.socket]:
    """A connection over the machine's own network: our end and the other one."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname())
        ours, _ = listening.accept()
    for each in (ours, theirs):
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return ours, theirs


def told(
    story: Callable[[StampedReading, Hearer, socket.socket], Awaitable[None]],
    server: ssl.SSLContext | None = None,
    client: ssl.SSLContext | None = None,
) -> None:
    """Tells a story of our end of a connection, who hears what comes there, and the other end."""

    async def main() -> None:
        ours, theirs = lines()
        coming = asyncio.get_running_loop().connect_accepted_socket(Hearer, ours, ssl=server)
        accepting = asyncio.create_task(coming)
        if client is not None:
            wrapping = asyncio.to_thread(client.wrap_socket, theirs, server_hostname="127.0.0.1")
            theirs = await wrapping
        transport, hearer = await accepting
        reading = StampedReading(transport, FairQueue())
        try:
            await asyncio.wait_for(story(reading, hearer, theirs), PATIENCE_S)
        finally:
            transport.abort()
            theirs.close()

    asyncio.run(main())


def test_player_first() -> None:
    """A player that takes the referee's core as soon as it is asked has not thought for free.

    Whatever it has thought it was asked before that, by the referee's clock too.
    """
    (core, *_) = cores = os.sched_getaffinity(0)

    async def story(reading: StampedReading, hearer: Hearer, theirs: socket.socket) -> None:
        client, table = connection(reading), Table()
        player = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PLAYER, str(theirs.fileno()), pass_fds=(theirs.fileno(),)
        )
        os.sched_setaffinity(player.pid, {core})
        await until(lambda: hearer.heard)
        for count in range(1, TIMES + 1):
            hearer.heard = b""
            work()  # whoever has worked long is soon made to wait for others
            client.ask(table, 0)
            client.send([b"it is your move"])
            await until(lambda: len(hearer.heard) == ANSWER_BYTES)
            assert len(table.sent_ns) == count
            assert table.sent_ns[-1] < int.from_bytes(hearer.heard)
        theirs.shutdown(socket.SHUT_RDWR)
        await player.wait()

    os.sched_setaffinity(0, {core})
    try:
        told(story)
    finally:
        os.sched_setaffinity(0, cores)


@pytest.mark.parametrize("is_timed", (True, False), ids=("timed", "untimed"))
def test_interpreter_is_kept(*, is_timed: bool) -> None:
    """A thread that waits for the interpreter, as one of the database's, does not get it by it."""
    kept_s = sys.getswitchinterval()

    async def story(reading: StampedReading, _: Hearer, theirs: socket.socket) -> None:
        heard: list[bytes] = []

        def hear() -> None:
            while data := theirs.recv(100):
                heard.append(data)

        hearing = threading.Thread(target=hear)
        hearing.start()
        for times in range(TIMES):
            heard.clear()
            for number in range(20):  # the first has the thread wait
                reading.write([b"%d%d" % (times % 10, number % 10)], is_timed=is_timed)
            assert heard == []
            await until(lambda: sum(map(len, heard)) == 2 * 20)
        theirs.shutdown(socket.SHUT_RDWR)
        await asyncio.to_thread(hearing.join)

    sys.setswitchinterval(1000)  # the thread does not get it by waiting long enough either
    try:
        told(story)
    finally:
        sys.setswitchinterval(kept_s)


def test_only_requests_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no request among it takes no longer for a moment that nobody is to know."""
    timed: list[bytes] = []
    send_timed = _native.net.send_timed

    def note(to: int, data: bytes) -> tuple[int, int]:
        timed.append(data)
        return send_timed(to, data)

    async def story(reading: StampedReading, _: Hearer, theirs: socket.socket) -> None:
        client, table = connection(reading), Table()
        client.send([b"a move, "])
        client.ask(table, 0)
        client.send([b"a move ", b"and a request, "])
        client.send([b"a move"])
        assert len(table.sent_ns) == 1
        assert timed == [b"a move and a request, "]
        expected = b"a move, a move and a request, a move"
        assert await asyncio.to_thread(heard, theirs, len(expected)) == expected
        theirs.close()
        await until(lambda: reading.is_lost)

    monkeypatch.setattr(_native.net, "send_timed", note)
    told(story)


def write_in_time(reading: StampedReading, frames: list[bytes]) -> None:
    """It is said to be sent when it was."""
    before_ns = now_ns()
    sent_ns = reading.write(frames, is_timed=True)
    assert before_ns <= sent_ns <= now_ns()


@pytest.mark.parametrize("is_plain", (True, False), ids=("plain", "encrypted"))
def test_moment(tmp_path: Path, *, is_plain: bool) -> None:
    """It is while it is written, wherever that goes, and all of it comes."""
    cert, key = certificate(tmp_path)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(cert, key)
    client = ssl.create_default_context(cafile=str(cert))

    async def story(reading: StampedReading, _: Hearer, theirs: socket.socket) -> None:
        reading.on_full(SMALL, lambda: None)
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        frames = [[b"all at once"], [LARGE, b"a part of it"], [b"behind that"]]
        for each in frames:
            write_in_time(reading, each)
        assert reading.transport.get_write_buffer_size() > 0
        expected = b"".join(b"".join(each) for each in frames)
        assert await asyncio.to_thread(heard, theirs, len(expected)) == expected
        theirs.close()
        await until(lambda: reading.is_lost)

    told(story) if is_plain else told(story, server, client)


def test_broken() -> None:
    """Where the other end is gone nothing is raised: the transport finds it, and says so."""

    async def story(reading: StampedReading, _: Hearer, theirs: socket.socket) -> None:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        theirs.close()
        write_in_time(reading, [b"x"])
        await until(lambda: reading.is_lost)

    told(story)
