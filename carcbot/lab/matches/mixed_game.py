"""A game in which somebody's own agent has a seat, move by move.

Each of them gets a process for this game alone, so it carries nothing over from one game to the
next: a deck that is played again with other seats is new to it.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final, Protocol

from carcbot.arena.blocks import Effort, Fault, FaultKind, GameResult
from carcbot.games.contract import CHANCE, State
from carcbot.lab.matches.seating import Seating
from carcbot.net.clock import now_ns
from carcbot.net.workers import BlockingPool
from carcbot.search import own_agent
from carcbot.search.deciding import Deadlines, board_for, run

__all__ = ["play_mixed"]

_NOBODY: Final = -1
_KINDS: Final[dict[str, FaultKind]] = {
    "late": "time",
    "died": "disconnect",
    "illegal_move": "illegal",
    "busy": "referee",
}
"""What the faults of a worker are here; all others are crashes."""


class _FaultError(Exception):
    """A decision that ends the game."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.what)
        self.fault = fault


class _Chair(Protocol):
    """A seat with somebody on it."""

    effort: Effort

    def decide(self, state: State) -> str:
        """The move; _FaultError if there is none."""

    def see(self, ply: str) -> None:
        """Takes in what happened."""


class _OurChair:
    """A search of ours, in this process."""

    def __init__(self, seating: Seating, seat: int) -> None:
        self.effort = Effort()
        self._agent = seating.agent(seat)
        self._budget = seating.budget(seat)
        self._searcher = self._agent.searcher(seating.start[1], seating.seed(seat))
        self._grace_s = seating.contest.grace_s
        self._seat = seat

    def decide(self, state: State) -> str:
        moves = state.legal_moves()
        begun_ns = now_ns()
        time_s = self._budget.hard_s
        deadlines = Deadlines(hard_at_ns=begun_ns + round(time_s * 1e9)) if time_s else Deadlines()
        progress = run(self._searcher, self._budget, deadlines, board_for(len(moves)))
        taken_s = (now_ns() - begun_ns) / 1e9
        self.effort = _more(self.effort, taken_s, progress.nodes, progress.simulations)
        if time_s and taken_s > time_s + self._grace_s:
            over_s = taken_s - time_s
            raise _FaultError(Fault("time", f"took {over_s:.3f} s too long", self._seat, over_s))
        return moves[progress.best]

    def see(self, ply: str) -> None:
        self._searcher.advance(ply)


class _OwnChair:
    """Somebody's own agent, in a process that was started for this game."""

    def __init__(self, seating: Seating, seat: int, pool: BlockingPool) -> None:
        self.effort = Effort()
        self._agent = seating.entrant(seat).agent
        self._budget = seating.budget(seat)
        self._seed = seating.seed(seat)
        self._seat = seat
        self._pool = pool
        self._plies: list[str] = []

    def decide(self, state: State) -> str:
        decision = self._pool.decide(
            self._agent,
            state.text,
            self._budget,
            seed=self._seed,
            session="game",
            plies=self._plies,
        )
        self._plies = []
        self.effort = _more(self.effort, decision.seconds, 0, 0)
        if decision.faults:
            fault = decision.faults[0]
            kind = _KINDS.get(fault.kind, "crash")
            what = f"{self._agent} {fault.what}"
            over_s = max(decision.seconds - (self._budget.hard_s or 0), 0) if kind == "time" else 0
            seat = _NOBODY if kind == "referee" else self._seat
            raise _FaultError(Fault(kind, what, seat, over_s))
        return decision.move

    def see(self, ply: str) -> None:
        self._plies.append(ply)


def play_mixed(seating: Seating) -> GameResult:
    """Plays a game in which some seats are somebody's own agents.

    Who makes an illegal move, is late or fails has lost; nothing more is played then.

    Raises:
        InputError: An agent of ours does not go with the game.
    """
    with ExitStack() as stack:
        chairs = [_chair(seating, seat, stack) for seat in seating.seats]
        state = seating.start[0].copy()
        plies: list[str] = []
        fault = None
        try:
            for ply in _plies(seating, state, chairs):
                plies.append(ply)  # noqa: PERF402 - what was played before a fault is kept
        except _FaultError as error:
            fault = error.fault
        return seating.result(
            state.scores(), state.ranking(), plies, [chair.effort for chair in chairs], fault
        )


def _chair(seating: Seating, seat: int, stack: ExitStack) -> _Chair:
    if own_agent.is_own(seating.entrant(seat).agent):
        return _OwnChair(seating, seat, stack.enter_context(BlockingPool(1)))
    return _OurChair(seating, seat)


def _plies(seating: Seating, state: State, chairs: list[_Chair]) -> Iterator[str]:
    """Plays on the state until the game is over; yields what happens."""
    chance = seating.chance
    mover = _NOBODY
    while not state.over:
        turn = state.to_move
        if turn == CHANCE:
            draws, weights = zip(*state.outcomes(), strict=True)
            ply = draws[chance.pick(weights, mover)]
        else:
            ply = chairs[turn].decide(state)
            mover = turn
        state.apply(ply)
        for chair in chairs:
            chair.see(ply)
        yield ply


def _more(effort: Effort, taken_s: float, nodes: int, simulations: int) -> Effort:
    """The effort with one decision more."""
    return Effort(
        decisions=effort.decisions + 1,
        nodes=effort.nodes + nodes,
        simulations=effort.simulations + simulations,
        seconds=effort.seconds + taken_s,
        longest_s=max(effort.longest_s, taken_s),
    )
