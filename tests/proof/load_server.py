"""The servers that are loaded: a referee, and raw echo."""

import asyncio
import json
import logging
import os
import signal
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
from aiohttp import WSMsgType, web

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.tokens import Tokens
from tests.proof.load_games import OPTIONS, SEED, register_null

FRAMES = "frames.json"
"""Here lies what is known of the referee's frames: `Load.frames`."""
_READING_BYTES = 16 * 1024
"""What raw echo reads at once, as the referee does. asyncio would take 256 KiB each time, and by
what lies free in memory by chance the system maps and unmaps them at each reading, or does not: raw
echo would be of two kinds, one of them twice as fast as the other."""


async def referee(game: str, folder: Path, tables: int) -> None:
    """Hosts match after match at so many tables; match k of table t is called ``t-k``."""
    tokens = Tokens()
    for table in range(tables):
        for seat in range(4):
            tokens.add(f"t{table}s{seat}", f"token-{table}-{seat}")
    limits = msgspec.structs.replace(
        USUAL_LIMITS,
        commands_per_s=1e9,
        burst=10**9,
        queue_bytes=2**20,
        lobby_per_s=1e9,
        lobby_burst=10**9,
    )
    settings = Settings(
        folder,
        port=0,
        limits=limits,
        clock=ClockSpec("bank", 10**9, 10**9),
    )
    counts: dict[int, int] = defaultdict(int)
    wanted = 0

    def name_and_seed() -> tuple[str, str]:
        return f"{wanted}-{counts[wanted]}", SEED

    def open_next(table: int) -> None:
        nonlocal wanted
        wanted = table
        server.open_table(Open(1, game, OPTIONS[game]))

    def again(over: object, _: Path) -> None:
        table = int(getattr(over, "match").partition("-")[0])  # noqa: B009 - a Table, seen loosely
        counts[table] += 1
        open_next(table)

    server = RefereeServer(settings, tokens, name_and_seed, again)
    async with server:
        for table in range(tables):
            open_next(table)
        print(server.port, flush=True)
        await stopped()


async def raw(_: str, folder: Path, tables: int) -> None:
    """Sends for every frame as many frames as the referee does for that move, and of their sizes.

    It does not look at what it is sent. All is made beforehand, and what one client gets for a
    move is joined and written to its transport at once, as the referee does it: there is nothing
    quicker that goes through the same library's websockets.
    """
    moves: list[list[tuple[int, int]]] = json.loads((folder / FRAMES).read_text())
    rounds = [joined(each) for each in moves]
    transports: list[dict[int, asyncio.Transport]] = [{} for _ in range(tables)]
    counts = [0] * tables

    async def talk(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(autoping=False, compress=False)
        await ws.prepare(request)
        table, seat = (int(word) for word in (await ws.receive_str()).split())
        assert isinstance(request.transport, asyncio.Transport)
        request.transport.max_size = _READING_BYTES  # type: ignore[attr-defined]  # asyncio's own
        seats = transports[table]
        seats[seat] = request.transport
        if len(seats) == 4:
            place, size = moves[-1][-1]
            seats[place - 10].write(frame_of(size, asks=True))
        while (await ws.receive()).type is WSMsgType.TEXT:
            for place, text in rounds[counts[table] % len(rounds)]:
                seats[place].write(text)
            counts[table] += 1
        return ws

    app = web.Application()
    app.router.add_get("/play", talk)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, shutdown_timeout=0.1)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await stopped()
    await runner.cleanup()


def joined(frames: list[tuple[int, int]]) -> list[tuple[int, bytes]]:
    """For each seat that gets anything for a move, all its frames.

    Args:
        frames: As `Load.frames` has them.
    """
    own: dict[int, bytes] = {}
    for place, size in frames:
        seat = place % 10
        own[seat] = own.get(seat, b"") + frame_of(size, asks=place >= 10)
    return list(own.items())


def frame_of(size: int, *, asks: bool) -> bytes:
    """A text frame with so many bytes, which say that they are a request or say nothing."""
    text = b'{"type":"request"'.ljust(size, b"x") if asks else b"y" * size
    head = b"\x81%c" % size if size < 126 else b"\x81\x7e" + size.to_bytes(2)
    return head + text


async def stopped() -> None:
    """Waits for the signal."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


if __name__ == "__main__":
    kind, name, place, count, core = sys.argv[1:]
    os.sched_setaffinity(0, {int(core)})
    set_up_logging("text", logging.WARNING)
    register_null()
    set_up_low_latency()
    arrival_loop.run({"referee": referee, "raw": raw}[kind](name, Path(place), int(count)))
