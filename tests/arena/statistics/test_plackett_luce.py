"""Tests of carcbot.arena.statistics.plackett_luce."""

import math
from itertools import combinations, product

import numpy as np
import pytest

from carcbot.arena.statistics.block_values import Floats
from carcbot.arena.statistics.plackett_luce import Choices, choices_of


def slow_likelihood(places: list[int], worths: list[float], ties: dict[int, float]) -> float:
    """The log-likelihood of one game, written from the model as one would by hand."""
    strength = [math.exp(worth) for worth in worths]
    weights = {1: 1.0} | ties

    def weight(chosen: tuple[int, ...]) -> float:
        product_ = math.prod(strength[seat] for seat in chosen)
        return weights.get(len(chosen), 0.0) * product_ ** (1 / len(chosen))

    found, rest = 0.0, list(range(len(places)))
    while len(rest) > 1:
        best = min(places[seat] for seat in rest)
        chosen = tuple(seat for seat in rest if places[seat] == best)
        every = (each for size in weights for each in combinations(rest, size))
        found += math.log(weight(chosen) / sum(map(weight, every)))
        rest = [seat for seat in rest if seat not in chosen]
    return found


def games_of(rng: np.random.Generator, number: int, seats: int, players: int) -> Choices:
    """The choices of random games with many ties."""
    places = rng.integers(1, seats + 1, (number, seats))
    sitting = np.array([rng.permutation(players)[:seats] for _ in range(number)])
    return choices_of(places, sitting, np.arange(number), players)


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_likelihood(seats: int) -> None:
    """It is that of the slow twin, game by game."""
    rng = np.random.default_rng(seats)
    places = rng.integers(1, seats + 1, (30, seats))
    sitting = np.array([rng.permutation(5)[:seats] for _ in range(30)])
    choices = choices_of(places, sitting, np.arange(30), 5)
    parameters = rng.normal(0, 1, choices.parameters)
    who = parameters[:5]
    ties = dict(zip(choices.ties, np.exp(parameters[5:]).tolist(), strict=True))
    slow = sum(
        slow_likelihood(row, who[players].tolist(), ties)
        for row, players in zip(places.tolist(), sitting, strict=True)
    )
    assert choices.slopes(parameters)[0] == pytest.approx(slow)


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_chances_of_all_endings(seats: int) -> None:
    """Over all ways in which a game can end, the chances add up to 1."""
    every = {tuple(ranks(row)) for row in product(range(seats), repeat=seats)}
    places = np.array(sorted(every))
    sitting = np.tile(np.arange(seats), (len(places), 1))
    choices = choices_of(places, sitting, np.arange(len(places)), seats)
    parameters = np.random.default_rng(1).normal(0, 1, choices.parameters)
    total = 0.0
    for at in range(len(places)):
        ending = choices.block == at
        alone = Choices(
            choices.players[ending],
            seats,
            choices.shares,
            choices.open[ending],
            choices.taken[ending],
            choices.block[ending],
            choices.ties,
        )
        total += math.exp(alone.slopes(parameters)[0])
    assert total == pytest.approx(1)


def ranks(row: tuple[int, ...]) -> list[int]:
    """The places that points give: 1 and those better."""
    return [1 + sum(other > own for other in row) for own in row]


def test_slopes() -> None:
    """Gradient and second derivative are those of the log-likelihood, by small steps."""
    rng = np.random.default_rng(3)
    choices = games_of(rng, 40, 4, 6)
    parameters = rng.normal(0, 0.5, choices.parameters)
    _, gradients, curvature = choices.slopes(parameters)

    def along(of: int, step: float) -> tuple[float, Floats]:
        moved = parameters + step * np.eye(len(parameters))[of]
        likelihood, each, _ = choices.slopes(moved)
        return likelihood, each.sum(axis=0)

    for of in range(len(parameters)):
        (more, after), (less, before) = along(of, 1e-5), along(of, -1e-5)
        assert gradients.sum(axis=0)[of] == pytest.approx((more - less) / 2e-5, abs=1e-4)
        assert np.allclose(-curvature[of], (after - before) / 2e-5, atol=1e-4)


def test_empty_seats() -> None:
    """A seat on which nobody sits is no choice: the game is one of those who were there."""
    full = choices_of(np.array([[2, 1]]), np.array([[0, 1]]), np.zeros(1, int), 2)
    gap = choices_of(np.array([[2, 0, 1]]), np.array([[0, -1, 1]]), np.zeros(1, int), 2)
    parameters = np.array([0.3, -0.2])
    assert gap.slopes(parameters)[0] == pytest.approx(full.slopes(parameters)[0])
    assert full.slopes(parameters)[0] == pytest.approx(-math.log(1 + math.exp(0.5)))


def test_many_choices() -> None:
    """However many games are taken together, each counts."""
    rng = np.random.default_rng(4)
    places, sitting = rng.integers(1, 3, (1500, 2)), np.tile([0, 1], (1500, 1))
    thrice = np.tile(places, (3, 1)), np.tile(sitting, (3, 1))
    parameters = np.array([0.1, -0.4, 0.2])
    once = choices_of(places, sitting, np.zeros(1500, int), 2).slopes(parameters)
    more = choices_of(*thrice, np.zeros(4500, int), 2).slopes(parameters)
    assert more[0] == pytest.approx(3 * once[0])
    assert np.allclose(more[2], 3 * once[2])
