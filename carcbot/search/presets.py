"""Named agents: the plain ones to start from, and those that games bring along."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from carcbot.errors import AgentError
from carcbot.games import registry
from carcbot.games.extras import Preset
from carcbot.search.families import FAMILIES

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


def _of(games: Iterable[str]) -> Iterator[Preset]:
    for game in games:
        yield from registry.get(game).presets


@cache
def _plain() -> dict[str, Preset]:
    """Those of no game, for which none is imported."""
    return _by_name(_house())


@cache
def _ours() -> dict[str, Preset]:
    """The plain ones, and those of our games."""
    return _by_name(_plain().values(), _of(registry.native_names()))


@cache
def _others() -> dict[str, Preset]:
    """Those of other packages' games, if they can be made."""
    found = _of(name for name in registry.names() if not registry.is_native(name))
    return _by_name(preset for preset in found if _can_be(preset))


def _can_be(preset: Preset) -> bool:
    """Whether there is a family with these parameters."""
    family, _, text = preset.base.partition(":")
    try:
        FAMILIES[family].settings([text] if text else [])
    except (KeyError, AgentError):
        return False
    return True


class _Presets(Mapping[str, Preset]):
    """Presets by name. Games are looked at when a name is none of the plain ones."""

    def __getitem__(self, name: str) -> Preset:
        return _plain().get(name) or _ours().get(name) or _others()[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**_ours(), **_others()})

    def __len__(self) -> int:
        return len(_ours().keys() | _others().keys())


def _by_name(*sources: Iterable[Preset]) -> dict[str, Preset]:
    return {preset.name: preset for presets in sources for preset in presets}


PRESETS: Final[Mapping[str, Preset]] = _Presets()
"""Every preset by its name; who is called like one of ours, or cannot be made, is not there."""
