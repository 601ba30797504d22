"""The families of searches in the native core, which say what can be chosen about them."""

from collections.abc import Callable
from types import ModuleType
from typing import Final

from carcbot import _native
from carcbot.games import registry

__all__ = ["FAMILIES", "Family", "Maker", "Searcher", "Value", "core_of", "words_of"]

Family = _native.search.Family
Searcher = _native.search.Searcher
Maker = Callable[[str, int], Searcher]
"""Makes a search about what a seat knows, as `View.text` writes it, with a seed.

It raises InputError if the view is wrong, or a word among the parameters is not known there.
"""
Value = bool | int | float | str
"""What a parameter can be."""

FAMILIES: dict[str, Family] = {family.name: family for family in _native.search.families()}
"""Every family by its name."""
_OUTSIDE: Final = {False: _native.outside, True: _native.outside_secret}
"""Where games in plain Python are searched, by whether they have secrets."""


def core_of(game: str) -> ModuleType:
    """The native module in which a game is searched: its own, or that of games in plain Python.

    Raises:
        UnknownGameError: There is no such game.
    """
    found = registry.get(game)
    if not registry.is_native(game):
        return _OUTSIDE[found.has_secrets]
    own: ModuleType = getattr(_native, found.name)
    return own


def words_of(game: str) -> dict[str, list[str]]:
    """What those parameters of agents can be that are words of a game, the usual one first.

    Raises:
        UnknownGameError: There is no such game.
    """
    core = core_of(game)
    return {
        "policy": core.policies(),
        "eval": core.evaluations(),
        "order": core.orders(),
        "guess": core.guesses(),
    }
