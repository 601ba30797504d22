"""Websocket frames by hand: what one end writes the other reads."""

import asyncio

import pytest

from carcbot.net.conform.wire import (
    BINARY,
    CONTINUATION,
    PING,
    TEXT,
    Address,
    Frame,
    HandshakeError,
    Wire,
    accept,
    connect,
    encoded,
)


@pytest.mark.parametrize("size", (0, 1, 125, 126, 65535, 65536))
@pytest.mark.parametrize("masks", (False, True))
def test_round_trip(size: int, *, masks: bool) -> None:
    """A frame of any length comes as it went, with or without a mask."""
    payload = bytes(range(256)) * (size // 256) + bytes(size % 256)
    frame = Frame(BINARY, payload, final=False)
    data = encoded(frame, b"\x01\x02\x03\x04" if masks else None)

    async def read() -> Frame | None:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        wire = Wire(reader, None, masks=False, upgrade=None)  # type: ignore[arg-type]
        found = await wire.read()
        assert await wire.read() is None
        return found

    assert asyncio.run(read()) == Frame(BINARY, payload, final=False, masked=masks)


def test_connection() -> None:
    """Two ends shake hands and exchange frames; the client's have masks."""

    async def main() -> list[Frame | None]:
        wires: asyncio.Queue[Wire] = asyncio.Queue()

        async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            wires.put_nowait(await accept(reader, writer))

        server = await asyncio.start_server(came, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        client = await connect(Address(f"ws://127.0.0.1:{port}/play"), {"X-Mood": "good"})
        there = await wires.get()
        assert there.upgrade.first_line == "GET /play HTTP/1.1"
        assert there.upgrade.fields["x-mood"] == "good"
        client.write(Frame(TEXT, b"one", final=False), Frame(CONTINUATION, b"two"))
        there.write(Frame(PING, b"three"))
        found = [await there.read(), await there.read(), await client.read()]
        client.abort()
        found.append(await there.read())
        await there.close()
        server.close()
        return found

    assert asyncio.run(main()) == [
        Frame(TEXT, b"one", final=False, masked=True),
        Frame(CONTINUATION, b"two", masked=True),
        Frame(PING, b"three"),
        None,
    ]


@pytest.mark.parametrize(
    "answer",
    (
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"",
    ),
)
def test_no_websocket(answer: bytes) -> None:
    """What does not shake hands as it should is no websocket."""

    async def main() -> None:
        async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        server = await asyncio.start_server(came, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            with pytest.raises(HandshakeError):
                await connect(Address(f"ws://127.0.0.1:{port}/play"))
        finally:
            server.close()

    asyncio.run(main())
