"""Proof that a library from outside learns a game of ours: examples/ppo_maskable.py, run briefly.

It trains in a folder of its own, and what it learned then plays a contest as anybody's agent.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent
LEAST = 0.75
"""The score against random moves that it must reach."""


def run(command: list[str], **environment: str) -> None:
    """Runs a command with the example on its path; its output is ours."""
    path = {"PYTHONPATH": str(HOUSE / "examples"), "OMP_NUM_THREADS": "1"}
    subprocess.run(command, env={**os.environ, **path, **environment}, check=True)


def main() -> int:
    """Runs the proof and says what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
    parser.add_argument("--pairs", type=int, default=100, help="of games, in the contest")
    arguments = parser.parse_args()
    if find_spec("sb3_contrib") is None or find_spec("torch") is None:
        print("the library is not there: .venv/bin/pip install sb3-contrib torch", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        example = str(HOUSE / "examples" / "ppo_maskable.py")
        run([sys.executable, example, "--steps", str(arguments.steps), "--out", folder])
        with (out / "curve.csv").open() as file:
            curve = [(int(steps), float(score)) for steps, score in csv.reader(file)]
        contest = [sys.executable, "-m", "carcbot", "match", "ppo_maskable:Trained", "random"]
        games = str(out / "games")
        limits = ["--game", "hoard", "--pairs", str(arguments.pairs), "--folder", games]
        model = str(out / "model.zip")
        run([*contest, *limits], CARCBOT_PPO=model)
        report = [sys.executable, "-m", "carcbot", "tournament", "report", games]
        run(report, CARCBOT_PPO=model)
        results = json.loads((out / "games" / "results.json").read_text())
    standings = {row["player"]: row for row in results["standings"]}
    learned = next(row for name, row in standings.items() if name != "random")
    print(f"before: {curve[0][1]:.3f}; after {curve[-1][0]:,} decisions: {curve[-1][1]:.3f}")
    interval = f"{learned['score_low']:.3f} to {learned['score_high']:.3f}"
    print(f"in the contest: {learned['score']:.3f}, 95 % {interval} (bar: {LEAST})")
    return int(min(curve[-1][1], learned["score"]) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
