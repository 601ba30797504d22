"""Agents on their seats for one game, each asked for one move after another.

A user's own agent gets a process for this game alone, so it carries nothing over from one game to
the next: a deck that is played again with other seats is new to it.
"""

import math
from contextlib import ExitStack
from typing import Final, Protocol

from carcbot.arena.blocks import Effort, Fault, FaultKind
from carcbot.contest.seating import Seating
from carcbot.games.contract import View, view_of
from carcbot.net.clock import core_ns, now_ns
from carcbot.net.process.blocking_pool import BlockingPool
from carcbot.search import own_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, run

__all__ = ["NOBODY", "AgentSeat", "FaultError", "agent_seat"]

NOBODY: Final = -1
_KINDS: Final[dict[str, FaultKind]] = {
    "late": "time",
    "died": "disconnect",
    "illegal_move": "illegal",
    "busy": "referee",
}
"""What the faults of a worker are here; all others are crashes."""


class FaultError(Exception):
    """A decision that ends the game."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.what)
        self.fault = fault


class AgentSeat(Protocol):
    """A seat that an agent plays.

    Attributes:
        effort: What all its decisions have cost.
        billed_ns: What its last one costs on a clock.
    """

    effort: Effort
    billed_ns: int

    def decide(self, view: View, budget: Budget) -> str:
        """The move for this view; FaultError if the agent fails to make one."""

    def see(self, seen: str) -> None:
        """Tells the agent what its seat sees of a ply."""


class _OurAgentSeat:
    """A search of ours, in this process.

    It ends by itself when its time is over. It is billed for what it had of a core: where a busy
    machine gives that to others, it thinks less, but does not lose for it.
    """

    def __init__(self, seating: Seating, seat: int) -> None:
        self.effort = Effort()
        self.billed_ns = 0
        self._searcher = seating.agent(seat).searcher(
            view_of(seating.start[0], seat).text, seating.seed(seat)
        )
        contest = seating.contest
        self._grace_s = contest.grace_s if contest.clock is None else math.inf  # or the clock tells
        self._seat = seat

    def decide(self, view: View, budget: Budget) -> str:
        moves = view.legal_moves()
        begun_ns, had_ns = now_ns(), core_ns()
        time_s = budget.hard_s
        progress = run(self._searcher, budget, board_for(len(moves)), began_ns=begun_ns)
        self.billed_ns = core_ns() - had_ns
        taken_s = (now_ns() - begun_ns) / 1e9
        self.effort += Effort(1, progress.nodes, progress.simulations, taken_s, taken_s)
        over_s = self.billed_ns / 1e9 - (time_s or math.inf)
        if over_s > self._grace_s:
            raise FaultError(Fault("time", f"took {over_s:.3f} s too long", self._seat, over_s))
        return moves[progress.best]

    def see(self, seen: str) -> None:
        self._searcher.advance(seen)


class _OwnAgentSeat:
    """A user's own agent, in a process that was started for this game."""

    def __init__(self, seating: Seating, seat: int, pool: BlockingPool) -> None:
        self.effort = Effort()
        self.billed_ns = 0
        self._agent = seating.entrant(seat).agent
        self._seed = seating.seed(seat)
        self._seat = seat
        self._grace_s = seating.contest.grace_s
        self._pool = pool
        self._plies: list[str] = []

    def decide(self, view: View, budget: Budget) -> str:
        begun_ns = now_ns()
        decision = self._pool.decide(
            self._agent,
            view.text,
            budget,
            seed=self._seed,
            session="game",
            plies=self._plies,
            grace_s=self._grace_s,
        )
        self.billed_ns = now_ns() - begun_ns
        self._plies = []
        self.effort += Effort(1, seconds=decision.seconds, longest_s=decision.seconds)
        if decision.faults:
            fault = decision.faults[0]
            kind = _KINDS.get(fault.kind, "crash")
            what = f"{self._agent} {fault.what}"
            over_s = max(decision.seconds - (budget.hard_s or 0), 0) if kind == "time" else 0
            seat = NOBODY if kind == "referee" else self._seat
            raise FaultError(Fault(kind, what, seat, over_s))
        return decision.move

    def see(self, seen: str) -> None:
        self._plies.append(seen)


def agent_seat(seating: Seating, seat: int, stack: ExitStack) -> AgentSeat:
    """Seats an agent, of ours or of the user's own; the stack ends what was started for it.

    Raises:
        InputError: An agent of ours does not go with the game.
    """
    agent = seating.entrant(seat).agent
    if own_agent.is_own(agent):
        return _OwnAgentSeat(seating, seat, stack.enter_context(BlockingPool(1, agent)))
    return _OurAgentSeat(seating, seat)
