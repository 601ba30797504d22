"""What results say of strength: in the shapes that statistics count, rated, and as a verdict."""

from collections.abc import Sequence

import numpy as np

from carcbot.arena.blocks import BlockResult
from carcbot.arena.contest import Contest
from carcbot.arena.statistics.blocks import Blocks, margins_of, rotation, shares_of
from carcbot.arena.statistics.ratings import Games, Ratings, rate
from carcbot.arena.statistics.sequential import Plan, Progress, Verdict, progress

__all__ = ["Progress", "Verdict", "blocks_of", "ratings_of", "standing_of_test"]


def blocks_of(results: Sequence[BlockResult]) -> Blocks:
    """Blocks as arrays, in which the players of each table stand in its own order.

    A game that somebody lost by a fault is a lost game there; one that nobody has won is drawn.

    Args:
        results: Blocks of tables of one size; of one table, if figures of one player are wanted.
    """
    seats = results[0].block.games if results else 2
    shape = (len(results), seats, seats)
    places = np.array([result.places for result in results], dtype=np.int64).reshape(shape)
    scores = np.array([result.scores for result in results], dtype=np.int64).reshape(shape)
    return Blocks(shares_of(places), rotation(seats, seats), margins_of(scores))


def ratings_of(contest: Contest, results: Sequence[BlockResult]) -> Ratings | None:
    """How strong the players are beside each other; None if nothing has been played."""
    if not results:
        return None
    numbers = {name: number for number, name in enumerate(contest.names)}
    games = [game for result in results for game in result.games]
    return rate(
        Games(
            places=np.array([game.places for game in games], dtype=np.int64),
            players=np.array([[numbers[name] for name in game.names] for game in games]),
            block=np.array([game.block for game in games], dtype=np.int64),
        ),
        len(numbers),
    )


def standing_of_test(contest: Contest, results: Sequence[BlockResult]) -> Progress | None:
    """Where the contest's test stands, for its first player; None if it has no test."""
    sprt = contest.sprt
    if sprt is None:
        return None
    plan = Plan(sprt.elo0, sprt.elo1, sprt.model, sprt.alpha, sprt.beta)
    return progress(plan, blocks_of(results), 0)
