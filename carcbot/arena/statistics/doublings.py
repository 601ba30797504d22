"""What a doubling of the budget is worth: Elo against time, simulations or nodes."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, special

from carcbot.arena.statistics.block_values import Floats
from carcbot.arena.statistics.intervals import CONFIDENCE, Estimate
from carcbot.errors import InputError

__all__ = ["Doubling", "elo_per_doubling"]


@dataclass(frozen=True, slots=True)
class Doubling:
    """What a doubling is worth.

    Attributes:
        elo: How much stronger it makes, on average over all budgets.
        straight: How likely results would lie so far off the line, or further, if all doublings
            were worth the same. Below 0.05 the gain per doubling changes with the budget.
    """

    elo: Estimate
    straight: float


def elo_per_doubling(budgets: ArrayLike, elos: ArrayLike, covariance: Floats) -> Doubling:
    """Fits a line to ratings against the logarithm of budgets, by generalized least squares.

    Only differences of ratings count, so their mean may be fixed, as in `fitted_ratings.Ratings`.
    Ratings that lie further off the line than their covariance explains widen the interval.

    Args:
        budgets: What each player had, more than 0; at least two differ.
        elos: The rating of each player.
        covariance: The covariance of the ratings.

    Raises:
        InputError: There are no two different budgets.
    """
    doublings = np.log2(np.asarray(budgets, dtype=np.float64))
    if np.ptp(doublings) == 0:
        raise InputError(
            f"budgets {np.asarray(budgets).tolist()}", expected="at least two that differ"
        )
    number = len(doublings)
    differences = linalg.null_space(np.ones((1, number)))  # all that a shift does not change
    along = differences.T @ doublings
    rise = differences.T @ np.asarray(elos, dtype=np.float64)
    weights = np.linalg.inv(differences.T @ covariance @ differences)
    variance = 1 / float(along @ weights @ along)
    slope = variance * float(along @ weights @ rise)
    off = rise - slope * along
    misfit, freedom = float(off @ weights @ off), number - 2
    reach = float(special.ndtri((1 + CONFIDENCE) / 2)) * math.sqrt(variance)
    if freedom:
        reach *= math.sqrt(max(1.0, misfit / freedom))
    straight = float(special.chdtrc(freedom, misfit)) if freedom else 1.0
    return Doubling(Estimate(slope, slope - reach, slope + reach), straight)
