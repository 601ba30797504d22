"""The servers of the proof of scale: referees with their lobby, and raw echo.

`python -m tests.proof.scale_server KIND FOLDER CONNECTIONS SPIN_US URL` prints its port. Raw echo
spins so many microseconds for each frame; the URL is that of a database, - of one in the folder.
"""

import logging
import os
import sys
import time
from pathlib import Path

import msgspec
from aiohttp import WSMsgType, web

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.parts import Limits
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.proof.load_server import stopped
from tests.waiting import PATIENCE_S


async def referee(folder: Path, connections: int, _spin_us: float, _url: str) -> None:
    """A referee with the usual limits, but for how many may come from one address at once."""
    tokens = Tokens()
    for number in range(connections):
        tokens.add(f"c{number}", f"token-{number}-0")
    async with RefereeServer(_settings(folder), tokens) as server:
        print(server.port, flush=True)
        await stopped()


async def with_database(folder: Path, connections: int, _spin_us: float, url: str) -> None:
    """The same with a database, in which everybody has an account."""
    tokens = Tokens()
    async with Store.open(url if url != "-" else f"sqlite:///{folder / 'lobby.db'}") as store:
        for number in range(connections):
            tokens.add(f"c{number}", f"token-{number}-0")
            await store.add_account(f"c{number}", "bot", 1)
        limits = msgspec.structs.replace(USUAL_LIMITS, waiting_in_all=10**6)  # they wait on empty
        async with RefereeServer(_settings(folder, limits), tokens, store=store) as server:
            print(server.port, flush=True)
            await stopped()


def _settings(folder: Path, limits: Limits = USUAL_LIMITS) -> Settings:
    """Those of a referee at which all come at once, and say hello when the last one is there."""
    return Settings(folder, port=0, limits=limits, most_strangers=1000, handshake_s=PATIENCE_S)


async def raw(_folder: Path, _connections: int, spin_us: float, _url: str) -> None:
    """Sends back what it gets, through the same library."""
    spin_ns = int(spin_us * 1000)

    async def talk(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(autoping=False, compress=False)
        await ws.prepare(request)
        while (message := await ws.receive()).type is WSMsgType.TEXT:
            until_ns = time.perf_counter_ns() + spin_ns
            while time.perf_counter_ns() < until_ns:
                pass
            await ws.send_str(message.data)
        return ws

    app = web.Application()
    app.router.add_get("/play", talk)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, shutdown_timeout=0.1).start()
    print(runner.addresses[0][1], flush=True)
    await stopped()
    await runner.cleanup()


if __name__ == "__main__":
    kind, place, count, spin, database = sys.argv[1:]
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    set_up_logging("text", logging.ERROR)
    set_up_low_latency()
    kinds = {"referee": referee, "mix": with_database, "raw": raw}
    arrival_loop.run(kinds[kind](Path(place), int(count), float(spin), database))
