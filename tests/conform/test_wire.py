"""Websocket frames: what one end writes the other reads, and what is none is said to be so."""

import asyncio

import pytest

from carcbot.conform.wire import Address, Frame, HandshakeError, Opcode, Wire, accept, connect


async def read_by(data: bytes, *, is_client: bool) -> tuple[list[Frame], str]:
    """What one end reads of these bytes, in two pieces, and what was wrong with the last."""
    reader = asyncio.StreamReader()
    wire = Wire(reader, None, is_client=is_client, upgrade=None)  # type: ignore[arg-type]
    reader.feed_data(data[:3])
    asyncio.get_running_loop().call_later(0.001, reader.feed_data, data[3:])
    asyncio.get_running_loop().call_later(0.002, reader.feed_eof)
    found = []
    while (frame := await wire.read()) is not None:
        found.append(frame)
    return found, wire.fault


def encoded(*frames: Frame, is_client: bool) -> bytes:
    """What one end writes."""
    wire = Wire(None, None, is_client=is_client, upgrade=None)  # type: ignore[arg-type]
    return b"".join(wire.encoded(each) for each in frames)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", (0, 1, 125, 126, 65535, 65536, 200_000))
@pytest.mark.parametrize("is_client", (False, True))
@pytest.mark.parametrize("opcode", (Opcode.BINARY, Opcode.TEXT))
async def test_round_trip(size: int, opcode: Opcode, *, is_client: bool) -> None:
    """Frames of any length come as they went, with or without a mask, UTF-8 or not."""
    payload = bytes(range(255, -1, -1)) * (size // 256) + bytes(size % 256)
    frames = [Frame(opcode, payload, final=False), Frame(Opcode.CONTINUATION, b"")]
    data = encoded(*frames, is_client=is_client)
    assert data[1] >> 7 == is_client
    assert await read_by(data, is_client=not is_client) == (frames, "")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("frame", "payload"),
    (
        (Frame(Opcode.CLOSE, (4000).to_bytes(2)), None),
        (Frame(Opcode.CLOSE), None),
        (Frame(Opcode.CLOSE, (1005).to_bytes(2)), (1000).to_bytes(2)),
        (Frame(Opcode.PING, bytes(125)), None),
        (Frame(Opcode.PONG, b"x"), None),
    ),
)
async def test_control_frames(frame: Frame, payload: bytes | None) -> None:
    """So do control frames; codes that no frame may carry are said as 1000."""
    data = encoded(frame, is_client=True)
    wanted = frame if payload is None else Frame(frame.opcode, payload)
    assert await read_by(data, is_client=False) == ([wanted], "")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("data", "is_client", "fault"),
    (
        (b"\x81\x02{}", False, "unmasked"),
        (b"\x81\x82\0\0\0\0{}", True, "unexpected masked"),
        (b"\xc1\x02{}", True, "Reserved bit"),
        (b"\x83\x02{}", True, "Invalid opcode"),
        (b"\x09\x00", True, "fragment"),
        (b"\x81\x7e\x00\x02{}", True, "Payload length"),
        (b"\x89\x7e\x00\x80" + bytes(128), True, "Control frame"),
    ),
)
async def test_fault(data: bytes, fault: str, *, is_client: bool) -> None:
    """A mask that is missing or should not be, reserved bits and the like end it, and are told."""
    good = Frame(Opcode.TEXT, b"1")
    found, told = await read_by(encoded(good, is_client=not is_client) + data, is_client=is_client)
    assert found == [good]
    assert fault in told


@pytest.mark.asyncio
async def test_connection() -> None:
    """Two ends shake hands and exchange frames; the client's have masks."""
    wires: asyncio.Queue[Wire] = asyncio.Queue()

    async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wires.put_nowait(await accept(reader, writer))

    server = await asyncio.start_server(came, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = await connect(Address(f"ws://127.0.0.1:{port}/play"), {"X-Mood": "good"})
    there = await wires.get()
    assert there.upgrade.first_line == "GET /play HTTP/1.1"
    assert there.upgrade.fields["x-mood"] == "good"
    client.write(Frame(Opcode.TEXT, b"one", final=False), Frame(Opcode.CONTINUATION, b"two"))
    there.write(Frame(Opcode.PING, b"three"))
    found = [await there.read(), await there.read(), await client.read()]
    client.abort()
    found.append(await there.read())
    await there.close()
    server.close()
    assert found == [
        Frame(Opcode.TEXT, b"one", final=False),
        Frame(Opcode.CONTINUATION, b"two"),
        Frame(Opcode.PING, b"three"),
        None,
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "answer",
    (
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"",
    ),
)
async def test_no_websocket(answer: bytes) -> None:
    """What does not shake hands as it should is no websocket."""

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
