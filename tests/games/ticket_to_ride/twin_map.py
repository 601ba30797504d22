"""The map of Ticket to Ride as protocol/games has it, for the slow twin: nothing is the core's."""

import json
from dataclasses import dataclass

from tests.games.make_games import PROTOCOL

__all__ = [
    "BESIDE",
    "CITIES",
    "COLOURS",
    "LETTERS",
    "POINTS",
    "ROUTES",
    "TICKETS",
    "TRACKS",
    "Route",
]

_MAP = json.loads((PROTOCOL / "ticket_to_ride" / "map.json").read_text())

COLOURS = dict(
    zip(
        ("pink", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"),
        "PWBYOKRGL",
        strict=True,
    )
)
"""The letter of each kind of card."""
LETTERS = "".join(COLOURS.values())
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
"""Points for a route of each length."""
CITIES = tuple(_MAP["cities"])


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """One of the hundred that are printed; none is equal to another, alike as they may be.

    Attributes:
        number: Its place in the list.
        ends: Its cities.
        length: Its spaces.
        colour: The letter of its colour; empty for gray.
        name: How moves write it; the two of a gray double have one name.
    """

    number: int
    ends: tuple[str, str]
    length: int
    colour: str
    name: str


def _routes() -> tuple[Route, ...]:
    found = []
    ends = [(a, b) for a, b, *_ in _MAP["routes"]]
    for number, (a, b, length, colour) in enumerate(_MAP["routes"]):
        letter = COLOURS.get(colour, "")
        is_double = ends.count((a, b)) == 2
        found.append(Route(number, (a, b), length, letter, a + b + (letter if is_double else "")))
    return tuple(found)


ROUTES = _routes()
BESIDE = {
    route: [other for other in ROUTES if other.ends == route.ends and other is not route]
    for route in ROUTES
}
"""Of each route the other one between its cities, if there is one."""
TRACKS = tuple(dict.fromkeys(route.name for route in ROUTES))
"""What routes are called: the order in which texts list them."""
TICKETS = {a + b: (a, b, value) for a, b, value in _MAP["tickets"]}
"""By name: both cities and the value."""
