"""Many games that the core and its slow twin play side by side: what happens in them is counted."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor

__all__ = ["Game", "prove"]

Game = tuple[str, str, int]
"""Options, which player has all seats, and the seed."""


def prove(
    name: str,
    games: Sequence[Game],
    play: Callable[[Game], Counter[str]],
    everything: Collection[str],
    workers: int | None,
) -> None:
    """Plays the games, and prints what was compared and how often each thing happened.

    Exits with an error where something that is in everything never came up.

    Args:
        name: Of the game.
        games: What is played.
        play: Plays one; its AssertionError names the options and plies that show a difference.
        everything: What has to come up.
        workers: How many games are played at once; one for each core by default.
    """
    began = time.monotonic()
    happened: Counter[str] = Counter()
    with ProcessPoolExecutor(workers) as pool:
        for done, each in enumerate(pool.map(play, games, chunksize=4), 1):
            happened += each
            if done % 500 == 0:
                print(f"{done} of {len(games)} games, {time.monotonic() - began:.0f} s", flush=True)
    for thing, number in sorted(happened.items()):
        print(f"  {number:>10} {thing}")
    print(
        f"{name}: {len(games)} games, {happened['turns']} turns, "
        f"{happened['plies']} plies, no difference; {time.monotonic() - began:.0f} s"
    )
    if missing := sorted(set(everything) - happened.keys()):
        sys.exit(f"never happened: {', '.join(missing)}")
