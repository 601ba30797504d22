"""Proof that the native core and the plain-Python twin play the same Thurn and Taxis.

Games with random options, compared at every step: choices, draws with their weights, points,
places, what each seat sees, its view, and that no card is lost. Most are played by random players
and cut after 200 turns; then some that no turn limit ends, and games of players who close routes,
build, and hoard cards, under whom all that the rules know comes up, which is counted.
`python -m tests.proof.thurn_and_taxis --games 100 --whole 2` plays fewer.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.games.thurn_and_taxis.happenings import EVERYTHING
from tests.games.thurn_and_taxis.players import PLAYERS
from tests.games.thurn_and_taxis.side_by_side import play_side_by_side, random_options

CUT = 200
PLAYERS_WHO_END = ("random", "purposeful", "building")
"""The others may play for ever."""

Job = tuple[str, str, int]


def play(job: Job) -> Counter[str]:
    """One game in both; AssertionError names the options and plies that show a difference."""
    options, player, seed = job
    return play_side_by_side(options, PLAYERS[player], seed)


def main() -> None:
    """Plays, counts, and prints what was compared and how often everything happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="random ones, cut at 200 turns")
    parser.add_argument("--whole", type=int, default=100, help="games that are not cut")
    parser.add_argument("--purposeful", type=int, default=2000, help="games of all the players")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    players = [("random", CUT)] * arguments.games
    players += [(PLAYERS_WHO_END[n % 3], 0) for n in range(arguments.whole)]
    players += [(list(PLAYERS)[n % len(PLAYERS)], CUT) for n in range(arguments.purposeful)]
    jobs = [(random_options(rng, cut), player, rng.randrange(2**32)) for player, cut in players]
    began = time.monotonic()
    happened: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for done, each in enumerate(pool.map(play, jobs, chunksize=4), 1):
            happened += each
            if done % 500 == 0:
                print(f"{done} of {len(jobs)} games, {time.monotonic() - began:.0f} s", flush=True)
    for name in sorted(EVERYTHING):
        print(f"  {happened[name]:>10} {name}")
    print(
        f"thurn_and_taxis: {len(jobs)} games, {happened['turns']} turns, "
        f"{happened['plies']} plies, no difference; {time.monotonic() - began:.0f} s"
    )
    if missing := sorted(EVERYTHING - happened.keys()):
        sys.exit(f"never happened: {', '.join(missing)}")


if __name__ == "__main__":
    main()
