"""Named agents: the plain ones to start from, and those that games bring along."""

from collections.abc import Iterator
from typing import Final

from carcbot.games import registry
from carcbot.games.contract import Preset

__all__ = ["PRESETS"]

_HOUSE: Final = "carcbot"


def _house() -> Iterator[Preset]:
    yield Preset("random", "random:policy=uniform", _HOUSE, "All moves alike.")
    yield Preset(
        "greedy", "expectimax:depth=1,bound=10000,table=0", _HOUSE, "The best points right now."
    )
    yield Preset("flat", "flat", _HOUSE, "Flat Monte Carlo.")
    yield Preset("mcts", "mcts", _HOUSE, "Monte-Carlo tree search.")
    yield Preset("rave", "rave", _HOUSE, "Monte-Carlo tree search with RAVE.")
    yield Preset("expectimax", "expectimax", _HOUSE, "Expectimax, deeper while there is time.")
    yield Preset("star1", "star:f=0", _HOUSE, "Star1.")
    yield Preset("star2", "star:f=1", _HOUSE, "Star2.")
    yield Preset("star25", "star:f=5", _HOUSE, "Star2.5.")
    yield Preset("maxn", "maxn", _HOUSE, "For three seats and more: each for itself.")


def _of_games() -> Iterator[Preset]:
    for name in registry.names():
        yield from registry.get(name).presets


PRESETS: Final[dict[str, Preset]] = {
    preset.name: preset for presets in (_house(), _of_games()) for preset in presets
}
"""Every preset by its name."""
