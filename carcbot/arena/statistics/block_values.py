"""Blocks: the games played on one deck with the seats rotated, which is what statistics count."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carcbot.errors import InternalError

__all__ = ["Blocks", "Floats", "Ints", "margins_of", "rotation", "shares_of"]

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The results of complete blocks, in the order in which they count.

    A block in which a game is missing is not in here: without all its rotations it would not be
    fair. What a forfeited game counts is said by whoever makes the arrays.

    Attributes:
        scores: The share of the win of each player, ``[blocks, games, players]``; 1 in each game
            altogether, as `shares_of` makes it.
        seats: Where each player sits in each game of a block, ``[games, players]``. Each comes to
            each seat equally often.
        margins: By how many points each player was better than the others, of the same shape as
            the scores, as `margins_of` makes it; None if only wins are known.
    """

    scores: Floats
    seats: Ints
    margins: Floats | None = None

    def __post_init__(self) -> None:
        _, games, players = self.scores.shape
        if self.seats.shape != (games, players):
            raise InternalError(
                f"seats of shape {self.seats.shape}", expected=f"({games}, {players}), as scores"
            )
        if self.margins is not None and self.margins.shape != self.scores.shape:
            raise InternalError(
                f"margins of shape {self.margins.shape}", expected=f"{self.scores.shape}, as scores"
            )
        if not np.allclose(self.scores.sum(axis=2), 1):
            raise InternalError("scores of a game that do not add up to 1")
        if not (np.sort(self.seats, axis=1) == np.arange(players)).all():
            raise InternalError("seats of a game that are not each taken once")
        visits = (self.seats[:, :, None] == np.arange(players)).sum(axis=0)
        if not (visits == games / players).all():
            raise InternalError("a block that is not fair", expected="each player in each seat")

    @property
    def count(self) -> int:
        """How many blocks there are."""
        return int(self.scores.shape[0])

    @property
    def games(self) -> int:
        """How many games a block has."""
        return int(self.scores.shape[1])

    @property
    def players(self) -> int:
        """How many players sit at a table."""
        return int(self.scores.shape[2])

    def scores_of(self, player: int) -> Floats:
        """The player's mean score in each block, ``[blocks]``."""
        means: Floats = self.scores[:, :, player].mean(axis=1)
        return means

    def margins_of(self, player: int) -> Floats:
        """The player's mean margin in each block, ``[blocks]``.

        Raises:
            InternalError: The margins are not known.
        """
        if self.margins is None:
            raise InternalError("blocks without margins", expected="margins")
        means: Floats = self.margins[:, :, player].mean(axis=1)
        return means


def rotation(players: int, games: int) -> Ints:
    """The seats of a block in which everybody moves on by one seat from game to game."""
    return (np.arange(games)[:, None] + np.arange(players)) % players


def shares_of(places: ArrayLike) -> Floats:
    """Each player's share of the win: 1, shared by all who come in first.

    Args:
        places: 1 for the best, the same number for equals; the last axis is the players.
    """
    best = np.asarray(places)
    first = best == best.min(axis=-1, keepdims=True)
    shares: Floats = first / first.sum(axis=-1, keepdims=True)
    return shares


def margins_of(points: ArrayLike) -> Floats:
    """How much better each player's points are than the mean of the others'.

    For two players that is the difference of their points. The margins of a game add up to 0.
    """
    own = np.asarray(points, dtype=np.float64)
    rivals = (own.sum(axis=-1, keepdims=True) - own) / (own.shape[-1] - 1)
    margins: Floats = own - rivals
    return margins
