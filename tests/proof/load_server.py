"""The servers that are loaded: a referee, and raw echo."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import msgspec
from aiohttp import ClientConnectionResetError, WSMsgType, web

from carcbot.cli.logging import set_up_logging
from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec
from carcbot.net import arrival_loop
from carcbot.net.prompt import be_prompt
from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.settings import USUAL_LIMITS
from carcbot.net.referee.tokens import Tokens
from tests.proof.load_games import OPTIONS, SEED, register_null


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
        Path(tempfile.mkdtemp(dir=folder)),
        port=0,
        limits=limits,
        clock=ClockSpec("bank", 10**9, 10**9),
    )
    counts: dict[int, int] = defaultdict(int)
    wanted = 0

    def lots() -> tuple[str, str]:
        return f"{wanted}-{counts[wanted]}", SEED

    def open_next(table: int) -> None:
        nonlocal wanted
        wanted = table
        server.open_table(Open(1, game, OPTIONS[game]))

    def again(over: object, path: Path) -> None:
        path.unlink()
        table = int(getattr(over, "match").partition("-")[0])  # noqa: B009 - a Table, seen loosely
        counts[table] += 1
        open_next(table)

    server = RefereeServer(settings, tokens, lots, again)
    async with server:
        for table in range(tables):
            open_next(table)
        print(server.port, flush=True)
        await stopped()


async def raw(game: str, folder: Path, tables: int) -> None:
    """Sends for every frame what the referee sends for that move, without looking at it."""
    moves: list[list[tuple[int, int]]] = json.loads((folder / f"{game}.json").read_text())
    frames = [
        [(seat, b'{"type":"request"' + b"x" * (size - 17) if seat >= 10 else b"y" * size)
         for seat, size in each]
        for each in moves
    ]  # fmt: skip
    clients: list[dict[int, web.WebSocketResponse]] = [{} for _ in range(tables)]
    counts = [0] * tables

    async def talk(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(autoping=False, compress=False)
        await ws.prepare(request)
        table, seat = (int(word) for word in (await ws.receive_str()).split())
        clients[table][seat] = ws
        seats = clients[table]
        if len(seats) == 4:
            for _, first in frames[-1][-1:]:
                await seats[0].send_frame(first, WSMsgType.TEXT)
        with contextlib.suppress(ClientConnectionResetError):  # others have gone in the end
            while (await ws.receive()).type is WSMsgType.TEXT:
                for place, text in frames[counts[table] % len(frames)]:
                    await seats[place % 10].send_frame(text, WSMsgType.TEXT)
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
    be_prompt()
    arrival_loop.run({"referee": referee, "raw": raw}[kind](name, Path(place), int(count)))
