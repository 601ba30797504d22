"""How many positions Thurn and Taxis has, by its parts: the formulas of F. Schadd 2009, 3.1."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, product

from carcbot.games.thurn_and_taxis.map import (
    CARRIAGES,
    CITIES,
    COPIES,
    HOUSES,
    PROVINCES,
    ROADS,
    STACKS,
)
from carcbot.lab.simple_paths import paths_by_set

__all__ = [
    "ROUTE_STACKS",
    "SEATS",
    "card_distributions",
    "city_distributions",
    "legal_positions",
    "repeated_tiles",
    "routes_by_set",
    "single_tiles",
    "stacks_of_map",
    "states_of",
    "supply_orders",
]

SEATS = 2
"""Those of the thesis."""
ROUTE_STACKS = STACKS[-3:]
_DISPLAY = 6
_NO_HANDS = 2
"""Where a card can be beside hands, display and routes: supply and discards."""


def routes_by_set() -> dict[int, int]:
    """How many routes have just the cities of each set, whose bits are cities.

    The empty one is among them.
    """
    numbers = {letters: number for number, letters in enumerate(CITIES)}
    neighbours: list[list[int]] = [[] for _ in CITIES]
    for here, there in ROADS:
        neighbours[numbers[here]].append(numbers[there])
        neighbours[numbers[there]].append(numbers[here])
    return {0: 1} | paths_by_set(neighbours)


def stacks_of_map() -> list[tuple[int, int]]:
    """Which cities of the map belong together: how many, and how many tiles there are for them."""
    stack_of = {province.name: province.stack for province in PROVINCES}
    cities = Counter(stack_of[city.province] for city in CITIES.values())
    return [
        (number, 0 if stack is None else len(STACKS[stack].tiles))
        for stack, number in cities.items()
    ]


def legal_positions(stacks: Sequence[tuple[int, int]], seats: int, most: int = HOUSES) -> int:
    """Positions of the houses of so many seats, none with more houses than there are.

    Where several have houses in all cities of a stack, there is one for each order in which they
    may have taken its tiles. Seats meet nowhere else, so each is counted for itself, by the stacks
    that it has whole.

    Args:
        stacks: How many cities belong together, and how many tiles there are for having them all.
        seats: How many seats there are.
        most: The most houses of a seat.
    """
    by_whole = {
        whole: positions
        for whole in product(*((False, True) if tiles else (None,) for _, tiles in stacks))
        if (positions := _of_one_seat(stacks, whole, most))
    }
    total = 0
    for together in combinations_with_replacement(by_whole, seats):
        ways = math.factorial(seats)
        for whole, times in Counter(together).items():
            ways = ways // math.factorial(times) * by_whole[whole] ** times
        for (_, tiles), whole_of in zip(stacks, zip(*together, strict=True), strict=True):
            first = sum(each is True for each in whole_of)
            ways *= math.perm(first, min(first, tiles))
        total += ways
    return total


def _of_one_seat(stacks: Sequence[tuple[int, int]], whole: Sequence[bool | None], most: int) -> int:
    """Positions of a seat that has just these stacks whole; None where it may or may not."""
    by_houses = [1]
    for (cities, _), has_all in zip(stacks, whole, strict=True):
        ways = [math.comb(cities, houses) for houses in range(cities + 1)]
        if has_all:
            ways = [0] * cities + [1]
        elif has_all is False:
            ways[cities] = 0
        by_houses = _product(by_houses, ways, most)
    return sum(by_houses)


def city_distributions(cards: int, seats: int = SEATS) -> int:
    """In how many ways so many cards of one city can lie in the places that are left (table 3.1).

    Cards of a city are alike, so it only matters how many are where.
    """
    return sum(1 for _ in combinations_with_replacement(range(seats + _NO_HANDS), cards))


def card_distributions(
    routes: Mapping[tuple[int, int], int],
    seats: int = SEATS,
) -> int:
    """In how many ways all cards can lie (formula 3.4).

    Args:
        routes: The pairs of routes, one of each seat, by how many cities are in both of them and
            how many in one only. Their cards are nowhere else; with all pairs as ``(0, 0)`` they
            are, as the thesis has it.
        seats: How many hands there are.
    """
    # by how many cards of a city are in no route: the ways to distribute them, by how many of them
    # lie on the display; the same of several such cities is a product of such sums
    of_city = {
        left: [city_distributions(left - shown, seats) for shown in range(left + 1)]
        for left in range(COPIES - SEATS, COPIES + 1)
    }
    powers = {left: _powers(ways, len(CITIES), _DISPLAY) for left, ways in of_city.items()}
    total = 0
    for (both, one), pairs in routes.items():
        in_routes = _product(powers[COPIES - 2][both], powers[COPIES - 1][one], _DISPLAY)
        ways = _product(in_routes, powers[COPIES][len(CITIES) - both - one], _DISPLAY)
        total += pairs * (ways[_DISPLAY] if len(ways) > _DISPLAY else 0)
    return total


def _powers(factor: Sequence[int], most: int, degree: int) -> list[list[int]]:
    """The powers of a polynomial up to the most-th, without what is above the degree."""
    found = [[1]]
    for _ in range(most):
        found.append(_product(found[-1], factor, degree))
    return found


def _product(one: Sequence[int], other: Sequence[int], degree: int) -> list[int]:
    """The product of two polynomials, without what is above the degree."""
    found = [0] * min(len(one) + len(other) - 1, degree + 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other[: len(found) - i]):
            found[i + j] += a * b
    return found


def repeated_tiles(tiles: int, seats: int = SEATS) -> int:
    """States of a stack of which a seat may take more than one tile (formula 3.5)."""
    return sum(seats**taken for taken in range(tiles + 1))


def single_tiles(tiles: int, seats: int = SEATS) -> int:
    """States of a stack of which a seat may take one tile only."""
    return sum(math.perm(seats, taken) for taken in range(min(tiles, seats) + 1))


def states_of(seats: int, routes: int) -> dict[str, int]:
    """The factors of the bound on the states of so many seats, as formula 3.7 multiplies them.

    Args:
        seats: How many there are.
        routes: That each can have.
    """
    return {
        "houses": legal_positions(stacks_of_map(), seats),
        "cards": card_distributions({(0, 0): routes**seats}, seats=seats),
        "carriages": (len(CARRIAGES) + 1) ** seats,
        "route_tiles": math.prod(repeated_tiles(len(each.tiles), seats) for each in ROUTE_STACKS),
        "all_provinces_tiles": single_tiles(len(STACKS[-4].tiles), seats),
        "end_tile": single_tiles(1, seats),
    }


def supply_orders() -> int:
    """In how many orders all cards can lie, those of a city being alike (formula 3.8)."""
    return math.prod(math.comb(COPIES * left, COPIES) for left in range(1, len(CITIES) + 1))
