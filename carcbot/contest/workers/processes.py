"""Workers that are processes of this machine."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, Generic, TypeVar

from carcbot.contest.workers.workplace import WorkerDied
from carcbot.net.process.process_limits import end_with_parent

__all__ = ["THIS_MACHINE", "ProcessTeam", "ThisMachine"]

_SPAWN: Final = multiprocessing.get_context("spawn")
_ENDS_IN_S: Final = 5.0

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class ThisMachine:
    """This machine, as a workplace."""

    @property
    def cores(self) -> int:
        """How many workers can compute here at once."""
        try:
            # a container or taskset may leave us fewer than the machine has
            return len(os.sched_getaffinity(0))
        except AttributeError:  # macOS cannot tell
            return os.cpu_count() or 1

    def team(
        self, work: Callable[[Task], Answer], size: int
    ) -> "closing[ProcessTeam[Task, Answer]]":
        """A team of so many processes."""
        return closing(ProcessTeam(work, size))


THIS_MACHINE: Final = ThisMachine()


@dataclass(slots=True)
class _Worker:
    """A process, and how many tasks it has not answered."""

    process: SpawnProcess
    pipe: Connection
    tasks: int = 0


class ProcessTeam(Generic[Task, Answer]):
    """So many processes, which run from the beginning.

    Args:
        work: What they do with a task.
        size: How many there are.
    """

    def __init__(self, work: Callable[[Task], Answer], size: int) -> None:
        self._work = work
        self._workers = [self._started() for _ in range(size)]

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.process.pid or 0 for worker in self._workers]

    def give(self, worker: int, task: Task) -> None:
        """Gives a worker another task, after those that it has."""
        chosen = self._workers[worker]
        chosen.tasks += 1
        with contextlib.suppress(OSError):  # it has died, which is noticed where it should answer
            chosen.pipe.send(task)

    def wait(self) -> list[tuple[int, Answer | WorkerDied]]:
        """Waits until workers answer."""
        busy = [number for number, worker in enumerate(self._workers) if worker.tasks]
        ready = wait([self._workers[number].pipe for number in busy])
        told: list[tuple[int, Answer | WorkerDied]] = []
        for number in busy:
            worker = self._workers[number]
            if worker.pipe not in ready:
                continue
            try:
                answer, error = worker.pipe.recv()
            except (EOFError, OSError):
                told.append((number, self._replaced(number)))
                continue
            if error is not None:
                raise error
            worker.tasks -= 1
            told.append((number, answer))
        return told

    def close(self) -> None:
        """Ends all of them."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(_ENDS_IN_S)

    def _started(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_serve, args=(theirs, self._work))
        # A terminal's Ctrl-C reaches it, too, and would end it before it can ignore that. What
        # multiprocessing starts besides, once, lets the signal in again.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Worker(process, ours)

    def _replaced(self, number: int) -> WorkerDied:
        dead = self._workers[number]
        dead.process.kill()
        dead.process.join(_ENDS_IN_S)
        dead.pipe.close()
        self._workers[number] = self._started()
        return WorkerDied(f"ended with {dead.process.exitcode}")


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """The life of a worker: an answer to each task, and what was raised in its place."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for whoever gives us tasks, and ends us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            answer, raised = None, None
            try:
                answer = work(task)
            except Exception as error:  # noqa: BLE001 - it is raised where somebody waits for us
                raised = error
            pipe.send((answer, raised))
