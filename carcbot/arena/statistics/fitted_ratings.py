"""Ratings of many players from games of any number of seats, by maximum likelihood."""

import math
from dataclasses import dataclass

import numpy as np

from carcbot.arena.statistics.block_values import Floats, Ints
from carcbot.arena.statistics.intervals import Estimate, critical_t
from carcbot.arena.statistics.plackett_luce import Choices, choices_of
from carcbot.errors import InternalError

__all__ = ["Games", "Ratings", "rate"]

_UNIT = 400 / math.log(10)
"""Elo for each unit of the logarithm of strength."""
_PRECISION = 1e-12
"""A gain of likelihood that is nothing, as a share of all."""
_MOST_STEPS = 200
_IMAGINED = 0.5
"""How many wins, and as many losses, against an average player are imagined for each player."""


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """How games ended.

    Attributes:
        places: The place of each seat in each game, ``[games, seats]``: 1 for the best, the same
            number for equals.
        players: The player's number in each seat, ``[games, seats]``; -1 on a seat that stays
            empty.
        block: The number of the block of each game, ``[games]``.
    """

    places: Ints
    players: Ints
    block: Ints

    def __post_init__(self) -> None:
        if self.places.shape != self.players.shape or self.block.shape != self.places.shape[:1]:
            raise InternalError(
                f"places of shape {self.places.shape}, players {self.players.shape}, blocks"
                f" {self.block.shape}",
                expected="[games, seats], [games, seats] and [games]",
            )


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Estimated strengths of players.

    Attributes:
        elo: The rating of each player; their mean is 0.
        covariance: The covariance of these, ``[players, players]``.
        tie_weights: For each size of a tie that happened, its weight: among equals it is that much
            likelier, or less likely, that two given ones tie than that a given one wins.
        blocks: How many blocks it comes from.
    """

    elo: Floats
    covariance: Floats
    tie_weights: dict[int, float]
    blocks: int

    def of(self, player: int) -> Estimate:
        """The player's rating: the difference to the mean of all."""
        return self._estimate(self.elo[player], self.covariance[player, player])

    def difference(self, one: int, other: int) -> Estimate:
        """By how much one player is stronger than the other."""
        sides = np.zeros(len(self.elo))
        sides[one] += 1
        sides[other] -= 1
        value, variance = np.float64(self.elo @ sides), np.float64(sides @ self.covariance @ sides)
        return self._estimate(value, variance)

    def _estimate(self, value: np.float64, variance: np.float64) -> Estimate:
        """An estimate with Student's interval over blocks."""
        reach = critical_t(self.blocks) * math.sqrt(variance)
        return Estimate(float(value), float(value - reach), float(value + reach))


def rate(games: Games, players: int) -> Ratings:
    """The maximum-likelihood ratings of the games.

    Uncertainty respects the blocks: the games of a block are taken as one draw, and the spread of
    the blocks' gradients gives the covariance ("sandwich" of Huber and White, by clusters). Each
    imagined result is a draw of its own, so who won everything has a rating and a wide interval.

    Args:
        games: How they ended.
        players: How many players there are; their numbers are below it.
    """
    choices = choices_of(games.places, games.players, games.block, players)
    parameters, curvature = _maximum(choices, players)
    # The games do not tell the mean of all players: no direction that only shifts it counts.
    inverse = np.linalg.pinv(curvature, rcond=1e-10, hermitian=True)
    _, gradients, _ = choices.slopes(parameters)
    covariance = inverse @ _spread_of_blocks(gradients, choices.block) @ inverse
    won = _win_chances(parameters[:players])
    doubt = inverse[:, :players] * (_IMAGINED * ((1 - won) ** 2 + won**2))
    covariance = covariance + doubt @ inverse[:players]
    worths, ties = parameters[:players], parameters[players:]
    return Ratings(
        elo=_UNIT * (worths - worths.mean()),
        covariance=_UNIT**2 * _centred(covariance[:players, :players]),
        tie_weights=dict(zip(choices.ties, np.exp(ties).tolist(), strict=True)),
        blocks=len(np.unique(games.block)),
    )


def _maximum(choices: Choices, players: int) -> tuple[Floats, Floats]:
    """The likeliest parameters, and the negative second derivative there, by Newton's method."""
    parameters = np.zeros(choices.parameters)
    value, gradient, curvature = _slopes(choices, parameters, players)
    for _ in range(_MOST_STEPS):
        step = np.linalg.pinv(curvature, rcond=1e-10, hermitian=True) @ gradient
        gain = float(step @ gradient)
        if gain < _PRECISION * max(1, abs(value)):
            return parameters + step, curvature
        length = 1.0
        while True:
            tried = _slopes(choices, parameters + length * step, players)
            if tried[0] >= value + length * gain / 4:
                break
            length /= 2
        parameters = parameters + length * step
        value, gradient, curvature = tried
    raise InternalError("the search for ratings does not end")


def _slopes(choices: Choices, parameters: Floats, players: int) -> tuple[float, Floats, Floats]:
    """The log-likelihood with what is imagined, its gradient and negative second derivative."""
    likelihood, gradients, curvature = choices.slopes(parameters)
    won = _win_chances(parameters[:players])
    gradient = gradients.sum(axis=0)
    gradient[:players] += _IMAGINED * (1 - 2 * won)
    curvature[range(players), range(players)] += 2 * _IMAGINED * won * (1 - won)
    likelihood += _IMAGINED * float(np.log(won * (1 - won)).sum())
    return likelihood, gradient, curvature


def _win_chances(worths: Floats) -> Floats:
    """How likely each player is to win against an average one."""
    chances: Floats = 1 / (1 + np.exp(-worths))
    return chances


def _spread_of_blocks(gradients: Floats, block: Ints) -> Floats:
    """The sum over blocks of the outer products of their gradients, a little enlarged for few."""
    numbers, which = np.unique(block, return_inverse=True)
    sums = np.zeros((len(numbers), gradients.shape[1]))
    np.add.at(sums, which, gradients)
    count = len(numbers)
    spread: Floats = sums.T @ sums * (count / (count - 1) if count > 1 else 1)
    return spread


def _centred(covariance: Floats) -> Floats:
    """The covariance of the differences to the mean."""
    number = len(covariance)
    centre = np.eye(number) - np.full((number, number), 1 / number)
    centred: Floats = centre @ covariance @ centre
    return centred
