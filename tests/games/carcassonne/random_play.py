"""Random games on the core, repeatable from a seed."""

import random
import re
from collections.abc import Iterator

from carcbot import _native

State = _native.carcassonne.State

#: Games of every flavour: each option has each of its values somewhere.
OPTION_SETS = (
    "seats=2",
    "seats=2,unplaceable=return_to_bag",
    "seats=3,farm_scoring=first,two_tile_city=2",
    "seats=5,farm_scoring=off,unplaceable=bottom",
    "seats=2,expansions=river",
    "seats=3,expansions=river,unplaceable=bottom,river_rule=strict,river_look_ahead=off",
    "seats=2,expansions=river,unplaceable=return_to_bag,river_look_ahead=off",
    "seats=4,expansions=inns_and_cathedrals,farm_scoring=second,inn_on_EC=c2",
    "seats=2,expansions=abbot,unplaceable=return_to_bag",
    "seats=6,expansions=inns_and_cathedrals+abbot,unplaceable=bottom",
    "seats=5,expansions=river+abbot,farm_scoring=second,river_start_tile=kept",
    "seats=2,expansions=river+inns_and_cathedrals+abbot",
    "seats=6,expansions=river+inns_and_cathedrals+abbot,farm_scoring=first,river_start_tile=kept",
    "seats=2,expansions=river+abbot,two_tile_city=2,unplaceable=bottom,river_rule=strict",
    "seats=2,start=C0@-20,20",
    "seats=3,expansions=river+inns_and_cathedrals,start=RA3@7,-5",
)


def new_game(options: str) -> State:
    """The position before the first draw."""
    return _native.carcassonne.new_game(options)


def random_ply(state: State, rng: random.Random) -> str:
    """A draw by its weight, or any legal move."""
    if state.to_move >= 0:
        return rng.choice(sorted(state.legal_moves()))
    outcomes = sorted(state.outcomes())
    return rng.choices([kind for kind, _ in outcomes], [weight for _, weight in outcomes])[0]


def positions(options: str, seed: int) -> Iterator[State]:
    """Every position of a random game, the first and the last included."""
    state = new_game(options)
    rng = random.Random(seed)
    yield state.copy()
    while not state.over:
        state.apply(random_ply(state, rng))
        yield state.copy()


def is_draw(ply: str) -> bool:
    """Whether a ply is a draw; else it is a move."""
    return re.fullmatch("[A-Z]+g?", ply) is not None
