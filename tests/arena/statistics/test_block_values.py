"""Tests of carcbot.arena.statistics.block_values."""

import numpy as np
import pytest

from carcbot.arena.statistics.block_values import Blocks, margins_of, rotation, shares_of
from carcbot.errors import InternalError
from tests.arena.statistics.results import pairs


def test_shares() -> None:
    """Who is first alone gets everything; equals share it; places after the first count nothing."""
    places = [[1, 2, 3], [1, 1, 3], [1, 1, 1], [2, 3, 1]]
    third = 1 / 3
    expected = [[1.0, 0, 0], [0.5, 0.5, 0], [third, third, third], [0, 0, 1.0]]
    assert np.allclose(shares_of(places), np.array(expected))


def test_margins() -> None:
    """For two, a margin is the difference; for more, it is to the others' mean; all add up to 0."""
    assert margins_of([[70, 60]]).tolist() == [[10, -10]]
    assert margins_of([[90, 60, 30]]).tolist() == [[45, 0, -45]]
    points = np.random.default_rng(1).integers(0, 200, (7, 3, 5))
    assert np.allclose(margins_of(points).sum(axis=-1), 0)


@pytest.mark.parametrize("players", range(2, 7))
def test_rotation(players: int) -> None:
    """Everybody comes to each seat once, and in a game each seat is taken once."""
    seats = rotation(players, players)
    everybody = list(range(players))
    assert all(sorted(row) == everybody for row in seats.tolist())
    assert all(sorted(column) == everybody for column in seats.T.tolist())


def test_means() -> None:
    """What a player has in a block is the mean over its games."""
    blocks = pairs([1, 1, 1, 1, 1])
    assert (blocks.count, blocks.games, blocks.players) == (5, 2, 2)
    assert blocks.scores_of(0).tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert blocks.scores_of(1).tolist() == [1, 0.75, 0.5, 0.25, 0]
    assert blocks.margins_of(1).tolist() == [10, 5, 0, -5, -10]


def test_impossible_blocks() -> None:
    """Results that are none are a bug of whoever made them."""
    scores = np.array([[[1.0, 0.0], [0.0, 1.0]]])
    fair = rotation(2, 2)
    with pytest.raises(InternalError, match="shape"):
        Blocks(scores, rotation(2, 4))
    with pytest.raises(InternalError, match="margins of shape"):
        Blocks(scores, fair, scores[:, :1])
    with pytest.raises(InternalError, match="add up"):
        Blocks(scores * 0.9, fair)
    with pytest.raises(InternalError, match="taken once"):
        Blocks(scores, np.array([[0, 0], [1, 1]]))
    with pytest.raises(InternalError, match="not fair"):
        Blocks(scores, np.array([[0, 1], [0, 1]]))
    with pytest.raises(InternalError, match="without margins"):
        Blocks(scores, fair).margins_of(0)
