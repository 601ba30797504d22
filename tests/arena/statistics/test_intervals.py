"""Tests of carcbot.arena.statistics.intervals."""

import math

import numpy as np
import pytest
from scipy import stats

from carcbot.arena.statistics.intervals import Estimate, mean_margin, mean_share, standard_error
from tests.arena.statistics.results import drawn, pairs


def test_mean_margin() -> None:
    """Over blocks that vary, the interval is Student's, as scipy computes it."""
    margins = np.random.default_rng(1).normal(3, 10, 40)
    found = mean_margin(margins, games=2)
    interval = stats.ttest_1samp(margins, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.value == pytest.approx(margins.mean())


@pytest.mark.parametrize("wins", (3, 40, 200, 390, 398))
def test_mean_share_of_single_games(wins: int) -> None:
    """For blocks of one game each, the interval is Wilson's, as scipy computes it."""
    games = 400
    shares = np.repeat([1.0, 0.0], [wins, games - wins])
    found = mean_share(shares, games=1)
    wilson = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=0.001)


def test_mean_share_counts_blocks() -> None:
    """Games that repeat each other add nothing: two games of one luck are worth one game."""
    once = np.repeat([1.0, 0.0], [60, 40])
    assert mean_share(once, games=2) == mean_share(once, games=1)


def test_mean_share_of_quiet_blocks() -> None:
    """Blocks that vary less than games do give a narrower interval than as many games."""
    shares = pairs([0, 5, 90, 5, 0]).scores_of(0)
    assert mean_share(shares, games=2).plus_minus < 0.02
    assert stats.binomtest(100, 200).proportion_ci(method="wilson").low < 0.44


@pytest.mark.parametrize(("chance", "common"), ((0.5, 0.0), (0.5, 0.8), (0.9, 0.0), (0.95, 0.5)))
def test_mean_share_holds_the_truth(chance: float, common: float) -> None:
    """Of 95 % intervals, about 95 % hold the truth, however much the games of a deck share."""
    rng = np.random.default_rng(5)
    chances = [[chance, 1 - chance]] * 2
    tries = 1500
    held = sum(
        mean_share(drawn(rng, 60, chances, common).scores_of(0), 2).holds(chance)
        for _ in range(tries)
    )
    assert 0.93 < held / tries < 0.975


@pytest.mark.parametrize("share", (0.0, 1.0))
def test_mean_share_at_the_edge(share: float) -> None:
    """Who won or lost everything has an interval all the same, which shrinks with more blocks."""
    few, many = (mean_share(np.full(blocks, share), games=2) for blocks in (10, 100))
    assert few.value == many.value == share
    assert few.holds(share)
    assert 0.25 < few.high - few.low < 0.4
    assert 0.03 < many.high - many.low < 0.05
    for blocks in range(2, 400):  # however it is rounded
        found = mean_share(np.full(blocks, share), games=2)
        assert 0 <= found.low <= found.high <= 1


def test_mean_share_of_equals() -> None:
    """Self-play ties in every block: the interval is small, but not nothing."""
    found = mean_share(np.full(20, 0.5), games=2)
    assert found.value == 0.5
    assert 0.005 < found.plus_minus < 0.05


def test_single_block() -> None:
    """One block does not tell how much blocks vary, so it sets no bounds."""
    assert mean_share(np.array([0.75]), games=2) == Estimate(0.75, 0.0, 1.0)
    alone = mean_margin(np.array([4.0]), games=2)
    assert (alone.value, alone.low, alone.high) == (4.0, -math.inf, math.inf)
    assert not alone.bounded
    assert alone.plus_minus == math.inf


def test_standard_error_has_a_least() -> None:
    """It falls no lower than if one block had differed by one grain."""
    alike, one_off = np.zeros(50), np.array([0.25, *np.zeros(49)])
    assert standard_error(alike, 0.25) == pytest.approx(standard_error(one_off, 0.25))
    assert standard_error(one_off, 0.25) == pytest.approx(stats.sem(one_off))


def test_through() -> None:
    """On a rising scale, the interval's ends go where the scale takes them."""
    assert Estimate(4, 1, 9).through(math.sqrt) == Estimate(2, 1, 3)
