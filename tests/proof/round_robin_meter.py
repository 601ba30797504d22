"""For the proof of round robins: meters of native code in the workers of a machine.

Workers load this file, and nothing else of the proof.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from carcbot import _native
from carcbot.contest.workers.processes import THIS_MACHINE, ProcessTeam

__all__ = ["MeteredMachine"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Meter:
    """Measures how long a process is in the native calls that play games.

    Attributes:
        file: Where it writes that down after each task.
        native_s: Processor time in these calls.
    """

    file: Path
    native_s: float = 0.0

    def begin(self) -> None:
        """From now on the calls are measured."""
        play_game: Callable[..., object] = _native.carcassonne.play_game

        def measured(*arguments: object) -> object:
            begun_s = time.thread_time()
            played = play_game(*arguments)
            self.native_s += time.thread_time() - begun_s
            return played

        _native.carcassonne.play_game = measured  # type: ignore[assignment]  # any arguments

    def write(self) -> None:
        """Writes down how long it was until now."""
        self.file.write_text(f"{self.native_s}")


_METERS: dict[Path, Meter] = {}


def metered(work: Callable[[Task], Answer], folder: Path, task: Task) -> Answer:
    """Does what a worker does with a task, and measures it."""
    if folder not in _METERS:
        _METERS[folder] = Meter(folder / f"{os.getpid()}")
        _METERS[folder].begin()
    answer = work(task)
    _METERS[folder].write()
    return answer


class MeteredMachine:
    """This machine, with meters in its workers.

    Args:
        folder: Where they write.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cores = THIS_MACHINE.cores

    @contextmanager
    def team(
        self, work: Callable[[Task], Answer], size: int
    ) -> Iterator[ProcessTeam[Task, Answer]]:
        """A team of so many processes, each with a meter."""
        with THIS_MACHINE.team(partial(metered, work, self.folder), size) as team:
            yield team

    @property
    def native_s(self) -> float:
        """What all meters show."""
        return sum(float(file.read_text()) for file in self.folder.iterdir())
