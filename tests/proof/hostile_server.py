"""A referee that others will try to harm, with its lobby's database, on a core of its own.

`python -m tests.proof.hostile_server FOLDER HEARTBEAT_S HANDSHAKE_S NAME...` has an account
for each name. It prints its port without TLS, and the one with it. Guests may come, and one bot.
"""

import logging
import os
import sys
from pathlib import Path

import msgspec

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.parts import ClockSpec
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.net.certificates import certificate
from tests.proof.load_server import stopped


async def main(folder: Path, heartbeat_s: float, handshake_s: float, names: list[str]) -> None:
    """Hosts until it is stopped."""
    tokens = Tokens()
    for name in names:
        tokens.add(name, f"token-of-{name}")
    settings = Settings(
        folder,
        port=0,
        limits=msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=heartbeat_s),
        clock=ClockSpec("bank", 600_000_000, 10_000_000),
        handshake_s=handshake_s,
        tls=certificate(folder),
        guests=True,
        sparring=1,
    )
    async with Store.open(f"sqlite:///{folder / 'lobby.db'}", fsync=False) as store:
        for name in names:
            await store.add_account(name, "bot", 1)
        async with RefereeServer(settings, tokens, store=store) as server:
            print(server._own_port, server.port, flush=True)
            await stopped()


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    set_up_logging("text", logging.CRITICAL)
    set_up_low_latency()
    place, heartbeat, handshake, *accounts = sys.argv[1:]
    arrival_loop.run(main(Path(place), float(heartbeat), float(handshake), accounts))
