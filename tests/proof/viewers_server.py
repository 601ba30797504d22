"""The referee of the proof of viewers: tables with four players, and viewers who have tokens.

`python -m tests.proof.viewers_server FOLDER TABLES VIEWERS` prints its port. When it is stopped it
writes into its folder, as JSON, when each move arrived and when its players were answered.
"""

import json
import logging
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.proof.load_games import OPTIONS, SEED
from tests.proof.load_server import stopped

ANSWERS = "answers.json"


async def referee(folder: Path, tables: int, viewers: int) -> None:
    """Hosts one match at each table, with the usual limits; that of table t is called ``t-0``."""
    tokens = Tokens()
    for table in range(tables):
        for seat in range(4):
            tokens.add(f"t{table}s{seat}", f"token-{table}-{seat}")
    for viewer in range(viewers):
        tokens.add(f"v{viewer}", f"viewer-{viewer}")
    names = iter(range(tables))
    clock = ClockSpec("bank", 10**9, 10**9)
    settings = Settings(folder, port=0, clock=clock, most_strangers=1000)
    server = RefereeServer(settings, tokens, lambda: (f"{next(names)}-0", SEED))
    answers: list[tuple[int, int]] = []
    count = server._floor.metrics.answered

    def answered(arrived_ns: Iterable[int], sent_ns: int) -> None:
        moments = tuple(arrived_ns)
        answers.extend((each, sent_ns) for each in moments)
        count(moments, sent_ns)

    server._floor.metrics.answered = answered  # type: ignore[method-assign]
    async with server:
        for _ in range(tables):
            server.open_table(Open(1, "carcassonne", OPTIONS["carcassonne"]))
        print(server.port, flush=True)
        await stopped()
    (folder / ANSWERS).write_text(json.dumps(answers))


if __name__ == "__main__":
    place, *counts = sys.argv[1:]
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    set_up_logging("text", logging.ERROR)
    set_up_low_latency()
    arrival_loop.run(referee(Path(place), *(int(count) for count in counts)))
