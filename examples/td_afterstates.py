"""Learns a game for two by playing against itself: temporal differences on afterstates, in numpy.

    python td_afterstates.py --minutes 10 --seed 1 --out learned
    PYTHONPATH=. TD_WEIGHTS=learned/weights.npz carcbot match td_afterstates:Player greedy

A network says by how many points the player who has just moved will win. In its games it makes the
move after which it says most, now and then another one. After each round of games it learns for
every position that it made what was said after the best move there, seen from the other side, mixed
with how the game ended. It begins with the lead that there would be if the game ended now, and
learns only what is missing.

The folder has `weights.npz` for the player below; `curve.csv` and `curve.png`, how it plays against
greed, which takes the greatest lead; and `checkpoint.npz`, from which the same command goes on
after Ctrl-C. Minutes are those of a core, so that a busy machine takes longer to learn as much. On
one machine the same seed and number of games give the same weights, however often it was stopped.
"""

import argparse
import csv
import json
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Self
from zipfile import BadZipFile

# numpy reads it once: products as small as these are not worth a second thread
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from carcbot.env import NO_ACTION, Batch
from carcbot.env.batch import Afterstates
from carcbot.errors import InputError, OptionsError
from carcbot.games.contract import View, determinized
from carcbot.search.budget import Budget

GAMES: Final = 64
"""How many are played side by side before it learns from them."""
MIX: Final = 0.7
"""How much the end of a game counts against what the network says on the way (lambda)."""
EXPLORE: Final = 0.02
"""How many moves are made at random."""
RATE: Final = 1e-3
RATE_HALVES: Final = 10_000
"""The size of the steps in which it learns, and after how many games it is half of that."""
MINIBATCH: Final = 512
PASSES: Final = 3
"""How often it learns from each position."""
EXAMINED_EVERY: Final = 50
EXAMINED_PAIRS: Final = 64
"""Rounds from one point of the curve to the next, and what is played for each."""
WEIGHTS: Final = Path(__file__).with_suffix(".npz")
"""What the player knows where TD_WEIGHTS names no other file."""

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is learned; a run goes on only with the same."""

    game: str = "carcassonne"
    options: str = "seats=2"
    hidden: int = 128
    seed: int = 1


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How a learner plays after so many games.

    Attributes:
        games: How many it has learned from.
        core_seconds: What that took.
        score: What part of its games against greed it won.
        margin: By how many points, in the mean.
        error: Of what it said since the last point, in points: the root of the mean square.
    """

    games: int
    core_seconds: float
    score: float
    margin: float
    error: float


class Network:
    """Says what afterstates are worth to who moved: points, in units, that he will be ahead.

    Attributes:
        unit: As many points are a one.
        weights: Those of a hidden layer and of the output, each with its biases.
    """

    def __init__(self, names: tuple[str, ...], weights: list[Floats]) -> None:
        self.weights = weights
        self._lead, self.unit = _lead_in(names)

    @classmethod
    def new(cls, names: tuple[str, ...], hidden: int, random: np.random.Generator) -> Self:
        """One that has learned nothing: it goes by the lead alone."""
        first = random.normal(0, np.sqrt(2 / len(names)), (len(names), hidden)).astype(np.float32)
        others = (np.zeros(shape, np.float32) for shape in (hidden, (hidden, 1), 1))
        return cls(names, [first, *others])

    def lead(self, seen: Floats) -> Floats:
        """How far ahead one is now, with what the end would pay now if that is seen."""
        return seen @ self._lead

    def worth(self, after: Afterstates, movers: NDArray[np.int32]) -> Floats:
        """What each afterstate is worth; of a game that is over, what it has brought."""
        _, worth = self._forward(after.observations)
        ends = np.flatnonzero(after.over)
        seat = np.repeat(movers, np.diff(after.offsets))[ends]
        worth[ends] = (after.scores[ends, seat] - after.scores[ends, 1 - seat]) / self.unit
        return worth

    def _forward(self, seen: Floats) -> tuple[Floats, Floats]:
        inner, inner_bias, outer, outer_bias = self.weights
        hidden = np.maximum(seen @ inner + inner_bias, 0)
        return hidden, (hidden @ outer + outer_bias)[:, 0] + self.lead(seen)

    def slopes(self, seen: Floats, targets: Floats) -> tuple[list[Floats], float]:
        """How the mean square error changes with each weight, and what it is."""
        hidden, says = self._forward(seen)
        error = says - targets
        out = (error * np.float32(2 / len(error)))[:, None]
        back = (out @ self.weights[2].T) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)]
        return slopes, float(np.mean(error**2))


def _lead_in(names: tuple[str, ...]) -> tuple[Floats, float]:
    """By what to multiply an observation to get the lead in it, and how many points its unit is."""
    lead = np.zeros(len(names), np.float32)
    # Carcassonne tells points in tens; other games have no final scoring, and tell of plain points
    for points, unit in (("points if it ended now of player ", 10.0), ("points of player ", 1.0)):
        if points + "0" in names:
            lead[[names.index(points + "0"), names.index(points + "1")]] = 1, -1
            return lead, unit
    return lead, 1.0


class Adam:
    """Steps down the slope, each weight at its own pace.

    Attributes:
        steps: How many were made.
        moments: The running means of the slopes, then those of their squares.
    """

    def __init__(self, weights: list[Floats]) -> None:
        self.steps = 0
        self.moments = [np.zeros_like(each) for each in (*weights, *weights)]

    def step(self, weights: list[Floats], slopes: list[Floats], rate: float) -> None:
        """Changes the weights."""
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        count = len(weights)
        for i, slope in enumerate(slopes):
            mean, square = self.moments[i], self.moments[count + i]
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope**2 - square)
            weights[i] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def best_of(worth: Floats, offsets: Whole) -> Whole:
    """For each game the index of the afterstate that is worth most."""
    games = pairwise(offsets.tolist())
    return np.array([begin + int(worth[begin:end].argmax()) for begin, end in games], np.int64)


def make_moves(batch: Batch, games: Whole, after: Afterstates, chosen: Whole) -> None:
    """Makes the chosen moves of these games, also those that have no action."""
    actions = np.full(batch.games, NO_ACTION, np.int64)
    actions[games] = after.actions[chosen]
    for place in np.flatnonzero(after.actions[chosen] == NO_ACTION):
        game = int(games[place])
        batch.choose(game, list(batch.moves(game))[chosen[place] - after.offsets[place]])
    batch.step(actions)


@dataclass(slots=True)
class Learner:
    """A network, and all that its further course depends on.

    Attributes:
        settings: What is learned.
        network: What it knows.
        adam: How it learns.
        random: Where all its chance comes from.
        games: How many it has learned from.
        core_seconds: What that took.
        errors: The mean square errors since the last point of the curve.
        curve: How it has played.
    """

    settings: Settings
    network: Network
    adam: Adam
    random: np.random.Generator
    games: int
    core_seconds: float
    errors: list[float]
    curve: list[CurvePoint]

    @classmethod
    def new(cls, settings: Settings) -> Self:
        """One that has not begun."""
        random = np.random.default_rng(settings.seed)
        batch = Batch(settings.game, settings.options, games=1)
        if batch.seats != 2:
            raise OptionsError(f"{batch.seats} seats", where="options", expected="seats=2")
        network = Network.new(batch.names, settings.hidden, random)
        return cls(settings, network, Adam(network.weights), random, 0, 0.0, [], [])

    def learn(self, batch: Batch) -> None:
        """Plays a round of games and learns from it."""
        seen, targets = self._play(batch)
        rate = RATE / (1 + self.games / RATE_HALVES)
        for _ in range(PASSES):
            order = self.random.permutation(len(seen))
            for some in np.split(order, range(MINIBATCH, len(order), MINIBATCH)):
                slopes, error = self.network.slopes(seen[some], targets[some])
                self.adam.step(self.network.weights, slopes, rate)
                self.errors.append(error)
        self.games += batch.games

    def _play(self, batch: Batch) -> tuple[Floats, Floats]:
        """The positions that were made in a round of games, and what each should have said."""
        batch.reset(seed=int(self.random.integers(2**62)))
        turns: list[tuple[Whole, NDArray[np.int32], Floats, Floats, NDArray[np.bool_]]] = []
        while not batch.over.all():
            games = np.flatnonzero(~batch.over)
            movers = batch.arrays.to_move[games]
            after = batch.afterstates(games, seed=int(self.random.integers(2**62)))
            worth = self.network.worth(after, movers)
            best = best_of(worth, after.offsets)
            explores = self.random.random(len(games)) < EXPLORE
            anything = self.random.integers(after.offsets[:-1], after.offsets[1:])
            chosen = np.where(explores, anything, best)
            turns.append((games, movers, after.observations[chosen], worth[best], chosen != best))
            make_moves(batch, games, after, chosen)
        scores = batch.arrays.scores
        # what follows a turn is worth to seat 0; who looks from seat 1 sees the opposite
        follows = ((scores[:, 0] - scores[:, 1]) / self.network.unit).astype(np.float32)
        targets = []
        for games, movers, _, best_worth, explored in reversed(turns):
            view = np.where(movers == 0, 1, -1).astype(np.float32)
            targets.append(view * follows[games])
            mix = np.where(explored, np.float32(0), np.float32(MIX))
            follows[games] = (1 - mix) * view * best_worth + mix * follows[games]
        return np.concatenate([seen for _, _, seen, _, _ in turns]), np.concatenate(targets[::-1])

    def examine(self) -> None:
        """Adds a point to the curve: games against greed, which takes the greatest lead.

        Each seed is played from both seats, and the same ones every time.
        """
        batch = Batch(
            self.settings.game, self.settings.options, games=2 * EXAMINED_PAIRS, restarts=False
        )
        batch.reset(seeds=np.tile(np.arange(EXAMINED_PAIRS, dtype=np.uint64), 2))
        seats = np.repeat((0, 1), EXAMINED_PAIRS)
        while not batch.over.all():
            games = np.flatnonzero(~batch.over)
            movers = batch.arrays.to_move[games]
            after = batch.afterstates(games)
            own = best_of(self.network.worth(after, movers), after.offsets)
            other = best_of(self.network.lead(after.observations), after.offsets)
            make_moves(batch, games, after, np.where(movers == seats[games], own, other))
        rows = np.arange(batch.games)
        margins = batch.arrays.scores[rows, seats] - batch.arrays.scores[rows, 1 - seats]
        error = self.network.unit * float(np.sqrt(np.mean(self.errors))) if self.errors else 0.0
        score = float(np.mean((1 + np.sign(margins)) / 2))
        point = CurvePoint(self.games, self.core_seconds, score, float(np.mean(margins)), error)
        self.curve.append(point)
        self.errors = []

    def save(self, folder: Path) -> None:
        """Writes what it knows, its curve, and all that it needs to go on."""
        folder.mkdir(parents=True, exist_ok=True)
        weights = {f"weights {i}": each for i, each in enumerate(self.network.weights)}
        moments = {f"moments {i}": each for i, each in enumerate(self.adam.moments)}
        rest = {
            "random": self.random.bit_generator.state,
            "steps": self.adam.steps,
            "games": self.games,
            "core_seconds": self.core_seconds,
            "errors": self.errors,
            "curve": [asdict(point) for point in self.curve],
        }
        about = json.dumps(asdict(self.settings))
        _write(folder / "weights.npz", {"settings": about, **weights})
        everything = {"settings": about, "rest": json.dumps(rest), **weights, **moments}
        _write(folder / "checkpoint.npz", everything)
        with (folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow([each.name for each in fields(CurvePoint)])
            for point in self.curve:
                rows.writerow(f"{figure:.6g}" for figure in asdict(point).values())

    @classmethod
    def load(cls, folder: Path) -> Self:
        """One as it was when it was saved."""
        with np.load(folder / "checkpoint.npz") as kept:
            learner = cls.new(Settings(**json.loads(str(kept["settings"]))))
            learner.network.weights = [kept[f"weights {i}"] for i in range(4)]
            learner.adam.moments = [kept[f"moments {i}"] for i in range(8)]
            rest = json.loads(str(kept["rest"]))
        learner.adam.steps = rest["steps"]
        learner.random.bit_generator.state = rest["random"]
        learner.games, learner.core_seconds = rest["games"], rest["core_seconds"]
        learner.errors = rest["errors"]
        learner.curve = [CurvePoint(**point) for point in rest["curve"]]
        return learner


def _write(file: Path, arrays: dict[str, Any]) -> None:
    """Writes a file of arrays, or leaves the one that is there as it was."""
    unfinished = file.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **arrays)
    unfinished.replace(file)


class Player:
    """Makes the move after which a network that has learned says most."""

    def __init__(self) -> None:
        file = Path(os.environ.get("TD_WEIGHTS", WEIGHTS))
        if not file.exists():
            raise FileNotFoundError(f"no weights at {file}: name them by TD_WEIGHTS=FILE")
        with np.load(file) as kept:
            settings = Settings(**json.loads(str(kept["settings"])))
            weights = [kept[f"weights {i}"] for i in range(4)]
        self._batch = Batch(settings.game, settings.options, games=1)
        self._network = Network(self._batch.names, weights)

    def choose(self, view: View, budget: Budget) -> str:  # noqa: ARG002 - it never takes long
        """The move, as text."""
        self._batch.put(0, determinized(view, seed=0))
        after = self._batch.afterstates()
        worth = self._network.worth(after, self._batch.arrays.to_move)
        return list(self._batch.moves(0))[int(worth.argmax())]


def train(learner: Learner, folder: Path, minutes: float, games: int) -> None:
    """Learns until it has had so many minutes of a core, or so many games, or is told to stop."""
    stop = False

    def stop_soon(*_: object) -> None:
        nonlocal stop
        stop = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a second one waits for nothing

    before = signal.signal(signal.SIGINT, stop_soon)
    settings = learner.settings
    batch = Batch(settings.game, settings.options, games=GAMES, restarts=False)
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("", total=1)
        while not stop:
            began = time.process_time()
            part = max(learner.core_seconds / (60 * minutes), learner.games / games)
            due = learner.games % (EXAMINED_EVERY * GAMES) == 0 or part >= 1
            if due and (not learner.curve or learner.curve[-1].games < learner.games):
                learner.examine()
                learner.save(folder)
            told = f"{learner.games:,} games, won {learner.curve[-1].score:.0%} against greed"
            progress.update(bar, completed=part, description=told)
            if part >= 1:
                break
            learner.learn(batch)
            learner.core_seconds += time.process_time() - began
    signal.signal(signal.SIGINT, before)
    learner.save(folder)


def draw(curve: list[CurvePoint], file: Path) -> bool:
    """Draws the curve, if matplotlib is there to do it."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return False
    figure = Figure(figsize=(7.2, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([point.core_seconds / 60 for point in curve], [point.score for point in curve])
    axes.set(xlabel="minutes of a core", ylabel="won against greed", ylim=(0, 1))
    axes.grid(alpha=0.3)
    figure.savefig(file)
    return True


def main() -> int:
    """Learns as the command line says."""
    usual = Settings()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="of a core, in all")
    parser.add_argument("--games", type=int, default=10**9, help="to learn from, in all")
    parser.add_argument("--seed", type=int, default=usual.seed, help="of all its chance")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="the folder of its files")
    parser.add_argument("--game", default=usual.game, help="one for two seats")
    parser.add_argument("--options", default=usual.options, help="of the game")
    parser.add_argument("--hidden", type=int, default=usual.hidden, help="numbers in the middle")
    asked = parser.parse_args()
    if not min(asked.minutes, asked.games, asked.hidden) > 0 or asked.seed < 0:
        parser.error("--minutes, --games and --hidden have to be more than 0, --seed at least 0")
    settings = Settings(asked.game, asked.options, asked.hidden, asked.seed)
    try:
        learner = Learner.new(settings)
    except InputError as error:
        parser.error(str(error))
    checkpoint = asked.out / "checkpoint.npz"
    if checkpoint.exists():
        try:
            learner = Learner.load(asked.out)
        except (OSError, EOFError, BadZipFile, ValueError, KeyError, TypeError) as error:
            parser.error(f"{checkpoint} is damaged ({error}): remove it, or name another folder")
        if learner.settings != settings:
            parser.error(f"{asked.out} has another run, {learner.settings}: name another folder")
    try:
        asked.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out: {error}")
    train(learner, asked.out, asked.minutes, asked.games)
    print(f"learned from {learner.games:,} games in {learner.core_seconds / 60:.1f} minutes")
    if not draw(learner.curve, asked.out / "curve.png"):
        print("curve.csv has no picture: pip install 'carcbot[stats]' brings matplotlib")
    return 0


if __name__ == "__main__":
    sys.exit(main())
