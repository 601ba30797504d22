"""Means over blocks, with intervals that respect that only blocks are independent."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from carcbot.arena.statistics.block_values import Floats

__all__ = ["CONFIDENCE", "Estimate", "critical_t", "mean_margin", "mean_share", "standard_error"]

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval that holds the truth in 95 of 100 cases.

    Attributes:
        value: The figure; it may be infinite, as the Elo of who won every game.
        low: The lower end; minus infinity if the results set none.
        high: The upper end; infinity if the results set none.
    """

    value: float
    low: float
    high: float

    @property
    def plus_minus(self) -> float:
        """Half the width of the interval; infinity if it has no end."""
        return (self.high - self.low) / 2 if self.bounded else math.inf

    @property
    def bounded(self) -> bool:
        """Whether figure and interval are finite, so that they may be drawn and compared."""
        return all(map(math.isfinite, self.ends))

    @property
    def ends(self) -> list[float]:
        """Figure and interval, as results keep them."""
        return [self.value, self.low, self.high]

    def holds(self, figure: float) -> bool:
        """Whether the figure lies in the interval."""
        return self.low <= figure <= self.high

    def through(self, scale: Callable[[float], float]) -> "Estimate":
        """The same estimate on another scale, which rises with this one."""
        return Estimate(scale(self.value), scale(self.low), scale(self.high))


def mean_margin(margins: Floats, games: int) -> Estimate:
    """The mean margin, with Student's interval over blocks.

    Args:
        margins: The mean margin in each block, of which there is at least one.
        games: How many games a block has.
    """
    mean = float(margins.mean())
    reach = critical_t(len(margins)) * standard_error(margins, 1 / games)
    return Estimate(mean, mean - reach, mean + reach)


def mean_share(shares: Floats, games: int) -> Estimate:
    """The mean score, with Wilson's interval for as many games as the blocks are worth.

    Independent games of variance p (1 - p) would have to be so many to fix the mean as well as
    the blocks do; Student's quantile stands in for the normal one. The interval stays between 0
    and 1 and keeps a width for who won or lost everything: then a block counts as one game, for
    nothing shows that its games are worth more.

    Args:
        shares: The mean score in each block, from 0 to 1; there is at least one.
        games: How many games a block has.
    """
    blocks, mean = len(shares), float(shares.mean())
    critical = critical_t(blocks)
    if math.isinf(critical):
        return Estimate(mean, 0.0, 1.0)
    spread = mean * (1 - mean)
    worth = spread / standard_error(shares, 0.5 / games) ** 2 if spread > 0 else blocks
    pull = critical**2 / worth
    centre = (mean + pull / 2) / (1 + pull)
    reach = math.sqrt(pull * (spread + pull / 4)) / (1 + pull)
    # rounding must not put the end beside the mean of who won or lost everything
    low, high = max(0.0, centre - reach), min(1.0, centre + reach)
    return Estimate(mean, min(mean, low), max(mean, high))


def standard_error(values: Floats, grain: float) -> float:
    """The standard error of the mean of the blocks' values; infinity for a single block.

    Blocks that are all alike would have none, though the next may differ. So it is never less than
    if one of them had differed by one grain.

    Args:
        values: One for each block.
        grain: The least by which a block's value can differ from another's.
    """
    blocks = len(values)
    if blocks < 2:
        return math.inf
    squares = float(np.square(values - values.mean()).sum())
    least = grain**2 * (1 - 1 / blocks)
    return math.sqrt(max(squares, least) / (blocks - 1) / blocks)


def critical_t(blocks: int) -> float:
    """Student's two-sided quantile for the mean of so many blocks; infinity for a single one."""
    if blocks < 2:
        return math.inf
    from scipy import special  # noqa: PLC0415 - a referee starts sooner without it

    return float(special.stdtrit(blocks - 1, (1 + CONFIDENCE) / 2))
