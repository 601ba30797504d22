"""Tests of carcbot.net.referee.arrivals: when data came, and how much may wait to be sent."""

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable

from carcbot import _native
from carcbot.net.clock import now_ns
from carcbot.net.referee.arrivals import StampedReading, Turns

LIMIT = 20_000
LARGE = bytes(3_000_000)
"""More than the system holds for a client that does not read."""


AROUND_NS = 500_000
"""The clock of the system's stamps is not read at the same instant as ours."""


def test_when_data_came() -> None:
    """However late it is read, and whatever came after it: data has come when it was sent."""
    arrivals = _native.net.Arrivals()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname())
        ours, _ = listening.accept()
    assert sys.platform == "linux", "elsewhere nothing is noted"
    with theirs, ours:
        theirs.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        arrivals.watch(ours.fileno())
        for _ in range(30):
            before_ns = now_ns()
            theirs.send(b"move")
            after_ns = now_ns()
            time.sleep(0.05)
            theirs.send(b"more")
            time.sleep(0.01)
            ours.recv(100)
            noted_ns = arrivals.take(ours.fileno())
            assert before_ns - AROUND_NS <= noted_ns <= after_ns + AROUND_NS


def connected(
    story: Callable[[StampedReading, socket.socket, list[str]], Awaitable[None]],
) -> None:
    """Tells a story of a reading, the socket at its other end, and how often it was too much."""

    async def main() -> None:
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
        reading = StampedReading(transport, _native.net.Arrivals(), Turns())
        told: list[str] = []
        reading.on_full(LIMIT, lambda: told.append("full"))
        theirs.settimeout(0)
        try:
            await asyncio.wait_for(story(reading, theirs, told), 20)
        finally:
            transport.abort()
            theirs.close()

    asyncio.run(main())


async def read(theirs: socket.socket, count: int) -> None:
    """The client reads so many bytes."""
    loop = asyncio.get_running_loop()
    while count:
        count -= len(await loop.sock_recv(theirs, min(count, 1 << 20)))


def test_one_large_answer() -> None:
    """Where nothing waits a single frame may be larger than the limit, which comes on top."""

    async def story(reading: StampedReading, theirs: socket.socket, told: list[str]) -> None:
        reading.write([b"x", LARGE])
        assert reading.transport.get_write_buffer_size() > LIMIT
        reading.write([bytes(100)])
        assert told == []
        await read(theirs, len(LARGE) + 101)
        assert told == []

    connected(story)


def test_two_large_answers() -> None:
    """A second one is too much while the first one waits, and in the same round."""

    async def one_by_one(reading: StampedReading, _: socket.socket, told: list[str]) -> None:
        reading.write([LARGE])
        reading.write([LARGE])
        assert told == ["full"]

    async def together(reading: StampedReading, _: socket.socket, told: list[str]) -> None:
        reading.write([LARGE, LARGE])
        assert told == ["full"]

    connected(one_by_one)
    connected(together)


def test_afterwards() -> None:
    """When the large one is read, the limit is what it was: many small ones are too much."""

    async def story(reading: StampedReading, theirs: socket.socket, told: list[str]) -> None:
        reading.write([LARGE])
        await read(theirs, len(LARGE))
        small = bytes(1000)
        reading.write([small] * 3000)
        assert told == ["full"]

    connected(story)
