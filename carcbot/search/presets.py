"""Named agents: the plain ones to start from, and those that games bring along."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from carcbot.errors import AgentError
from carcbot.games import registry
from carcbot.games.extras import Preset
from carcbot.games.option_text import quoted
from carcbot.search.families import FAMILIES

__all__ = ["PRESETS", "broken", "is_ours"]

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
    return _by_name(preset for preset in _brought() if _fault_of(preset) is None)


def _brought() -> Iterator[Preset]:
    return _of(name for name in registry.names() if not registry.is_native(name))


def is_ours(name: str) -> bool:
    """Whether a preset of the house has this name."""
    return name in _ours()


def broken() -> tuple[AgentError, ...]:
    """Why presets of other packages' games are no agents."""
    return tuple(fault for each in _brought() if (fault := _fault_of(each)) is not None)


def _fault_of(preset: Preset) -> AgentError | None:
    """What keeps it from being an agent; None if nothing does."""
    where = f"the preset {quoted(preset.name)}"
    family, _, text = preset.base.partition(":")
    if preset.name in FAMILIES or is_ours(preset.name):
        return AgentError("this is the name of ours", where=where, expected="another name")
    if sum(each.name == preset.name for each in _brought()) > 1:
        what = "several games bring a preset of this name"
        return AgentError(what, where=where, expected="one of them alone")
    if family not in FAMILIES:
        known = " ".join(FAMILIES)
        return AgentError(f"{quoted(family)} is no family", where=where, expected=f"one of {known}")
    try:
        FAMILIES[family].settings([text] if text else [])
    except AgentError as error:
        return AgentError(f"{error.where} {error.what}", where=where, expected=error.expected)
    return None


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
