"""Tests of carcbot.arena.strength."""

import random

import pytest

from carcbot.arena.blocks import Game
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_statistics import blocks_of, ratings_of
from carcbot.arena.standings import standings
from carcbot.arena.statistics.elo import elo, normalized_elo
from carcbot.arena.statistics.fitted_ratings import Ratings
from carcbot.arena.strength import Strengths, strengths_of
from tests.arena.made_up import contest_of, play


def lucky(game: Game) -> list[int]:
    """The lower number is somewhat stronger: points of chance, less for a higher one."""
    rng = random.Random(f"{game.block.number} {game.number}")
    return [rng.randrange(40) - 8 * player for player in game.players]


def told(course: ContestCourse) -> Strengths:
    """What is said of a contest that was played."""
    strengths = strengths_of(course.contest, course.counted)
    assert strengths is not None
    return strengths


def rated(course: ContestCourse) -> Ratings:
    """The ratings of all who played in it."""
    games = [game for result in course.counted for game in result.games]
    return ratings_of(games, course.contest.names)


def test_two_players() -> None:
    """Between two it is their whole difference, which is what a test asks; blocks set its interval.

    A win in three games of four is 400 log10(3) = 191 Elo, and not half of it.
    """
    points = ((1, 0), (1, 0), (1, 0), (0, 1))
    course = play(
        contest_of(2, blocks=40),
        lambda game: [points[(2 * game.block.number + game.number) % 4][p] for p in game.players],
    )
    strengths = told(course)
    blocks = blocks_of(course.counted)
    assert strengths.beside == "the other player"
    assert strengths.of(0).value == pytest.approx(190.85, abs=0.01)
    assert strengths.of(0) == strengths.difference(0, 1) == elo(blocks, 0)
    assert strengths.of(1).value == pytest.approx(-190.85, abs=0.01)
    assert strengths.normalized == normalized_elo(blocks)
    ratings = rated(course)
    assert ratings.of(0).value == pytest.approx(190.85 / 2, abs=3)


def test_two_players_in_words() -> None:
    """What is said of two is the difference, and whether it is shown."""
    course = play(contest_of(2, blocks=60), lucky)
    first, second = told(course).remarks(standings(course))
    assert first.startswith("p0 beside p1: +")
    assert " Elo, normalized +" in first
    assert second.startswith("p0: stronger: 0.")


def test_more_players() -> None:
    """Among more it is beside the mean of all, and differences are those of the ratings."""
    course = play(contest_of(3, blocks=30), lucky)
    strengths, ratings = told(course), rated(course)
    assert strengths.beside == "the mean of all players"
    assert strengths.of(1) == ratings.of(1)
    assert strengths.difference(0, 2) == ratings.difference(0, 2)
    assert strengths.normalized is None


@pytest.mark.parametrize("seats", (2, 3))
def test_what_is_not_shown(seats: int) -> None:
    """Neighbours of equal strength are told as such; much stronger ones are not."""
    # p0 and p1 win in turn, p2 is below them
    course = play(
        contest_of(3, seats=seats, blocks=24),
        lambda game: [
            -1 if player == 2 else (game.block.round // 2 + game.number + player) % 2
            for player in game.players
        ],
    )
    rows = standings(course)
    strengths = told(course)
    assert [gap.is_shown for gap in strengths.gaps(rows)] == [False, True]
    upper = [row.name for row in rows[:2]]
    assert sorted(upper) == ["p0", "p1"]
    assert strengths.remarks(rows) == [
        f"no difference shown between neighbours (95 %): {', '.join(upper)}"
    ]


def test_one_block_shows_nothing() -> None:
    """Nobody is shown to be stronger by a single block."""
    course = play(contest_of(3, seats=3), lucky)
    assert not any(gap.is_shown for gap in told(course).gaps(standings(course)))
    assert strengths_of(contest_of(3), ()) is None
