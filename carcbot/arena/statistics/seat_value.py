"""What a seat is worth, whoever sits on it.

In a block each player comes to each seat equally often. So the mean score of a seat over the games
of a block holds the strength of all players alike, and only what the seat is worth remains.
"""

import numpy as np

from carcbot.arena.statistics.block_values import Blocks, Floats
from carcbot.arena.statistics.intervals import Estimate, mean_margin, mean_share
from carcbot.errors import InternalError

__all__ = ["seat_margins", "seat_shares"]


def seat_shares(blocks: Blocks) -> list[Estimate]:
    """The mean score of each seat. The first seat's advantage is what it has above 1 / seats."""
    by_seat = _by_seat(blocks, blocks.scores)
    return [mean_share(column, blocks.games) for column in by_seat.T]


def seat_margins(blocks: Blocks) -> list[Estimate]:
    """The mean margin of each seat, in points.

    Raises:
        InternalError: The margins are not known.
    """
    if blocks.margins is None:
        raise InternalError("blocks without margins", expected="margins")
    by_seat = _by_seat(blocks, blocks.margins)
    return [mean_margin(column, blocks.games) for column in by_seat.T]


def _by_seat(blocks: Blocks, figures: Floats) -> Floats:
    """The mean of each seat over the games of each block, ``[blocks, seats]``."""
    sitting = np.argsort(blocks.seats, axis=1)  # which player sits on each seat, game by game
    means: Floats = np.take_along_axis(figures, sitting[None], axis=2).mean(axis=1)
    return means
