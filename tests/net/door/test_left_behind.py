"""What connections leave behind: nothing that only a full look of the collector would find.

Such a look stops everybody, and the longer the more there is to take away: a quarter of a second
after some seconds of strangers. So what belongs to a connection goes with it.
"""

import asyncio
import contextlib
import gc
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from tests.net.certificates import certificate
from tests.net.visitor import hosted
from tests.proof.hostile_guests import FLOODS, Guest, frame
from tests.waiting import PATIENCE_S, until

VISITS = 20
NAMES = [f"p{each}" for each in range(VISITS)]
Visit = Callable[[RefereeServer, int], None]


def _until_closed(line: socket.socket) -> None:
    """Reads until the other side has closed it."""
    line.settimeout(PATIENCE_S)
    with contextlib.suppress(OSError):
        while line.recv(65536):
            pass


def _says(request: bytes, *, waits: bool = True) -> Visit:
    """Sends this, and goes when it was answered, or at once."""

    def visit(server: RefereeServer, _: int) -> None:
        with socket.create_connection(("127.0.0.1", server._own_port)) as line:
            with contextlib.suppress(OSError):
                line.sendall(request)
            if waits:
                _until_closed(line)

    return visit


def _secretly(first: bytes, *, waits: bool = False) -> Visit:
    """Sends this where TLS is spoken, as it is."""

    def visit(server: RefereeServer, _: int) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(first)
            if waits:
                _until_closed(line)

    return visit


def _by_tls(server: RefereeServer, _: int) -> None:
    """Asks for a page by TLS."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", server.port))
    with context.wrap_socket(plain) as line:
        line.sendall(_GET % b"/healthz")
        _until_closed(line)


def _as_client(says: bytes, *, greets: bool = True) -> Visit:
    """Says hello and this, and reads until it is sent away."""

    def visit(server: RefereeServer, place: int) -> None:
        guest = Guest(server._own_port, NAMES[place] if greets else "")
        with guest.socket:
            with contextlib.suppress(OSError):
                guest.socket.sendall(says)
            guest.end()

    return visit


def _vanishes(server: RefereeServer, place: int) -> None:
    """Says hello, and is gone."""
    Guest(server._own_port, NAMES[place]).socket.close()


_GET = b"GET %b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
_POST = b"POST %b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%bContent-Length: %d\r\n\r\n%b"
_ENDLESS = b"POST /api/record HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n"
_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"

KINDS: dict[str, Visit] = {
    "a page": _says(_GET % b"/healthz"),
    "no page": _says(_GET % b"/nothing"),
    "packed": _says(_POST % (b"/api/record", b"Content-Encoding: gzip\r\n", 2, b"{}")),
    "no token": _says(_POST % (b"/api/play", b"", 2, b"{}")),
    "a bad origin": _says(_POST % (b"/api/guest", b"Origin: http://[\r\n", 2, b"{}")),
    "no HTTP": _says(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"\r\0\n" * 9),
    "more that is no HTTP": _says(b"\0" * 60_000),
    "headers without end": _says(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 30_000),
    "a body without end": _says(_ENDLESS + bytes(2**20)),
    "a part of a body": _says(_ENDLESS + b"x", waits=False),
    "half a request": _says(b"GET / HTTP/1.1\r\nHos", waits=False),
    "silence": _says(b"", waits=False),
    "half of TLS": _secretly(_HELLO),
    "half of TLS for long": _secretly(_HELLO, waits=True),
    "no TLS": _secretly(b"GET / HTTP/1.1\r\n\r\n", waits=True),
    "a page by TLS": _by_tls,
    "a client that vanishes": _vanishes,
    "a client without hello": _as_client(b"", greets=False),
    "garbage": _as_client(FLOODS["garbage"]),
    "fragments": _as_client(FLOODS["fragments"]),
    "pings": _as_client(FLOODS["ping"]),
    "a frame that is too large": _as_client(frame(b"x" * 70_000)),
    "a frame without a mask": _as_client(b"\x81\x02{}"),
}


def _left() -> Counter[str]:
    """What only the collector finds, by kind."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return Counter(f"{type(each).__module__}.{type(each).__name__}" for each in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.collect()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_left_behind(tmp_path: Path, kind: str) -> None:
    """However somebody came and went, there is nothing left of each time but what is counted."""
    (tmp_path / "referee").mkdir()
    settings = Settings(
        tmp_path / "referee",
        port=0,
        tls=certificate(tmp_path),
        guests=True,
        handshake_s=0.5,
        limits=msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.5),
    )
    async with hosted(settings, NAMES) as visitor:
        server = visitor.server
        doorway = server._doorway
        assert doorway is not None

        async def visits(count: int) -> None:
            await asyncio.gather(
                *(asyncio.to_thread(KINDS[kind], server, place) for place in range(count))
            )
            await until(lambda: not (server._reception.here or doorway._count))
            for _ in range(9):
                await asyncio.sleep(0)

        await visits(VISITS // 2)  # what is made once, and kept
        gc.collect()
        gc.disable()
        try:
            await visits(VISITS)
            left = _left()
        finally:
            gc.enable()
        assert not {what: count for what, count in left.items() if count >= VISITS}
