"""Strength on the Elo scale: of a score, for any number of seats, and normalized by its spread."""

import math

import numpy as np

from carcbot.arena.statistics.block_values import Blocks
from carcbot.arena.statistics.intervals import Estimate, critical_t, mean_share

__all__ = ["NORMALIZED_UNIT", "elo", "elo_of", "normalized_elo", "score_of"]

NORMALIZED_UNIT = 800 / math.log(10)
"""Normalized Elo for each standard deviation of a game by which a score is above an equal share."""


def score_of(elo: float, players: int = 2) -> float:
    """The expected score of who is so much stronger than each of the other players.

    That is Bradley and Terry's model for two, and Plackett and Luce's for more: strengths are
    10 ** (elo / 400), and who wins is drawn in proportion to them.
    """
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_of(score: float, players: int = 2) -> float:
    """By how much somebody with this expected score is stronger than each of the others.

    Infinite for a score of 1, and minus infinity for 0.
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score * (players - 1) / (1 - score))


def elo(blocks: Blocks, player: int) -> Estimate:
    """By how much the player is stronger than the others at the table, all taken as equal."""
    share = mean_share(blocks.scores_of(player), blocks.games)
    return share.through(lambda score: elo_of(score, blocks.players))


def normalized_elo(blocks: Blocks) -> Estimate:
    """How far the first player's score is above an equal share, measured by the games' spread.

    The more draws there are, the smaller the spread; how many games a difference takes to be seen
    depends on this figure alone. The variance of a ratio of mean and spread depends on how skewed
    the blocks' scores are, and how heavy their tails. Blocks that are all alike have no spread:
    then it is that of a win or a loss, and has the bounds of the score.
    """
    shares, equal = blocks.scores_of(0), 1 / blocks.players
    if shares.min() == shares.max():
        return mean_share(shares, blocks.games).through(
            lambda score: _in_spreads(score - equal, score)
        )
    off = shares - shares.mean()
    spread = math.sqrt(np.square(off).mean())
    ratio = (float(shares.mean()) - equal) / spread  # in spreads of a block
    skew, tails = (float(((off / spread) ** power).mean()) for power in (3, 4))
    variance = max(0.0, 1 - skew * ratio + (tails - 1) / 4 * ratio**2) / blocks.count
    reach = critical_t(blocks.count) * math.sqrt(variance)
    unit = NORMALIZED_UNIT / math.sqrt(blocks.games)
    return Estimate(ratio * unit, (ratio - reach) * unit, (ratio + reach) * unit)


def _in_spreads(excess: float, score: float) -> float:
    """Normalized Elo of who wins or loses each game, and wins so many."""
    spread = math.sqrt(max(0.0, score * (1 - score)))
    return excess / spread * NORMALIZED_UNIT if spread else math.copysign(math.inf, excess)
