"""Tests of carcbot.net.referee.arrivals: how much may wait for a client that does not read."""

import asyncio
import socket
from collections.abc import Awaitable, Callable

from carcbot import _native
from carcbot.net.referee.arrivals import StampedReading, Turns

LIMIT = 20_000
LARGE = bytes(3_000_000)
"""More than the system holds for a client that does not read."""


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
