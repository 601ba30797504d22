"""The test that looks at every block and stops as soon as the result is clear.

Wald's sequential probability ratio test, generalized to distributions of which the hypotheses fix
only one figure. Two seats are judged by how often each score of a block was seen (pentanomial, for
blocks of two games), more seats and margins by normal distributions of the blocks' means.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

import numpy as np

from carcbot.arena.statistics import likelihood
from carcbot.arena.statistics.blocks import Blocks, Floats
from carcbot.arena.statistics.elo import NORMALIZED_UNIT, score_of
from carcbot.errors import InputError

__all__ = [
    "FEWEST",
    "Model",
    "Plan",
    "Progress",
    "Verdict",
    "count_ratio",
    "moment_ratio",
    "progress",
]

Model: TypeAlias = Literal["logistic", "normalized", "margin"]

FEWEST = 16
"""Blocks before which there is no verdict: of fewer, nobody knows how much they vary."""


class Verdict(StrEnum):
    """What a sequential test says so far."""

    GO_ON = "go on"
    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sequential test asks, fixed before the first game.

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
    """Where a sequential test stands.

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


def progress(plan: Plan, blocks: Blocks, player: int) -> Progress:
    """Where the test of a player against the others at the table stands.

    It looks after every block, in their order, and the first verdict stays. So the order must not
    depend on the results: blocks count as they were started, not as they ended.
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


def count_ratio(plan: Plan, counts: Floats) -> Floats:
    """The log-likelihood ratio of two players' blocks, from how often each score was seen.

    Args:
        plan: What is asked, in Elo of either kind.
        counts: ``[..., scores]``: the scores that a block can have lie evenly from 0 to 1, five of
            them if it has two games.
    """
    scores = np.linspace(0, 1, counts.shape[-1])
    if plan.model == "normalized":
        spreads = _spreads(plan, (counts.shape[-1] - 1) // 2)
        return likelihood.multinomial_spread_ratio(counts, scores, 0.5, *spreads)
    return likelihood.multinomial_mean_ratio(counts, scores, score_of(plan.h0), score_of(plan.h1))


def moment_ratio(
    plan: Plan, number: Floats, mean: Floats, variance: Floats, *, games: int, players: int
) -> Floats:
    """The log-likelihood ratio of blocks of a player, whose means are taken as normal.

    Args:
        plan: What is asked.
        number: How many blocks there are, ``[...]``.
        mean: The mean of their scores, or margins if the plan asks for these, ``[...]``.
        variance: Their mean squared distance from it, ``[...]``.
        games: How many games a block has.
        players: How many sit at a table.
    """
    grain = (1.0 if plan.model == "margin" else 0.5) / games
    variance = np.maximum(variance, grain**2 / number)  # as intervals.standard_error does
    if plan.model == "normalized":
        excess = mean - 1 / players
        return likelihood.normal_spread_ratio(number, excess, variance, *_spreads(plan, games))
    if plan.model == "margin":
        return likelihood.normal_mean_ratio(number, mean, variance, plan.h0, plan.h1)
    null, alternative = score_of(plan.h0, players), score_of(plan.h1, players)
    return likelihood.normal_mean_ratio(number, mean, variance, null, alternative)


def _ratios(plan: Plan, blocks: Blocks, player: int) -> Floats:
    """The log-likelihood ratio after each block."""
    if blocks.players == 2 and plan.model != "margin":
        steps = np.rint(2 * blocks.games * blocks.scores_of(player)).astype(int)
        seen = np.eye(2 * blocks.games + 1)[steps]
        return count_ratio(plan, seen.cumsum(axis=0))
    values = blocks.margins_of(player) if plan.model == "margin" else blocks.scores_of(player)
    number = np.arange(1.0, blocks.count + 1)
    mean = values.cumsum() / number
    variance = np.square(values).cumsum() / number - mean**2
    return moment_ratio(plan, number, mean, variance, games=blocks.games, players=blocks.players)


def _spreads(plan: Plan, games: int) -> tuple[float, float]:
    """Both hypotheses, given in normalized Elo, in standard deviations of a block's mean."""
    unit = NORMALIZED_UNIT / math.sqrt(games)
    return plan.h0 / unit, plan.h1 / unit
