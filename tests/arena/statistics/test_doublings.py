"""Tests of carcbot.arena.statistics.doublings."""

import math

import numpy as np
import pytest

from carcbot.arena.statistics.doublings import elo_per_doubling
from carcbot.errors import InputError

BUDGETS = [100, 200, 400, 1600]


def test_straight_line() -> None:
    """Ratings on a line give its slope, and lie on it."""
    found = elo_per_doubling(BUDGETS, [0, 50, 100, 200], np.diag([9.0, 9, 9, 9]))
    assert found.elo.value == pytest.approx(50)
    assert found.straight == pytest.approx(1)
    # no narrower than the ratings are: 0, 1, 2 and 4 doublings lie 8.75 apart in squares
    assert found.elo.plus_minus == pytest.approx(1.959964 * 3 / 8.75**0.5)


def test_weights() -> None:
    """With independent ratings it is the weighted least squares that numpy computes."""
    deviations = np.array([5.0, 20, 10, 8])
    elos = np.array([3.0, 70, 90, 230])
    (slope, start), covariance = np.polyfit(
        np.log2(BUDGETS), elos, 1, w=1 / deviations, cov="unscaled"
    )
    found = elo_per_doubling(BUDGETS, elos, np.diag(deviations**2))
    assert found.elo.value == pytest.approx(slope)
    off = elos - np.polyval((slope, start), np.log2(BUDGETS))
    misfit = float(((off / deviations) ** 2).sum())
    assert found.straight == pytest.approx(
        math.exp(-misfit / 2)
    )  # chi-square, 2 degrees of freedom
    widened = max(1.0, misfit / 2) ** 0.5
    assert found.elo.plus_minus == pytest.approx(1.959964 * widened * covariance[0, 0] ** 0.5)


def test_shift_of_all() -> None:
    """Only differences count: ratings that were centred, covariance and all, say the same."""
    elos, covariance = np.array([3.0, 70, 90, 230]), np.diag([25.0, 400, 100, 64])
    centre = np.eye(4) - 1 / 4
    free = elo_per_doubling(BUDGETS, elos, covariance)
    centred = elo_per_doubling(BUDGETS, centre @ elos, centre @ covariance @ centre)
    assert centred.elo.value == pytest.approx(free.elo.value)
    assert centred.elo.plus_minus == pytest.approx(free.elo.plus_minus)


def test_bent_line() -> None:
    """A gain that shrinks with the budget is told, and widens the interval."""
    bent = elo_per_doubling(BUDGETS, [0, 100, 150, 180], np.diag([9.0, 9, 9, 9]))
    straight = elo_per_doubling(BUDGETS, [0, 50, 100, 200], np.diag([9.0, 9, 9, 9]))
    assert bent.straight < 0.001
    assert bent.elo.plus_minus > 3 * straight.elo.plus_minus


def test_two_budgets() -> None:
    """Two ratings make a line: their difference, for each doubling between them."""
    found = elo_per_doubling([1, 4], [10, 70], np.diag([16.0, 9.0]))
    assert found.elo.value == pytest.approx(30)
    assert found.elo.plus_minus == pytest.approx(1.959964 * 5 / 2)
    assert found.straight == 1


def test_one_budget() -> None:
    """Where nothing was doubled, nothing can be said."""
    with pytest.raises(InputError, match="at least two that differ"):
        elo_per_doubling([5, 5], [0, 10], np.diag([1.0, 1.0]))
