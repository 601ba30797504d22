"""Tests of carcbot.arena.contest_statistics."""

import numpy as np
import pytest

from carcbot.arena.contest import Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_statistics import (
    blocks_of,
    ratings_of,
    standing_of_test,
    whole_blocks_of,
)
from carcbot.arena.statistics.sequential import Verdict
from tests.arena.made_up import contest_of, crashed, play, result_of


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_arrays(seats: int) -> None:
    """Each player's scores and margins stand where statistics look for them, in its true seat."""
    contest = contest_of(seats, seats=seats, blocks=3)
    # what matters is the seat alone: the last one always wins
    course = play(contest, lambda game: [10 * seat for seat in range(len(game.players))])
    blocks = blocks_of(course.counted)
    assert blocks.scores.shape == (3, seats, seats)
    won = blocks.seats == seats - 1
    assert np.array_equal(blocks.scores[0], won.astype(float))
    assert blocks.margins is not None
    assert np.allclose(blocks.margins.sum(axis=2), 0)
    assert np.allclose(blocks.scores_of(0), 1 / seats)


def test_nothing_yet() -> None:
    """Before the first block a test is not decided."""
    contest = contest_of(2, sprt=Sprt())
    assert blocks_of(()).count == 0
    test = standing_of_test(contest, ())
    assert test is not None
    assert test.verdict is Verdict.GO_ON
    assert standing_of_test(contest_of(2), ()) is None


def test_ratings_by_strength() -> None:
    """Who wins more has the higher rating; the mean of all is 0."""
    contest = contest_of(4, seats=3, blocks=4)
    games = [game for result in play(contest).counted for game in result.games]
    ratings = ratings_of(games, contest.names)
    assert list(np.argsort(-ratings.elo)) == [0, 1, 2, 3]
    assert ratings.elo.sum() == pytest.approx(0)


def led_and_crashed(sprt: Sprt, lead: int, blocks: int = 60) -> ContestCourse:
    """A contest whose first player leads by so much in each game, and crashes then."""
    contest = contest_of(2, blocks=blocks, sprt=sprt)
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        points = [lead * (player == 0) for player in game.players]
        course.put(crashed(contest, game, points, 0))
    return course


@pytest.mark.parametrize(
    ("sprt", "lead"),
    (
        (Sprt(0, 5, model="margin"), 30),
        (Sprt(-10, -5, model="margin"), 0),
        (Sprt(5, 10, model="margin"), 0),
        (Sprt(0, 100), 30),
    ),
)
def test_who_leads_and_crashes_passes_no_test(sprt: Sprt, lead: int) -> None:
    """A test of margins counts a forfeited game as lost, as a test of Elo does."""
    test = led_and_crashed(sprt, lead).test
    assert test is not None
    assert test.verdict is Verdict.ACCEPT_H0


def test_some_crashes() -> None:
    """Who wins by 20 but crashes as soon as it is behind does not pass for one who never loses."""
    contest = contest_of(2, blocks=200, sprt=Sprt(0, 10, model="margin"))
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        wins = (game.block.number + game.number) % 3 == 0
        points = [(20 if wins else -1) * (player == 0) for player in game.players]
        course.put(result_of(contest, game, points) if wins else crashed(contest, game, points, 0))
    assert course.test is not None
    assert course.test.verdict is Verdict.ACCEPT_H0


def test_margins_of_forfeited_games() -> None:
    """They are lost by the largest margin up to their block; both sides of it add up to nothing."""
    contest = contest_of(2, blocks=3)
    margins = ((4, 6), (2, None), (9, 1))  # of the first player; None where it leads and crashes
    course = ContestCourse(contest)
    while (game := course.take()) is not None:
        margin = margins[game.block.number][game.number]
        points = [(3 if margin is None else margin) * (player == 0) for player in game.players]
        course.put(
            crashed(contest, game, points, 0)
            if margin is None
            else result_of(contest, game, points)
        )
    blocks = blocks_of(course.counted)
    assert blocks.margins is not None
    assert blocks.margins[:, :, 0].tolist() == [[4, 6], [2, -6], [9, 1]]
    assert blocks.margins[:, :, 1].tolist() == [[-4, -6], [-2, 6], [-9, -1]]
    assert whole_blocks_of(course.counted).count == 2


def test_a_pair_that_changes_its_order() -> None:
    """On a ladder of two the better one comes to the top; the first one's figures stay its own."""
    course = play(
        contest_of(2, format="ladder", rounds=6), lambda game: [9 * p for p in game.players]
    )
    assert {result.block.players for result in course.counted} == {(0, 1), (1, 0)}
    blocks = blocks_of(course.counted)
    assert not blocks.scores_of(0).any()
    assert blocks.margins is not None
    assert (blocks.margins_of(1) == 9).all()
