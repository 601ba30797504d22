"""Means over the turns of games, of which those of a game belong together."""

from collections.abc import Sequence

import numpy as np

from carcbot.arena.statistics.intervals import Estimate, mean_margin

__all__ = ["mean_of_turns"]


def mean_of_turns(sums: Sequence[float], turns: Sequence[int]) -> Estimate:
    """The mean of something that each turn has, with an interval over games.

    Args:
        sums: Of it, game by game.
        turns: How many turns each game had.
    """
    parts, sizes = np.array(sums, dtype=float), np.array(turns, dtype=float)
    mean = float(parts.sum() / sizes.sum())
    off = mean_margin((parts - mean * sizes) / sizes.mean(), 1).plus_minus
    return Estimate(mean, mean - off, mean + off)
