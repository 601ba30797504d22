"""Games between agents, move by move, for studies of what happens in them."""

import random
from collections.abc import Iterator, Sequence

from carcbot.games.contract import CHANCE, Game, S_co
from carcbot.search.agent import Agent
from carcbot.search.decision import decide

__all__ = ["decisions"]


def decisions(
    game: Game[S_co], seats: Sequence[Agent], seed: int, options: str = ""
) -> Iterator[S_co]:
    """Every position of one game in which a seat is to move, in order; then the last position.

    Draws come by their weights. The same game, agents and seed give the same positions, if the
    agents are limited by numbers and not by time. What is yielded is a copy.
    """
    rng = random.Random(seed)
    state = game.new(options, seats=len(seats))
    while not state.over:
        if state.to_move == CHANCE:
            draws, weights = zip(*state.outcomes(), strict=True)
            state.apply(rng.choices(draws, weights)[0])
        else:
            yield state.copy()
            state.apply(decide(seats[state.to_move], state.text, rng.getrandbits(63)).best)
    yield state
