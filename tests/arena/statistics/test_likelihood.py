"""Tests of carcbot.arena.statistics.likelihood."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import NonlinearConstraint, minimize

from carcbot.arena.statistics.block_values import Floats
from carcbot.arena.statistics.likelihood import (
    multinomial_mean_ratio,
    multinomial_spread_ratio,
    skewed_mean_ratio,
)

VALUES = np.linspace(0, 1, 5)
SAMPLES = ((0, 0, 1, 0, 0), (0, 0, 0, 0, 40), (0, 5, 0, 0, 0), (2, 3, 9, 2, 3), (30, 2, 0, 0, 0))


def best_likelihood(counts: Floats, constraint: Callable[[Floats], list[float]]) -> float:
    """The largest log-likelihood under a constraint, by a general search from several starts."""
    total, rng = float(counts.sum()), np.random.default_rng(1)

    def unlikely(shares: Floats) -> float:
        return -float(counts @ np.log(shares)) / total

    found = [
        minimize(
            unlikely,
            rng.dirichlet(np.ones(len(VALUES))),
            bounds=[(1e-12, 1.0)] * len(VALUES),
            constraints=[
                NonlinearConstraint(lambda shares: [float(shares.sum())], 1, 1),
                NonlinearConstraint(constraint, 0, 0),
            ],
            method="SLSQP",
            tol=1e-13,
        )
        for _ in range(6)
    ]
    return max(-float(each.fun) * total for each in found if each.success)


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("mean", (0.51, 0.6))
def test_mean_ratio(sample: tuple[int, ...], mean: float) -> None:
    """It is what a general search finds for both hypotheses, also where scores are missing."""
    counts = np.maximum(sample, 1e-3)
    expected = best_likelihood(
        counts, lambda shares: [float(shares @ VALUES) - mean]
    ) - best_likelihood(counts, lambda shares: [float(shares @ VALUES) - 0.45])
    found = float(multinomial_mean_ratio(np.array(sample, dtype=float), VALUES, 0.45, mean))
    assert expected == pytest.approx(found, abs=1e-5)


def off_spread(shares: Floats, spreads: float) -> list[float]:
    """How far the mean is from being so many standard deviations above 1/2."""
    mean = shares @ VALUES
    deviation = math.sqrt(max(float(shares @ (VALUES - mean) ** 2), 1e-30))
    return [float(mean - 0.5 - spreads * deviation)]


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("spreads", (0.04, 0.5))
def test_spread_ratio(sample: tuple[int, ...], spreads: float) -> None:
    """It is what a general search finds for both hypotheses, also where scores are missing."""
    counts = np.maximum(sample, 1e-3)
    expected = best_likelihood(counts, lambda shares: off_spread(shares, spreads))
    expected -= best_likelihood(counts, lambda shares: off_spread(shares, 0))
    found = multinomial_spread_ratio(np.array(sample, dtype=float), VALUES, 0.5, 0, spreads)
    assert expected == pytest.approx(float(found), abs=1e-5)


def test_many_samples_at_once() -> None:
    """Samples along leading axes are what each is alone."""
    drawn = np.random.default_rng(2).multinomial(30, [0.1, 0.2, 0.4, 0.2, 0.1], (3, 4))
    counts = drawn.astype(np.float64)
    together = multinomial_spread_ratio(counts, VALUES, 0.5, 0, 0.1)
    alone = [
        [multinomial_spread_ratio(each, VALUES, 0.5, 0, 0.1) for each in row] for row in counts
    ]
    assert together.shape == (3, 4)
    assert np.allclose(together, alone)


def test_skewed_ratio_is_nearly_the_free_one() -> None:
    """For skewed values it comes near the ratio in which every distribution is allowed."""
    values = np.sort(np.random.default_rng(3).gamma(2, 10, 300))
    mean, variance, skew = (np.array(part) for part in moments(values))
    null, alternative = float(mean) - 2.5, float(mean) + 1
    free = float(multinomial_mean_ratio(np.ones(300), values, null, alternative))
    number = np.array(300.0)
    asked = {"null": null, "alternative": alternative}
    found = float(skewed_mean_ratio(number, mean, variance, skew, **asked))
    normal = float(skewed_mean_ratio(number, mean, variance, np.zeros(()), **asked))
    assert found == pytest.approx(free, rel=0.03)
    assert abs(normal - free) > 3 * abs(found - free)


def moments(values: Floats) -> tuple[float, float, float]:
    """Mean, mean squared and mean cubed distance from it."""
    mean = float(values.mean())
    return mean, float(((values - mean) ** 2).mean()), float(((values - mean) ** 3).mean())


def test_skewed_ratio_without_skew() -> None:
    """For symmetric values it is the textbook's likelihood ratio of normal distributions."""
    values = np.array([-2.0, -1, 0, 1, 2]) + 3
    mean, variance, _ = moments(values)

    def log_likelihood(true: float) -> float:
        deviation = math.sqrt(((values - true) ** 2).mean())
        return float(-5 * math.log(deviation))  # what else there is, is the same for both

    found = skewed_mean_ratio(
        np.array(5.0), np.array(mean), np.array(variance), np.array(0.0), null=1, alternative=2.5
    )
    assert float(found) == pytest.approx(log_likelihood(2.5) - log_likelihood(1))
