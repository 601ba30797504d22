"""Games between agents, move by move, for studies of what happens in them."""

import random
from collections.abc import Iterator, Sequence

from carcbot.contest.seating import start_of
from carcbot.games.contract import CHANCE, Game, S_co
from carcbot.games.random_plies import draw
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.decision import decide
from carcbot.search.whole_game import Chance, Player, play_whole_game

__all__ = ["decisions", "game_with_itself"]


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
            state.apply(draw(state, rng))
        else:
            yield state.copy()
            state.apply(decide(seats[state.to_move], state.text, rng.getrandbits(63)).best)
    yield state


def game_with_itself(
    game: Game[S_co], options: str, agent: str, seats: int, seed: int
) -> tuple[S_co, list[str]]:
    """The first position of a game of the agent against itself, and all its plies."""
    start, text = start_of(game.name, options, seats)
    players = [Player(parse_agent(agent), UNLIMITED, seats * seed + seat) for seat in range(seats)]
    chance = Chance(seed, one_deck=False)
    played = play_whole_game(game.name, start, text, players, chance=chance, grace_s=1.0)
    return game.new(start.options), played.plies.split(" ")
