"""A referee whose validation of moves takes 50 ms of its only thread, at some tables.

`python -m tests.proof.clock_server FOLDER STALL` with STALL none, measured or other: at the tables
of players whose names begin so, every move keeps it busy.
"""

import logging
import sys
import time
from pathlib import Path

import msgspec

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.parts import ClockSpec
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.tokens import Tokens
from carcbot.referee.match_course import MatchCourse
from tests.proof.load_server import stopped

STALL_S = 0.050


async def main(folder: Path, stall: str) -> None:
    """Hosts until it is stopped."""
    tokens = Tokens()
    for group in ("measured", "other"):
        for seat in "ab":
            tokens.add(f"{group}-{seat}", f"token-of-{group}-{seat}")
    make_move = MatchCourse.move

    def busy(course: MatchCourse, *arguments: object) -> None:
        if (course.accounts[0] or "").startswith(stall):
            until = time.monotonic() + STALL_S
            while time.monotonic() < until:
                pass
        make_move(course, *arguments)  # type: ignore[arg-type]

    MatchCourse.move = busy  # type: ignore[assignment, method-assign]
    # no credit, so that what is billed is what was spent
    limits = msgspec.structs.replace(USUAL_LIMITS, lag_per_move_us=0)
    clock = ClockSpec("bank", 600_000_000, 10_000_000)
    async with RefereeServer(
        Settings(folder, port=0, limits=limits, clock=clock), tokens
    ) as server:
        print(server.url, flush=True)
        await stopped()


if __name__ == "__main__":
    set_up_logging("text", logging.WARNING)
    set_up_low_latency()  # as `carcbot serve` is
    arrival_loop.run(main(Path(sys.argv[1]), sys.argv[2]))
