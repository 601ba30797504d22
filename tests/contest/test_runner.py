"""Tests of carcbot.contest.runner and of the players that it lets play."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from carcbot.arena.blocks import Block, Fault, Game
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_file import check_contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.contest_team import ContestTeam, player_of
from carcbot.contest.runner import course_of, play_contest
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.errors import ProgramError
from carcbot.search.budget import Budget
from tests.arena.made_up import result_of
from tests.waiting import PATIENCE_S

if TYPE_CHECKING:
    from carcbot.arena.blocks import GameResult

GAMES = "games.jsonl"


def contest_of_agents(*agents: str, **settings: object) -> Contest:
    """A contest of these agents."""
    players = tuple(Entrant(f"p{number}", agent) for number, agent in enumerate(agents))
    return check_contest(Contest(player=players, **settings), "a test")  # type: ignore[arg-type]


def played(contest: Contest, folder: Path, workers: int) -> ContestCourse:
    """The contest played to its end."""
    told: list[int] = []
    with ContestFolder.make(folder, contest) as kept:
        return play_contest(kept, workers, lambda course: told.append(len(course.counted)))


def counted(course: ContestCourse) -> list[tuple[str, tuple[int, ...]]]:
    """The games that count, without how long they took."""
    return [(game.record, game.places) for each in course.counted for game in each.games]


@pytest.mark.parametrize("form", ("round_robin", "swiss"))
def test_same_results(tmp_path: Path, form: str) -> None:
    """One worker or three: the same games; played again from its folder, nothing is left to do."""
    contest = contest_of_agents(
        "random", "greedy", "mcts:sims=5", "random:policy=uniform", format=form, blocks=2
    )
    alone = played(contest, tmp_path / "1", 1)
    together = played(contest, tmp_path / "3", 3)
    assert counted(alone) == counted(together)
    assert alone.is_over
    size = (tmp_path / "1" / GAMES).stat().st_size
    assert counted(played(contest, tmp_path / "1", 2)) == counted(alone)
    assert (tmp_path / "1" / GAMES).stat().st_size == size


def test_kill(tmp_path: Path) -> None:
    """Killed with all its processes, time and again, it comes to the same end, no game twice."""
    contest = contest_of_agents("random", "greedy", "mcts:sims=60", blocks=15, disqualify_after=2)
    whole = counted(played(contest, tmp_path / "whole", 2))
    ContestFolder.make(tmp_path / "killed", contest)
    command = [sys.executable, "-m", "carcbot", "tournament", "resume", str(tmp_path / "killed")]
    file = tmp_path / "killed" / GAMES
    for after_bytes in (1, 20_000, 60_000):
        running = subprocess.Popen(
            [*command, "--workers", "2"], start_new_session=True, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE_S
        while (not file.exists() or file.stat().st_size < after_bytes) and running.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert not course_of(ContestFolder(tmp_path / "killed")).is_over
    course = played(contest, tmp_path / "killed", 2)
    assert counted(course) == whole
    games = [(each.block, each.game) for each in ContestFolder(tmp_path / "killed").results()]
    assert len(set(games)) == len(games)


def test_dead_worker(tmp_path: Path) -> None:
    """A worker that dies is replaced; what it was at is told as our fault, and played again."""
    contest = contest_of_agents("mcts:sims=300", "random", blocks=2)
    course = ContestCourse(contest)
    with THIS_MACHINE.team(player_of(contest), 2) as team:
        players = ContestTeam(contest, team, 2)
        games = [course.take() for _ in range(4)]
        for number, game in enumerate(games):
            assert game is not None
            players.give(number % 2, [game])
        os.kill(team.pids[0], signal.SIGKILL)
        results: list[GameResult] = []
        while not players.is_idle:
            results.extend(players.wait())
        assert sum(not each.counts for each in results) == 1
        assert len(results) == 4
        for result in results:
            course.put(result)
        again = course.take()
        assert again is not None
        assert again.attempt == 2
        players.give(0, [again])
        course.put(players.wait()[0])
    assert course.is_over
    assert course.replayed == 1
    assert counted(course) == counted(played(contest, tmp_path, 1))


def test_a_fault_of_ours_begins_nothing(tmp_path: Path) -> None:
    """A program that never came is told of, also where a game before ended by our own fault."""
    contest = contest_of_agents("random", "/bin/true", limits=Budget(hard_s=1.0))
    with ContestFolder.make(tmp_path / "f", contest) as kept:
        game = Game(Block(0, 0, (0, 1)), 0)
        kept.add([result_of(contest, game, [0, 0], Fault("referee", "the disk is full"))])
        with pytest.raises(ProgramError, match="hello"):
            play_contest(kept, 1, lambda _: None)


def test_joining_while_it_goes_on(tmp_path: Path) -> None:
    """Who asks to join while a ladder is played is in it from a later round on, and stays so."""
    contest = contest_of_agents("random", "greedy", "mcts:sims=3", format="ladder", rounds=8)
    newcomer = Entrant("late", "greedy")

    def ask(course: ContestCourse) -> None:
        if course.counted and not (tmp_path / "newcomers.jsonl").exists():
            ContestFolder(tmp_path).ask_to_join(newcomer)

    with ContestFolder.make(tmp_path, contest) as kept:
        assert not kept.newcomers()
        course = play_contest(kept, 2, ask)
    assert course.contest.names == ("p0", "p1", "p2", "late")
    joins = course.contest.player[3].joins
    assert 1 <= joins < 8
    sat = [any(3 in table for table in each.tables) for each in course.history.rounds]
    assert not any(sat[:joins])
    assert sum(sat[joins:]) >= 3
    again = course_of(ContestFolder(tmp_path))
    assert again.contest == course.contest
    assert again.is_over
    assert counted(again) == counted(course)
