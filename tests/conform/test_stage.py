"""Who is let on the stage of a check of a bot."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from carcbot.conform.kit import FailedError, Talk
from carcbot.conform.stage import Stage
from carcbot.conform.wire import Address, connect
from tests.waiting import PATIENCE_S

PLAIN = b"GET /play HTTP/1.1\r\nHost: here\r\nConnection: keep-alive\r\n\r\n"


@pytest_asyncio.fixture
async def place() -> AsyncIterator[tuple[Stage, int]]:
    """A stage without a bot, and the port at which it is."""
    stage = Stage(Talk(PATIENCE_S), "check", ())
    server = await asyncio.start_server(stage.came, "127.0.0.1", 0)
    yield stage, server.sockets[0].getsockname()[1]
    server.close()
    await stage.tidy()


async def asked_plainly(port: int) -> bytes:
    """What somebody hears who asks for a page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(PLAIN)
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.asyncio
async def test_no_websocket(place: tuple[Stage, int]) -> None:
    """A bot that never asks for a websocket has failed, and the reason says what it asked for."""
    stage, port = place
    assert b" 426 " in await asked_plainly(port)
    with pytest.raises(FailedError, match="GET /play"):
        await stage.line()


@pytest.mark.asyncio
async def test_library_that_asks_again(place: tuple[Stage, int]) -> None:
    """A plain request between two websockets, as some libraries send, is no answer of the bot's."""
    stage, port = place
    address = Address(f"ws://127.0.0.1:{port}/play")
    wires = [await connect(address)]
    first = await stage.line()
    assert b" 426 " in await asked_plainly(port)
    wires.append(await connect(address))
    assert await stage.line() is not first
    for wire in wires:
        await wire.close()
