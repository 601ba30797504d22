"""Connections that are no clients: bodies nobody asked for, silence, TLS that never begins."""

import asyncio
import contextlib
import socket
import ssl
import zlib
from itertools import product
from pathlib import Path
from random import Random

import aiohttp
import msgspec
import pytest
from aiohttp.compression_utils import ZLibDecompressor
from structlog.testing import capture_logs

from carcbot.net.settings import USUAL_LIMITS, Settings
from tests.net.certificates import certificate
from tests.net.visitor import Visitor, hello, hosted, still_works
from tests.waiting import PATIENCE_S

OTHERS = ("127.0.0.2", 0)
"""Where those come from who mean no good."""


async def said(visitor: Visitor, request: bytes) -> bytes:
    """What is answered to this, until the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
    heard = b""
    with contextlib.suppress(ConnectionError):
        writer.write(request)
        await writer.drain()
        while data := await asyncio.wait_for(reader.read(65536), PATIENCE_S):
            heard += data
    writer.close()
    return heard


def status_of(answer: bytes) -> int:
    """The status of the first answer."""
    return int(answer.split(b" ", 2)[1])


def posted(path: str, body: bytes, *headers: bytes) -> bytes:
    """A request with a body."""
    lines = (b"Host: x", b"Connection: close", b"Content-Length: %d" % len(body), *headers)
    return b"POST %b HTTP/1.1\r\n%b\r\n\r\n%b" % (path.encode(), b"\r\n".join(lines), body)


POSTED = ("/api/guest", "/api/play", "/api/draft", "/api/hint", "/api/record")
PATHS = ("/nothing", "/healthz", "/play", *POSTED)


ENCODINGS = (b"gzip", b"deflate", b"br", b"zstd")


@pytest.mark.asyncio
async def test_nothing_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that says it is packed is refused with 415 wherever it goes, and never unpacked."""
    unpacked: list[object] = []
    monkeypatch.setattr(ZLibDecompressor, "decompress_sync", unpacked.append)
    packer = zlib.compressobj(wbits=31)
    bomb = packer.compress(bytes(2**24)) + packer.flush()
    async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
        for path, encoding, body in product(PATHS, ENCODINGS, (bomb, b"this is no gzip")):
            answer = await said(visitor, posted(path, body, b"Content-Encoding: " + encoding))
            assert status_of(answer) == 415, (path, encoding)
            assert b"without Content-Encoding" in answer
    assert not unpacked


ENDLESS = {
    "body": (b"Content-Length: 1000000000\r\n\r\n", b"x" * 65536),
    "chunks": (b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n"),
    "extension": (b"Transfer-Encoding: chunked\r\n\r\n1;", b"x" * 65536),
    "header": (b"X-Long: ", b"x" * 65536),
    "headers": (b"", b"X: y\r\n" * 10000),
    "trailers": (b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 10000),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ("/nothing", "/api/record"))
@pytest.mark.parametrize("kind", ENDLESS)
async def test_endless(tmp_path: Path, path: str, kind: str) -> None:
    """Of a request without end some megabytes are heard at most, whether anybody asks for it."""
    head, part = ENDLESS[kind]
    most = 32 * 2**20  # what the system itself keeps on its way included
    async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
        known = await visitor.greeted()
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(b"POST %b HTTP/1.1\r\nHost: x\r\n" % path.encode() + head)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent <= most and not writer.is_closing():
                writer.write(part)
                sent += len(part)
                await asyncio.wait_for(writer.drain(), PATIENCE_S)
        assert sent <= most
        with contextlib.suppress(ConnectionError):
            assert b"HTTP/1.1 2" not in await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        await still_works(known)


@pytest.mark.asyncio
async def test_expected_and_pipelined(tmp_path: Path) -> None:
    """Who asks whether to go on is told so, and requests that come together are all answered."""
    async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
        head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nExpect: %b\r\nContent-Length: 2\r\n\r\n{}"
        close = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answer = await said(visitor, head % b"100-continue" + close)
        assert answer.startswith(b"HTTP/1.1 100 ")
        assert answer.count(b"HTTP/1.1 200 ") == 2
        assert (await said(visitor, head % b"nonsense" + close)).startswith(b"HTTP/1.1 417 ")
        many = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 200
        assert (await said(visitor, many + close)).count(b"HTTP/1.1 200 ") == 201


PIECES = {
    "/api/guest": (b'{"plays"', b":true}"),
    "/api/play": (b'{"game":"pot","seats":["me",', b'"open"]}'),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("path", PIECES)
async def test_in_pieces(tmp_path: Path, path: str) -> None:
    """What a page asks for is understood in however many pieces it comes."""
    first, second = PIECES[path]
    async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        head = (
            b"POST %b HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n"
            b"Authorization: Bearer token-of-ann\r\nContent-Length: %d\r\n\r\n"
        )
        writer.write(head % (path.encode(), len(first + second)))
        assert b" 100 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(first)
        await asyncio.sleep(0.1)  # whatever of it may be read alone is
        writer.write(second)
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        assert status_of(answer) == 200, answer


@pytest.mark.asyncio
async def test_too_much_to_say(tmp_path: Path) -> None:
    """What is larger than anything that a page has to say is told so."""
    async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
        answer = await said(visitor, posted("/api/guest", b" " * 8192 + b"{}"))
        assert status_of(answer) == 413
        answer = await said(visitor, posted("/api/guest", b" " * 8190 + b"{}"))
        assert status_of(answer) == 200


ODD_HEADERS = (
    b"Origin: http://[",
    b"Origin: \xff",
    b"Origin: http://[::1",
    b"Origin: http://\xff.example",
    b"Authorization: Bearer \xff",
    b"Authorization: Bearer \xed\xa0\x80",
    b"X-Forwarded-For: \xff",
    b"If-None-Match: \xff",
    b"Accept-Encoding: \xff",
    b"Cookie: \xff",
    b"Content-Length: \xff",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999999999",
    b"Transfer-Encoding: \xff",
    b"Upgrade: \xff",
    b"Sec-WebSocket-Extensions: \xff",
    b"Expect: \xff",
    b"X: \x00",
    b"\xff: x",
    b": x",
)


@pytest.mark.asyncio
async def test_odd_headers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What no header may hold is answered by a sentence and a 4xx; what is logged is one line."""
    upgrade = (
        b"Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    lines = (b"GET /play", b"GET /api/site", b"POST /api/play", b"POST /api/record")

    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, guests=True, behind_proxy=True)) as visitor:
            for odd, line in product(ODD_HEADERS, lines):
                extra = upgrade if line == b"GET /play" else b"Connection: close\r\n"
                request = b"%b HTTP/1.1\r\nHost: x\r\n%b%b\r\n\r\n" % (line, extra, odd)
                answer = await said(visitor, request)
                # whose pages they are matters to nobody but those who play
                is_fine = odd.startswith(b"Origin: http://[") and line == b"GET /api/site"
                assert (status_of(answer) == 200) is is_fine, (line, odd)
                assert status_of(answer) < 500, (line, odd)
                assert answer.partition(b"\r\n\r\n")[2].strip()
    assert not [line for line in logs if "exc_info" in line]
    assert not caplog.records


ODD_LINES = (
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"nonsense",
    b"GET",
    b"GET / HTTP/9.9",
    b"GET \xff HTTP/1.1",
    b"GET /\xff HTTP/1.1",
    b"GET /api/matches/%ff%00 HTTP/1.1",
    b"GET /records/%00.jsonl HTTP/1.1",
    b"GET /web/%00 HTTP/1.1",
    b"GET /games/%ff/art.json HTTP/1.1",
    b"GET /competitions/%00/report.html HTTP/1.1",
    b"GET /competitions/%ed%a0%80 HTTP/1.1",
    b"GET http://[ HTTP/1.1",
    b"CONNECT x HTTP/1.1",
    b"BREW / HTTP/1.1",
    b"GET /" + b"x" * 9000 + b" HTTP/1.1",
)


@pytest.mark.asyncio
async def test_odd_requests(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The same for what no request can be."""
    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
            for line in ODD_LINES:
                answer = await said(visitor, line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert 400 <= status_of(answer) < 500, line
    assert not [line for line in logs if "exc_info" in line]
    assert not caplog.records


@pytest.mark.asyncio
async def test_random_bytes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a request is spoilt, it is answered without a fault of ours, or not at all."""
    monkeypatch.setattr("carcbot.net.door.doorway.KEPT_ALIVE_S", 0.5)
    draws = Random(16)
    whole = bytearray(
        b"POST /api/record?x=y HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 2\r\n"
        b"Authorization: Bearer x\r\nCookie: a=b\r\nExpect: 100-continue\r\n"
        b"Connection: close\r\n\r\n{}"
    )

    waiting: list[asyncio.Task[bytes]] = []
    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, guests=True, handshake_s=1.0)) as visitor:
            known = await visitor.greeted()
            for _ in range(300):
                spoilt = bytearray(whole)
                for _ in range(draws.randint(1, 3)):
                    spoilt[draws.randrange(len(spoilt))] = draws.choice(
                        (0, 10, 13, 58, 91, 128, 255)
                    )
                task = asyncio.create_task(said(visitor, bytes(spoilt)))
                done, _ = await asyncio.wait({task}, timeout=0.02)
                waiting.extend({task} - done)
            for answer in await asyncio.gather(*waiting):
                assert not answer.startswith(b"HTTP/1.1 5")
            await still_works(known)
    assert not [line for line in logs if "exc_info" in line]
    assert not caplog.records


@pytest.mark.asyncio
async def test_upload_that_ends_early(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Who goes while sending is no mistake of ours, and chunks that are none are answered."""
    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, guests=True)) as visitor:
            head = b"POST /api/record HTTP/1.1\r\nHost: x\r\n"
            _, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
            writer.write(head + b"Content-Length: 1000\r\n\r\nx")
            await asyncio.sleep(0.1)
            writer.transport.abort()
            await asyncio.sleep(0.1)
            broken = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"zz\r\n\r\n"
            assert status_of(await said(visitor, broken)) == 400
    assert not [line for line in logs if "exc_info" in line]
    assert not caplog.records


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("has_tls", "first"), ((False, b""), (False, b"GET / "), (True, b""), (True, b"\x16\x03\x01"))
)
async def test_many_who_never_ask(
    tmp_path: Path,
    has_tls: bool,  # noqa: FBT001 - a case
    first: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who comes again and again and never asks takes the places of his own; others come in.

    They are counted from when they are accepted, before TLS, and few lines are logged of them.
    """
    monkeypatch.setattr("carcbot.net.door.doorway._MOST_WAIT", 8)
    files = certificate(tmp_path) if has_tls else None
    trusting = ssl.create_default_context(cafile=str(files[0])) if files else None

    with capture_logs() as logs:
        async with hosted(Settings(tmp_path / "referee", port=0, tls=files)) as visitor:
            loop = asyncio.get_running_loop()
            known = await visitor.greeted(trusting)
            idle = []
            try:
                for number in range(300):
                    each = socket.socket()
                    each.setblocking(False)  # noqa: FBT003 - as the library calls it
                    each.bind(OTHERS)
                    await loop.sock_connect(each, ("127.0.0.1", visitor.server.port))
                    with contextlib.suppress(ConnectionError):
                        await loop.sock_sendall(each, first)
                    idle.append(each)
                    if number % 100 == 50:
                        socket_ = await visitor.connect(trusting=trusting)
                        await socket_.send_json(hello("bob"))
                        assert (await socket_.receive_json())["welcome"]["account"] == "bob"
                for each in idle[:-8]:
                    with contextlib.suppress(ConnectionError):
                        assert await asyncio.wait_for(loop.sock_recv(each, 1), PATIENCE_S) == b""
                await still_works(known)
            finally:
                for each in idle:
                    each.close()
    assert 0 < sum(line["event"] == "cut before it asked" for line in logs) < 60


@pytest.mark.asyncio
@pytest.mark.parametrize("has_tls", (False, True))
async def test_many_at_once(
    tmp_path: Path,
    has_tls: bool,  # noqa: FBT001 - a case
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All who come in one moment and say what they want get in, as after a restart.

    There are many more of them than may wait: those for whom it is too early are in the system's
    queue.
    """
    monkeypatch.setattr("carcbot.net.door.doorway._MOST_WAIT", 100)
    monkeypatch.setattr("carcbot.net.door.doorway._AT_ONCE", 12)
    files = certificate(tmp_path) if has_tls else None
    trusting = ssl.create_default_context(cafile=str(files[0])) if files else None
    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=60.0)

    request = (
        b"GET /play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def come(port: int) -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
        writer.write(request)
        assert status_of(await reader.readuntil(b"\r\n\r\n")) == 101
        return writer

    settings = Settings(
        tmp_path / "referee", port=0, limits=limits, tls=files, most_strangers=999, handshake_s=60.0
    )
    async with hosted(settings) as visitor:
        known = await visitor.greeted(trusting)
        all_here = await asyncio.gather(*(come(visitor.server.port) for _ in range(240)))
        await still_works(known)
        for writer in all_here:
            writer.transport.abort()


@pytest.mark.asyncio
@pytest.mark.parametrize("first", (b"", b"\x16", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"))
async def test_handshake_has_seconds(tmp_path: Path, first: bytes) -> None:
    """TLS that does not begin, or does not go on, ends the connection."""
    files = certificate(tmp_path)
    async with hosted(
        Settings(tmp_path / "referee", port=0, tls=files, handshake_s=0.3)
    ) as visitor:
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(first)
        assert await asyncio.wait_for(reader.read(), PATIENCE_S) == b""
        writer.close()


@pytest.mark.asyncio
async def test_leaving_has_seconds(tmp_path: Path) -> None:
    """Who says goodbye and never reads what was left for him is not kept for ever."""
    limits = msgspec.structs.replace(USUAL_LIMITS, queue_bytes=2**20, burst=10**6)
    async with hosted(Settings(tmp_path, port=0, limits=limits, handshake_s=0.3)) as visitor:
        slow = await visitor.greeted()
        connection = slow._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.pause_reading()
        for _ in range(10**5):
            if visitor.server._reception.waiting_bytes:
                break
            await slow.ping(b"x" * 125)
        assert visitor.server._reception.waiting_bytes
        await slow._writer.close(1000)
        doorway = visitor.server._doorway
        assert doorway is not None
        for _ in range(500):
            if not visitor.server._reception.here and not list(doorway._all()):
                break
            await asyncio.sleep(0.02)
        assert not visitor.server._reception.here
        assert not list(doorway._all())
        connection.transport.abort()


@pytest.mark.asyncio
async def test_pages_over_one_connection(tmp_path: Path) -> None:
    """Who asks for one page after the other is kept longer than who asks for nothing."""
    async with hosted(Settings(tmp_path, port=0, handshake_s=0.3)) as visitor:
        connector = aiohttp.TCPConnector(limit=1)
        async with aiohttp.ClientSession(connector=connector) as session:
            for _ in range(8):
                async with session.get(visitor.server.page + "healthz") as answer:
                    assert answer.status == 200
                await asyncio.sleep(0.1)
            assert len(list(visitor.server._doorway._all())) == 1  # type: ignore[union-attr]
