"""Proof that the sequential test errs as often as it was told to, and no more.

In made-up worlds, in each of which one of the hypotheses is exactly true, the test is run on blocks
drawn until it gives its verdict, thousands of times. The rate of wrong verdicts has to lie within
one percentage point of alpha, or beta. The worlds differ in what the test must not depend on: how
often games are drawn, how much the games on one deck have in common, what the first seat is worth,
how skewed margins are. Where the truth lies far from both hypotheses the test has to be wrong less
often than that.

`python -m tests.proof.sequential --runs 1500 --short` is the short form, with hypotheses that lie
further apart, so that the verdicts come sooner.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from carcbot.arena.statistics.block_values import Floats
from carcbot.arena.statistics.elo import NORMALIZED_UNIT, score_of
from carcbot.arena.statistics.sequential import (
    FEWEST,
    Plan,
    counts_of,
    margin_ratio,
    score_ratio,
)

_CHUNK = 32
_TOLERANCE = 0.01
_SEED = 7

Sampler = Callable[[np.random.Generator, int], Floats]
"""Draws so many chunks of blocks' values, ``[chunks, blocks]``."""


@dataclass(frozen=True)
class World:
    """How blocks come about.

    Attributes:
        name: For the report.
        plan: What is asked there.
        games: How many games a block has.
        players: How many sit at a table.
        sampler: How blocks are drawn if this many Elo, or points, are true.
        far: How many times the distance of the hypotheses from each other the truth lies beyond
            them where it is far away.
    """

    name: str
    plan: Plan
    games: int
    players: int
    sampler: Callable[[float], Sampler]
    far: float = 3


def pairs(base: Floats, *, normalized: bool = False) -> Callable[[float], Sampler]:
    """Blocks of two games with five scores, tilted until the difference is what it has to be."""
    scores = np.linspace(0, 1, 5)

    def tilted(tilt: float) -> Floats:
        weights: Floats = base * np.exp(tilt * scores)
        shares: Floats = weights / weights.sum()
        return shares

    def difference(tilt: float) -> float:
        shares = tilted(tilt)
        mean = float(shares @ scores)
        spread = float(np.sqrt(2 * (shares @ (scores - mean) ** 2)))  # of one game
        return (mean - 0.5) / spread if normalized else mean

    def sampler(true: float) -> Sampler:
        aim = true / NORMALIZED_UNIT if normalized else score_of(true)
        edges = tilted(brentq(lambda tilt: difference(tilt) - aim, -9, 9)).cumsum()[:-1]
        return lambda rng, chunks: scores[np.searchsorted(edges, rng.random((chunks, _CHUNK)))]

    return sampler


def tables(players: int, lean: float, common: float) -> Callable[[float], Sampler]:
    """Blocks of as many games as players; the first seat wins more, and a deck may decide them all.

    Args:
        players: How many sit at a table.
        lean: By how much the first seat's chance is better, and the last one's worse.
        common: How often the same luck decides all games of a block.
    """
    leans = np.linspace(lean, -lean, players)

    def sampler(true: float) -> Sampler:
        chances = score_of(true, players) + leans

        def draw(rng: np.random.Generator, chunks: int) -> Floats:
            luck = rng.random((chunks, _CHUNK, players))
            same = rng.random((chunks, _CHUNK, 1)) < common
            wins: Floats = (np.where(same, luck[:, :, :1], luck) < chances).mean(axis=2)
            return wins

        return draw

    return sampler


def margins(spread: float) -> Callable[[float], Sampler]:
    """Blocks with skewed margins: few large wins, many small losses; less than 0 turns them."""
    return lambda true: (
        lambda rng, chunks: true + spread * (rng.gamma(4, 0.5, (chunks, _CHUNK)) - 2)
    )


def tables_normalized(players: int) -> Callable[[float], Sampler]:
    """Blocks of independent games without ties, stronger by so much normalized Elo."""

    def sampler(true: float) -> Sampler:
        ratio = true / NORMALIZED_UNIT

        def excess(score: float) -> float:
            return float((score - 1 / players) / np.sqrt(score * (1 - score)) - ratio)

        score = brentq(excess, 0.01, 0.99)
        return lambda rng, chunks: rng.binomial(players, score, (chunks, _CHUNK)) / players

    return sampler


def worlds(*, short: bool) -> list[World]:
    """The worlds of the full form, or of the short one."""
    many_draws = np.array([0.02, 0.14, 0.66, 0.14, 0.04])
    few_draws = np.array([0.20, 0.02, 0.56, 0.02, 0.20])
    elo = 25 if short else 10
    logistic, normalized = Plan(0, elo), Plan(0, 2 * elo, "normalized")
    strict = Plan(-elo, elo, alpha=0.02, beta=0.1)
    several = [
        World("pairs, many draws", logistic, 2, 2, pairs(many_draws)),
        World("pairs, few draws", strict, 2, 2, pairs(few_draws)),
        World("pairs, few draws", normalized, 2, 2, pairs(few_draws, normalized=True)),
        World("3 seats, the first better", Plan(0, 1.5 * elo), 3, 3, tables(3, 0.1, 0.3)),
        World("margins, skewed", Plan(0, elo / 10, "margin"), 2, 2, margins(20), far=20),
    ]
    down = World("margins, skewed down", Plan(0, elo / 10, "margin"), 2, 2, margins(-20), far=20)
    if short:
        return [*several, down]
    return [
        *several,
        World("pairs, few draws", logistic, 2, 2, pairs(few_draws)),
        World(
            "pairs, few draws", Plan(0, elo, "normalized"), 2, 2, pairs(few_draws, normalized=True)
        ),
        World("pairs, many draws", Plan(0, 30), 2, 2, pairs(many_draws)),
        World("5 seats", normalized, 5, 5, tables_normalized(5)),
        down,
    ]


def main() -> int:
    """Runs all tests in all worlds and prints how often they were wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000, help="of each test in each world")
    parser.add_argument("--short", action="store_true", help="hypotheses that lie further apart")
    arguments = parser.parse_args()
    rng, rng_of_far = np.random.default_rng(_SEED), np.random.default_rng(_SEED)
    failed = 0
    for world in worlds(short=arguments.short):
        plan = world.plan
        accepted, blocks0 = play(world, plan.h0, arguments.runs, rng)
        kept, blocks1 = play(world, plan.h1, arguments.runs, rng)
        false_positive, false_negative = accepted, 1 - kept
        beyond = world.far * (plan.h1 - plan.h0)
        far_below, _ = play(world, plan.h0 - beyond, arguments.runs // 10, rng_of_far)
        far_above, _ = play(world, plan.h1 + beyond, arguments.runs // 10, rng_of_far)
        good = (
            abs(false_positive - plan.alpha) <= _TOLERANCE
            and abs(false_negative - plan.beta) <= _TOLERANCE
            and far_below < plan.alpha
            and 1 - far_above < plan.beta
        )
        failed += not good
        print(
            f"{world.name}, {plan.model} {plan.h0:g} to {plan.h1:g}:"
            f" alpha {plan.alpha:.0%} found {false_positive:.2%} ({blocks0:,.0f} blocks),"
            f" beta {plan.beta:.0%} found {false_negative:.2%} ({blocks1:,.0f} blocks),"
            f" far below {far_below:.2%}, far above {1 - far_above:.2%}"
            f"{'' if good else '  WRONG'}",
            flush=True,
        )
    print(f"{failed} worlds in which the test errs more or less often than it was told to")
    return 1 if failed else 0


def play(world: World, true: float, runs: int, rng: np.random.Generator) -> tuple[float, float]:
    """How often the alternative was accepted, and how many blocks a verdict took on average."""
    draw = world.sampler(true)
    margin = world.plan.model == "margin"
    sums = np.zeros((runs, 1, 3 if margin else 2 * world.games + 1))
    accepted, spent, before = 0, 0, 0
    while len(sums):
        values = draw(rng, len(sums))
        number = before + np.arange(1.0, _CHUNK + 1)
        if margin:
            sums = sums + (values[:, :, None] ** np.array([1, 2, 3])).cumsum(axis=1)
            ratios = margin_ratio(world.plan, number, sums, world.games)
        else:
            sums = sums + counts_of(values, world.games)
            ratios = score_ratio(world.plan, sums, world.players)
        over = ((ratios >= world.plan.high) | (ratios <= world.plan.low)) & (number >= FEWEST)
        done = over.any(axis=1)
        first = over.argmax(axis=1)[done]
        accepted += int((ratios[done, first] > 0).sum())
        spent += int((before + first + 1).sum())
        sums, before = sums[~done, -1:], before + _CHUNK
    return accepted / runs, spent / runs


if __name__ == "__main__":
    sys.exit(main())
