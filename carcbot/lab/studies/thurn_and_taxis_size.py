"""How large is Thurn and Taxis? F. Schadd 2009, chapter 3, for two seats."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from carcbot.games.thurn_and_taxis.map import (
    CARRIAGES,
    CITIES,
    COPIES,
    HOUSES,
    PROVINCES,
    ROADS,
    STACKS,
)
from carcbot.lab.number_text import count, power_of_ten
from carcbot.lab.simple_paths import pairs_by_shared, paths_by_set
from carcbot.lab.study import Comparison, Effort, Figures, Picture, Result, Study, Table, Workbench

__all__ = [
    "STUDY",
    "card_distributions",
    "city_distributions",
    "house_positions",
    "repeated_tiles",
    "routes_by_set",
    "single_tiles",
    "supply_orders",
]

_SEATS = 2
_DISPLAY = 6
_PLACES = _SEATS + 2
"""Where a card can be that is neither on the display nor in a route: hands, supply, discards."""
_ROUTE_STACKS = STACKS[-3:]
_MEAN_TURNS, _MEAN_MOVES = 56.1, 879.3
"""Of the thesis's tree search against itself (tables 3.2 and 3.3), which are not measured again."""


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


def house_positions(stacks: Sequence[tuple[int, bool]]) -> Counter[tuple[int, int]]:
    """Positions of both seats' houses by how many each has (formulas 3.1 and 3.2).

    Where both have houses in all cities of a stack, there are two: for who was first.

    Args:
        stacks: How many cities belong together, and whether there are tiles for having them all.
    """
    found = Counter({(0, 0): 1})
    for cities, has_tiles in stacks:
        more = Counter[tuple[int, int]]()
        for (one, other), ways in found.items():
            for added in range(cities + 1):
                for other_added in range(cities + 1):
                    two_ways = has_tiles and added == other_added == cities
                    more[one + added, other + other_added] += (
                        ways
                        * math.comb(cities, added)
                        * math.comb(cities, other_added)
                        * (2 if two_ways else 1)
                    )
        found = more
    return found


def stacks_of_map() -> list[tuple[int, bool]]:
    """Which cities of the map belong together, as `house_positions` asks for it."""
    stack_of = {province.name: province.stack for province in PROVINCES}
    cities = Counter(stack_of[city.province] for city in CITIES.values())
    return [(number, stack is not None) for stack, number in cities.items()]


def city_distributions(cards: int) -> int:
    """In how many ways so many cards of one city can lie in the places that are left (table 3.1).

    Cards of a city are alike, so it only matters how many are where.
    """
    return sum(1 for _ in combinations_with_replacement(range(_PLACES), cards))


def card_distributions(
    routes: Mapping[tuple[int, int], int],
    cities: int = len(CITIES),
    copies: int = COPIES,
    display: int = _DISPLAY,
) -> int:
    """In how many ways all cards can lie (formula 3.4).

    Args:
        routes: The pairs of routes, one of each seat, by how many cities are in both of them and
            how many in one only. Their cards are nowhere else; with all pairs as ``(0, 0)`` they
            are, as the thesis has it.
        cities: How many there are.
        copies: How many cards each of them has.
        display: How many cards lie there.
    """
    # by how many cards of a city are in no route: the ways to distribute them, by how many of them
    # lie on the display; the same of several such cities is a product of such sums
    of_city = {
        left: [city_distributions(left - shown) for shown in range(left + 1)]
        for left in range(copies - _SEATS, copies + 1)
    }
    powers = {left: _powers(ways, cities, display) for left, ways in of_city.items()}
    total = 0
    for (both, one), pairs in routes.items():
        in_routes = _product(powers[copies - 2][both], powers[copies - 1][one], display)
        ways = _product(in_routes, powers[copies][cities - both - one], display)
        total += pairs * (ways[display] if display < len(ways) else 0)
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


def repeated_tiles(tiles: int) -> int:
    """States of a stack of which a seat may take more than one tile (formula 3.5)."""
    return sum(_SEATS**taken for taken in range(tiles + 1))


def single_tiles(tiles: int) -> int:
    """States of a stack of which a seat may take one tile only."""
    return sum(math.perm(_SEATS, taken) for taken in range(min(tiles, _SEATS) + 1))


def supply_orders() -> int:
    """In how many orders all cards can lie, those of a city being alike (formula 3.8)."""
    return math.prod(math.comb(COPIES * left, COPIES) for left in range(1, len(CITIES) + 1))


def _run(effort: Effort, workbench: Workbench) -> Result:
    by_set = routes_by_set()
    routes = sum(by_set.values())
    houses = house_positions(stacks_of_map())
    too_many = sum(ways for each, ways in houses.items() if max(each) > HOUSES)
    legal_houses = houses.total() - too_many
    carriages = (len(CARRIAGES) + 1) ** _SEATS
    route_tiles = math.prod(repeated_tiles(len(stack.tiles)) for stack in _ROUTE_STACKS)
    single = single_tiles(len(STACKS[-4].tiles)), single_tiles(1)
    beside_cards = legal_houses * carriages * route_tiles * math.prod(single)
    cards = card_distributions({(0, 0): routes**_SEATS})
    cards_apart = card_distributions(pairs_by_shared(by_set, len(CITIES)))
    workbench.step()
    figures: Figures = {
        "routes": routes,
        "routes_by_length": _by_length(by_set),
        "sets_by_length": _by_length(dict.fromkeys(by_set, 1)),
        "houses_unlimited_log10": len(CITIES) * _SEATS * math.log10(2),
        "houses": houses.total(),
        "houses_too_many": too_many,
        "houses_legal": legal_houses,
        "cards_log10": math.log10(cards),
        "cards_apart_log10": math.log10(cards_apart),
        "cards_counted_too_often": cards / cards_apart,
        "carriages": carriages,
        "route_tiles": route_tiles,
        "all_provinces_tiles": single[0],
        "end_tile": single[1],
        "states_log10": math.log10(beside_cards * cards),
        "states_apart_log10": math.log10(beside_cards * cards_apart),
        "supply_orders_log10": math.log10(supply_orders()),
        "game_tree_log10": math.log10(supply_orders()) + _MEAN_TURNS * math.log10(_MEAN_MOVES),
    }
    return Result(
        "thurn-and-taxis-size",
        effort,
        tuple(_comparisons(figures)),
        (
            Table("Routes by length", _BY_LENGTH, tuple(_lengths(figures)), _BY_LENGTH_NOTE),
            Table("Where cards of one city can be (table 3.1)", _PLACED, tuple(_placed())),
        ),
        figures,
        (
            Picture(
                "routes",
                "Routes by their number of cities",
                "magnitudes",
                "cities",
                {
                    "routes": figures["routes_by_length"][1:],
                    "sets of cities": figures["sets_by_length"][1:],
                },
            ),
        ),
    )


def _by_length(by_set: Mapping[int, int]) -> list[int]:
    """The routes by how many cities they have, from none to all."""
    found = [0] * (len(CITIES) + 1)
    for visited, routes in by_set.items():
        found[visited.bit_count()] += routes
    return found


def _comparisons(figures: Figures) -> Iterator[Comparison]:
    def told(key: str) -> str:
        return power_of_ten(figures[key], 4)

    yield Comparison(
        "routes that a seat can have",
        "23,274,077",
        count(figures["routes"]),
        "The same, with the empty route among them. A route and its reverse are two, for they are"
        f" laid out differently; the {count(figures['routes'] - 1)} with a card have"
        f" {count(sum(figures['sets_by_length'][1:]))} different sets of cities.",
    )
    yield Comparison(
        "house positions, without tiles (4^22)",
        "1.7592e13",
        told("houses_unlimited_log10"),
        "Agrees.",
    )
    yield Comparison(
        "house positions with the tiles of provinces (3.1)",
        "1.8502e13",
        count(figures["houses"]),
        "Agrees. Where both seats have all cities of a stack, either may have been first.",
    )
    yield Comparison(
        "those with more than 20 houses of a seat (3.2)",
        "276,880,008",
        count(figures["houses_too_many"]),
        "The same, although the formula is printed with sums from 0, which would begin before the"
        " first element of each set, and with an index too few: its y = delta is delta = 0.",
    )
    yield Comparison(
        "house positions without them (3.3)",
        "1.85017e13",
        count(figures["houses_legal"]),
        "Agrees; the thesis cuts the digits off, where rounding makes 1.85018e13.",
    )
    yield Comparison(
        "distributions of the cards (3.4)",
        "7.9351e46",
        told("cards_log10"),
        "Agrees.",
    )
    yield Comparison(
        "the same with each card in one place only",
        "not done",
        told("cards_apart_log10"),
        "Formula 3.4 distributes the cards that lie in routes once more, which the thesis calls an"
        " overestimation, for to do without would need a massive amount of computation. It can be"
        " counted exactly: how many ways there are depends only on how many cities are in both"
        " routes and how many in one, and inclusion and exclusion counts the pairs of routes by"
        " that in seconds. Formula 3.4 has"
        f" {figures['cards_counted_too_often'] / 1e6:.0f} million times as many, for most routes"
        " are long: one of 17 cities leaves two cards of three in as many cities.",
    )
    yield Comparison("carriages", "36", count(figures["carriages"]), "The same.")
    yield Comparison("tiles of routes (3.6)", "3,255", count(figures["route_tiles"]), "The same.")
    yield Comparison(
        "tiles of all provinces", "5", count(figures["all_provinces_tiles"]), "The same."
    )
    yield Comparison("tile of the end", "3", count(figures["end_tile"]), "The same.")
    yield Comparison(
        "states of the game (3.7)",
        "2.5805e66",
        told("states_log10"),
        "Agrees: the product of all of these.",
    )
    yield Comparison(
        "the same with each card in one place only",
        "not done",
        told("states_apart_log10"),
        "The thesis expects its figure to be too high by a few powers of ten; from this alone it is"
        " by nearly nine. It is still a bound from above, for houses, tiles and carriages are"
        " multiplied as if they had nothing to do with each other.",
    )
    yield Comparison(
        "orders of the supply (3.8)",
        "4.1357e75",
        told("supply_orders_log10"),
        "Agrees. It is 66! / 6^22, the orders of all cards, with the six that are turned up first.",
    )
    yield Comparison(
        "game tree: 879.3^56.1 times these orders (3.9)",
        "6.0623e240",
        told("game_tree_log10"),
        "Agrees as a number. How many moves there are and how many turns is the thesis's, of its"
        " own tree search; it is not measured here.",
    )


_BY_LENGTH = ("cities", "routes", "sets of cities")
_BY_LENGTH_NOTE = (
    "The thesis tells their sum only. Of 17 and 18 cities there are nearly equally many; all 22"
    " are visited by 7,683 routes and their reverses."
)


def _lengths(figures: Figures) -> Iterator[tuple[str, ...]]:
    both = zip(figures["routes_by_length"], figures["sets_by_length"], strict=True)
    for cities, (routes, sets) in enumerate(both):
        yield str(cities), count(routes), count(sets)


_PLACED = ("cards", "ways, counted here", "thesis")
_PLACED_PRINTED = (1, 4, 10, 20)


def _placed() -> Iterator[tuple[str, ...]]:
    for cards, printed in enumerate(_PLACED_PRINTED):
        yield str(cards), count(city_distributions(cards)), count(printed)


STUDY = Study(
    name="thurn-and-taxis-size",
    title="How large Thurn and Taxis is",
    source="F. Schadd 2009, chapter 3, table 3.1",
    method=(
        "The thesis's formulas for two seats computed again, from the map that the game has here:"
        " routes are counted by the cities that they visit, houses by how many each seat has,"
        " cards by where those of a city can be. Then the one thing that the thesis leaves out as"
        " too much work: the same without cards that are in two places at once."
    ),
    counts="",
    usual=Effort(),
    steps=lambda _: 1,
    run=_run,
)
