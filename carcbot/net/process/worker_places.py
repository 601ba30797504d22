"""The worker processes and their users: taken for a search, given back, replaced when they fail.

A worker that does not end when it should, or dies, is replaced while others go on.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field

from carcbot.errors import InternalError, OptionsError
from carcbot.net.clock import now_ns
from carcbot.net.process.limited_process import until_gone
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.net.process.shared_boards import SharedBoards
from carcbot.net.process.worker_messages import Answer, Forget, Task
from carcbot.net.process.worker_process import WorkerGoneError, WorkerProcess
from carcbot.search import own_agent
from carcbot.search.decision import Board

__all__ = ["WorkerPlace", "WorkerPlaces", "seconds_until"]

_GRACE_NS = 200_000_000
"""A worker that is still silent so long after its deadline, or after a stop, is killed."""
_WAKE_EARLY_NS = 1_300_000
"""Timers of the event loop come up to a millisecond late, and merging takes a moment."""
_LEAST_MARGIN_NS = 2_000_000
"""Workers end so long before the deadline, so that their answers are here before the timer is."""
_MOST_LAG_NS = 20_000_000
"""Later answers were delayed by something else, and are not measured."""
_AGAIN_S = 0.5
_LAGS = 256


@dataclass(slots=True)
class WorkerPlace:
    """A place among the workers, with the worker that fills it now."""

    number: int
    worker: WorkerProcess | None = None
    busy: bool = False
    pondering: asyncio.Task[Answer] | None = None
    sessions: set[str] = field(default_factory=set)


class WorkerPlaces:
    """Places for workers, filled as long as they are open.

    Args:
        count: How many.
        limits: What a user's own agent may take in each.
        agent: Who will be asked, if that is known: each place has loaded a user's own agent before
            it is given out.

    Attributes:
        count: How many there are.
        replaced: How many workers were replaced by others.
        is_closing: Whether no more places are given out.
    """

    def __init__(self, count: int, limits: ProcessLimits = USUAL, agent: str = "") -> None:
        if count < 1:
            raise OptionsError(f"{count} workers cannot work", expected="1 or more")
        self.count = count
        self.replaced = 0
        self.is_closing = False
        self._limits = limits
        self._own_agent = agent if own_agent.is_own(agent) else ""
        self._boards = SharedBoards.create(count)
        self._places = [WorkerPlace(number) for number in range(count)]
        self._freed = asyncio.Condition()
        self._chores: set[asyncio.Task[None]] = set()
        self._lags: deque[int] = deque(maxlen=_LAGS)
        self._numbers = 0

    async def open(self) -> None:
        """Starts all workers; if one cannot be started, ends the others."""
        fills = [asyncio.create_task(self._fill(place)) for place in self._places]
        try:
            await asyncio.gather(*fills)
        except BaseException:
            try:
                await asyncio.gather(*fills, return_exceptions=True)  # some may start still
            finally:
                await self.close()
            raise

    async def close(self) -> None:
        """Ends all workers. Who cancels this leaves none behind."""
        self.is_closing = True
        for worker in self._workers:
            worker.end()
        try:
            async with self._freed:
                self._freed.notify_all()
            while self._chores:  # one may lead to another, and have started a worker
                await asyncio.gather(*self._chores, return_exceptions=True)
        finally:
            try:
                for worker in self._workers:
                    worker.end()
                await until_gone(*(worker.process for worker in self._workers))
                await asyncio.gather(*(worker.kill() for worker in self._workers))
            finally:
                for place in self._places:
                    if place.pondering is not None:
                        place.pondering.cancel()
                self._boards.close()

    @property
    def _workers(self) -> list[WorkerProcess]:
        return [place.worker for place in self._places if place.worker is not None]

    @property
    def pids(self) -> list[int]:
        """The ids of the present processes."""
        return [worker.pid for worker in self._workers]

    @property
    def margin_ns(self) -> int:
        """How long before the deadline workers have to end: the 99th of a hundred measured lags."""
        if not self._lags:
            return _LEAST_MARGIN_NS
        worst = sorted(self._lags)[-(-len(self._lags) * 99 // 100) - 1]
        return max(worst + _WAKE_EARLY_NS, _LEAST_MARGIN_NS)

    def next_number(self) -> int:
        """A new unique number, for a task or a search."""
        self._numbers += 1
        return self._numbers

    def board(self, place: WorkerPlace) -> Board:
        """The board of a place."""
        return self._boards[place.number]

    async def take(self, wanted: int, session: str, hard_at_ns: int) -> list[WorkerPlace]:
        """Free places, the session's first; waits for at least one, but not beyond the deadline."""
        try:
            async with asyncio.timeout(seconds_until(hard_at_ns)), self._freed:
                await self._freed.wait_for(lambda: self.is_closing or self._has_free())
                if self.is_closing:
                    return []
                free = [place for place in self._places if not place.busy and place.worker]
                # a new session goes where fewest are kept
                free.sort(key=lambda at: (session not in at.sessions, len(at.sessions), at.number))
                taken = free[:wanted]
                for place in taken:
                    place.busy = True
        except TimeoutError:
            return []
        for place in taken:
            await self._stop_pondering(place)
            self.board(place).clear()
            if session:
                place.sessions.add(session)
        return taken

    async def ask(self, place: WorkerPlace, task: Task) -> Answer:
        """Sends a task and waits for its answer."""
        if place.worker is None:
            raise WorkerGoneError
        place.worker.order(task)
        answer = await place.worker.answer(task.number)
        lag_ns = now_ns() - task.ends_ns
        if not own_agent.is_own(task.agent) and 0 < lag_ns < _MOST_LAG_NS:
            self._lags.append(lag_ns)
        return answer

    async def give_back(self, places: Sequence[WorkerPlace]) -> None:
        """The places are free again."""
        async with self._freed:
            for place in places:
                place.busy = False
            self._freed.notify_all()

    def reclaim(self, place: WorkerPlace, asked: "asyncio.Task[Answer]") -> None:
        """Waits a little longer for a late worker, then frees its place or replaces it."""
        self._chore(self._await_late(place, asked))

    def replace(self, place: WorkerPlace) -> None:
        """Puts a new worker in the place of one that is gone."""
        worker, place.worker = place.worker, None
        self._chore(self._refill(place, worker))

    def _ponder(self, session: str, task: Task) -> bool:
        """Lets the session's workers think until its next search, if all are free for it."""
        places = [each for each in self._places if session in each.sessions]
        if not places or any(each.busy or each.pondering for each in places):
            return False
        workers = [each.worker for each in places if each.worker is not None]
        if len(workers) < len(places):
            return False
        for place, worker in zip(places, workers, strict=True):
            self.board(place).clear()
            worker.order(task)
            place.pondering = asyncio.create_task(worker.answer(task.number))
        return True

    async def end_session(self, session: str) -> None:
        """Drops what workers keep of a session."""
        for place in self._places:
            if session in place.sessions:
                place.sessions.discard(session)
                await self._stop_pondering(place)
                if place.worker is not None:
                    place.worker.order(Forget(session))

    def _has_free(self) -> bool:
        return any(not place.busy and place.worker is not None for place in self._places)

    def _chore(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _await_late(self, place: WorkerPlace, asked: "asyncio.Task[Answer]") -> None:
        try:
            async with asyncio.timeout(_GRACE_NS / 1e9):
                await asked
        except (TimeoutError, WorkerGoneError):
            self.replace(place)
        else:
            await self.give_back([place])

    async def _refill(self, place: WorkerPlace, worker: WorkerProcess | None) -> None:
        place.sessions.clear()
        if worker is not None:
            await worker.kill()
        while not self.is_closing:
            try:
                await self._fill(place)
            except (InternalError, OSError):
                await asyncio.sleep(_AGAIN_S)  # the machine may have no more processes just now
                continue
            self.replaced += 1
            await self.give_back([place])
            return

    async def _fill(self, place: WorkerPlace) -> None:
        self.board(place).clear()
        place.worker = await WorkerProcess.start(
            place.number, self._boards.file, self.count, self._limits
        )
        if self._own_agent:
            await place.worker.load(self.next_number(), self._own_agent)

    async def _stop_pondering(self, place: WorkerPlace) -> None:
        if place.pondering is None:
            return
        self.board(place).stop()
        pondering, place.pondering = place.pondering, None
        with contextlib.suppress(WorkerGoneError, TimeoutError):
            async with asyncio.timeout(_GRACE_NS / 1e9):
                await pondering


def seconds_until(hard_at_ns: int) -> float | None:
    """For timers that have to be here before the deadline; None if there is none."""
    return max(hard_at_ns - _WAKE_EARLY_NS - now_ns(), 0) / 1e9 if hard_at_ns else None
