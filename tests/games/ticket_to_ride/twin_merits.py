"""Rules of thumb of Ticket to Ride, in plain Python: how far it is, and what moves are worth."""

from collections.abc import Iterable

from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import CITIES, ROUTES, TICKETS, Route
from tests.games.ticket_to_ride.twin_scoring import is_completed

__all__ = ["checked_way", "distance", "merits", "open_routes"]


def open_routes(twin: SlowTicketToRide, seat: int) -> list[Route]:
    """What a seat may still claim if it has the cards and trains."""
    return [
        route
        for route in ROUTES
        if route not in twin.owner
        and not any(
            other.ends == route.ends and (twin.seats < 4 or owner == seat)
            for other, owner in twin.owner.items()
        )
    ]


def distance(twin: SlowTicketToRide, seat: int, ticket: str) -> int | None:
    """The fewest trains that a ticket still needs, by going over all routes again and again."""
    start, goal, _ = TICKETS[ticket]
    far: dict[str, int] = {start: 0}
    costs = [(route, route.length) for route in open_routes(twin, seat)]
    costs += [(route, 0) for route, owner in twin.owner.items() if owner == seat]
    for _ in CITIES:
        for route, cost in costs:
            for here, there in (route.ends, route.ends[::-1]):
                if here in far:
                    far[there] = min(far.get(there, far[here] + cost), far[here] + cost)
    return far.get(goal)


def checked_way(twin: SlowTicketToRide, seat: int, ticket: str, way: list[str]) -> None:
    """Asserts that these are the tracks of a shortest way, of a double both that are open."""
    far = distance(twin, seat, ticket)
    names = {route.name: route for route in open_routes(twin, seat)}
    assert set(way) <= names.keys()
    stretches = {names[track].ends: names[track].length for track in way}
    assert sum(stretches.values()) == (far or 0)
    assert set(way) == {name for name, route in names.items() if route.ends in stretches}
    network = [route for route, owner in twin.owner.items() if owner == seat]
    if far is not None:
        assert is_completed(ticket, [*network, *(names[track] for track in way)])


def merits(moves: Iterable[str], ways: Iterable[list[str]], deck: Iterable[str]) -> list[int]:
    """Table 4.1 of the thesis for a decision, where its seat needs these ways.

    Args:
        moves: The legal moves.
        ways: The tracks of each ticket that the seat holds.
        deck: The colours that may come from it.
    """
    needed = [track for way in ways for track in way]
    colours = {
        colour
        for route in ROUTES
        if route.name in needed
        for colour in (route.colour or "PWBYOKRG")
    }
    found = []
    for move in moves:
        what, _, rest = move.partition(":")
        value = 0
        if what == "claim":
            times = needed.count(rest.partition(":")[0])
            value = 10 * times if times else -10
        elif what == "take":
            value = 1 if rest == "L" else 4 if rest in colours else -4
        elif what == "blind":
            value = 4 if set(deck) - {"L"} <= colours else -4
        found.append(value)
    return found
