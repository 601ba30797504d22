"""What networks and tickets come to in Ticket to Ride, by the simplest ways that there are."""

from collections.abc import Iterable

from tests.games.ticket_to_ride.twin_map import POINTS, TICKETS, Route

__all__ = ["final_points", "is_completed", "longest_trail"]


def longest_trail(routes: Iterable[Route]) -> int:
    """The most spaces on a way that uses each route once at most, by trying every way."""

    def longest_from(city: str, rest: frozenset[Route]) -> int:
        best = 0
        for route in rest:
            if city in route.ends:
                a, b = route.ends
                far = b if city == a else a
                best = max(best, route.length + longest_from(far, rest - {route}))
        return best

    every = frozenset(routes)
    cities = {city for route in every for city in route.ends}
    return max((longest_from(city, every) for city in cities), default=0)


def is_completed(ticket: str, routes: Iterable[Route]) -> bool:
    """Whether the two cities are connected."""
    start, goal, _ = TICKETS[ticket]
    every = list(routes)
    reached = {start}
    while True:
        more = {city for route in every if reached & set(route.ends) for city in route.ends}
        if more <= reached:
            return goal in reached
        reached |= more


def final_points(
    networks: list[list[Route]], tickets: list[set[str]]
) -> tuple[list[int], list[int], list[bool]]:
    """Points, completed tickets, and who has the bonus for the longest path."""
    trails = [longest_trail(network) for network in networks]
    bonus = [trail == max(trails) for trail in trails]
    points, completed = [], []
    for network, kept, has_bonus in zip(networks, tickets, bonus, strict=True):
        done = {ticket for ticket in kept if is_completed(ticket, network)}
        completed.append(len(done))
        points.append(
            sum(POINTS[route.length] for route in network)
            + sum(TICKETS[ticket][2] for ticket in done)
            - sum(TICKETS[ticket][2] for ticket in kept - done)
            + (10 if has_bonus else 0)
        )
    return points, completed, bonus
