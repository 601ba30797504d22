"""Random games of every registered game, for the tests that each of them must pass."""

import random
from collections.abc import Iterator

from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.games.record import GameRecord

# A few sets of options of each game, such that each value of an option that changes what a game
# is like comes up; all their pairs are the business of the comparison with the twin.
OPTION_SETS: dict[str, tuple[str, ...]] = {
    "carcassonne": (
        "",
        "seats=5,farm_scoring=off,two_tile_city=2",
        "seats=3,expansions=river,unplaceable=bottom,farm_scoring=first",
        "seats=6,expansions=river+inns_and_cathedrals+abbot,inn_on_EC=c2,river_rule=strict",
        "seats=4,expansions=abbot,unplaceable=return_to_bag,farm_scoring=second,start=V2@-3,1",
        "expansions=river+inns_and_cathedrals,river_look_ahead=off,river_start_tile=kept",
    ),
    "pot": ("", "seats=4,ones=9,twos=0,threes=5", "seats=3,ones=0,twos=1,threes=0"),
    "kuhn": ("",),
    "hoard": (
        "",
        "seats=4,ranks=5,copies=4,hand=3,turns=10",
        "ranks=2,copies=2,hand=1,turns=10",
        "seats=3,turns=10",
    ),
    "grove": (
        "",
        "seats=3,decisions=8,moves=9,weights=9+8+5+4+3+2+1+1,ragged=on,turns=mixed,seed=7",
        "seats=4,decisions=1,moves=2,weights=1,spread=1000",
    ),
}

# Games of other packages have theirs as they describe them: each value that they name.
OPTION_SETS |= {
    name: (
        "",
        *(
            f"{option.name}={value}"
            for option in registry.get(name).options
            for value in option.values[1:]
        ),
    )
    for name in registry.names()
    if name not in OPTION_SETS
}

GAMES = [(name, options) for name in registry.names() for options in OPTION_SETS[name]]
"""Every game with each of its sets of options."""


def draw(state: State, rng: random.Random) -> str:
    """One of the outcomes by its weight."""
    texts, weights = zip(*state.outcomes(), strict=True)
    return str(rng.choices(texts, weights)[0])


def random_ply(state: State, rng: random.Random) -> str:
    """A draw or a move, whichever is due."""
    return draw(state, rng) if state.to_move == CHANCE else rng.choice(state.legal_moves())


def random_record(name: str, options: str, seed: int) -> GameRecord[State]:
    """A whole game."""
    rng = random.Random(seed)
    record = GameRecord(registry.get(name), options)
    while not (state := record.state).over:
        record.apply(random_ply(state, rng))
    return record


def positions(record: GameRecord[State]) -> Iterator[State]:
    """Every position of the game, the first and the last included."""
    for ply in range(len(record) + 1):
        yield record.position(ply)
