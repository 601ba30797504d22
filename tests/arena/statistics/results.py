"""Made-up results for the tests of statistics."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from carcbot.arena.statistics.block_values import Blocks, Floats, rotation

PAIRS = np.array([[0, 0], [0, 0.5], [1, 0], [0.5, 1], [1, 1]])
"""Both games of a pair, from two losses to two wins."""


def pairs(pentanomial: Sequence[int]) -> Blocks:
    """Blocks of two games between two, from how often the first player had each score."""
    first = np.repeat(PAIRS, pentanomial, axis=0)
    scores = np.stack([first, 1 - first], axis=2)
    return Blocks(scores, rotation(2, 2), margins=10 * (2 * scores - 1))


def drawn(rng: np.random.Generator, count: int, chances: ArrayLike, common: float = 0) -> Blocks:
    """Blocks without ties in which each player wins with a chance that depends on the game.

    Args:
        rng: From where the luck comes.
        count: How many blocks.
        chances: For each game and player, ``[games, players]``; 1 in each game.
        common: How often all games of a block have the same luck.
    """
    upto = np.asarray(chances, dtype=np.float64).cumsum(axis=1)[:, :-1]
    games, players = np.shape(chances)
    luck = rng.random((count, games))
    luck = np.where(rng.random((count, 1)) < common, luck[:, :1], luck)
    winner = (luck[:, :, None] > upto).sum(axis=2)
    scores: Floats = (winner[:, :, None] == np.arange(players)).astype(np.float64)
    return Blocks(scores, rotation(players, games))
