"""Tests that a sample does not wait for ever for a referee that has fallen silent."""

import asyncio
import base64
import contextlib
import hashlib
import json
import re

import pytest

from tests.samples.hosting import HERE, SAMPLES, environment
from tests.waiting import PATIENCE_S

HELLO = {"type": "hello", "product": "silence/1", "games": {}, "limits": {"heartbeat_s": 0.2}}
SECRET = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


async def fall_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Makes a websocket, says hello, and nothing ever after."""
    request = await reader.readuntil(b"\r\n\r\n")
    key = re.search(rb"(?i)sec-websocket-key: (\S+)", request)
    assert key is not None
    accept = base64.b64encode(hashlib.sha1(key[1] + SECRET, usedforsecurity=False).digest())
    text = json.dumps(HELLO).encode()
    assert len(text) < 126
    writer.write(
        b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n" + bytes([0x81, len(text)]) + text
    )
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.close()


async def connections(sample: str, wanted: int) -> int:
    """How many connections a sample makes, up to so many, in a minute."""
    came = 0
    are_enough = asyncio.Event()

    async def count(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal came
        came += 1
        if came >= wanted:
            are_enough.set()
        await fall_silent(reader, writer)

    server = await asyncio.start_server(count, HERE, 0)
    async with server:
        url = f"ws://{HERE}:{server.sockets[0].getsockname()[1]}/play"
        process = await asyncio.create_subprocess_exec(
            *SAMPLES[sample], env=environment(url, "token")
        )
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(are_enough.wait(), PATIENCE_S)
        finally:
            process.kill()
            await process.wait()
    return came


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", ("python_stdlib", "python_websockets"))
async def test_silent_referee(sample: str) -> None:
    """A sample that sees pings, or sends its own, gives up a connection on which nothing comes."""
    assert await connections(sample, 2) >= 2
