"""The statistics of a contest: its results as blocks, ratings, and the state of its test."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carcbot.arena.blocks import BlockResult, GameResult
from carcbot.arena.contest import Contest
from carcbot.arena.statistics.block_values import Blocks, Floats, margins_of, rotation, shares_of
from carcbot.arena.statistics.fitted_ratings import Games, Ratings, rate
from carcbot.arena.statistics.sequential import Plan, Progress, Verdict, progress

__all__ = [
    "Progress",
    "Verdict",
    "blocks_of",
    "ratings_of",
    "standing_of_test",
    "whole_blocks_of",
]


def blocks_of(results: Sequence[BlockResult], forfeit: float = 0.0) -> Blocks:
    """Blocks as arrays: the players of each table in its own order, of two the lower number first.

    A forfeited game counts as lost by the largest margin of all games up to its block; one that
    nobody has won counts as drawn.

    Args:
        results: Blocks of tables of one size; of one table, if figures of one player are wanted.
        forfeit: By how many points a forfeited game is lost at least.
    """
    seats = results[0].block.games if results else 2
    shape = (len(results), seats, seats)
    places = np.array([result.places for result in results], dtype=np.int64).reshape(shape)
    scores = np.array([result.scores for result in results], dtype=np.int64).reshape(shape)
    forfeited = np.array([result.forfeited for result in results], dtype=bool).reshape(shape)
    if seats == 2:
        turned = np.array(
            [sorted(each.block.players) != [*each.block.players] for each in results], dtype=bool
        )
        for array in (places, scores, forfeited):  # the other rotation is the other game
            array[turned] = array[turned][:, ::-1, ::-1]
    margins = _judged(margins_of(scores), forfeited, forfeit)
    return Blocks(shares_of(places), rotation(seats, seats), margins)


def whole_blocks_of(results: Sequence[BlockResult]) -> Blocks:
    """The same without blocks that have a forfeited game, which says nothing of the seats."""
    return blocks_of([result for result in results if result.is_whole])


def ratings_of(games: Sequence[GameResult], names: Sequence[str]) -> Ratings:
    """The strengths of players with these names beside each other, by one game or more.

    Games on the same deck are one block.
    """
    numbers = {name: number for number, name in enumerate(names)}
    return rate(
        Games(
            places=np.array([game.places for game in games], dtype=np.int64),
            players=np.array([[numbers[name] for name in game.names] for game in games]),
            block=np.array([game.block for game in games], dtype=np.int64),
        ),
        len(numbers),
    )


def standing_of_test(contest: Contest, results: Sequence[BlockResult]) -> Progress | None:
    """The state of the contest's test, for its first player; None if it has none."""
    sprt = contest.sprt
    if sprt is None:
        return None
    plan = Plan(sprt.elo0, sprt.elo1, sprt.model, sprt.alpha, sprt.beta)
    # a forfeited game is never nearer to the alternative than to the null hypothesis
    return progress(plan, blocks_of(results, forfeit=max(abs(plan.h0), abs(plan.h1))), 0)


def _judged(margins: Floats, forfeited: NDArray[np.bool_], least: float) -> Floats:
    """The margins, with those of forfeited games as large as any up to their block."""
    widest = np.maximum.accumulate(np.maximum(np.abs(margins).max(axis=(1, 2)), least))
    lost = widest[:, None, None] * margins_of(~forfeited)
    judged: Floats = np.where(forfeited.any(axis=2, keepdims=True), lost, margins)
    return judged
