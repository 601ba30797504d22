"""The pool of worker processes, as its users see it: they start searches and wait for decisions.

How a search is carried out is in `running_search`, who has which worker in `worker_places`.
"""

from collections.abc import Sequence
from typing import Self

from carcbot.errors import InternalError, OptionsError
from carcbot.games import registry
from carcbot.net.clock import now_ns
from carcbot.net.process.running_search import RunningSearch
from carcbot.net.process.worker_messages import Task
from carcbot.net.process.worker_places import WorkerPlaces
from carcbot.search import own_agent
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import need_turn

__all__ = ["WorkerPool"]

_OWN = Budget(hard_s=60.0)
"""A user's own agent never has longer, for nobody could tell whether it hangs."""


class WorkerPool(WorkerPlaces):
    """Processes that search, started ahead of time.

    Use it as ``async with WorkerPool(2) as pool``; at the end all processes are ended.

    Its arguments are those of `WorkerPlaces`.
    """

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

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
        grace_s: float = 0.0,
    ) -> RunningSearch:
        """Starts a search.

        Args:
            agent: A preset or family with parameters, or a user's own MODULE:CLASS.
            position: What the seat to move knows, as `View.text` writes it.
            budget: What may be spent from now on. Without any limit only `stop` ends the search.
            seed: The first worker's; the others' are the following numbers.
            workers: How many are wanted. Fewer do if no more are free, and each has a node and a
                simulation of the budget at least. Agents that cannot share the work take one: a
                user's own, random, max^n, and who is wrong on purpose.
            session: A name under which the search is kept, so that the next one of the session goes
                on with its tree.
            plies: The plies since the session's last position.
            grace_s: How much longer than its budget says the answer is waited for; the agent does
                not know of it.

        Raises:
            InputError: The agent does not exist, nobody is to move, or no worker is wanted.
        """
        if self.is_closing:
            raise InternalError("the pool is closed")
        if workers < 1:
            raise OptionsError(f"{workers} workers cannot work", expected="1 or more")
        started_ns = now_ns()
        view = registry.parse_view(position)
        need_turn(view)
        own = own_agent.is_own(agent)
        ours = None if own else parse_agent(agent)
        limits = budget.within(_OWN if ours is None else ours.budget)
        if ours is None or not ours.takes_workers:
            workers = 1
        task = Task(
            number=0,  # each worker's task has its own
            agent=agent,
            position=position,
            seed=seed,
            budget=limits,
            began_ns=started_ns,
            session=session,
            plies=list(plies),
            grace_s=grace_s,
        )
        most = limits.most_workers(min(workers, self.count))
        return RunningSearch(self, task, ours, view.legal_moves(), most)

    def ponder(
        self, session: str, agent: str, position: str, plies: Sequence[str], seed: int
    ) -> bool:
        """Lets the session's workers think while other seats move, until its next search.

        Nothing happens if one of them is busy, gone or already at it, or if the agent keeps no tree
        or cannot think for other seats, whose cards are hidden from it.

        Returns:
            Whether they do: then their last position is this one.
        """
        ours = None if own_agent.is_own(agent) else parse_agent(agent)
        if ours is None or not (ours.family.remembers and ours.family.sees_all):
            return False
        task = Task(
            number=self.next_number(),
            agent=agent,
            position=position,
            seed=seed,
            session=session,
            plies=list(plies),
        )
        return self._ponder(session, task)
