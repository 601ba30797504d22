"""Tests of carcbot.arena.statistics.seat_value."""

import numpy as np
import pytest

from carcbot.arena.statistics.block_values import Blocks, rotation
from carcbot.arena.statistics.seat_value import seat_margins, seat_shares
from carcbot.errors import InternalError
from tests.arena.statistics.results import drawn


@pytest.mark.parametrize("players", range(2, 7))
def test_first_seat_wins_everything(players: int) -> None:
    """If who sits first always wins, that is what is found, though all players are equal."""
    seats = rotation(players, players)
    scores = np.repeat((seats == 0)[None].astype(np.float64), 12, axis=0)
    found = seat_shares(Blocks(scores, seats))
    assert [each.value for each in found] == [1, *[0] * (players - 1)]
    assert found[0].low > 0.5 > found[1].high


@pytest.mark.parametrize("players", range(2, 7))
def test_strength_is_not_taken_for_a_seat(players: int) -> None:
    """If one player always wins, all seats are worth the same."""
    scores = np.zeros((12, players, players))
    scores[:, :, 1] = 1
    found = seat_shares(Blocks(scores, rotation(players, players)))
    assert [each.value for each in found] == pytest.approx([1 / players] * players)


def test_seat_beside_strength() -> None:
    """What a seat adds to everybody's chance is found beside strength, with the interval due."""
    rng = np.random.default_rng(6)
    seats = rotation(3, 3)
    strength, lean = np.array([0.45, 0.35, 0.2]), np.array([0.06, 0.0, -0.06])
    chances = strength + lean[seats]
    truths = 1 / 3 + lean
    tries = 400
    held = np.zeros(3)
    for _ in range(tries):
        found = seat_shares(drawn(rng, 80, chances))
        held += [each.holds(truth) for each, truth in zip(found, truths, strict=True)]
    assert (held / tries > 0.92).all()
    assert (held / tries < 0.985).all()


def test_seats_in_any_order() -> None:
    """It counts where players sit, not in which order the games of a block are played."""
    seats = np.array([[1, 0], [0, 1]])
    scores = np.array([[[0.0, 1.0], [1.0, 0.0]]] * 5)
    first, second = seat_shares(Blocks(scores, seats))
    assert (first.value, second.value) == (1, 0)


def test_margins() -> None:
    """Points tell the same: here the first seat is worth 7, whoever is better by 20."""
    seats = rotation(2, 2)
    margins = np.where(seats == 0, 3.5, -3.5) + np.array([10.0, -10.0])
    scores = np.repeat([[[1.0, 0.0], [1.0, 0.0]]], 8, axis=0)
    first, second = seat_margins(Blocks(scores, seats, np.repeat(margins[None], 8, axis=0)))
    assert first.value - second.value == 7
    with pytest.raises(InternalError, match="without margins"):
        seat_margins(Blocks(scores, seats))
