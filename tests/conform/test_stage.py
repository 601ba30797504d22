"""Who is let on the stage of a check of a bot."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from carcbot.conform.kit import Check, FailedError, Talk
from carcbot.conform.stage import Bots, Stage
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


class Lingering:
    """A bot that is slow to end: it comes once more, and finds out whether its port is free."""

    host = "127.0.0.1"
    port = 0
    comes_in_s = PATIENCE_S
    late_visit = b"none"
    port_was_free = False

    @contextlib.asynccontextmanager
    async def running(self, url: str, *_: object) -> AsyncIterator[asyncio.Future[int]]:
        """Comes at once; what it finds out is known when the context has ended."""
        port = urlsplit(url).port
        assert port
        wire = await connect(Address(url))
        yield asyncio.get_running_loop().create_future()
        with contextlib.suppress(ConnectionError):
            self.late_visit = b""
            self.late_visit = await asked_plainly(port)
        with contextlib.suppress(OSError):
            (await asyncio.start_server(lambda *_: None, self.host, port)).close()
            self.port_was_free = True
        await wire.close()


@pytest.mark.asyncio
async def test_a_port_is_kept_until_the_bot_has_ended() -> None:
    """A bot that is slow to end cannot stray into the next check, by the port of the last."""
    bot = Lingering()
    check: Check[Stage] = Check("once.more", "it comes", lambda _: asyncio.sleep(0))
    async with Bots(bot, ()).lend(check, Talk(PATIENCE_S)) as stage:
        await stage.line()
    assert not bot.port_was_free
    assert bot.late_visit == b""
