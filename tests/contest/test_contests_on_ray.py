"""Tests of contests on a Ray cluster: carcbot.contest.runner with another workplace."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot.arena.contest import Contest
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.report.files import write_report
from carcbot.contest.runner import course_of, play_contest
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.errors import AgentError
from carcbot.search.budget import Budget
from tests.contest import programs
from tests.contest.conftest import CORES
from tests.contest.descendants import called, descendants
from tests.contest.test_runner import GAMES, contest_of_agents, counted
from tests.waiting import PATIENCE_S, wait_until

TIMES = {"seconds", "longest_s"}
"""What differs from one time to the next."""
RAY_WORKER = "ray::_do"
"""What Ray calls a process that has a task of ours."""


def played(contest: Contest, folder: Path, place: Workplace) -> ContestCourse:
    """The contest played to its end, with its report."""
    with ContestFolder.make(folder, contest) as kept:
        course = play_contest(kept, CORES, lambda _: None, place)
    write_report(course, folder)
    return course


def kept_games(folder: Path) -> list[str]:
    """Every line of a contest's results but for the times, in the order of the games."""
    games = [json.loads(line) for line in (folder / GAMES).read_text().splitlines()]
    for game in games:
        game["efforts"] = [
            {name: value for name, value in effort.items() if name not in TIMES}
            for effort in game.get("efforts", ())  # a game that was lost has none
        ]
    return sorted(json.dumps(game, sort_keys=True) for game in games)


def figures(folder: Path) -> object:
    """A contest's results.json but for the times."""
    return json.loads(
        (folder / "results.json").read_text(),
        object_hook=lambda each: {name: each[name] for name in each.keys() - TIMES},
    )


@pytest.mark.parametrize("form", ("round_robin", "swiss"))
def test_same_as_here(tmp_path: Path, ray_cluster: Workplace, form: str) -> None:
    """The same games, byte for byte, and the same results as on this machine."""
    agents = ("random", "greedy", "mcts:sims=5", "random:policy=uniform")
    contest = contest_of_agents(*agents, format=form, blocks=2)
    here, there = tmp_path / "here", tmp_path / "there"
    assert counted(played(contest, here, THIS_MACHINE)) == counted(
        played(contest, there, ray_cluster)
    )
    assert kept_games(here) == kept_games(there)
    assert figures(here) == figures(there)
    assert (here / "crosstable.csv").read_bytes() == (there / "crosstable.csv").read_bytes()


def test_a_lost_worker(tmp_path: Path, ray_cluster: Workplace) -> None:
    """Killed in the middle of a game, a worker costs that game, which is played again."""
    contest = contest_of_agents("mcts:sims=400", "random", blocks=6, attempts=12)

    def kill_one(course: ContestCourse) -> None:
        at_work = [pid for pid in descendants() if called(pid).startswith(RAY_WORKER)]
        if at_work and not course.replayed:  # who has ended meanwhile has lost nothing
            os.kill(at_work[0], signal.SIGKILL)

    with ContestFolder.make(tmp_path / "there", contest) as kept:
        course = play_contest(kept, CORES, kill_one, ray_cluster)
    lost = sum(not each.counts for each in ContestFolder(tmp_path / "there").results())
    assert lost
    assert len(kept_games(tmp_path / "there")) == 6 * 2 + lost
    assert counted(course) == counted(played(contest, tmp_path / "here", THIS_MACHINE))


def test_killed_here_goes_on_there_and_back(tmp_path: Path, ray_address: str) -> None:
    """A contest that was broken off goes on in another place, and back; no game is played twice."""
    contest = contest_of_agents("random", "greedy", "mcts:sims=60", blocks=12)
    folder = tmp_path / "moved"
    ContestFolder.make(folder, contest)
    killed_after(folder, 1, signal.SIGKILL)
    some = len(list(ContestFolder(folder).results()))
    said = killed_after(folder, 1, signal.SIGINT, "--ray", ray_address)
    # Ray's own threads may stumble over an interrupt; what was played must stand all the same
    assert said.endswith("interrupted") or "discovered a bug in Ray" in said
    more = len(list(ContestFolder(folder).results()))
    assert some < more
    assert not course_of(ContestFolder(folder)).is_over
    course = played(contest, folder, THIS_MACHINE)
    assert counted(course) == counted(played(contest, tmp_path / "whole", THIS_MACHINE))
    games = [(each.block, each.game) for each in ContestFolder(folder).results()]
    assert len(set(games)) == len(games)


def killed_after(folder: Path, more_bytes: int, how: signal.Signals, *options: str) -> str:
    """Goes on with a contest until so much has been added to its games; what it says at last."""
    file = folder / GAMES
    enough = more_bytes + (file.stat().st_size if file.exists() else 0)
    command = [sys.executable, "-m", "carcbot", "tournament", "resume", str(folder)]
    running = subprocess.Popen(
        [*command, "--workers", "2", *options],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def is_enough() -> bool:
        assert running.poll() is None
        return file.exists() and file.stat().st_size >= enough

    wait_until(is_enough, "games are played")
    os.killpg(running.pid, how)
    return running.communicate(timeout=PATIENCE_S)[1].strip()


def test_programs(tmp_path: Path, ray_cluster: Workplace) -> None:
    """A program plays there as here; where it is not on the machine, that is told."""
    command = f"{sys.executable} {programs.__file__} well"
    contest = contest_of_agents(command, "greedy", blocks=1, limits=Budget(hard_s=PATIENCE_S))
    course = played(contest, tmp_path / "there", ray_cluster)
    assert [each.record for each in course.counted[0].games] == [
        each.record for each in played(contest, tmp_path / "here", THIS_MACHINE).counted[0].games
    ]
    missing = contest_of_agents("./nowhere", "greedy", limits=Budget(hard_s=PATIENCE_S))
    for place in (ray_cluster, THIS_MACHINE):
        with pytest.raises(AgentError, match="there is no such program on"):
            played(missing, tmp_path / "missing", place)
