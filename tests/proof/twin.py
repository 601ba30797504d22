"""Proof that the native core and the plain-Python twin play the same game.

Every triple of option values (a covering array), then random games with random options, compared
move by move: legal moves, scores, virtual scores, breakdowns, supplies, text and digest. The full
form plays 10,000 games on all cores; `python -m tests.proof.twin --games 100` plays fewer.
"""

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor

from tests.twin.side_by_side import (
    OPTION_VALUES,
    Setting,
    covering_array,
    play_side_by_side,
    playable,
    twin_options,
)


def random_setting(rng: random.Random) -> Setting:
    """Any playable combination of option values, each equally likely."""
    while True:
        setting = {name: rng.choice(values) for name, values in OPTION_VALUES.items()}
        if playable(setting):
            return setting


def play(job: tuple[Setting, int]) -> int:
    """One game in both; AssertionError names the setting and the seed that show a difference."""
    setting, seed = job
    try:
        return play_side_by_side(twin_options(setting), seed)
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, options {setting}: {error}") from error


def main() -> None:
    """Plays, counts, and prints what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="random games, after the triples")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    triples = covering_array(3)
    rng = random.Random(arguments.seed)
    jobs = [(setting, number) for number, setting in enumerate(triples)]
    jobs += [(random_setting(rng), rng.randrange(2**31)) for _ in range(arguments.games)]
    began = time.monotonic()
    turns = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for done, played in enumerate(pool.map(play, jobs, chunksize=8), 1):
            turns += played
            if done % 500 == 0:
                print(f"{done} of {len(jobs)} games, {time.monotonic() - began:.0f} s", flush=True)
    print(
        f"twin: {len(triples)} games cover every triple of option values, {arguments.games} more "
        f"are random; {turns} turns, no difference; {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
