"""Tests of carcbot.arena.statistics.elo."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.arena.statistics.elo import NORMALIZED_UNIT, elo, elo_of, normalized_elo, score_of
from tests.arena.statistics.results import drawn, pairs


@pytest.mark.parametrize(("difference", "score"), ((0, 0.5), (200, 0.76), (400, 10 / 11)))
def test_scores_of_two(difference: float, score: float) -> None:
    """The usual scale: 200 Elo are 76 %, 400 are 10 to 1 (Elo 1978)."""
    assert score_of(difference) == pytest.approx(score, abs=0.0005)
    assert elo_of(1 - score) == pytest.approx(-elo_of(score))


@given(st.floats(-1500, 1500), st.integers(2, 6))
def test_there_and_back(difference: float, players: int) -> None:
    """Score and Elo are each other's inverse; equals get equal shares."""
    assert elo_of(score_of(difference, players), players) == pytest.approx(difference, abs=1e-6)
    assert score_of(0, players) == 1 / players


def test_scores_of_more() -> None:
    """With three at the table, who is 400 Elo stronger wins 10 of 12 games."""
    assert score_of(400, 3) == pytest.approx(10 / 12)


@pytest.mark.parametrize(
    ("pentanomial", "value", "error", "normalized", "normalized_error"),
    (
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65),
    ),
)
def test_published(
    pentanomial: list[int], value: float, error: float, normalized: float, normalized_error: float
) -> None:
    """What fastchess pins in app/tests/elo_test.cpp; it takes normal quantiles, we Student's."""
    blocks = pairs(pentanomial)
    found = elo(blocks, 0)
    assert found.value == pytest.approx(value, abs=0.01)
    assert found.plus_minus == pytest.approx(error, rel=0.01)
    found = normalized_elo(blocks)
    assert found.value == pytest.approx(normalized, rel=0.005)
    # theirs is the variance for scores of a normal distribution, of which these differ
    assert found.plus_minus == pytest.approx(normalized_error, rel=0.05)


@pytest.mark.parametrize("chance", (0.3, 0.5, 0.9, 0.97))
def test_the_interval_of_normalized_elo_holds(chance: float) -> None:
    """It holds the truth in about 95 of 100 cases, for players of unequal strength too."""
    rng = np.random.default_rng(3)
    true = (chance - 0.5) / math.sqrt(chance * (1 - chance)) * NORMALIZED_UNIT
    wins = (rng.random((1000, 400, 2)) < chance).sum(axis=2)
    counts = (np.bincount(2 * each, minlength=5).tolist() for each in wins)
    held = sum(normalized_elo(pairs(each)).holds(true) for each in counts)
    assert 925 <= held <= 980


def test_both_sides() -> None:
    """What one player is stronger, the other is weaker."""
    counts = [3, 10, 40, 20, 9]
    blocks, turned = pairs(counts), pairs(counts[::-1])
    for one, other in (
        (elo(blocks, 0), elo(blocks, 1)),
        (normalized_elo(blocks), normalized_elo(turned)),
    ):
        mirrored = (-other.value, -other.high, -other.low)
        assert (one.value, one.low, one.high) == pytest.approx(mirrored)


def test_everything_won() -> None:
    """Who won every game is infinitely strong as far as anybody knows, but has a lower bound."""
    found = elo(pairs([0, 0, 0, 0, 20]), 0)
    assert (found.value, found.high) == (math.inf, math.inf)
    assert 200 < found.low < 400
    assert not found.bounded
    lost = elo(pairs([0, 0, 0, 0, 20]), 1)
    assert lost.low == -math.inf
    assert lost.high == pytest.approx(-found.low)
    normalized = normalized_elo(pairs([0, 0, 0, 0, 20]))
    assert (normalized.value, normalized.high) == (math.inf, math.inf)
    assert 200 < normalized.low < 600


def test_single_block() -> None:
    """One block sets no bounds."""
    blocks = pairs([0, 0, 0, 1, 0])
    for found in (elo(blocks, 0), normalized_elo(blocks)):
        assert (found.low, found.high) == (-math.inf, math.inf)
    assert normalized_elo(pairs([0, 0, 1, 0, 0])).value == 0


def test_three_seats() -> None:
    """In games that Plackett and Luce's model draws, the strength that drew them is found."""
    share = score_of(60, 3)
    chances = [[share, (1 - share) / 2, (1 - share) / 2]] * 3
    found = elo(drawn(np.random.default_rng(4), 3000, chances), 0)
    assert found.holds(60)
    assert found.plus_minus < 12
