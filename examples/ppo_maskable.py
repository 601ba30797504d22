"""PPO, with masks of legal actions, by Stable-Baselines3's sb3-contrib: a learner in one file.

    pip install 'carcbot[env,stats]' 'torch>=2.3' 'sb3-contrib>=2.4'
    python ppo_maskable.py --out ppo  # trains, or goes on where it stopped
    PYTHONPATH=. carcbot match --game hoard ppo_maskable:Trained random

It learns Hoard, a small card game with hidden hands, in any of its seats, against an agent.
Ctrl-C stops it after the games that it is in; `curve.csv` and `curve.svg` tell how it went.
"""

import argparse
import csv
import os
import signal
from pathlib import Path
from types import FrameType
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import carcbot.env.names
from carcbot.env.learner_agent import LearnerAgent

TABLES = 8
EVALUATED_GAMES = 400
EVALUATE_EACH = 20_000


def environment(game: str, opponent: str) -> gymnasium.Env:
    """A game in which the learner sits in any seat."""
    name = carcbot.env.names.NAMES[game]
    return gymnasium.make(name, seat="random", opponents=opponent, reward="win")


def score(model: MaskablePPO, game: str, opponent: str, seed: int) -> float:
    """The share of games that the model wins, where a draw is half a victory."""
    env = environment(game, opponent)
    won = 0.0
    for number in range(EVALUATED_GAMES):
        observation, info = env.reset(seed=seed + number)
        over = False
        reward: SupportsFloat = 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"])
            observation, reward, over, _, info = env.step(int(action))
        won += (float(reward) + 1) / 2
    return won / EVALUATED_GAMES


class Teller(BaseCallback):
    """Moves the progress bar, and stops when it is told to."""

    def __init__(self, progress: Progress, steps: int) -> None:
        super().__init__()
        self.progress = progress
        self.task = progress.add_task("learning", total=steps)
        self.stopped = False
        signal.signal(signal.SIGINT, self._stop)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.stopped = True

    def _on_step(self) -> bool:
        self.progress.update(self.task, completed=self.num_timesteps)
        return not self.stopped


def draw(curve: list[tuple[int, float]], opponent: str, path: Path) -> None:
    """The curve as a picture, where matplotlib is installed."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("no picture of the curve: pip install 'carcbot[stats]' brings matplotlib")
        return
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(*zip(*curve, strict=True))
    axes.set(xlabel="decisions", ylabel=f"score against {opponent}", ylim=(0, 1))
    figure.savefig(path)


def train(arguments: argparse.Namespace) -> float:
    """Trains until so many decisions are made; returns the last score."""
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    tables = make_vec_env(
        lambda: environment(arguments.game, arguments.opponent), TABLES, seed=arguments.seed
    )
    if (out / "model.zip").exists():
        model = MaskablePPO.load(out / "model.zip", env=tables)
        with (out / "curve.csv").open() as file:
            curve = [(int(steps), float(share)) for steps, share in csv.reader(file)]
    else:
        model = MaskablePPO("MlpPolicy", tables, seed=arguments.seed, n_steps=256, verbose=0)
        curve = [(0, score(model, arguments.game, arguments.opponent, arguments.seed))]
    with Progress() as progress:
        teller = Teller(progress, arguments.steps)
        while model.num_timesteps < arguments.steps and not teller.stopped:
            part = min(EVALUATE_EACH, arguments.steps - model.num_timesteps)
            model.learn(part, callback=teller, reset_num_timesteps=False)
            share = score(model, arguments.game, arguments.opponent, arguments.seed)
            curve.append((model.num_timesteps, share))
            progress.print(f"{model.num_timesteps:>9,} decisions: score {share:.3f}")
            model.save(out / "model.zip")
            with (out / "curve.csv").open("w", newline="") as file:
                csv.writer(file).writerows(curve)
    draw(curve, arguments.opponent, out / "curve.svg")
    return curve[-1][1]


class Trained(LearnerAgent):
    """What was learned, as an agent: ``ppo_maskable:Trained``; CARCBOT_PPO says where it lies."""

    def __init__(self) -> None:
        self._model = MaskablePPO.load(os.environ.get("CARCBOT_PPO", "ppo/model.zip"))

    def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> int:
        """What it would do most often."""
        action, _ = self._model.predict(
            observation, action_masks=info["action_mask"], deterministic=True
        )
        return int(action)


def main() -> float:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", default="hoard", choices=sorted(carcbot.env.names.NAMES))
    parser.add_argument("--opponent", default="random", help="an agent, such as flat:sims=50")
    parser.add_argument("--steps", type=int, default=300_000, help="decisions of the learner's")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    return train(parser.parse_args())


if __name__ == "__main__":
    main()
