"""Proof that digests tell positions apart: no collision among 10^8 positions of random games.

Every position comes with its digest and with a second value that the core computes from the
position's text, independently of the digest. Two positions with equal digests and different second
values would be a collision. `python -m tests.proof.digest --positions 1000000` looks at fewer.

So many numbers are sorted out on disk: each process files what its games met by the digest's top
byte, then each of the 256 parts is looked at by itself. Memory stays below some hundred megabytes.
"""

import argparse
import os
import sys
import tempfile
import time
from array import array
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from pathlib import Path

from carcbot import _native
from tests.games.carcassonne.random_play import OPTION_SETS

PARTS = 256
GAMES_A_JOB = 2000

Job = tuple[str, int, Path]


def pairs_of(data: bytes) -> Iterable[tuple[int, int]]:
    """Digest and second value of each position, from the core's little-endian words."""
    words = array("Q", data)
    if sys.byteorder == "big":
        words.byteswap()
    return zip(words[::2], words[1::2], strict=True)


def file_away(pairs: Iterable[tuple[int, int]], folder: Path) -> int:
    """Appends each pair to this process's file of its part; returns how many there were."""
    parts = [array("Q") for _ in range(PARTS)]
    for digest, check in pairs:
        part = parts[digest >> 56]
        part.append(digest)
        part.append(check)
    for number, part in enumerate(parts):
        with (folder / f"{number:02x}-{os.getpid()}").open("ab") as file:
            part.tofile(file)
    return sum(map(len, parts)) // 2


def play(job: Job) -> int:
    """Plays random games and files the positions they met; returns how many."""
    options, seed, folder = job
    data = _native.carcassonne.random_digests(options, seed, GAMES_A_JOB)
    return file_away(pairs_of(data), folder)


def look_through(part: tuple[int, Path]) -> tuple[int, list[int]]:
    """The number of different positions in a part, and the digests that two of them share."""
    number, folder = part
    check_of: dict[int, int] = {}
    shared: set[int] = set()
    for path in folder.glob(f"{number:02x}-*"):
        words = array("Q", path.read_bytes())
        for digest, check in zip(words[::2], words[1::2], strict=True):
            if check_of.setdefault(digest, check) != check:
                shared.add(digest)
    return len(check_of) + len(shared), sorted(shared)


def main() -> None:
    """Plays, sorts, and prints what was found; a collision makes the exit status 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--positions", type=int, default=100_000_000, help="how many different ones, about"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    # Some 70 tiles or more are drawn and laid in a game; its first positions others had before.
    jobs = -(-arguments.positions // (140 * GAMES_A_JOB))
    with tempfile.TemporaryDirectory() as name, ProcessPoolExecutor(os.cpu_count()) as pool:
        folder = Path(name)
        seeds = range(arguments.seed * 1_000_000, arguments.seed * 1_000_000 + jobs)
        each = zip(islice(cycle(OPTION_SETS), jobs), seeds, [folder] * jobs, strict=True)
        met = 0
        for done, count in enumerate(pool.map(play, each), 1):
            met += count
            if done % 20 == 0:
                print(f"{met} positions, {time.monotonic() - began:.0f} s", flush=True)
        found = list(pool.map(look_through, [(number, folder) for number in range(PARTS)]))
    different = sum(count for count, _ in found)
    shared = [digest for _, digests in found for digest in digests]
    print(
        f"digest: {met} positions of random games, {different} of them different, "
        f"{len(shared)} collisions; {time.monotonic() - began:.0f} s"
    )
    if shared:
        sys.exit("positions share the digests " + " ".join(f"{digest:016x}" for digest in shared))


if __name__ == "__main__":
    main()
