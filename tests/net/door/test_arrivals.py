"""Tests of carcbot.net.door.arrivals: when data came, and how much may wait to be sent."""

import asyncio
import contextlib
import functools
import socket
import ssl
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from carcbot import _native
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue, StampedReading
from tests.net.certificates import certificate
from tests.waiting import PATIENCE_S

LIMIT = 20_000
LARGE = bytes(3_000_000)
"""More than the system holds for a client that does not read."""


AROUND_NS = 500_000
"""The clock of the system's stamps is not read at the same instant as ours. On a busy machine much
may happen between two readings, but not as often as not."""
STAMPS_S = 0.2
"""The first socket that wants stamps gets them only a moment later."""


def test_when_data_came() -> None:
    """However late it is read, data has come when it was sent; or when the last of it was."""
    arrivals = _native.net.Arrivals()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname())
        ours, _ = listening.accept()
    assert sys.platform == "linux", "elsewhere nothing is noted"
    with theirs, ours:
        theirs.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        arrivals.watch(ours.fileno())
        time.sleep(STAMPS_S)
        off_ns = []
        for number in range(60):
            before_ns = now_ns()
            theirs.send(b"move")
            after_ns = now_ns()
            time.sleep(0.02)
            if number % 2:
                theirs.send(b"more")
                after_ns = now_ns()
                time.sleep(0.02)
            arrivals.note([ours.fileno(), listening.fileno()])
            ours.recv(100)
            noted_ns = arrivals.take(ours.fileno())
            assert arrivals.take(ours.fileno()) == 0
            off_ns.append(outside(noted_ns, before_ns, after_ns))
        assert statistics.median(map(abs, off_ns)) < AROUND_NS


def outside(noted_ns: int, before_ns: int, after_ns: int) -> int:
    """How long before a time something was noted, as a negative number, or how long after it."""
    return min(noted_ns - before_ns, 0) or max(noted_ns - after_ns, 0)


async def noted_late(client: ssl.SSLContext | None, server: ssl.SSLContext | None) -> list[int]:
    """How much later than sent data came by the stamps of a loop that is busy, in nanoseconds."""
    loop = asyncio.get_running_loop()
    accepted: asyncio.Future[StampedReading] = loop.create_future()

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            accepted.set_result(StampedReading(transport, FairQueue()))

    listening = await loop.create_server(Accepted, "127.0.0.1", 0, ssl=server)
    address = listening.sockets[0].getsockname()
    theirs = await asyncio.to_thread(socket.create_connection, address)
    theirs.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if client is not None:
        theirs = await asyncio.to_thread(client.wrap_socket, theirs, server_hostname="127.0.0.1")
    reading = await accepted
    await asyncio.sleep(STAMPS_S)
    late_ns = []
    with theirs:
        for _ in range(20):
            before_ns = now_ns()
            theirs.send(b"move")
            after_ns = now_ns()
            time.sleep(0.02)  # noqa: ASYNC251 - the loop is to be late
            await asyncio.sleep(0.01)
            late_ns.append(outside(reading.arrived_ns, before_ns, after_ns))
    listening.close()
    await listening.wait_closed()
    reading.transport.abort()
    await asyncio.sleep(0.01)  # then it is gone
    return late_ns


@pytest.mark.asyncio(loop_factories=["that knows arrivals"])
async def test_loop_that_comes_late() -> None:
    """A loop that knows arrivals tells the true moment."""
    late_ns = await noted_late(None, None)
    assert statistics.median(map(abs, late_ns)) < AROUND_NS


@pytest.mark.asyncio(loop_factories=["asyncio's"])
async def test_loop_that_knows_no_arrivals() -> None:
    """Another loop that comes late tells the moment of its reading."""
    assert min(await noted_late(None, None)) >= 20_000_000


@pytest.mark.asyncio(loop_factories=["that knows arrivals"])
async def test_encrypted(tmp_path: Path) -> None:
    """It is the same where TLS lies between."""
    cert, key = certificate(tmp_path)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(cert, key)
    client = ssl.create_default_context(cafile=str(cert))
    late_ns = await noted_late(client, server)
    assert statistics.median(map(abs, late_ns)) < AROUND_NS


class Hearer(asyncio.Protocol):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        """One more part."""
        self.heard.append(data)


@contextlib.asynccontextmanager
async def connected() -> AsyncIterator[tuple[StampedReading, socket.socket, list[str]]]:
    """A reading, the socket at its other end, and how often it was too much."""
    ours, theirs = socket.socketpair()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(Hearer, sock=ours)
    reading = StampedReading(transport, FairQueue())
    told: list[str] = []
    reading.on_full(LIMIT, lambda: told.append("full"))
    theirs.settimeout(0)
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield reading, theirs, told
    finally:
        transport.abort()
        theirs.close()


@pytest.mark.asyncio
async def test_held() -> None:
    """While its owner is busy nothing is passed on, not much is read, and nothing is lost."""
    async with connected() as (reading, theirs, _):
        assert isinstance(reading.inner, Hearer)
        heard = reading.inner.heard
        loop = asyncio.get_running_loop()
        said = bytes(range(256)) * 1000
        reading.hold()
        saying = asyncio.create_task(loop.sock_sendall(theirs, said))
        await asyncio.sleep(0.1)
        assert heard == []
        assert not reading.transport.is_reading()
        reading.release()
        await saying
        while sum(map(len, heard)) < len(said):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)
        assert b"".join(heard) == said
        waits = [reading.waits_since_ns]
        reading.hold(has_more=True)
        waits.append(reading.waits_since_ns)
        reading.release()
        assert [*waits, reading.waits_since_ns] == [None, reading.arrived_ns, None]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("turn_ns", "others_ns", "in_rounds"),
    (
        pytest.param(1_000, 0, [2, 4, 8, 16, 32, 32, 6], id="quick"),
        pytest.param(1_000, 1_000_000, [2, 4, 8, 16, 32, 32, 6], id="quick among others"),
        pytest.param(300_000, 0, [2] + [1] * 98, id="slow"),
        pytest.param(300_000, 1_300_000, [2, 4] + [2, 4] * 15 + [2, 2], id="slow among others"),
    ),
)
async def test_how_many_turns(
    monkeypatch: pytest.MonkeyPatch, turn_ns: int, others_ns: int, in_rounds: list[int]
) -> None:
    """Twice as many go on each time while they take 250 us, or half of what others take."""
    rounds = worked_ns = 0
    went: list[int] = []
    monkeypatch.setattr("carcbot.net.door.arrivals.thread_time_ns", lambda: worked_ns)

    def go_on() -> None:
        nonlocal worked_ns
        worked_ns += turn_ns
        went.append(rounds)

    fair_queue = FairQueue()
    await fair_queue.wait()  # nobody waits: it is one's turn at once
    for _ in range(100):
        fair_queue.add(go_on)
    while len(went) < 100:
        rounds += 1
        await asyncio.sleep(0)
        worked_ns += others_ns
    assert list(Counter(went).values()) == in_rounds


@pytest.mark.asyncio
async def test_turns() -> None:
    """Who says much is heard in parts, and another one who does so in between."""
    async with asyncio.timeout(PATIENCE_S):
        loop, fair_queue = asyncio.get_running_loop(), FairQueue()
        heard: list[str] = []
        closing = []

        class Named(asyncio.Protocol):
            def __init__(self, name: str) -> None:
                self.name = name

            def data_received(self, data: bytes) -> None:
                heard.append(f"{self.name}{len(data)}")

        says = {"a": bytes(600), "b": bytes(600), "c": bytes(100)}
        sockets = {}
        for name in says:
            ours, sockets[name] = socket.socketpair()
            transport, _ = await loop.create_connection(functools.partial(Named, name), sock=ours)
            StampedReading(transport, fair_queue)
            closing += [transport.abort, sockets[name].close]
        for name, said in says.items():
            sockets[name].send(said)
        while len(heard) < 7:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.001)
        assert sorted(heard) == ["a256", "a256", "a88", "b256", "b256", "b88", "c100"]
        both = [each for each in heard if each[0] != "c"]
        assert [each[0] for each in both] == list("ababab")
        for close in closing:
            close()


@pytest.mark.asyncio
async def test_hear_no_more() -> None:
    """What comes after the last that anybody wants to hear is taken, and told to nobody."""
    async with connected() as (reading, theirs, _):
        assert isinstance(reading.inner, Hearer)
        loop = asyncio.get_running_loop()
        reading.hold()
        await loop.sock_sendall(theirs, bytes(1000))
        await asyncio.sleep(0.01)
        reading.hear_no_more()
        reading.release()
        await loop.sock_sendall(theirs, bytes(3_000_000))
        assert reading.inner.heard == []
        assert reading.waits_since_ns is None


async def read(theirs: socket.socket, count: int) -> None:
    """The client reads so many bytes."""
    loop = asyncio.get_running_loop()
    while count:
        count -= len(await loop.sock_recv(theirs, min(count, 1 << 20)))


@pytest.mark.asyncio
async def test_one_large_answer() -> None:
    """Where nothing waits a single frame may be larger than the limit, which comes on top."""
    async with connected() as (reading, theirs, told):
        reading.write([b"x", LARGE])
        assert reading.transport.get_write_buffer_size() > LIMIT
        reading.write([bytes(100)])
        assert told == []
        await read(theirs, len(LARGE) + 101)
        assert told == []


@pytest.mark.asyncio
async def test_two_large_answers() -> None:
    """A second one is too much while the first one waits, and in the same round."""
    async with connected() as (reading, _, told):
        reading.write([LARGE])
        reading.write([LARGE])
        assert told == ["full"]
    async with connected() as (reading, _, told):
        reading.write([LARGE, LARGE])
        assert told == ["full"]


@pytest.mark.asyncio
async def test_afterwards() -> None:
    """When the large one is read, the limit is what it was: many small ones are too much."""
    async with connected() as (reading, theirs, told):
        reading.write([LARGE])
        await read(theirs, len(LARGE))
        small = bytes(1000)
        reading.write([small] * 3000)
        assert told == ["full"]
