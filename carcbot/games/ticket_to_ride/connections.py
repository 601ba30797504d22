"""Which tracks a seat can still claim in Ticket to Ride, and how they join cities."""

import heapq
from functools import cache, lru_cache
from typing import Final

from carcbot import _native
from carcbot.errors import InternalError
from carcbot.games.ticket_to_ride.map import CITIES, TRACKS
from carcbot.games.ticket_to_ride.rails import ways_of
from carcbot.games.ticket_to_ride.table import Table

__all__ = ["CLOSED", "Connection", "connection", "longest_trail", "open_tracks", "payable", "ways"]

CLOSED: Final = -1
"""Instead of an owner, where nobody can claim a track any more."""
_SEATS_FOR_BOTH: Final = 4
"""With so many seats both tracks of a pair can be claimed."""

Connection = tuple[int, tuple[str, ...]]
"""The trains that are missing between two cities, and the tracks of the way, one's own too."""


def ways(table: Table) -> dict[str, tuple[int | None, ...]]:
    """By track who has each of its ways, CLOSED or None; tracks that are wholly free are left out.

    Of two alike ways of a track the seat with the smaller number has the first one.
    """
    return _ways(_claimed(table))


def open_tracks(table: Table, number: int) -> frozenset[str]:
    """The tracks that a seat may claim, if it has the cards and trains."""
    return _open(_claimed(table), number)


def payable(table: Table, number: int) -> dict[str, list[str]]:
    """What a known hand can pay now: by each kind of card that it has the tracks, by their names.

    With a colour locomotives pay too; with locomotives stands what they can pay alone.
    """
    seat = table.seats[number]
    hand = seat.known + seat.own
    free, trains = open_tracks(table, number), seat.trains
    return {
        card: [
            name
            for name, track in TRACKS.items()
            if name in free
            and track.length <= min(much + (hand["L"] if card != "L" else 0), trains)
            and (card == "L" or track.colour in {"", card})
        ]
        for card, much in hand.items()
        if much
    }


def connection(table: Table, number: int, ticket: str) -> Connection | None:
    """How a seat can join the cities of a ticket with the fewest trains; None if it cannot."""
    seat = table.seats[number]
    found = _shortest(frozenset(seat.tracks), open_tracks(table, number), ticket)
    return found if found is None or found[0] <= seat.trains else None


def _claimed(table: Table) -> tuple[tuple[str, ...], ...]:
    """The tracks of each seat."""
    return tuple(tuple(seat.tracks) for seat in table.seats)


@lru_cache(1024)
def _ways(claimed: tuple[tuple[str, ...], ...]) -> dict[str, tuple[int | None, ...]]:
    all_claimed = {name for tracks in claimed for name in tracks}
    found: dict[str, tuple[int | None, ...]] = {}
    for name, pair in _pairs().items():
        owners = tuple(number for number, tracks in enumerate(claimed) if name in tracks)
        free = len(ways_of(name)) - len(owners)
        is_closed = len(claimed) < _SEATS_FOR_BOTH and not all_claimed.isdisjoint(pair)
        if owners or is_closed:
            found[name] = owners + (CLOSED if is_closed else None,) * free
    return found


@lru_cache(1024)
def _open(claimed: tuple[tuple[str, ...], ...], number: int) -> frozenset[str]:
    taken = _ways(claimed)
    return frozenset(
        name
        for name, pair in _pairs().items()
        if (name not in taken or None in taken[name]) and pair.isdisjoint(claimed[number])
    )


@lru_cache(4096)
def _shortest(own: frozenset[str], free: frozenset[str], ticket: str) -> Connection | None:
    """The way with the fewest trains, of several the one with the fewest tracks."""
    start, goal = ticket[:3], ticket[3:]
    queue: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, start, ())]
    done = set[str]()
    while queue:
        trains, tracks, city, way = heapq.heappop(queue)
        if city == goal:
            return trains, way
        if city in done:
            continue
        done.add(city)
        for name, there in _neighbours()[city]:
            if name in own or name in free:
                more = 0 if name in own else TRACKS[name].length
                heapq.heappush(queue, (trains + more, tracks + 1, there, (*way, name)))
    return None


@lru_cache(1024)
def longest_trail(tracks: tuple[str, ...]) -> tuple[str, ...]:
    """A longest path over these tracks, in its order; each is gone over once at most."""
    if not tracks:
        return ()
    length = _native.ticket_to_ride.longest_path(".".join(tracks))
    rest = sum(TRACKS[name].length for name in tracks)
    for city in sorted({city for name in tracks for city in _ends(name)}):
        if trail := _trail(city, frozenset(tracks), length, rest):
            return trail
    raise InternalError("there is no path as long as the core says")


def _trail(city: str, left: frozenset[str], length: int, rest: int) -> tuple[str, ...]:
    """A path of this length from a city over tracks that are left; empty if there is none.

    Args:
        city: Where it begins.
        left: The tracks.
        length: What it shall have.
        rest: The length of all that are left.
    """
    if length > rest:
        return ()
    for name, there in _neighbours()[city]:
        if name not in left:
            continue
        long = TRACKS[name].length
        if long == length:
            return (name,)
        if long < length and (trail := _trail(there, left - {name}, length - long, rest - long)):
            return (name, *trail)
    return ()


def _ends(name: str) -> tuple[str, str]:
    return TRACKS[name].a, TRACKS[name].b


@cache
def _pairs() -> dict[str, frozenset[str]]:
    """Of each track those between the same cities, itself among them, if there are two ways."""
    found = dict[str, frozenset[str]]()
    for name in TRACKS:
        beside = frozenset(other for other in TRACKS if other[:6] == name[:6])
        found[name] = beside if len(beside) + len(ways_of(name)) > 2 else frozenset()
    return found


@cache
def _neighbours() -> dict[str, list[tuple[str, str]]]:
    """Of each city its tracks, and where they lead."""
    found: dict[str, list[tuple[str, str]]] = {city: [] for city in CITIES}
    for name in TRACKS:
        here, there = _ends(name)
        found[here].append((name, there))
        found[there].append((name, here))
    return found
