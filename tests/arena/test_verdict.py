"""Tests of carcbot.arena.verdict."""

import numpy as np
import pytest

from carcbot.arena.contest import Sprt
from carcbot.arena.statistics.sequential import Verdict
from carcbot.arena.verdict import blocks_of, ratings_of, standing_of_test
from tests.arena.made_up import contest_of, play


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_arrays(seats: int) -> None:
    """Each player's scores and margins stand where statistics look for them, in its true seat."""
    contest = contest_of(seats, seats=seats, blocks=3)
    # what matters is the seat alone: the last one always wins
    course = play(contest, lambda game: [10 * seat for seat in range(len(game.players))])
    blocks = blocks_of(course.counted)
    assert blocks.scores.shape == (3, seats, seats)
    won = blocks.seats == seats - 1
    assert np.array_equal(blocks.scores[0], won.astype(float))
    assert blocks.margins is not None
    assert np.allclose(blocks.margins.sum(axis=2), 0)
    assert np.allclose(blocks.scores_of(0), 1 / seats)


def test_nothing_yet() -> None:
    """Before the first block there are no ratings, and a test is not decided."""
    contest = contest_of(2, sprt=Sprt())
    assert blocks_of(()).count == 0
    assert ratings_of(contest, ()) is None
    test = standing_of_test(contest, ())
    assert test is not None
    assert test.verdict is Verdict.GO_ON
    assert standing_of_test(contest_of(2), ()) is None


def test_ratings_by_strength() -> None:
    """Who wins more has the higher rating; the mean of all is 0."""
    contest = contest_of(4, seats=3, blocks=4)
    ratings = ratings_of(contest, play(contest).counted)
    assert ratings is not None
    assert list(np.argsort(-ratings.elo)) == [0, 1, 2, 3]
    assert ratings.elo.sum() == pytest.approx(0)
