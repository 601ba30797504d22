"""How large is Thurn and Taxis? F. Schadd 2009, chapter 3, for two seats, and for more."""

import math
from collections.abc import Iterator, Mapping

from carcbot.games.thurn_and_taxis.map import CITIES
from carcbot.lab.number_text import count, power_of_ten
from carcbot.lab.posts_states import (
    SEATS,
    card_distributions,
    city_distributions,
    legal_positions,
    routes_by_set,
    stacks_of_map,
    states_of,
    supply_orders,
)
from carcbot.lab.simple_paths import pairs_by_shared
from carcbot.lab.study import Comparison, Effort, Figures, Picture, Result, Study, Table, Workbench

__all__ = ["STUDY"]

_MORE_SEATS = (2, 3, 4)
_MEAN_TURNS, _MEAN_MOVES = 56.1, 879.3
"""Of the thesis's tree search (tables 3.2 and 3.3); which `schadd-lengths` measures."""


def _run(effort: Effort, workbench: Workbench) -> Result:
    by_set = routes_by_set()
    routes = sum(by_set.values())
    houses = legal_positions(stacks_of_map(), SEATS, len(CITIES))
    parts = states_of(SEATS, routes)
    states = math.prod(parts.values())
    cards_apart = card_distributions(pairs_by_shared(by_set, len(CITIES)))
    workbench.step()
    figures: Figures = {
        "routes": routes,
        "routes_by_length": _by_length(by_set),
        "sets_by_length": _by_length(dict.fromkeys(by_set, 1)),
        "houses_unlimited_log10": len(CITIES) * SEATS * math.log10(2),
        "houses": houses,
        "houses_too_many": houses - parts["houses"],
        "houses_legal": parts["houses"],
        "cards_log10": math.log10(parts["cards"]),
        "cards_apart_log10": math.log10(cards_apart),
        "cards_counted_too_often": parts["cards"] / cards_apart,
        "carriages": parts["carriages"],
        "route_tiles": parts["route_tiles"],
        "all_provinces_tiles": parts["all_provinces_tiles"],
        "end_tile": parts["end_tile"],
        "states_log10": math.log10(states),
        "states_apart_log10": math.log10(states // parts["cards"] * cards_apart),
        "by_seats_log10": {
            str(seats): {what: math.log10(n) for what, n in states_of(seats, routes).items()}
            for seats in _MORE_SEATS
        },
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
            Table(
                "With more seats (table 3.4)", _BY_SEATS, tuple(_by_seats(figures)), _BY_SEATS_NOTE
            ),
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
        " own tree search; `schadd-lengths` measures it.",
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


_BY_SEATS = ("seats", "states: thesis", "states: here", "of houses", "of cards")
_BY_SEATS_NOTE = (
    "By formula 3.7, with as many hands, routes, houses and carriages as seats, and as many tiles"
    " as there are. Only two seats are in the thesis, with Go's 10^172 beside them; of more it"
    " expects a game tree like Go's, and says nothing of states."
)


def _by_seats(figures: Figures) -> Iterator[tuple[str, ...]]:
    for seats, each in figures["by_seats_log10"].items():
        yield (
            seats,
            "10^66" if seats == "2" else "not told",
            power_of_ten(math.fsum(each.values()), 4),
            power_of_ten(each["houses"], 4),
            power_of_ten(each["cards"], 4),
        )


STUDY = Study(
    name="thurn-and-taxis-size",
    method=(
        "The thesis's formulas for two seats computed again, from the map that the game has here:"
        " routes are counted by the cities that they visit, houses by how many each seat has,"
        " cards by where those of a city can be. Then the one thing that the thesis leaves out as"
        " too much work: the same without cards that are in two places at once."
    ),
    steps=lambda _: 1,
    run=_run,
)
