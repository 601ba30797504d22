"""Tests of carcbot.contest.workers.parallel_map."""

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from carcbot.contest.workers.parallel_map import parallel_map
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.errors import InternalError
from carcbot.games.course import PARTS, Course, Rounds
from carcbot.games.registry import get


def squared(folder: Path, number: int) -> int:
    """The square; some numbers take longer, and 5 takes its process with it the first time."""
    if number == 5 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05 * (number % 3))
    return number * number


def dying(number: int) -> int:
    """Nobody survives it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_answers_in_order(place: Workplace, tmp_path: Path) -> None:
    """Each task is answered once, in its place, though workers die and some tasks take longer."""
    found = list(parallel_map(place, 2, partial(squared, tmp_path), range(9)))
    assert found == [number * number for number in range(9)]
    assert (tmp_path / "died").exists()


def test_a_judge_learns_the_same_everywhere(place: Workplace, tmp_path: Path) -> None:
    """Parts of a round travel to the workers, and come back as if they had been at home."""
    make = get("carcassonne").teacher
    assert make
    home, away = (
        Rounds(make(), Course("seats=2", games=16), tmp_path / name) for name in ("home", "away")
    )
    steps: list[int] = []
    away.teach(partial(parallel_map, place, 2), lambda: steps.append(1), lambda _: (0.1, 0.9))
    home.teach(map, lambda: None, lambda _: (0.1, 0.9))
    assert (away.weights == home.weights).all()
    assert away.rounds == home.rounds
    assert len(steps) == PARTS


def test_no_tasks() -> None:
    """Of nothing comes nothing."""
    assert list(parallel_map(THIS_MACHINE, 1, dying, ())) == []


def test_what_nobody_can_do() -> None:
    """A task of which every worker dies is given up, with what happened."""
    with pytest.raises(InternalError, match=r"task 0: cannot be done: the process ended with -9"):
        list(parallel_map(THIS_MACHINE, 1, dying, (1,)))
