"""Strength on the Elo scale: of a score, for any number of seats, and normalized by its spread."""

import math

from carcbot.arena.statistics.block_values import Blocks
from carcbot.arena.statistics.intervals import (
    Estimate,
    critical_t,
    mean_share,
    standard_error,
)

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
    depends on this figure alone. Its variance is that of a ratio of mean and spread.
    """
    shares = blocks.scores_of(0)
    excess = float(shares.mean()) - 1 / blocks.players
    error = standard_error(shares, 0.5 / blocks.games)
    if math.isinf(error):
        return Estimate(
            0.0 if excess == 0 else math.copysign(math.inf, excess), -math.inf, math.inf
        )
    ratio = excess / (error * math.sqrt(blocks.count))  # in spreads of a block
    reach = critical_t(blocks.count) * math.sqrt((1 + ratio**2 / 2) / blocks.count)
    unit = NORMALIZED_UNIT / math.sqrt(blocks.games)
    return Estimate(ratio * unit, (ratio - reach) * unit, (ratio + reach) * unit)
