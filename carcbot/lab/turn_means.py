"""Means over the turns of games, of which those of a game belong together."""

from collections.abc import Sequence

import numpy as np

from carcbot.arena.statistics.intervals import Estimate, critical_t, standard_error

__all__ = ["mean_of_turns"]


def mean_of_turns(sums: Sequence[float], turns: Sequence[int]) -> Estimate:
    """The mean of something that each turn has, with an interval over games.

    Args:
        sums: Of it, game by game.
        turns: How many turns each game had.
    """
    parts, sizes = np.array(sums, dtype=float), np.array(turns, dtype=float)
    mean = float(parts.sum() / sizes.sum())
    grain = 1 / float(sizes.mean())  # the least by which a game differs, if it is in one turn by 1
    off = critical_t(len(sizes)) * standard_error((parts - mean * sizes) * grain, grain)
    return Estimate(mean, mean - off, mean + off)
