"""A search on one or several workers of the pool.

It is answered by its hard deadline whatever the workers do: from their last progress on the boards,
or if there is none, by a search of one ply in this process.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from carcbot.errors import InputError
from carcbot.net.clock import now_ns
from carcbot.net.process.worker_messages import Answer, Task
from carcbot.net.process.worker_places import WorkerPlace, WorkerPlaces, seconds_until
from carcbot.net.process.worker_process import WorkerGoneError
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.decision import decide
from carcbot.search.thought import Thought, choice_of, merged, only_move

__all__ = ["Decision", "RunningSearch", "SearchFault"]

_AT_ONCE_S = 0.010
"""A budget of less is answered by one ply in this process."""
_AFTER_STOP_S = 0.05
"""How long a stopped worker has to write its last progress."""
_MORE_NS = 10_000_000
_GREEDY = parse_agent("greedy")


@dataclass(frozen=True, slots=True)
class SearchFault:
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
        seed: The seed of the search.
        workers: How many worked on it.
        kept: Whether it went on from an earlier search of its session.
        fallback: Whether no worker had any progress, so that a search of one ply decided.
        faults: What went wrong.
        agent_failed: Whether the agent is to blame for a move that is not its own: it raised,
            answered wrongly, took too long or died. That a machine is too busy is not its fault.
        seconds: From the start to the decision.
    """

    move: str
    thought: Thought
    seed: int
    workers: int
    kept: bool
    fallback: bool
    faults: tuple[SearchFault, ...]
    agent_failed: bool
    seconds: float

    @property
    def is_substitute(self) -> bool:
        """Whether another chose the move because the agent failed, or was not let in time.

        Where one ply had to do for there was next to no time, nobody has failed.
        """
        return self.fallback and bool(self.faults)


class RunningSearch:
    """A search that has been started. Every method may be called at any time.

    Args:
        places: Where its workers are.
        task: What all of them are to do together.
        agent: Who thinks; None is a user's own.
        moves: The legal ones.
        workers: How many are wanted.
    """

    def __init__(
        self, places: WorkerPlaces, task: Task, agent: Agent | None, moves: list[str], workers: int
    ) -> None:
        self._workers = places
        self._task = task
        self._agent = agent
        self._moves = moves
        self._wanted = workers
        self._places: list[WorkerPlace] = []
        self._stopped = asyncio.Event()
        self._running = asyncio.create_task(self._run())

    def progress(self) -> Thought | None:
        """What is known now; None before the first words, and of a user's own agent."""
        agent = self._agent
        if agent is None:
            return None
        said = [self._workers.board(place).read() for place in self._places]
        told = [progress for progress in said if progress is not None]
        if not told:
            return None
        choice = choice_of(agent.values) if agent.family.adds_up else None
        return merged(told, self._moves, choice)

    def stop(self) -> None:
        """Ends the search; its workers notice within microseconds."""
        self._stopped.set()
        for place in self._places:
            self._workers.board(place).stop()

    async def decision(self) -> Decision:
        """Waits for the decision, at the latest until the hard deadline.

        Cancelling the wait stops the search.

        Raises:
            InputError: The agent and the position do not go together.
        """
        try:
            return await asyncio.shield(self._running)
        except asyncio.CancelledError:
            self.stop()
            raise

    async def _run(self) -> Decision:
        hard_s = self._task.budget.hard_s
        if self._agent and hard_s is not None and hard_s < _AT_ONCE_S:
            return self._decide([], [])
        decision = None
        while decision is None:
            decision = await self._search()
        return decision

    async def _search(self) -> Decision | None:
        """Searches with the workers that are free; None if they were dead, but there is time left.

        A worker may have died while it had nothing to do: nobody notices before it is asked.
        """
        task = self._task
        self._places = await self._workers.take(self._wanted, task.session, task.ends_ns)
        if self._stopped.is_set():
            await self._workers.give_back(self._places)
            self._places = []
        if not self._places:
            busy = SearchFault(-1, "busy", "no worker was free in time")
            return self._decide([], [] if self._stopped.is_set() else [busy])
        asked = [
            asyncio.create_task(self._workers.ask(place, task))
            for place, task in zip(self._places, self._tasks(len(self._places)), strict=True)
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
            await self._workers.give_back(
                [
                    place
                    for each, place in zip(asked, places, strict=True)
                    if each.done() and place.worker is not None
                ]
            )

    def _has_time_for_more(self) -> bool:
        ends_ns = self._task.ends_ns
        return self._agent is not None and (not ends_ns or ends_ns - now_ns() > _MORE_NS)

    def _fallback(self) -> Thought:
        """The move by a search of one ply, or the first move if no search knows the game."""
        try:
            return decide(_GREEDY, self._task.position, self._task.seed)
        except InputError:
            return only_move(self._moves[0], self._moves)

    def _collect(
        self, asked: Sequence["asyncio.Task[Answer]"]
    ) -> tuple[list[Answer], list[SearchFault]]:
        """The answers that are there; who has given none is looked after."""
        answers: list[Answer] = []
        faults: list[SearchFault] = []
        for each, place in zip(asked, self._places, strict=True):
            if not each.done():
                # it has a little longer, but the decision is made without it
                self._workers.board(place).stop()
                faults.append(SearchFault(place.number, "late", "had not ended at its deadline"))
                self._workers.reclaim(place, each)
                continue
            try:
                answer = each.result()
            except WorkerGoneError:
                faults.append(SearchFault(place.number, "died", "the process ended"))
                self._workers.replace(place)
                continue
            if answer.fault:
                faults.append(SearchFault(place.number, answer.fault[0], answer.fault[1]))
            answers.append(answer)
        return answers, faults

    def _is_of_the_agent(self, fault: SearchFault) -> bool:
        """Whether a fault is the agent's own; a search of ours is late only on a busy machine."""
        return fault.kind != "busy" and not (fault.kind == "late" and self._agent)

    def _refusal(self, answers: Sequence[Answer]) -> InputError | None:
        """A worker's error that our caller has caused; faults of own agents are none."""
        for answer in answers:
            if not answer.fault or self._agent is None:
                continue
            code, what, where, expected = answer.fault
            for kind in InputError.__subclasses__():
                if kind.code == code:
                    return kind(what, where=where, expected=expected)
        return None

    def _tasks(self, count: int) -> list[Task]:
        """The tasks for so many workers."""
        task, agent = self._task, self._agent
        budget = task.budget
        if budget.hard_s is not None:
            margin_s = min(self._workers.margin_ns / 1e9, budget.hard_s / 4)
            budget = replace(budget, hard_s=budget.hard_s - margin_s)
        together = count > 1 and agent is not None and agent.family.is_shared
        search = self._workers.next_number() if together else 0
        return [
            replace(
                task,
                number=self._workers.next_number(),
                seed=task.seed + part,
                search=search,
                budget=budget.part(part, count),
            )
            for part in range(count)
        ]

    async def _wait(self, asked: Sequence["asyncio.Task[Answer]"]) -> None:
        """Until all have answered, or the hard deadline, or some time after a stop."""
        all_answered = asyncio.create_task(asyncio.wait(asked))
        stopped = asyncio.create_task(self._stopped.wait())
        await asyncio.wait(
            (all_answered, stopped),
            timeout=seconds_until(self._task.ends_ns),
            return_when=asyncio.FIRST_COMPLETED,
        )
        if stopped.done() and not all_answered.done():
            await asyncio.wait((all_answered,), timeout=_AFTER_STOP_S)
        all_answered.cancel()
        stopped.cancel()

    def _decide(self, answers: Sequence[Answer], faults: list[SearchFault]) -> Decision:
        own = next((answer.move for answer in answers if answer.move), None)
        thought = self.progress() if own is None else only_move(own, self._moves)
        fallback = thought is None
        if thought is None:
            thought = self._fallback()
        return Decision(
            move=own or thought.best,
            thought=thought,
            seed=self._task.seed,
            workers=len(self._places),
            kept=any(answer.kept for answer in answers),
            fallback=fallback,
            faults=tuple(faults),
            agent_failed=fallback and any(map(self._is_of_the_agent, faults)),
            seconds=(now_ns() - self._task.began_ns) / 1e9,
        )
