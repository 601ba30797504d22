"""Tests of carcbot.cli.contest_progress."""

import pytest

from carcbot.arena.contest import Contest, FormatName, Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.cli.contest_progress import Pace, how_far, time_to_go
from tests.arena.made_up import contest_of, play


def begun(contest: Contest, games: int) -> ContestCourse:
    """A contest of which so many games are over; who has the lower number wins."""
    return play(contest, most=games)


@pytest.mark.parametrize(
    ("form", "settings", "told"),
    (
        ("round_robin", {"blocks": 1}, "3 of 6 blocks, and 1 game of others"),
        ("round_robin", {"disqualify_after": 9}, "3 of at most 6 blocks, and 1 game of others"),
        ("gauntlet", {"blocks": 2}, "3 of 6 blocks, and 1 game of others"),
        ("swiss", {"blocks": 2}, "3 of 8 blocks, and 1 game of others"),
        ("knockout", {"blocks": 3}, "3 of at least 9 blocks, and 1 game of others"),
        ("ladder", {"rounds": 4}, "3 of about 6 blocks, and 1 game of others"),
        ("ladder", {}, "3 blocks, and 1 game of others"),
    ),
)
def test_how_far(form: FormatName, settings: dict[str, int], told: str) -> None:
    """Each block counts when it is complete, whether its round is over or not."""
    assert how_far(begun(contest_of(4, format=form, **settings), 7)) == told


def test_over() -> None:
    """Of a contest that is over it is told how many blocks it had."""
    assert how_far(play(contest_of(3))) == "3 blocks"


@pytest.mark.parametrize(
    ("form", "settings", "told"),
    (
        ("round_robin", {}, "about 80 s to go"),
        ("round_robin", {"blocks": 100}, "about 3 h to go"),
        ("round_robin", {"blocks": 10_000}, "about 14 days to go"),
        ("round_robin", {"disqualify_after": 9}, "at most about 80 s to go"),
        ("knockout", {"blocks": 3}, "at least about 2 min to go"),
        ("ladder", {"rounds": 4}, "about 80 s to go"),
        ("ladder", {}, ""),
    ),
)
def test_time_to_go(form: FormatName, settings: dict[str, int], told: str) -> None:
    """Four games took 40 seconds, the others take as long each; more is not promised."""
    course = begun(contest_of(4, format=form, **settings), 4)
    assert time_to_go(course, Pace(1000.0, 0), 1040.0) == told


def test_pace_of_now() -> None:
    """What was played before somebody began to look does not count; without a game nothing does."""
    course = begun(contest_of(4), 4)
    assert time_to_go(course, Pace(1000.0, 2), 1010.0) == "about 40 s to go"
    assert time_to_go(course, Pace(1000.0, 4), 1010.0) == ""


def sprt_after(games: int) -> ContestCourse:
    """A test whose first player wins three games of four, in turn both of a block and one."""
    return play(
        contest_of(2, blocks=5000, sprt=Sprt(0, 10)),
        lambda game: [
            (game.block.number % 2 == 0 or game.number == 0) == (player == 0)
            for player in game.players
        ],
        most=games,
    )


def test_time_of_a_test() -> None:
    """A test takes at most all its blocks, and perhaps only as long as its ratio lets expect."""
    early, later = sprt_after(20), sprt_after(120)
    assert time_to_go(early, Pace(0.0, 0), 20.0) == "at most about 3 h to go"
    told = time_to_go(later, Pace(0.0, 0), 120.0)
    most, _, projection = told.partition(", ")
    assert most == "at most about 3 h to go"
    span, _, word = projection.partition(" s ")
    assert word == "if the test goes on as on average so far"
    course = sprt_after(5000)
    assert course.is_over
    assert int(span) == pytest.approx(course.games_over - 120, abs=10)
    assert time_to_go(course, Pace(0.0, 0), 208.0) == ""
