"""Proof that players whose connections are cut again and again lose nothing.

Matches go on at several tables while the players' connections are cut, each up to 20 times in a
match, at random moments and without a word. Now and then one falls silent instead: both ends still
have it, and nothing comes through. In the end every player must have seen every event exactly once,
and every match must have ended as it would have without any cut.

`python -m tests.proof.network --matches 3` is the short form.
"""

import argparse
import asyncio
import logging
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.net.client import link
from tests.proof.crash import NAMES, Referee, close_all, judge, report
from tests.proof.hosts import TABLES, company
from tests.proof.players import SteadyPlayer

MOST_CUTS = 20
HEARTBEAT_S = 0.5
SILENCE_S = 2.0
"""After so long players go: no proof waits for the half minute after which they usually do."""
_A_SILENCE_IN = 25


class Cuts:
    """Cuts connections.

    Args:
        players: Whose.
        seed: Of the moments.

    Attributes:
        made: How often in which match of which player.
        total: How often in all.
        silences: How many of these connections fell silent.
    """

    def __init__(self, players: Sequence[SteadyPlayer], seed: int) -> None:
        self.players = players
        self.rng = random.Random(seed)
        self.made: Counter[tuple[str, str]] = Counter()
        self.total = 0
        self.silences = 0

    async def make(self) -> None:
        """Cuts one connection after the other."""
        while True:
            await self.cut(self.rng.choice(self.players))
            await asyncio.sleep(self.rng.uniform(0.0, 0.05))

    async def cut(self, player: SteadyPlayer) -> None:
        """Cuts a player's connection if matches go on there, and may be harmed still."""
        name = player.session.account
        matches = [seated.match for seated in player.session.matches.values() if seated.seq]
        may = all(self.made[name, match] < MOST_CUTS for match in matches)
        if not (matches and may and player.is_here) or player.is_silent:
            return
        if self.total % _A_SILENCE_IN == 0:
            self.silences += 1
            player.fall_silent()
        else:
            await player.cut()
        self.total += 1
        self.made.update((name, match) for match in matches)

    def in_matches(self) -> list[int]:
        """How often the players of each match were cut off, from the least to the most."""
        found: Counter[str] = Counter()
        for (_, match), count in self.made.items():
            found[match] += count
        return sorted(found.values())


async def play(folder: Path, matches: int, seed: int) -> tuple[Sequence[SteadyPlayer], Cuts]:
    """Plays so many matches while connections are cut."""
    referee = Referee(folder, NAMES, "--limit", f"heartbeat_s={HEARTBEAT_S}")
    await referee.start()
    tables = [table for table in TABLES if "seats=6" not in table.options]
    players = company(referee.url, NAMES, tables, matches=2)
    tasks = [asyncio.create_task(player.run()) for player in players]
    cuts = Cuts(players, seed)
    cutting = asyncio.create_task(cuts.make())
    try:
        for _ in range(matches * 1200):  # a minute for each
            if len(players[0].ended) >= matches:
                break
            await asyncio.sleep(0.05)
        else:
            raise SystemExit("WRONG: the matches do not come to their ends")
        cutting.cancel()
        close_all(players)
        await asyncio.wait_for(asyncio.gather(*tasks), 120)
        referee.end(signal.SIGTERM)
    finally:
        referee.end(signal.SIGKILL)
    return players, cuts


def main() -> int:
    """Plays, judges, and prints; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    link._SILENCE_S = SILENCE_S  # type: ignore[misc]  # a Final, which this proof shortens
    with tempfile.TemporaryDirectory() as place:
        players, cuts = asyncio.run(play(Path(place), arguments.matches, arguments.seed))
        counts, wrong = judge(Path(place), players)
    harmed = cuts.in_matches()
    counts["matches whose connections were cut"] = len(harmed)
    counts["connections that fell silent"] = cuts.silences
    if harmed:
        median = harmed[len(harmed) // 2]
        print(f"cuts in a match: from {harmed[0]} to {harmed[-1]}, in the median {median}")
    return report(counts, wrong)


if __name__ == "__main__":
    sys.exit(main())
