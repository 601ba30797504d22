"""How much likelier one hypothesis makes the blocks' values than another: generalized ratios.

A hypothesis fixes one figure of the distribution of a block's value: its mean, or its mean in
standard deviations. The rest of the distribution is whatever fits best under it; the ratio of the
two best fits is the generalized likelihood ratio. Two families of distributions are here: any on
given values (multinomial), and those that are normal but for some skew.

All functions take many samples at once: the samples lie along the leading axes.
"""

import numpy as np

from carcbot.arena.statistics.block_values import Floats

__all__ = [
    "multinomial_mean_ratio",
    "multinomial_spread_ratio",
    "skewed_mean_ratio",
]

_EMPTY = 1e-3
"""Counted in place of 0: what has not been seen yet is not impossible. Fishtest takes the same."""
_NEAR = 0.5
_NEAR_OF_SKEWED = 0.8
"""So many spreads from the mean what is known of skew holds, or so many divided by the skewness, if
that is less. `tests/proof/sequential.py` shows how often the test errs then."""
_PRECISION = 1e-9
_MOST_ROUNDS = 60


def multinomial_mean_ratio(
    counts: Floats, values: Floats, null: float, alternative: float
) -> Floats:
    """The log-likelihood ratio of two means, for the alternative.

    Args:
        counts: How often each value was seen, ``[..., values]``.
        values: The values, rising.
        null: The mean that the null hypothesis says, strictly between the ends of the values.
        alternative: The mean that the alternative says, likewise.
    """
    seen, shares, column = _by_value(counts, values)

    def best(mean: float) -> Floats:
        return _tilted(shares, column - mean)

    return _ratio(seen, best(null), best(alternative)).reshape(counts.shape[:-1])


def multinomial_spread_ratio(
    counts: Floats, values: Floats, centre: float, null: float, alternative: float
) -> Floats:
    """The log-likelihood ratio of two means in standard deviations, for the alternative.

    Args:
        counts: How often each value was seen, ``[..., values]``.
        values: The values, rising.
        centre: From where the mean is measured.
        null: How many standard deviations the mean is above the centre by the null hypothesis.
        alternative: ... and by the alternative.
    """
    seen, shares, column = _by_value(counts, values)

    def best(spreads: float) -> Floats:
        # At the best fit, p[i] = share[i] / (1 + theta * slope[i]), where slope is the derivative
        # of mean - centre - spreads * deviation by p[i], less its mean under p. The slope depends
        # on the mean and deviation of p itself, so both are found in turns. They start from even
        # shares, which always have a deviation.
        found: Floats = np.full_like(shares, 1 / len(values))
        searched = np.arange(shares.shape[1])
        for _ in range(_MOST_ROUNDS):
            before = found[:, searched]
            mean = (before * column).sum(axis=0)
            square = (before * (column - mean) ** 2).sum(axis=0)
            bend = spreads / 2 * (np.sqrt(square) + (column - mean) ** 2 / np.sqrt(square))
            after = _tilted(shares[:, searched], column - centre - bend)
            found[:, searched] = after
            searched = searched[np.abs(after - before).max(axis=0) > _PRECISION]
            if not searched.size:
                break
        return found

    return _ratio(seen, best(null), best(alternative)).reshape(counts.shape[:-1])


def skewed_mean_ratio(
    number: Floats,
    mean: Floats,
    variance: Floats,
    skew: Floats,
    *,
    null: float,
    alternative: float,
) -> Floats:
    """The log-likelihood ratio of two means of a distribution that is normal but for some skew.

    The normal ratio alone would favour one side: with a long tail above, a mean that came out low
    brings a variance that came out low and looks surer than it is. The first term in which the
    empirical likelihood differs from the normal one mends that (DiCiccio, Hall and Romano 1991).
    It says so near the mean alone; far from it, where it would outgrow what it mends, it counts as
    much as at the end of where it holds.

    Args:
        number: How many values there are.
        mean: Their mean.
        variance: Their mean squared distance from it; more than 0.
        skew: Their mean cubed distance from it.
        null: The mean that the null hypothesis says.
        alternative: The mean that the alternative says.
    """
    spread = np.sqrt(variance)
    lean = skew / spread**3
    near = np.minimum(_NEAR, _NEAR_OF_SKEWED / np.maximum(np.abs(lean), _EMPTY))

    def misfit(true: float) -> Floats:
        off = (mean - true) / spread
        twice: Floats = np.log1p(off**2) + 2 / 3 * lean * np.clip(off, -near, near) ** 3
        return twice

    ratio: Floats = number / 2 * (misfit(null) - misfit(alternative))
    return ratio


def _by_value(counts: Floats, values: Floats) -> tuple[Floats, Floats, Floats]:
    """Counts and shares with the values along the first axis, and the values as a column.

    Sums over the few values are many times faster so than along the last axis.
    """
    seen = np.maximum(counts.reshape(-1, len(values)).T, _EMPTY)
    return seen, seen / seen.sum(axis=0), values[:, None]


def _ratio(seen: Floats, null: Floats, alternative: Floats) -> Floats:
    """The log-likelihood ratio of two distributions."""
    ratio: Floats = (seen * np.log(alternative / null)).sum(axis=0)
    return ratio


def _tilted(shares: Floats, slopes: Floats) -> Floats:
    """The distribution nearest to the shares under which the slopes have the mean 0.

    It is ``shares / (1 + theta * slopes)``, where theta is the one number that makes the mean 0:
    the mean falls as theta rises, between the two numbers at which a denominator would vanish.
    Newton's method finds it, and halves the interval where it would leave it. Samples for which
    it is found are left alone.
    """
    slopes = np.broadcast_to(slopes, shares.shape)
    low, high = -1 / slopes.max(axis=0), -1 / slopes.min(axis=0)
    theta = np.zeros_like(low)
    searched = np.arange(theta.size)
    for _ in range(_MOST_ROUNDS):
        at, some, bends = theta[searched], shares[:, searched], slopes[:, searched]
        parts = bends / (1 + at * bends)
        weighted = some * parts
        mean = weighted.sum(axis=0)
        left = np.where(mean > 0, at, low[searched])
        right = np.where(mean > 0, high[searched], at)
        step = at + mean / (weighted * parts).sum(axis=0)
        step = np.where((step > left) & (step < right), step, (left + right) / 2)
        low[searched], high[searched], theta[searched] = left, right, step
        searched = searched[np.abs(step - at) * np.abs(bends).max(axis=0) > _PRECISION]
        if not searched.size:
            break
    tilted: Floats = shares / (1 + theta * slopes)
    return tilted
