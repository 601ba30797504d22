"""Published figures of Thurn and Taxis, counted again from the twin's own board and supplies."""

from collections import Counter
from functools import cache
from itertools import product, starmap
from math import factorial, prod
from operator import add

import pytest

from tests.games.thurn_and_taxis.twin_map import (
    CITIES,
    CITIES_OF_STACK,
    COPIES,
    HOUSES,
    NEIGHBOURS,
    PROVINCES,
    STACKS,
)

ROUTES_BY_LENGTH = (
    *(22, 90, 322, 1052, 3258, 9452, 25446, 63426, 145760, 307564, 594504, 1050072, 1689024),
    *(2459438, 3215812, 3724622, 3724630, 3087150, 2000254, 917512, 239300, 15366),
)


def test_the_board() -> None:
    """22 cities in 9 provinces, and 45 roads that lead both ways."""
    assert len(CITIES) == 22
    assert len(PROVINCES) == 9
    roads = {frozenset((city, near)) for city in CITIES for near in NEIGHBOURS[city]}
    assert len(roads) == 45
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 45
    assert NEIGHBOURS.keys() == set(CITIES)


def test_tiles() -> None:
    """30 tiles with that for the end; their cities are all but Lodz."""
    assert sum(map(len, STACKS.values())) + 1 == 30
    cities = [city for each in CITIES_OF_STACK.values() for city in each]
    assert sorted([*cities, "Lod"]) == sorted(CITIES)
    assert [len(each) for each in CITIES_OF_STACK.values()] == [3, 3, 3, 4, 8]


def reachable(city: str, free: frozenset[str]) -> frozenset[str]:
    """The free cities to which one comes from here by free ones."""
    found: set[str] = set()
    border = {city}
    while border:
        border = {near for each in border for near in NEIGHBOURS[each] if near in free} - found
        found |= border
    return frozenset(found)


@cache
def routes_onwards(city: str, free: frozenset[str]) -> tuple[int, ...]:
    """How many routes begin here and go on through free cities: those of 1 city, of 2, of 3..."""
    counts = [1] + [0] * (len(CITIES) - 1)
    for near in NEIGHBOURS[city]:
        if near in free:
            shorter = routes_onwards(near, reachable(near, free - {near}))
            counts[1:] = map(add, counts[1:], shorter)
    return tuple(counts)


def test_legal_routes() -> None:
    """The thesis counts 23,274,077 routes, direction and the empty one included."""
    others = [(city, frozenset(CITIES) - {city}) for city in CITIES]
    counts = [sum(each) for each in zip(*starmap(routes_onwards, others), strict=True)]
    assert tuple(counts) == ROUTES_BY_LENGTH
    assert 1 + sum(counts) == 23_274_077


def test_house_positions() -> None:
    """Houses of two seats, and who was the first where both have all cities of a stack.

    Of the thesis's 18,502,045,386,500 positions 276,880,008 have more than 20 houses of a seat.
    """
    positions = Counter({(0, 0): 1})
    for size in (*map(len, CITIES_OF_STACK.values()), 1):
        of_part = Counter(
            (sum(first), sum(second))
            for first in product((0, 1), repeat=size)
            for second in product((0, 1), repeat=size)
        )
        if size > 1:
            of_part[size, size] += 1
        together: Counter[tuple[int, int]] = Counter()
        for (first, second), count in positions.items():
            for (more, others), ways in of_part.items():
                together[first + more, second + others] += count * ways
        positions = together
    assert positions.total() == 18_502_045_386_500
    too_many = sum(count for each, count in positions.items() if max(each) > HOUSES)
    assert too_many == 276_880_008


def test_states_of_route_tiles() -> None:
    """Each tile that is gone went to one of two seats: 3,255 ways."""
    assert prod(sum(2**gone for gone in range(len(STACKS[name]) + 1)) for name in "567") == 3255


def test_orders_of_the_supply() -> None:
    """66 cards, of which three each are alike."""
    orders = factorial(COPIES * len(CITIES)) / factorial(COPIES) ** len(CITIES)
    assert orders == pytest.approx(4.1357e75, rel=1e-4)
