"""Worker processes that play games: each gets some, and tells now and then how they ended.

A worker that dies is replaced. The first game of which it has not told has no result then, and is
played again; the others go to the new worker.
"""

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Final, Self

import msgspec

from carcbot.arena.blocks import Game, GameResult
from carcbot.arena.contest import Contest
from carcbot.lab.matches.playing import broken_off, play_game
from carcbot.lab.matches.seating import Seating
from carcbot.net.clock import now_ns
from carcbot.net.workers.worker import die_with_parent

__all__ = ["Crew"]

_SPAWN: Final = multiprocessing.get_context("spawn")
_ENDS_IN_S: Final = 5.0
_TELLS_EVERY_NS: Final = 50_000_000

_games = msgspec.json.Decoder(list[Game])
_results = msgspec.json.Decoder(list[GameResult])


@dataclass(slots=True)
class _Worker:
    """A process, and the games that it was given and has not told of."""

    process: SpawnProcess
    pipe: Connection
    given: deque[Game] = field(default_factory=deque)


class Crew:
    """So many workers, for ``with Crew(contest, 2) as crew``.

    Args:
        contest: Whose games they play.
        workers: How many there are.
    """

    def __init__(self, contest: Contest, workers: int) -> None:
        self._contest = contest
        self._count = workers
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        self._workers = [self._start() for _ in range(self._count)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(_ENDS_IN_S)

    def least_busy(self, fewer_than: int) -> int | None:
        """The worker with the fewest games to play; None if these are not fewer than so many."""
        number, worker = min(enumerate(self._workers), key=lambda each: len(each[1].given))
        return number if len(worker.given) < fewer_than else None

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.process.pid or 0 for worker in self._workers]

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being played."""
        return not any(worker.given for worker in self._workers)

    def give(self, worker: int, games: Sequence[Game]) -> None:
        """Gives a worker games to play after those that it has."""
        chosen = self._workers[worker]
        chosen.given.extend(games)
        with contextlib.suppress(OSError):  # it has died, which is noticed where it should answer
            chosen.pipe.send_bytes(msgspec.json.encode(games))

    def wait(self) -> list[GameResult]:
        """Waits until a worker has something to tell; returns it."""
        busy = [worker for worker in self._workers if worker.given]
        ready = wait([worker.pipe for worker in busy])
        told: list[GameResult] = []
        for worker in busy:
            if worker.pipe not in ready:
                continue
            try:
                results = _results.decode(worker.pipe.recv_bytes())
                told.extend(results)
                for _ in results:
                    worker.given.popleft()
            except (EOFError, OSError, msgspec.MsgspecError):
                told.extend(self._bury(worker))
        return told

    def _start(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_work, args=(theirs, msgspec.json.encode(self._contest)))
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _bury(self, dead: _Worker) -> list[GameResult]:
        """Replaces a worker that died; its first game has no result."""
        dead.process.kill()
        dead.process.join(_ENDS_IN_S)
        dead.pipe.close()
        how = f"the process that played it ended with {dead.process.exitcode}"
        fresh = self._start()
        self._workers[self._workers.index(dead)] = fresh
        lost, *others = dead.given
        if others:
            self.give(self._workers.index(fresh), others)
        return [broken_off(Seating.of(self._contest, lost), how)]


def _work(pipe: Connection, told: bytes) -> None:
    """The life of a worker."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the runner, which ends its workers
    contest = msgspec.json.decode(told, type=Contest)
    try:
        while True:
            _play(pipe, contest, _games.decode(pipe.recv_bytes()))
    except (EOFError, OSError):
        return


def _play(pipe: Connection, contest: Contest, games: Sequence[Game]) -> None:
    """Plays games, and tells of them as often as somebody may want to know."""
    results: list[GameResult] = []
    due_ns = now_ns() + _TELLS_EVERY_NS
    for number, game in enumerate(games, 1):
        results.append(play_game(contest, game))
        if number == len(games) or now_ns() >= due_ns:
            pipe.send_bytes(msgspec.json.encode(results))
            results = []
            due_ns = now_ns() + _TELLS_EVERY_NS
