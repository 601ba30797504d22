"""A worker process: takes tasks from a socket, thinks, and answers.

Run by the pool as ``python -m carcbot.net.process.worker SOCKET BOARDS COUNT NUMBER LIMITS``; the
first two are descriptors that it inherits, the last is JSON. It ends when the pool does.

Our own searches take what their parameters say. Before the first line of a user's own agent runs
the process is held to its limits, and stays so; but what it may compute is for each of its moves.
"""

import gc
import os
import queue
import signal
import socket
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass

import msgspec

from carcbot.errors import AgentError, InputError
from carcbot.games import registry
from carcbot.net.clock import now_ns
from carcbot.net.low_latency import keep_freed_memory
from carcbot.net.process.process_limits import (
    ProcessLimits,
    apply_limits,
    end_group_with_me,
    end_with_parent,
    lift_cpu_limit,
)
from carcbot.net.process.shared_boards import SharedBoards
from carcbot.net.process.worker_messages import (
    Answer,
    Forget,
    Load,
    Task,
    decode_order,
    encode,
)
from carcbot.search import own_agent
from carcbot.search.agent import parse_agent
from carcbot.search.decision import Board, SharedSearch, run
from carcbot.search.families import Searcher

__all__ = ["Worker", "main"]

_LONGEST_WORD = 2000
_MOST_SESSIONS = 16
"""A worker keeps so many searches for later; of more, those that were not used for longest go."""


@dataclass(slots=True)
class _Kept:
    """A search or an agent of a session, with what tells whether it can go on."""

    agent: str
    thinker: Searcher | own_agent.Chooser


class Worker:
    """Carries out the tasks of a worker process."""

    def __init__(self, board: Board, boards: SharedBoards, limits: ProcessLimits) -> None:
        self._board = board
        self._boards = boards
        self._limits = limits
        self._sessions: OrderedDict[str, _Kept] = OrderedDict()
        self._is_held = False

    def do(self, task: Task) -> Answer:
        """Thinks; whatever goes wrong is in the answer."""
        try:
            if own_agent.is_own(task.agent):
                self._hold()
                try:
                    return self._ask_own(task)
                finally:
                    lift_cpu_limit()
            return self._search(task)
        except InputError as error:
            fault = [error.code, error.what, error.where, error.expected]
        except Exception as error:  # noqa: BLE001 - an own agent may raise anything, and we live on
            fault = ["crash", f"{type(error).__name__}: {error}", f"agent {task.agent}", ""]
        self._sessions.pop(task.session, None)
        return Answer(task.number, fault=[_sendable(text) for text in fault])

    def load(self, order: Load) -> Answer:
        """Imports a user's own agent; whatever is wrong with it the first task will tell."""
        self._hold()
        try:
            own_agent.load_module(order.agent)
        except AgentError:
            pass
        finally:
            lift_cpu_limit()
        return Answer(order.number)

    def _hold(self) -> None:
        """Holds this process to its limits, and what comes of it to its life."""
        if not self._is_held:
            self._is_held = True
            end_group_with_me()
        apply_limits(self._limits)

    def forget(self, session: str) -> None:
        """Drops what is kept of a session."""
        self._sessions.pop(session, None)

    def _search(self, task: Task) -> Answer:
        kept = self._resumed(task)
        searcher = kept or parse_agent(task.agent).searcher(task.position, task.seed)
        shared = SharedSearch(self._boards.blackboard, task.search) if task.search else None
        run(searcher, task.budget, self._board, shared, began_ns=task.began_ns)
        self._keep(task, searcher)
        return Answer(task.number, kept=kept is not None)

    def _resumed(self, task: Task) -> Searcher | None:
        """The session's search, moved on to the task's position; None if there is none."""
        kept = self._sessions.get(task.session)
        if kept is None or kept.agent != task.agent or not isinstance(kept.thinker, Searcher):
            return None
        try:
            for ply in task.plies:
                kept.thinker.advance(ply)
        except InputError:
            return None
        return kept.thinker if kept.thinker.position == task.position else None

    def _ask_own(self, task: Task) -> Answer:
        kept = self._sessions.get(task.session)
        if kept is not None and kept.agent == task.agent and not isinstance(kept.thinker, Searcher):
            agent = kept.thinker
        else:
            agent = own_agent.load(task.agent, task.seed)
        view = registry.parse_view(task.position)
        left = task.budget.after((now_ns() - task.began_ns) / 1e9)
        try:
            chosen = agent.choose(view.copy(), left)
        except Exception as error:
            raise AgentError(
                f"raised {own_agent.error_text(error)}", where=f"agent {task.agent}"
            ) from error
        self._keep(task, agent)
        return Answer(task.number, move=own_agent.checked_move(view, chosen))

    def _keep(self, task: Task, thinker: Searcher | own_agent.Chooser) -> None:
        if not task.session:
            return
        self._sessions[task.session] = _Kept(task.agent, thinker)
        self._sessions.move_to_end(task.session)
        while len(self._sessions) > _MOST_SESSIONS:
            self._sessions.popitem(last=False)


def _sendable(text: str) -> str:
    """The beginning of a text, without what cannot be encoded."""
    return text[:_LONGEST_WORD].encode("utf-8", "replace").decode("utf-8")


def main() -> None:
    """The life of a worker process."""
    end_with_parent()  # elsewhere than on Linux `_listen` notices, if an own agent lets it
    pool = socket.socket(fileno=int(sys.argv[1]))
    boards = SharedBoards(int(sys.argv[2]), int(sys.argv[3]))
    limits = msgspec.json.decode(sys.argv[5], type=ProcessLimits)
    worker = Worker(boards[int(sys.argv[4])], boards, limits)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the pool, which ends its workers
    orders: queue.SimpleQueue[Task | Load | Forget] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pool, orders), daemon=True).start()
    registry.load_all()
    # What is here now stays; trees are native. A collection in the middle of a move costs more than
    # what an agent's cycles of objects could cost until the worker ends.
    gc.collect()
    gc.freeze()
    gc.disable()
    keep_freed_memory()
    pool.sendall(encode(Answer(0)))
    while True:
        order = orders.get()
        if isinstance(order, Forget):
            worker.forget(order.session)
        elif isinstance(order, Load):
            pool.sendall(encode(worker.load(order)))
        else:
            pool.sendall(encode(worker.do(order)))


def _listen(pool: socket.socket, orders: "queue.SimpleQueue[Task | Load | Forget]") -> None:
    """Takes orders while the other thread thinks; when the pool is gone, so is the worker."""
    with pool.makefile("rb") as lines:
        for line in lines:
            orders.put(decode_order(line))
    os.killpg(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
