"""Tests of what carcbot.contest.workers.workplace promises, for every place there is."""

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from carcbot.contest.workers.processes import THIS_MACHINE, ProcessTeam
from carcbot.contest.workers.workplace import Team, WorkerDied, Workplace
from carcbot.errors import OptionsError
from tests.waiting import PATIENCE_S


def work(folder: Path, task: str) -> str:
    """What the workers of these tests do: it is in the task's first word."""
    match task.partition(" ")[0]:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "sleep":
            (folder / "asleep").write_text(str(os.getpid()))
            time.sleep(600)
        case "fail":
            raise OptionsError("a slip", where="a task", expected="another")
    return task.upper()


def told_by(team: Team[str, str], tasks: int) -> dict[int, list[str | WorkerDied]]:
    """So many answers, by worker."""
    told: dict[int, list[str | WorkerDied]] = {}
    while sum(map(len, told.values())) < tasks:
        for worker, answer in team.wait():
            told.setdefault(worker, []).append(answer)
    return told


def test_answers(place: Workplace, tmp_path: Path) -> None:
    """Each worker answers what it was given, in that order; later tasks too."""
    assert place.cores >= 1
    with place.team(partial(work, tmp_path), 2) as team:
        for task in ("a", "b", "c"):
            team.give(1, task)
        team.give(0, "d")
        assert told_by(team, 4) == {0: ["D"], 1: ["A", "B", "C"]}
        team.give(0, "e")
        assert team.wait() == [(0, "E")]


def test_who_dies_is_replaced(place: Workplace, tmp_path: Path) -> None:
    """What it was given is forgotten, once; whoever stands for it then works, and others do."""
    with place.team(partial(work, tmp_path), 2) as team:
        for task in ("die", "b", "c"):
            team.give(0, task)
        team.give(1, "d")
        told = told_by(team, 2)
        assert told[1] == ["D"]
        (gone,) = told[0]
        assert isinstance(gone, WorkerDied)
        assert gone.how
        team.give(0, "e")
        assert team.wait() == [(0, "E")]


def test_what_work_raises(place: Workplace, tmp_path: Path) -> None:
    """It is raised where somebody waits for an answer, as it was."""
    with place.team(partial(work, tmp_path), 1) as team:
        team.give(0, "fail")
        with pytest.raises(OptionsError, match="a task: a slip; expected another"):
            team.wait()


def test_end_in_the_middle(place: Workplace, tmp_path: Path) -> None:
    """A team ends at once, whatever it is at."""
    with place.team(partial(work, tmp_path), 1) as team:
        team.give(0, "sleep")
        team.give(0, "b")
        note = tmp_path / "asleep"
        deadline = time.monotonic() + PATIENCE_S
        while not (note.exists() and note.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    while Path(f"/proc/{note.read_text()}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_interrupted_while_they_start(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C reaches workers in the moment in which they start, too, and is not for them."""
    with THIS_MACHINE.team(partial(work, tmp_path), 2) as team:
        assert isinstance(team, ProcessTeam)
        for pid in team.pids:
            os.kill(pid, signal.SIGINT)
            team.give(team.pids.index(pid), "a")
        assert told_by(team, 2) == {0: ["A"], 1: ["A"]}
    assert "Traceback" not in capfd.readouterr().err
