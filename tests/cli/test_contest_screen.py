"""Tests of carcbot.cli.contest_screen: what a terminal shows of a contest that goes on."""

import io
import re
from types import SimpleNamespace

import pytest

from carcbot.arena.contest import Contest, Sprt
from carcbot.arena.contest_course import ContestCourse
from carcbot.cli.contest_screen import live, page
from tests.arena.made_up import contest_of, play


class Terminal(io.StringIO):
    """Something that somebody looks at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def shown(monkeypatch: pytest.MonkeyPatch, *courses: ContestCourse) -> str:
    """What a terminal shows when it is told of a contest, as words with single spaces."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    ticks = (20.0 * look for look in range(len(courses)) for _ in range(2))  # when it looks
    clock = SimpleNamespace(monotonic=ticks.__next__)
    monkeypatch.setattr("carcbot.cli.contest_screen.time", clock)
    with live("a v b") as tell:
        for course in courses:
            tell(course)
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue()).split())


def contest() -> Contest:
    """Everybody against everybody once: one round."""
    return contest_of(4)


def test_a_round_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standings and progress grow game by game, not only when a round is over."""
    course = play(contest(), most=5)
    assert not course.counted
    told = shown(monkeypatch, course)
    assert "1. p0 4 4 0 0 1.000" in told
    assert "2 of 6 blocks, and 1 game of others" in told
    assert "a v b" in told
    assert "gone" in told


def test_time_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """When games have ended since it began to look, it says how long the others take."""
    told = shown(monkeypatch, play(contest(), most=5), play(contest(), most=9))
    # twenty seconds for four games, and three are left
    assert "4 of 6 blocks, and 1 game of others; about 15 s to go" in told


def test_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a test it is told that its blocks are the most."""
    course = play(
        contest_of(2, blocks=1000, sprt=Sprt(0, 10)),
        lambda game: [game.block.number % 3 == player for player in game.players],
        most=50,
    )
    assert "25 of at most 1000 blocks" in shown(monkeypatch, course)


def test_elsewhere(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no terminal is told nothing."""
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with live("a v b") as tell:
        tell(play(contest()))
    assert capsys.readouterr().out == ""


def test_projection() -> None:
    """The page of a test that goes on says when it would be clear, and that it may be otherwise."""
    course = play(
        contest_of(2, blocks=40, sprt=Sprt(0, 10)),
        # three games of four are won
        lambda game: [
            (game.block.number % 2 == 0 or game.number == 0) == (player == 0)
            for player in game.players
        ],
    )
    last = list(page(course))[-1]
    assert re.fullmatch(
        r"if it goes on as on average so far, that will be clear after about \d+ blocks", last
    )


def test_byes_are_shown() -> None:
    """A Swiss tournament counts them, so its table has them; another table has no such column."""
    head, *rows = page(play(contest_of(3, format="swiss", rounds=3)), rated=False)
    assert head.split()[-1] == "byes"
    assert [row.split()[-1] for row in rows[:3]] == ["1", "1", "1"]
    assert "byes" not in next(page(play(contest_of(3)), rated=False))
