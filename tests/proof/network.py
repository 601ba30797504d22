"""Proof that players whose connections are cut again and again lose nothing.

Matches go on at several tables while the players' sockets are cut, each up to 20 times in a match,
at random moments and without a word. In the end every player must have seen every event exactly
once, and every match must have ended as it would have without any cut.

`python -m tests.proof.network --matches 3` is the short form.
"""

import argparse
import asyncio
import logging
import random
import signal
import sys
import tempfile
from pathlib import Path

from carcbot.cli.logging import set_up_logging
from tests.proof.crash import NAMES, Referee, close_all, judge, report, token_of
from tests.proof.players import SteadyPlayer

MOST_CUTS = 20


async def play(folder: Path, matches: int, seed: int) -> list[SteadyPlayer]:
    """Plays so many matches while connections are cut."""
    rng = random.Random(seed)
    referee = Referee(folder)
    await referee.start()
    players = [
        SteadyPlayer(
            referee.url,
            name,
            opens="seats=4" if name == "a" else "",
            matches=2,
            token=token_of(name),
        )
        for name in NAMES
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    cutting = asyncio.create_task(cut_all(players, rng))
    for _ in range(100_000):
        if len(players[0].ended) >= matches:
            break
        await asyncio.sleep(0.05)
    cutting.cancel()
    await close_all(players)
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    referee.end(signal.SIGTERM)
    return players


async def cut_all(players: list[SteadyPlayer], rng: random.Random) -> None:
    """Cuts one connection after the other."""
    while True:
        player = rng.choice(players)
        here = len(player.session.chairs) + len(player.ended)
        if player.is_here and player.cuts < MOST_CUTS * max(here, 1):
            await player.cut()
        await asyncio.sleep(rng.uniform(0.0, 0.05))


def main() -> int:
    """Plays, judges, and prints; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    with tempfile.TemporaryDirectory() as place:
        players = asyncio.run(play(Path(place), arguments.matches, arguments.seed))
        counts, wrong = judge(Path(place), players)
    return report(counts, wrong)


if __name__ == "__main__":
    sys.exit(main())
