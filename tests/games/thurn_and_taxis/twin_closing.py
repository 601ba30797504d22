"""What closing a route leaves to choose and brings, for the slow twin: houses, tiles, a hand."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from tests.games.thurn_and_taxis.twin_map import CITIES, LONGEST_TILE_STACK, PROVINCE_OF

__all__ = ["house_choices", "kept_hands", "route_tile_stack"]


def house_choices(route: Sequence[str], houses: set[str], left: int) -> list[set[str]]:
    """Each set of cities that may get a house, in the order of their numbers.

    Either one city in each province of the route, or all cities of the route in one province; only
    cities without an own house. Who has too few houses left places all of them, where he likes.
    """
    free: dict[str, list[str]] = {PROVINCE_OF[city]: [] for city in route}
    for city in route:
        if city not in houses:
            free[PROVINCE_OF[city]].append(city)
    one_per_province = product(*(cities for cities in free.values() if cities))
    selections = [*map(frozenset, one_per_province), *map(frozenset, free.values())]
    choices = {
        frozenset(part)
        for selection in selections
        for part in combinations(sorted(selection), min(left, len(selection)))
    }
    return [
        set(choice)
        for choice in sorted(choices, key=lambda cities: sum(1 << CITIES.index(c) for c in cities))
    ]


def route_tile_stack(length: int, stacks: dict[str, list[int]]) -> str | None:
    """The stack of the tile for a route of this length: its own, or the next lower that has one."""
    for size in range(min(length, LONGEST_TILE_STACK), 4, -1):
        if stacks[str(size)]:
            return str(size)
    return None


def kept_hands(hand: Counter[str]) -> list[Counter[str]]:
    """The three cards that may stay, by the lowest card, then the middle one, then the highest."""
    cards = sorted(hand.elements())
    return [Counter(three) for three in sorted(set(combinations(cards, 3)))]
