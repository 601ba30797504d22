"""The families of searches in the native core, which say what can be chosen about them."""

from collections.abc import Callable

from carcbot import _native

__all__ = ["FAMILIES", "Family", "Maker", "Searcher", "Value"]

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
