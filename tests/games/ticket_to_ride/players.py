"""Ways to play Ticket to Ride under which everything in its rules comes up.

Each of them chooses among the twin's legal moves. A random player claims whatever it can pay; the
others bring a game to its tracks, its cards or its tickets.
"""

import random
from collections.abc import Callable

from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import POINTS, ROUTES

__all__ = ["PLAYERS", "Player"]

Player = Callable[[SlowTicketToRide, random.Random], str]
"""Chooses a move of the seat to move."""

_LENGTHS = {route.name: route.length for route in ROUTES}


def _random(twin: SlowTicketToRide, rng: random.Random) -> str:
    """All moves alike."""
    return rng.choice(twin.legal_moves())


def _purposeful(twin: SlowTicketToRide, rng: random.Random) -> str:
    """Collects the colour of which it has most, and claims long tracks beside its own."""
    moves = twin.legal_moves()
    if rng.random() < 1 / 30:
        return rng.choice(moves)
    own = {city for route in twin.network() for city in route.ends}

    def worth(move: str) -> float:
        what, _, rest = move.partition(":")
        if what == "claim":
            name = rest.partition(":")[0]
            beside = any(city in name for city in own)
            length = min(_LENGTHS[name], 6)
            return POINTS[length] + 4 * beside - 5 * (length < 3) - rest.count("L")
        if what == "take":
            return 3 + twin.hands[twin.seat][rest] + 5 * (rest == "L")
        return {"blind": 4.5, "keep": 1 + move.count("+")}.get(what, 0)

    return max(moves, key=lambda move: worth(move) + rng.random())


def _hoarding(twin: SlowTicketToRide, rng: random.Random) -> str:
    """Draws cards as long as there are some, locomotives last; so the cards come to an end."""
    moves = twin.legal_moves()
    plain = [move for move in moves if move.startswith("take:") and move != "take:L"]
    for wish in (plain, ["blind"], ["take:L"], ["stop"]):
        possible = [move for move in wish if move in moves]
        if possible and rng.random() < 0.95:
            return rng.choice(possible)
    return rng.choice(moves)


def _travelling(twin: SlowTicketToRide, rng: random.Random) -> str:
    """Draws tickets as long as there are some, and returns most of them."""
    moves = twin.legal_moves()
    if "tickets" in moves and rng.random() < 0.7:
        return "tickets"
    if twin.due == "keep" and rng.random() < 0.8:
        return min(moves, key=len)
    return _purposeful(twin, rng)


def _sharing(twin: SlowTicketToRide, rng: random.Random) -> str:
    """Seat 0 hoards and the others build: so the deck is shuffled often, and hands are full."""
    return (_purposeful if twin.seat else _hoarding)(twin, rng)


PLAYERS: dict[str, Player] = {
    "random": _random,
    "purposeful": _purposeful,
    "hoarding": _hoarding,
    "travelling": _travelling,
    "sharing": _sharing,
}
