"""Orders of finish as a chain of choices: Plackett and Luce's model, with ties by Davidson.

Who comes in first is chosen from all, then the next from the rest. A choice takes one player, or
several at once who tie: a set of t players is chosen with the weight ``delta_t`` times the
geometric mean of their strengths (Davidson 1970 for two; Turner and others 2020 for more).
delta_1 is 1; a size of tie that never happened has no weight. Each choice is a conditional logit
in the logarithms of strengths and weights, so the log-likelihood has one maximum.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carcbot.arena.statistics.block_values import Floats, Ints

__all__ = ["Choices", "choices_of"]

Truths: TypeAlias = NDArray[np.bool_]

_TOGETHER = 1024
"""Choices that are looked at in one array operation."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Every choice of many games, ready for a log-likelihood.

    The parameters are the logarithms of what each player is worth, then of the weights of ties of
    the sizes that happened.

    Attributes:
        players: The player in each seat at each choice, ``[choices, seats]``.
        number: How many players there are.
        shares: The share of each seat in each set of seats, ``[sets, seats]``.
        open: Which sets could be chosen, ``[choices, sets]``.
        taken: The set that was, ``[choices]``.
        block: The block that each choice belongs to, ``[choices]``.
        ties: The sizes of ties that happened, rising.
    """

    players: Ints
    number: int
    shares: Floats
    open: Truths
    taken: Ints
    block: Ints
    ties: tuple[int, ...]

    @property
    def parameters(self) -> int:
        """How many parameters there are."""
        return self.number + len(self.ties)

    def slopes(self, parameters: Floats) -> tuple[float, Floats, Floats]:
        """The log-likelihood, its gradient for each choice, and its negative second derivative."""
        likelihood = 0.0
        gradients = np.zeros((len(self.taken), len(parameters)))
        curvature = np.zeros((len(parameters), len(parameters)))
        has = self._features()
        squares = (has[:, :, None] * has[:, None, :]).reshape(len(has), -1)
        for start in range(0, len(self.taken), _TOGETHER):
            part = slice(start, start + _TOGETHER)
            meant, taken = self._meant(part), self.taken[part]
            rows = np.arange(len(taken))
            utility = np.where(self.open[part], parameters[meant] @ has.T, -np.inf)
            utility -= utility.max(axis=1, keepdims=True)
            weights = np.exp(utility)
            total = weights.sum(axis=1, keepdims=True)
            likelihood += float((utility[rows, taken] - np.log(total[:, 0])).sum())
            chances = weights / total
            mean = chances @ has
            np.add.at(gradients[part], (rows[:, None], meant), has[taken] - mean)
            spread = (chances @ squares).reshape(len(taken), *[has.shape[1]] * 2)
            spread -= mean[:, :, None] * mean[:, None, :]
            pairs = meant[:, :, None] * len(parameters) + meant[:, None, :]
            sums = np.bincount(pairs.ravel(), spread.ravel(), len(parameters) ** 2)
            curvature += sums.reshape(curvature.shape)
        return likelihood, gradients, curvature

    def _features(self) -> Floats:
        """What each set has, at every choice alike, ``[sets, features]``.

        It has a share of the player on each seat, and all of its size of tie.
        """
        sizes = np.count_nonzero(self.shares, axis=1)
        ties = sizes[:, None] == np.array(self.ties, dtype=np.int64)
        return np.concatenate([self.shares, ties], axis=1)

    def _meant(self, part: slice) -> Ints:
        """Which parameter each feature means, at some choices, ``[choices, features]``."""
        players = np.maximum(self.players[part], 0)  # of an empty seat no open set has a share
        others = np.arange(self.number, self.parameters)
        return np.concatenate([players, np.tile(others, (len(players), 1))], axis=1)


def choices_of(places: Ints, players: Ints, block: Ints, number: int) -> Choices:
    """The choices of games.

    Args:
        places: The place of each seat in each game, ``[games, seats]``: 1 for the best, the same
            number for equals.
        players: The player in each seat, ``[games, seats]``; -1 on a seat that stays empty.
        block: The block of each game, ``[games]``.
        number: How many players there are.
    """
    width = places.shape[1]
    stages = [_stages(*game) for game in zip(places.tolist(), players.tolist(), strict=True)]
    sizes = {len(chosen) for each in stages for _, chosen in each}
    sets = [each for size in sorted(sizes | {1}) for each in combinations(range(width), size)]
    index = {each: at for at, each in enumerate(sets)}
    member = np.array([[seat in each for seat in range(width)] for each in sets])
    left = [[seat in rest for seat in range(width)] for each in stages for rest, _ in each]
    game = np.repeat(np.arange(len(places)), [len(each) for each in stages])
    return Choices(
        players=players[game],
        number=number,
        shares=member / member.sum(axis=1, keepdims=True),
        # a set is open if nobody in it is gone
        open=~(~np.array(left, dtype=np.bool_).reshape(-1, width) @ member.T),
        taken=np.array([index[chosen] for each in stages for _, chosen in each], dtype=np.int64),
        block=block[game],
        ties=tuple(sorted(sizes - {1})),
    )


def _stages(places: list[int], players: list[int]) -> list[tuple[set[int], tuple[int, ...]]]:
    """Who was left at each choice of a game, and who was chosen; the last one left is no choice."""
    rest = {seat for seat, player in enumerate(players) if player >= 0}
    stages = []
    while len(rest) > 1:
        best = min(places[seat] for seat in rest)
        chosen = tuple(sorted(seat for seat in rest if places[seat] == best))
        stages.append((set(rest), chosen))
        rest -= set(chosen)
    return stages
