"""Proof that the native core and the plain-Python twin play the same Ticket to Ride.

Games with random options of all players of the tests, each to its end, compared at every step:
choices, draws with their weights, points, places, what each seat sees, its view and what it holds
for possible, and that no card is lost. What the rules know is counted, and has to come up.
A game takes a second or two. `python -m tests.proof.ticket_to_ride --games 100` plays fewer.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.side_by_side import play_side_by_side, random_options

EVERYTHING: Final = frozenset(
    (
        *("claim", "take", "blind", "tickets", "keep", "stop"),
        *("reset", "shuffle", "empty place", "exchange", "last round"),
    )
)
"""All but a game that ends because everybody passes, which hardly ever comes up."""

Job = tuple[str, str, int]


def play(job: Job) -> Counter[str]:
    """One game in both; AssertionError names the options and plies that show a difference."""
    options, player, seed = job
    return play_side_by_side(options, PLAYERS[player], seed)


def main() -> None:
    """Plays, counts, and prints what was compared and how often everything happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    names = list(PLAYERS)
    jobs = [
        (random_options(rng), names[n % len(names)], rng.randrange(2**32))
        for n in range(arguments.games)
    ]
    began = time.monotonic()
    happened: Counter[str] = Counter()
    with ProcessPoolExecutor(arguments.workers) as pool:
        for done, each in enumerate(pool.map(play, jobs, chunksize=4), 1):
            happened += each
            if done % 500 == 0:
                print(f"{done} of {len(jobs)} games, {time.monotonic() - began:.0f} s", flush=True)
    for name, number in sorted(happened.items()):
        print(f"  {number:>10} {name}")
    print(
        f"ticket_to_ride: {len(jobs)} games, {happened['turns']} turns, "
        f"{happened['plies']} plies, no difference; {time.monotonic() - began:.0f} s"
    )
    if missing := sorted(EVERYTHING - happened.keys()):
        sys.exit(f"never happened: {', '.join(missing)}")


if __name__ == "__main__":
    main()
