"""A game in which somebody's own agent has a seat, move by move."""

from collections.abc import Iterator
from contextlib import ExitStack

from carcbot.arena.blocks import GameResult
from carcbot.games.contract import CHANCE, State, seen_ply, view_of
from carcbot.lab.matches.chairs import NOBODY, Chair, FaultError, chair_of
from carcbot.lab.matches.seating import Seating

__all__ = ["play_mixed"]


def play_mixed(seating: Seating) -> GameResult:
    """Plays a game in which some seats are somebody's own agents.

    Who makes an illegal move, is late or fails has lost; nothing more is played then.

    Raises:
        InputError: An agent of ours does not go with the game.
    """
    with ExitStack() as stack:
        chairs = [chair_of(seating, seat, stack) for seat in seating.seats]
        state = seating.start[0].copy()
        plies: list[str] = []
        fault = None
        try:
            for ply in _plies(seating, state, chairs):
                plies.append(ply)  # noqa: PERF402 - what was played before a fault is kept
        except FaultError as error:
            fault = error.fault
        return seating.result(
            state.scores(), state.ranking(), plies, [chair.effort for chair in chairs], fault
        )


def _plies(seating: Seating, state: State, chairs: list[Chair]) -> Iterator[str]:
    """Plays on the state until the game is over; yields what happens."""
    chance = seating.chance
    mover = NOBODY
    while not state.over:
        turn = state.to_move
        if turn == CHANCE:
            draws, weights = zip(*state.outcomes(), strict=True)
            ply = draws[chance.pick(weights, mover)]
        else:
            ply = chairs[turn].decide(view_of(state, turn), seating.budget(turn))
            mover = turn
        for seat, chair in enumerate(chairs):
            chair.see(seen_ply(state, ply, seat))
        state.apply(ply)
        yield ply
