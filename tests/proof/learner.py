"""Proof that the example of a learner beats greedy after ten minutes on a core.

examples/td_afterstates.py learns Carcassonne from nothing for so many minutes of a core, and then
plays `carcbot match` against the preset greedy, each deck from both seats. Of these games it has to
win three fifths; a draw counts half. `--out` keeps its weights, its curve and the games.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parent.parent.parent
PROGRAM: Final = HOUSE / "examples/td_afterstates.py"
LEAST: Final = 0.6
ENVIRONMENT: Final = os.environ | {"OPENBLAS_NUM_THREADS": "1"}


def learn(folder: Path, minutes: float, seed: int) -> str:
    """Lets it learn in this folder; how much it says it has learned."""
    command = (sys.executable, str(PROGRAM), "--minutes", str(minutes), "--seed", str(seed))
    done = subprocess.run(
        (*command, "--out", str(folder)),
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return next(line for line in done.stdout.splitlines() if line.startswith("learned"))


def play(folder: Path, pairs: int) -> dict[str, float]:
    """Its row of the standings against greedy, with the weights that lie in this folder."""
    command = (sys.executable, "-m", "carcbot", "match", "td_afterstates:Player", "greedy")
    done = subprocess.run(
        (*command, "--pairs", str(pairs), "--folder", str(folder / "match"), "--json"),
        env=ENVIRONMENT
        | {"PYTHONPATH": str(PROGRAM.parent), "TD_WEIGHTS": str(folder / "weights.npz")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    standings = json.loads(done.stdout)["standings"]
    row: dict[str, float] = next(row for row in standings if row["player"] != "greedy")
    return row | {"faults": sum(sum(each["faults"].values()) for each in standings)}


def prove(folder: Path, minutes: float, seed: int, pairs: int, least: float) -> int:
    """Learns, plays, and tells what came of it."""
    print(learn(folder, minutes, seed), flush=True)
    row = play(folder, pairs)
    print(
        f"{row['score']:.1%} of {row['games']} games against greedy "
        f"(95 %: {row['score_low']:.1%} to {row['score_high']:.1%}), "
        f"{row['margin']:+.1f} points a game, {row['faults']} faults; the bar: {least:.0%}"
    )
    return int(row["score"] < least or row["faults"] > 0)


def main() -> int:
    """Runs the proof and says what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of a core, to learn")
    parser.add_argument("--seed", type=int, default=1, help="of all chance in learning")
    parser.add_argument("--pairs", type=int, default=200, help="decks, each from both seats")
    parser.add_argument("--least", type=float, default=LEAST, help="what part it has to win")
    parser.add_argument("--out", type=Path, help="a folder to keep; without it there is none")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as unkept:
        folder = asked.out or Path(unkept)
        return prove(folder, asked.minutes, asked.seed, asked.pairs, asked.least)


if __name__ == "__main__":
    sys.exit(main())
