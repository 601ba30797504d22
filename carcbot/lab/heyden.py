"""What the studies of Heyden 2009 have in common: its rules, and how much its players thought.

Of the rules it says that a tile which fits nowhere goes back into the bag (4.2). Of the thinking it
says times, 6 minutes for the 36 or 35 moves of a player, and in table 6.6 milliseconds
beside nodes. How many random games its program played it does not say. That is estimated here by
assuming that in each turn of a random game the program tries every legal move, as a search does at
each of its nodes. The points of its flat Monte Carlo say the same: see the study mc-rewards.
"""

from collections.abc import Mapping

from carcbot.arena.contest import Contest
from carcbot.lab.duels import Player, duel_between
from carcbot.lab.number_text import percent
from carcbot.lab.study import Effort

__all__ = [
    "NODES_A_MOVE",
    "RANDOM_GAME_IN_NODES",
    "RULES",
    "SIMULATIONS_A_MOVE",
    "thesis_duel",
    "thought_beside_thesis",
]

RULES = "unplaceable=return_to_bag"
"""Options of the game, as the thesis plays it."""

_SECONDS_A_MOVE = 6 * 60 / 35.5
_NODES_A_SECOND = 23221.6 / 0.6788
"""Of Star2.5 with probing factor 5 at depth 2, table 6.6."""
_TURNS_OF_A_RANDOM_GAME = 35.5
"""From the middle of a game of 71 turns to its end."""
_MOVES_OF_A_RANDOM_TURN = 40.1
"""On average, as the study branching counted."""

_RANDOM_GAMES_A_SECOND_HERE = 210_000
_NODES_A_SECOND_HERE = 3_300_000
"""On one idle core of the machine that the committed results are of."""
RANDOM_GAME_IN_NODES = _TURNS_OF_A_RANDOM_GAME * _MOVES_OF_A_RANDOM_TURN
"""What a random game costs, in nodes of a search."""
NODES_A_MOVE = round(_NODES_A_SECOND * _SECONDS_A_MOVE)
"""Nodes of a search in depth for a move."""
SIMULATIONS_A_MOVE = round(NODES_A_MOVE / RANDOM_GAME_IN_NODES)
"""Random games for a move."""
_AS_MUCH = 0.1
"""By so large a part the thinking may differ and still be as much."""


def thesis_duel(study: str, one: Player, other: Player, blocks: int, effort: Effort) -> Contest:
    """Two players by the thesis's rules, on the first so many decks of all these studies."""
    return duel_between(
        study, one, other, blocks=effort.blocks(blocks), seed=effort.seed, options=RULES
    )


def thought_beside_thesis(*, simulations: int = 0, nodes: int = 0) -> str:
    """In words, how much the players think beside those of the thesis; what is 0 is not told."""
    told = []
    if simulations:
        told.append(
            f"{simulations:,} random games a move stand beside {SIMULATIONS_A_MOVE:,}, if each turn"
            " of a random game costs its program as much as a node for each legal move; here that"
            f" takes {1e3 * simulations / _RANDOM_GAMES_A_SECOND_HERE:.1f} milliseconds"
        )
    if nodes:
        told.append(
            f"{nodes:,} nodes a move stand beside {NODES_A_MOVE:,}; here that takes"
            f" {1e3 * nodes / _NODES_A_SECOND_HERE:.1f} milliseconds"
        )
    shares = {"random games": simulations / SIMULATIONS_A_MOVE, "nodes": nodes / NODES_A_MOVE}
    return (
        "The thesis gives a player 6 minutes for a game, which is"
        f" {_SECONDS_A_MOVE:.1f} seconds a move, and its program looks at"
        f" {round(_NODES_A_SECOND):,} nodes a second (table 6.6). So in the committed result"
        f" {', and '.join(told)}. {_so({what: each for what, each in shares.items() if each})}"
    )


def _so(shares: Mapping[str, float]) -> str:
    """Whether the thinking is as much, which is so many times the thesis's."""
    if all(abs(share - 1) <= _AS_MUCH for share in shares.values()):
        return "It is the thinking that is as much, not the time."
    told = " and ".join(
        f"{percent(share)} of the thesis's {what}" for what, share in shares.items()
    )
    return f"Neither the time nor the thinking is as much: a move has {told}."
