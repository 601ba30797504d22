"""What the studies of Ameneyro and Galvan 2020 share: rules, players, effort, tables.

The paper says times: a game of MCTS-RAVE against MCTS takes 71 minutes, which is 60 seconds a move.
How many simulations that were it does not say. Its first author's program is written in plain
Python (33fred33/CarcassonneAI on GitHub); the quickest such program that we know plays a random
game in 12 milliseconds, and so one from the middle of a game on in 6: 10,000 of them in 60 seconds,
a hundred simulations of a hundred games.
"""

from collections.abc import Callable

from carcbot.arena.contest import Contest
from carcbot.lab.duels import Duel, Player, Side, duel_between
from carcbot.lab.study import Effort

__all__ = [
    "CRITERIA",
    "CRITERIA_NOTE",
    "METHOD",
    "Chosen",
    "by_seat",
    "criteria",
    "duel",
    "later_turns",
    "mcts",
    "random_agent",
    "rave",
    "star25",
    "star25_depth2",
    "star25_limited",
]

_OPTIONS = "unplaceable=bottom"
"""Who cannot lay the tile puts it under the stack and draws the next one."""
_SIMULATIONS = 100
_NODES = 60_000
_QUICK = "deepening=on,likely=on,table=16,probing=cyclic"
"""How depth 3 is done with least work: the values are those of the preset, found sooner."""

METHOD = (
    "Each deck is played from both seats, and who cannot lay a tile puts it under the stack and"
    f" draws the next one. A move of MCTS and RAVE has {_SIMULATIONS} simulations of 100 random"
    " games in the committed result, which are about 45 milliseconds of a core's time. The paper"
    " tells times only, 60 seconds a move, so that its simulations are not known; with these MCTS"
    " is nearly what it is in the paper (see the study random-rival). Star2.5 has as long as it"
    " takes for depth 3, as the paper's had: 35 seconds a move there, a third of one here. It goes"
    " through depths 1 and 2, with a transposition table, likely draws first and cyclic probing,"
    " which changes no value and takes a quarter of the time. Star2.5-limited has"
    f" {_NODES:,} nodes at most, which are too few for all of depth 3."
)
"""How it is played, in words for a study's method."""


Chosen = Callable[[Effort], Player]
"""A player with the effort that a run asks for."""


def random_agent() -> Player:
    """A player that moves at random."""
    return "random", "ameneyro-random"


def mcts(effort: Effort, times: int = 1) -> Player:
    """The paper's tree search, with so many times the usual simulations."""
    return _named("MCTS", times), f"ameneyro-mcts:sims={times * effort.thinking(_SIMULATIONS)}"


def rave(effort: Effort, times: int = 1) -> Player:
    """The paper's tree search with RAVE, with so many times the usual simulations."""
    return _named("RAVE", times), f"ameneyro-rave:sims={times * effort.thinking(_SIMULATIONS)}"


def star25(effort: Effort) -> Player:
    """The paper's Star2.5, as long as it takes for depth 3; for depth 2 with less than its budget.

    It goes about it in the quickest way that leaves every value as it is.
    """
    depth = "" if effort.budget >= 1 else "depth=2,"
    return "Star2.5", f"ameneyro-star25:{depth}{_QUICK}"


def star25_limited(effort: Effort) -> Player:
    """The same with so many nodes at most, which are too few for all of depth 3."""
    return "Star2.5-limited", f"ameneyro-star25:deepening=on,nodes={effort.thinking(_NODES)}"


def star25_depth2(_effort: Effort) -> Player:
    """The paper's Star2.5 two decisions ahead, which it looks at whole."""
    return "Star2.5-depth2", "ameneyro-star25:depth=2"


def _named(name: str, times: int) -> str:
    return name if times == 1 else f"{name}-x{times}"


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
