"""What the studies of Ameneyro and Galvan 2020 have in common: rules, players, effort, tables.

The paper says times: a game of Star2.5 against a random player takes 20.58 minutes, which is 35
seconds for each of its moves, one of MCTS-RAVE against MCTS 71 minutes, which is 60 seconds a move.
How many nodes and random games that were it does not say. Here they are estimated: three decisions
ahead without a limit the same search looks at 3.4 million nodes on average at twelve of our fifty
positions, which in 35 seconds is 96,000 a second, and a random game is taken to cost as many nodes
as in carcbot.lab.thesis_time.
"""

from carcbot.arena.contest import Contest
from carcbot.lab.duels import Duel, Player, Side, duel_between
from carcbot.lab.study import Effort
from carcbot.lab.thesis_time import RANDOM_GAME_IN_NODES

__all__ = [
    "CRITERIA",
    "CRITERIA_NOTE",
    "METHOD",
    "by_seat",
    "criteria",
    "duel",
    "later_turns",
    "mcts",
    "random_agent",
    "rave",
    "star25",
]

_OPTIONS = "unplaceable=bottom"
"""Who cannot lay the tile puts it under the stack and draws the next one."""
_SIMULATIONS = 100
_NODES = 60_000
_NODES_A_SECOND = 3_400_000 / (20.58 * 60 / 35)
_SIMULATIONS_THERE = round(_NODES_A_SECOND * 71 * 60 / 71 / RANDOM_GAME_IN_NODES / 100)

METHOD = (
    "Each deck is played from both seats, and who cannot lay a tile puts it under the stack and"
    f" draws the next one. A move of MCTS and RAVE has {_SIMULATIONS} simulations of 100 random"
    " games in the committed result. The paper tells times only, 60 seconds a move, which may be"
    f" about {_SIMULATIONS_THERE}: its Star2.5 takes 35 seconds for what is 3.4 million nodes here,"
    " and a turn of a random game is taken to cost as much as a node for each legal move. So it is"
    " the thinking that is of the same order, not the time. Star2.5 comes to depth 3 by way of"
    f" depths 1 and 2, so that it has an answer when its {_NODES:,} nodes are used up; the paper's"
    " had as long as it took for depth 3."
)
"""How it is played, in words for a study's method."""


def random_agent() -> Player:
    """Who moves at random."""
    return "random", "ameneyro-random"


def mcts(effort: Effort) -> Player:
    """The paper's tree search."""
    return "MCTS", f"ameneyro-mcts:sims={effort.thinking(_SIMULATIONS)}"


def rave(effort: Effort) -> Player:
    """The paper's tree search with RAVE."""
    return "RAVE", f"ameneyro-rave:sims={effort.thinking(_SIMULATIONS)}"


def star25(effort: Effort) -> Player:
    """The paper's Star2.5, with an end to its patience."""
    return "Star2.5", f"ameneyro-star25:deepening=on,nodes={effort.thinking(_NODES)}"


def duel(study: str, one: Player, other: Player, blocks: int, effort: Effort) -> Contest:
    """Two players on the first so many of the decks that all these studies have in common."""
    return duel_between(
        study, one, other, blocks=effort.blocks(blocks), seed=effort.seed, options=_OPTIONS
    )


def by_seat(duel_: Duel) -> dict[tuple[str, str], Side]:
    """What each player did, by its name and whether it was first or second."""
    return {
        (name, seat): duel_.side(player, at)
        for at, seat in enumerate(("first", "second"))
        for player, name in enumerate(duel_.names)
    }


CRITERIA = ("won", "reward", "points", "mpg", "twm")
"""What the paper tells of each player."""
CRITERIA_NOTE = (
    "The reward is the lead in points, mpg the meeples put down in a game; draws are in no win"
    " rate. twm is the number of turns that began with a meeple in hand, over 28 for the first"
    " player and 29 for the second. The paper says that it counts the turns in which there may be"
    " none, but its figures agree with ours only if the first seven turns count too, in which there"
    " always is one; and of 71 turns it is the first player who has 29 others. 'Later turns' is"
    " what was meant: the share of the turns after the seventh that began with a meeple in hand."
)
_TURNS = {"first": 28, "second": 29}
_SURE = 7
"""Turns that begin with a meeple in hand whatever was done before."""


def criteria(side: Side, seat: str) -> tuple[float, ...]:
    """The figures of the paper's criteria, the first in parts of a hundred."""
    return (
        100 * side.wins / side.games,
        side.mean_margin,
        side.mean_points,
        side.habits.figures_a_game,
        side.habits.ready_turns / side.games / _TURNS[seat],
    )


def later_turns(side: Side) -> float:
    """The share of the turns after the seventh that began with a meeple in hand."""
    sure = _SURE * side.games
    return (side.habits.ready_turns - sure) / (side.habits.turns - sure)
