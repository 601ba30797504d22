"""The pool of worker processes, and the searches that run on them.

A search takes one or several workers. It is answered by its hard deadline whatever they do: from
their last words on the boards, or if there are none by a look one ply ahead in this process. A
worker that does not end when it should, or dies, is replaced while others go on.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from carcbot.errors import AgentError, InputError, InternalError
from carcbot.games import registry
from carcbot.net.clock import now_ns
from carcbot.net.workers.boards import Boards
from carcbot.net.workers.process import WorkerGoneError, WorkerProcess
from carcbot.net.workers.talk import Answer, Forget, Task
from carcbot.search import own_agent
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.deciding import Board, decide, need_turn
from carcbot.search.thought import Thought, choice_of, merged, only_move

__all__ = ["Decision", "Fault", "RunningSearch", "WorkerPool"]

_GRACE_NS = 200_000_000
"""A worker that is still silent so long after its deadline, or after a stop, is killed."""
_WAKE_EARLY_NS = 1_300_000
"""Timers of the event loop come up to a millisecond late, and merging takes a moment."""
_LEAST_MARGIN_NS = 2_000_000
"""Workers end so long before the deadline, so that their answers are here before the timer is."""
_MOST_LAG_NS = 20_000_000
"""What is later was stopped by something else than the way of an answer, and says nothing of it."""
_AT_ONCE_S = 0.010
"""A budget of less is answered by one ply in this process."""
_AFTER_STOP_S = 0.05
"""Who was asked to stop has so long to say a last word."""
_AGAIN_S = 0.5
_MORE_NS = 10_000_000
_LAGS = 256


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong in a search that was answered all the same.

    Attributes:
        worker: Whose; -1 if no worker had to do with it.
        kind: ``late``, ``died``, ``busy`` (no worker was free in time), or the code of an error.
        what: In words.
    """

    worker: int
    kind: str
    what: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The end of a search.

    Attributes:
        move: What to do.
        thought: What was known then.
        seed: What the search was begun with.
        workers: How many worked on it.
        kept: Whether it went on from an earlier search of its session.
        fallback: Whether no worker had anything to say, and one ply had to do.
        faults: What went wrong.
        seconds: From the start to the decision.
    """

    move: str
    thought: Thought
    seed: int
    workers: int
    kept: bool
    fallback: bool
    faults: tuple[Fault, ...]
    seconds: float


@dataclass(slots=True)
class _Order:
    """What a search is about."""

    agent_text: str
    agent: Agent | None  # None if it is somebody's own
    position: str
    moves: list[str]
    budget: Budget
    seed: int
    session: str
    plies: list[str]
    started_ns: int
    soft_at_ns: int
    hard_at_ns: int


@dataclass(slots=True)
class _Place:
    """A place in the pool, with the worker that fills it now."""

    number: int
    worker: WorkerProcess | None = None
    busy: bool = False
    pondering: asyncio.Task[Answer] | None = None
    sessions: set[str] = field(default_factory=set)


class RunningSearch:
    """A search that has been started. Every method may be called at any time."""

    def __init__(self, pool: "WorkerPool", order: _Order, workers: int) -> None:
        self._pool = pool
        self._order = order
        self._wanted = workers
        self._places: list[_Place] = []
        self._stopped = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def progress(self) -> Thought | None:
        """What is known now; None before the first words, and of somebody's own agent."""
        if self._order.agent is None:
            return None
        said = [self._pool.board(place).read() for place in self._places]
        told = [progress for progress in said if progress is not None]
        if not told:
            return None
        agent = self._order.agent
        choice = choice_of(agent.values) if agent.family.adds_up else None
        return merged(told, self._order.moves, choice)

    def stop(self) -> None:
        """Ends the search as soon as its workers notice, which takes them microseconds."""
        self._stopped.set()
        for place in self._places:
            self._pool.board(place).stop()

    async def decision(self) -> Decision:
        """The decision, when there is one; at the hard deadline at the latest.

        Who gives up waiting stops the search.

        Raises:
            InputError: The agent and the position do not go together.
        """
        try:
            return await asyncio.shield(self._task)
        except asyncio.CancelledError:
            self.stop()
            raise

    async def _run(self) -> Decision:
        order = self._order
        if order.agent and order.budget.hard_s is not None and order.budget.hard_s < _AT_ONCE_S:
            return self._decide([], [])
        decision = None
        while decision is None:
            decision = await self._search()
        return decision

    async def _search(self) -> Decision | None:
        """Searches with the workers that are free; None if they were dead, but there is time left.

        A worker may have died while it had nothing to do: nobody notices before it is asked.
        """
        order = self._order
        self._places = await self._pool.take(self._wanted, order.session, order.hard_at_ns)
        if self._stopped.is_set():
            await self._pool.give_back(self._places)
            self._places = []
        if not self._places:
            busy = Fault(-1, "busy", "no worker was free in time")
            return self._decide([], [] if self._stopped.is_set() else [busy])
        asked = [
            asyncio.create_task(self._pool.ask(place, self._task_for(part)))
            for part, place in enumerate(self._places)
        ]
        await self._wait(asked)
        answers, faults = self._collect(asked)
        refusal = self._refusal(answers)
        try:
            if refusal is not None:
                raise refusal
            are_dead = not answers and all(fault.kind == "died" for fault in faults)
            if are_dead and self.progress() is None and self._has_time_for_more():
                return None
            return self._decide(answers, faults)
        finally:
            self._places, places = [], self._places
            await self._pool.give_back(
                [
                    place
                    for each, place in zip(asked, places, strict=True)
                    if each.done() and place.worker is not None
                ]
            )

    def _has_time_for_more(self) -> bool:
        left_ns = self._order.hard_at_ns - now_ns()
        return self._order.agent is not None and (not self._order.hard_at_ns or left_ns > _MORE_NS)

    def _fallback(self) -> Thought:
        """What one ply says, or if no search knows the game, its first move."""
        try:
            return decide(_GREEDY, self._order.position, self._order.seed)
        except InputError:
            return only_move(self._order.moves[0], self._order.moves)

    def _collect(self, asked: Sequence["asyncio.Task[Answer]"]) -> tuple[list[Answer], list[Fault]]:
        """The answers that are there; who has given none is looked after."""
        answers: list[Answer] = []
        faults: list[Fault] = []
        for each, place in zip(asked, self._places, strict=True):
            if not each.done():
                # it has a little longer, but the decision is made without it
                self._pool.board(place).stop()
                faults.append(Fault(place.number, "late", "had not ended at its deadline"))
                self._pool.look_after(place, each)
                continue
            try:
                answer = each.result()
            except WorkerGoneError:
                faults.append(Fault(place.number, "died", "the process ended"))
                self._pool.replace(place)
                continue
            if answer.fault:
                faults.append(Fault(place.number, answer.fault[0], answer.fault[1]))
            answers.append(answer)
        return answers, faults

    def _refusal(self, answers: Sequence[Answer]) -> InputError | None:
        """What a worker refused because of our caller; faults of somebody's own agent are not."""
        for answer in answers:
            if not answer.fault or self._order.agent is None:
                continue
            code, what, where, expected = answer.fault
            for kind in InputError.__subclasses__():
                if kind.code == code:
                    return kind(what, where=where, expected=expected)
        return None

    def _task_for(self, part: int) -> Task:
        order = self._order
        agent = order.agent
        splits = agent is not None and agent.family.is_split
        limits = order.budget
        share = len(self._places)
        hard_at_ns = order.hard_at_ns
        if hard_at_ns:
            margin_ns = min(self._pool.margin_ns, (hard_at_ns - order.started_ns) // 4)
            hard_at_ns = max(hard_at_ns - margin_ns, 1)
        return Task(
            number=self._pool.next_number(),
            agent=order.agent_text,
            position=order.position,
            seed=order.seed + part,
            part=part if splits else 0,
            parts=share if splits else 1,
            nodes=-(-(limits.nodes or 0) // share),
            simulations=-(-(limits.simulations or 0) // share),
            depth=limits.depth or 0,
            soft_at_ns=order.soft_at_ns,
            hard_at_ns=hard_at_ns,
            blackboard=self._places[0].number,
            session=order.session,
            plies=order.plies,
        )

    async def _wait(self, asked: Sequence["asyncio.Task[Answer]"]) -> None:
        """Until all have answered, or the hard deadline, or some time after a stop."""
        all_answered = asyncio.create_task(_all(asked))
        stopped = asyncio.create_task(_event(self._stopped))
        await asyncio.wait(
            (all_answered, stopped),
            timeout=_seconds_until(self._order.hard_at_ns),
            return_when=asyncio.FIRST_COMPLETED,
        )
        if stopped.done() and not all_answered.done():
            await asyncio.wait((all_answered,), timeout=_AFTER_STOP_S)
        all_answered.cancel()
        stopped.cancel()

    def _decide(self, answers: Sequence[Answer], faults: list[Fault]) -> Decision:
        order = self._order
        own = next((answer.move for answer in answers if answer.move), None)
        thought = self.progress() if own is None else only_move(own, order.moves)
        fallback = thought is None
        if thought is None:
            thought = self._fallback()
        return Decision(
            move=own or thought.best,
            thought=thought,
            seed=order.seed,
            workers=len(self._places),
            kept=any(answer.kept for answer in answers),
            fallback=fallback,
            faults=tuple(faults),
            seconds=(now_ns() - order.started_ns) / 1e9,
        )


_GREEDY = parse_agent("greedy")
_OWN = Budget.of_time(60.0)
"""Somebody's own agent never has longer, for nobody could tell whether it hangs."""


class WorkerPool:
    """Processes that search, started ahead of time.

    Use it as ``async with WorkerPool(2) as pool``; at its end all processes are gone.

    Args:
        workers: How many processes.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise AgentError(f"{workers} workers cannot work", expected="1 or more")
        self._count = workers
        self._boards = Boards.create(workers)
        self._places = [_Place(number) for number in range(workers)]
        self._freed = asyncio.Condition()
        self._chores: set[asyncio.Task[None]] = set()
        self._closing = False
        self._lags: deque[int] = deque(maxlen=_LAGS)
        self._numbers = 0
        self.replaced = 0

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(self._fill(place) for place in self._places))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing = True
        async with self._freed:
            self._freed.notify_all()
        while self._chores:  # one may lead to another
            await asyncio.gather(*self._chores, return_exceptions=True)
        workers = [place.worker for place in self._places if place.worker is not None]
        await asyncio.gather(*(worker.kill() for worker in workers))
        for place in self._places:
            if place.pondering is not None:
                place.pondering.cancel()
        self._boards.close()

    @property
    def workers(self) -> int:
        """How many places there are."""
        return self._count

    @property
    def margin_ns(self) -> int:
        """How long before the deadline workers have to end: the 99th of a hundred measured lags."""
        if not self._lags:
            return _LEAST_MARGIN_NS
        worst = sorted(self._lags)[-(-len(self._lags) * 99 // 100) - 1]
        return max(worst + _WAKE_EARLY_NS, _LEAST_MARGIN_NS)

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [place.worker.pid for place in self._places if place.worker is not None]

    def start(
        self,
        agent: str,
        position: str,
        budget: Budget = UNLIMITED,
        *,
        seed: int,
        workers: int = 1,
        session: str = "",
        plies: Sequence[str] = (),
    ) -> RunningSearch:
        """Starts a search.

        Args:
            agent: A preset or family with parameters, or somebody's own MODULE:CLASS.
            position: As `State.text` writes it; a seat is to move.
            budget: What may be spent from now on. Without any limit only `stop` ends the search.
            seed: The first worker's; the others' are the following numbers.
            workers: How many are wanted. Fewer do if no more are free. Agents that cannot share the
                work take one: somebody's own, random and max^n.
            session: A name under which the search is kept, so that the next one of the session goes
                on with its tree.
            plies: What happened since the session's last position.

        Raises:
            InputError: The agent does not exist, nobody is to move, or no worker is wanted.
        """
        if self._closing:
            raise InternalError("the pool is closed")
        if workers < 1:
            raise AgentError(f"{workers} workers cannot work", expected="1 or more")
        started_ns = now_ns()
        state = registry.parse(position)
        need_turn(state)
        moves = state.legal_moves()
        own = own_agent.is_own(agent)
        ours = None if own else parse_agent(agent)
        limits = budget.within(_OWN if ours is None else ours.budget)
        if ours is None or not (ours.family.adds_up or ours.family.is_split):
            workers = 1
        order = _Order(
            agent_text=agent,
            agent=ours,
            position=position,
            moves=moves,
            budget=limits,
            seed=seed,
            session=session,
            plies=list(plies),
            started_ns=started_ns,
            soft_at_ns=_moment(started_ns, limits.soft_s),
            hard_at_ns=_moment(started_ns, limits.hard_s),
        )
        return RunningSearch(self, order, min(workers, self._count))

    def ponder(
        self, session: str, agent: str, position: str, plies: Sequence[str], seed: int
    ) -> None:
        """Lets the session's worker think while others move, until its next search.

        Nothing happens if it is busy, gone, or does not keep a tree.
        """
        ours = None if own_agent.is_own(agent) else parse_agent(agent)
        place = next((each for each in self._places if session in each.sessions), None)
        if place is None or place.busy or place.worker is None or place.pondering is not None:
            return
        if ours is None or ours.family.name not in {"mcts", "rave"}:
            return
        self.board(place).clear()
        task = Task(
            number=self.next_number(),
            agent=agent,
            position=position,
            seed=seed,
            session=session,
            plies=list(plies),
        )
        place.worker.order(task)
        place.pondering = asyncio.create_task(place.worker.answer(task.number))

    async def end_session(self, session: str) -> None:
        """Drops what workers keep of a session."""
        for place in self._places:
            if session in place.sessions:
                place.sessions.discard(session)
                await self._stop_pondering(place)
                if place.worker is not None:
                    place.worker.order(Forget(session))

    # ------------------------------------------------------- for RunningSearch

    def next_number(self) -> int:
        """A number for a task, by which its answer is known."""
        self._numbers += 1
        return self._numbers

    def board(self, place: _Place) -> Board:
        """The board of a place."""
        return self._boards[place.number]

    async def take(self, wanted: int, session: str, hard_at_ns: int) -> list[_Place]:
        """Free places, the session's first; waits for at least one, but not beyond the deadline."""
        try:
            async with asyncio.timeout(_seconds_until(hard_at_ns)), self._freed:
                await self._freed.wait_for(lambda: self._closing or self._has_free())
                if self._closing:
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

    async def ask(self, place: _Place, task: Task) -> Answer:
        """Sends a task and waits for its answer."""
        if place.worker is None:
            raise WorkerGoneError
        place.worker.order(task)
        answer = await place.worker.answer(task.number)
        lag_ns = now_ns() - task.hard_at_ns
        if not own_agent.is_own(task.agent) and 0 < lag_ns < _MOST_LAG_NS:
            self._lags.append(lag_ns)
        return answer

    async def give_back(self, places: Sequence[_Place]) -> None:
        """The places are free again."""
        async with self._freed:
            for place in places:
                place.busy = False
            self._freed.notify_all()

    def look_after(self, place: _Place, asked: "asyncio.Task[Answer]") -> None:
        """Gives a late worker its grace, then its place back, or replaces it."""
        self._chore(self._await_late(place, asked))

    def replace(self, place: _Place) -> None:
        """Puts a new worker in the place of one that is gone."""
        worker, place.worker = place.worker, None
        self._chore(self._refill(place, worker))

    # ------------------------------------------------------- inside

    def _has_free(self) -> bool:
        return any(not place.busy and place.worker is not None for place in self._places)

    def _chore(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _await_late(self, place: _Place, asked: "asyncio.Task[Answer]") -> None:
        try:
            async with asyncio.timeout(_GRACE_NS / 1e9):
                await asked
        except (TimeoutError, WorkerGoneError):
            self.replace(place)
        else:
            await self.give_back([place])

    async def _refill(self, place: _Place, worker: WorkerProcess | None) -> None:
        place.sessions.clear()
        if worker is not None:
            await worker.kill()
        while not self._closing:
            try:
                await self._fill(place)
            except (InternalError, OSError):
                await asyncio.sleep(_AGAIN_S)  # the machine may have no more processes just now
                continue
            self.replaced += 1
            await self.give_back([place])
            return

    async def _fill(self, place: _Place) -> None:
        self.board(place).clear()
        place.worker = await WorkerProcess.start(place.number, self._boards.file, self._count)

    async def _stop_pondering(self, place: _Place) -> None:
        if place.pondering is None:
            return
        self.board(place).stop()
        pondering, place.pondering = place.pondering, None
        with contextlib.suppress(WorkerGoneError, TimeoutError):
            async with asyncio.timeout(_GRACE_NS / 1e9):
                await pondering


async def _all(asked: Sequence["asyncio.Task[Answer]"]) -> None:
    await asyncio.wait(asked)


async def _event(event: asyncio.Event) -> None:
    await event.wait()


def _seconds_until(hard_at_ns: int) -> float | None:
    """For timers that have to be here before the deadline; None if there is none."""
    return max(hard_at_ns - _WAKE_EARLY_NS - now_ns(), 0) / 1e9 if hard_at_ns else None


def _moment(start_ns: int, seconds: float | None) -> int:
    return 0 if seconds is None else start_ns + max(round(seconds * 1e9), 1)
