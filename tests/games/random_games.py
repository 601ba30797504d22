"""Random games of every registered game, for the tests that each of them must pass."""

import random
from collections.abc import Iterator
from importlib import import_module

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.games.game_text import GameRecord
from carcbot.games.random_plies import random_ply

OPTION_SETS: dict[str, tuple[str, ...]] = {
    name: import_module(f"tests.games.{name}").OPTION_SETS for name in registry.native_names()
}
"""A few sets of options of each game; all pairs of options are the business of its own tests."""

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
