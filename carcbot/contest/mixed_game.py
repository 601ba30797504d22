"""A game in which a user's own agent has a seat, move by move."""

from collections.abc import Iterator
from contextlib import ExitStack

from carcbot.arena.blocks import GameResult
from carcbot.contest.agent_seat import NOBODY, AgentSeat, FaultError, agent_seat
from carcbot.contest.seating import Seating
from carcbot.games.contract import CHANCE, State, seen_ply, view_of

__all__ = ["play_mixed"]


def play_mixed(seating: Seating) -> GameResult:
    """Plays a game in which some seats are users' own agents.

    A player that makes an illegal move, is late or fails has lost, and the game ends.

    Raises:
        InputError: An agent of ours does not go with the game.
    """
    with ExitStack() as stack:
        players = [agent_seat(seating, seat, stack) for seat in seating.seats]
        state = seating.start[0].copy()
        plies: list[str] = []
        fault = None
        try:
            for ply in _plies(seating, state, players):
                plies.append(ply)  # noqa: PERF402 - what was played before a fault is kept
        except FaultError as error:
            fault = error.fault
        return seating.result(
            state.scores(), state.ranking(), plies, [player.effort for player in players], fault
        )


def _plies(seating: Seating, state: State, players: list[AgentSeat]) -> Iterator[str]:
    """Plays on the state until the game is over; yields what happens."""
    chance = seating.chance
    mover = NOBODY
    while not state.over:
        turn = state.to_move
        if turn == CHANCE:
            draws, weights = zip(*state.outcomes(), strict=True)
            ply = draws[chance.pick(weights, mover)]
        else:
            ply = players[turn].decide(view_of(state, turn), seating.budget(turn))
            mover = turn
        for seat, player in enumerate(players):
            player.see(seen_ply(state, ply, seat))
        state.apply(ply)
        yield ply
