"""The test that looks at every block and stops as soon as the result is clear.

Wald's sequential probability ratio test, generalized to distributions of which the hypotheses fix
only one figure. Scores are judged by how often a block had each of them (pentanomial, for blocks of
two games between two), margins by mean, variance and skew over the blocks.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

import numpy as np

from carcbot.arena.statistics import likelihood
from carcbot.arena.statistics.block_values import Blocks, Floats
from carcbot.arena.statistics.elo import NORMALIZED_UNIT, score_of
from carcbot.errors import InputError

__all__ = [
    "FEWEST",
    "Model",
    "Plan",
    "Progress",
    "Verdict",
    "counts_of",
    "margin_ratio",
    "progress",
    "score_ratio",
    "verdict_after",
]

Model: TypeAlias = Literal["logistic", "normalized", "margin"]

FEWEST = 16
"""Blocks before which there is no verdict: of fewer, nobody knows how much they vary."""
_FORESEEABLE = 1 / 3
"""A ratio that has come less of its way to a bound may as well turn round."""


class Verdict(StrEnum):
    """The verdict of a sequential test so far."""

    GO_ON = "go on"
    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"


@dataclass(frozen=True, slots=True)
class Plan:
    """The question of a sequential test, fixed before the first game.

    Attributes:
        h0: The difference to the other players that the null hypothesis says.
        h1: The difference that the alternative says; more than the null hypothesis.
        model: In what they are measured: ``"logistic"`` is the usual Elo, ``"normalized"`` is Elo
            in spreads of a game, ``"margin"`` is points in a game.
        alpha: How often the alternative may be accepted where the null hypothesis is true.
        beta: How often the null hypothesis may be accepted where the alternative is true.

    Raises:
        InputError: The hypotheses or the rates of errors make no test.
    """

    h0: float
    h1: float
    model: Model = "logistic"
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.h0) and math.isfinite(self.h1) and self.h0 < self.h1):
            raise InputError(
                f"hypotheses {self.h0:g} and {self.h1:g}", expected="two numbers, the lower first"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise InputError(f"{name} of {rate:g}", expected="more than 0 and less than 0.5")

    @property
    def low(self) -> float:
        """The log-likelihood ratio at which the null hypothesis is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def high(self) -> float:
        """The log-likelihood ratio at which the alternative is accepted."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a sequential test.

    Attributes:
        plan: What it asks.
        ratio: The log-likelihood ratio, for the alternative, where the verdict fell, or so far.
        blocks: How many blocks it comes from. Those after the verdict do not count.
        verdict: What it says.
    """

    plan: Plan
    ratio: float
    blocks: int
    verdict: Verdict

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict, so that no further block counts."""
        return self.verdict is not Verdict.GO_ON


def progress(plan: Plan, blocks: Blocks, player: int) -> Progress:
    """The state of the test of a player against the others at the table.

    It is evaluated after every block, in order, and the first verdict stays. So the order must not
    depend on the results: blocks count in the order in which they were started.
    """
    ratios = _ratios(plan, blocks, player)
    number = np.arange(1, blocks.count + 1)
    over = np.flatnonzero((number >= FEWEST) & ((ratios <= plan.low) | (ratios >= plan.high)))
    if not over.size:
        last = float(ratios[-1]) if ratios.size else 0.0
        return Progress(plan, last, blocks.count, Verdict.GO_ON)
    at = int(over[0])
    ratio = float(ratios[at])
    verdict = Verdict.ACCEPT_H1 if ratio >= plan.high else Verdict.ACCEPT_H0
    return Progress(plan, ratio, at + 1, verdict)


def verdict_after(progress: Progress) -> int | None:
    """After how many blocks there is a verdict if the ratio goes on as it did on average so far.

    None if there is one already, or if the ratio has not yet come far enough to say so.
    """
    bound = progress.plan.high if progress.ratio > 0 else progress.plan.low
    way = progress.ratio / bound
    if progress.is_decided or progress.blocks < FEWEST or way < _FORESEEABLE:
        return None
    return math.ceil(progress.blocks / way)


def counts_of(scores: Floats, games: int) -> Floats:
    """How often each score of the grid was seen up to each block.

    The grid has a point for each half win of a block. A score between two points, as after a tie
    of three, counts for both, the more for the nearer, so that the mean stays what it is.

    Args:
        scores: The mean score in each block, ``[..., blocks]``.
        games: How many games a block has.

    Returns:
        ``[..., blocks, 2 * games + 1]``
    """
    distance = np.abs(2 * games * scores[..., None] - np.arange(2 * games + 1))
    counts: Floats = np.maximum(0, 1 - distance).cumsum(axis=-2)
    return counts


def score_ratio(plan: Plan, counts: Floats, players: int) -> Floats:
    """The log-likelihood ratio of scores, from how often each was seen.

    Args:
        plan: What is asked, in Elo of either kind.
        counts: ``[..., 2 * games + 1]``, as `counts_of` makes them.
        players: How many sit at a table.
    """
    grid = np.linspace(0, 1, counts.shape[-1])
    if plan.model == "normalized":
        unit = NORMALIZED_UNIT / math.sqrt((counts.shape[-1] - 1) / 2)
        h0, h1 = plan.h0 / unit, plan.h1 / unit
        return likelihood.multinomial_spread_ratio(counts, grid, 1 / players, h0, h1)
    h0, h1 = score_of(plan.h0, players), score_of(plan.h1, players)
    return likelihood.multinomial_mean_ratio(counts, grid, h0, h1)


def margin_ratio(plan: Plan, number: Floats, sums: Floats, games: int) -> Floats:
    """The log-likelihood ratio of margins, from the sums of their powers.

    Args:
        plan: What is asked, in points.
        number: How many blocks there are, ``[...]``.
        sums: The sums of their margins, of the squares and of the cubes, ``[..., 3]``.
        games: How many games a block has.
    """
    mean, square, cube = (sums[..., power] / number for power in range(3))
    variance = np.maximum(square - mean**2, 1 / games**2 / number)  # as of intervals' grain
    skew = cube - 3 * mean * square + 2 * mean**3
    return likelihood.skewed_mean_ratio(
        number, mean, variance, skew, null=plan.h0, alternative=plan.h1
    )


def _ratios(plan: Plan, blocks: Blocks, player: int) -> Floats:
    """The log-likelihood ratio after each block."""
    if plan.model != "margin":
        counts = counts_of(blocks.scores_of(player), blocks.games)
        return score_ratio(plan, counts, blocks.players)
    powers = blocks.margins_of(player)[:, None] ** np.array([1, 2, 3])
    number = np.arange(1.0, blocks.count + 1)
    return margin_ratio(plan, number, powers.cumsum(axis=0), blocks.games)
