"""Lines that a seat plans, in plain Python: what they cost, and what a hand lacks for them.

Everything is found by going over all stretches again and again; a stretch is called by its first
track.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import permutations

from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import CITIES, POINTS, ROUTES, TICKETS, Route
from tests.games.ticket_to_ride.twin_merits import open_routes

__all__ = ["STRETCHES", "cheapest", "costs_of", "distances", "lacks"]

CLOSED = 1 << 20
_KINDS = "PWBYOKRG"


def _stretches() -> dict[str, list[Route]]:
    by_ends: dict[tuple[str, str], list[Route]] = {}
    for route in ROUTES:
        by_ends.setdefault(route.ends, []).append(route)
    return {routes[0].name: routes for routes in by_ends.values()}


STRETCHES = _stretches()
"""The routes of each stretch, in the order of the printed ones."""


def costs_of(twin: SlowTicketToRide, seat: int) -> list[int]:
    """Twenty for the turn, eleven for a card that is missing, three a train, less ten a point."""
    hand, free = twin.hands[seat], open_routes(twin, seat)
    found = []
    for routes in STRETCHES.values():
        length = routes[0].length
        mine = [each for each in routes if each in free]
        if any(twin.owner.get(each) == seat for each in routes):
            found.append(0)
        elif not mine or length > twin.trains[seat]:
            found.append(CLOSED)
        else:
            has = max(hand[colour] for each in mine for colour in (each.colour or _KINDS))
            missing = max(0, length - has)
            found.append(max(3, 20 + 11 * missing + 3 * length - 10 * POINTS[length]))
    return found


def _reached(costs: Mapping[str, int], start: str) -> dict[str, tuple[int, str, str]]:
    """Of each city what its cheapest way costs, the last stretch of that, and where it begins."""
    found = {start: (0, "", start)}
    for _ in CITIES:
        for name, cost in costs.items():
            for here, there in (STRETCHES[name][0].ends, STRETCHES[name][0].ends[::-1]):
                if here not in found or cost >= CLOSED:
                    continue
                far = found[here][0] + cost
                if there not in found or far < found[there][0]:
                    found[there] = (far, name, here)
    return found


def distances(costs: Mapping[str, int], start: str) -> dict[str, int]:
    """What the cheapest way to each city costs."""
    return {city: far for city, (far, _, _) in _reached(costs, start).items()}


def _way(costs: Mapping[str, int], start: str, goal: str) -> set[str]:
    """The stretches of a cheapest way that cost something."""
    found, way, city = _reached(costs, start), set[str](), goal
    while city != start:
        _, name, city = found[city]
        way |= {name} if costs[name] else set()
    return way


def _connected(costs: Mapping[str, int], order: Iterable[str]) -> set[str]:
    left, lines = dict(costs), set[str]()
    for ticket in order:
        start, goal, _ = TICKETS[ticket]
        lines |= _way(left, start, goal)
        left |= dict.fromkeys(lines, 0)
    return lines


def cheapest(costs: Mapping[str, int], tickets: Iterable[str]) -> set[str]:
    """The cheapest of all orders of three tickets; of more the cheapest first or the dearest."""
    far = {each: distances(costs, TICKETS[each][0]).get(TICKETS[each][1]) for each in tickets}
    open_ones = sorted((each for each in far if far[each]), key=lambda each: far[each] or 0)
    few = len(open_ones) <= 3
    orders = permutations(open_ones) if few else (open_ones, open_ones[::-1])
    found = [_connected(costs, order) for order in orders]
    return min(found, key=lambda lines: sum(costs[name] for name in lines))


def lacks(twin: SlowTicketToRide, seat: int, lines: Iterable[str]) -> int:
    """How many cards a hand lacks for lines, after all its locomotives.

    It pays stretches of a certain colour first, as they come, then gray ones, the longest first,
    each with the colour of which fewest are missing, and of those with the one it has least of.
    """
    left, free = Counter(twin.hands[seat]), open_routes(twin, seat)
    named = [STRETCHES[name] for name in lines]
    gray = sorted((each for each in named if not each[0].colour), key=lambda each: -each[0].length)
    missing = 0
    for routes in [each for each in named if each[0].colour] + gray:
        length = routes[0].length
        colours = [c for each in routes if each in free for c in (each.colour or _KINDS)]
        best = min(colours, key=lambda c: (max(0, length - left[c]), left[c]))
        lack = max(0, length - left[best])
        left[best] -= length - lack
        missing += lack
    return max(0, missing - left["L"])
