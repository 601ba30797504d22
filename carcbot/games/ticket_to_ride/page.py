"""How Ticket to Ride shows itself in the browser.

Cities, tracks and tickets are called as in all texts; the art has their names and where they lie.
"""

from functools import cache
from typing import Final

from carcbot.games.contract import PageFace, SheetLine, View, turns_over
from carcbot.games.ticket_to_ride.atlas import HEIGHT, WIDTH, city_at, lakes, lands, name_side
from carcbot.games.ticket_to_ride.connections import (
    connection,
    longest_trail,
    payable,
    ways,
)
from carcbot.games.ticket_to_ride.effects import effects
from carcbot.games.ticket_to_ride.map import (
    CITIES,
    COLOURS,
    COPIES,
    POINTS,
    TICKETS,
    TRACKS,
    TRAINS,
)
from carcbot.games.ticket_to_ride.rails import ways_of
from carcbot.games.ticket_to_ride.table import Table, table_of

__all__ = ["PAGE", "sheet_lines"]

_BONUS: Final = 10
"""For the longest path."""
_PARTS: Final = 40
"""Of each seat that many numbers for parts of the picture: all tracks, the path, its tickets."""


def _picture(view: View, _: str | None) -> dict[str, object]:
    table = table_of(view)
    scores, outlook = _points(view)
    return {
        "to_move": None if view.over else table.turn_of,
        "over": view.over,
        "scores": scores,
        "outlook": outlook,
        "turn": turns_over(view),
        "step": "over" if view.over else table.step,
        "row": table.row,
        "deck": table.deck,
        "discards": table.discards,
        "ticket_deck": table.ticket_deck,
        "offered": _tickets(table, table.turn_of, table.offered),
        "turns_left": table.turns_left,
        "ways": ways(table),
        "seats": [_seat(table, number) for number in range(len(table.seats))],
        "viewer": table.viewer,
        "builds": {} if table.viewer is None else payable(table, table.viewer),
        "moves": view.legal_moves(),
    }


def _seat(table: Table, number: int) -> dict[str, object]:
    """What a seat has; of its hand and tickets what is known here."""
    seat = table.seats[number]
    return {
        "tracks": seat.tracks,
        "trains": seat.trains,
        "known": seat.known,
        "own": seat.own,
        "hidden": seat.hidden,
        "tickets": _tickets(table, number, seat.tickets),
        "ticket_count": seat.ticket_count,
        "path": longest_trail(tuple(seat.tracks)),
    }


def _tickets(table: Table, number: int, tickets: list[str]) -> list[dict[str, object]]:
    """Tickets with the trains that a seat still needs for each, or None, and the tracks."""
    found = list[dict[str, object]]()
    for ticket in tickets:
        missing, tracks = connection(table, number, ticket) or (None, ())
        found.append({"ticket": ticket, "missing": missing, "tracks": tracks})
    return found


def _points(view: View) -> tuple[list[int], list[int]]:
    """With the tickets that are known here, and the longest path as it is now."""
    scores = view.scores()
    if view.over:
        return scores, scores
    lines = sheet_lines(view)
    return scores, [sum(points) for points in zip(*(line[1] for line in lines), strict=True)]


def sheet_lines(view: View) -> list[SheetLine]:
    """Tracks of each seat, each ticket, and the longest path."""
    table = table_of(view)

    def line(what: str, seat: int, points: int, part: int) -> SheetLine:
        each = [points if number == seat else 0 for number in range(view.seats)]
        return what, each, seat * _PARTS + part

    lines = [
        line("Tracks", number, sum(POINTS[TRACKS[name].length] for name in seat.tracks), 0)
        for number, seat in enumerate(table.seats)
    ]
    for is_done, what in ((True, "Tickets completed"), (False, "Tickets missed")):
        lines += [
            line(what, number, TICKETS[ticket] * (1 if is_done else -1), 2 + place)
            for number, seat in enumerate(table.seats)
            for place, ticket in enumerate(seat.tickets)
            if _is_done(table, number, ticket) == is_done
        ]
    lengths = [
        sum(TRACKS[name].length for name in longest_trail(tuple(seat.tracks)))
        for seat in table.seats
    ]
    return lines + [
        line("Longest path", number, _BONUS, 1)
        for number, length in enumerate(lengths)
        if length == max(lengths)
    ]


def _is_done(table: Table, number: int, ticket: str) -> bool:
    found = connection(table, number, ticket)
    return found is not None and found[0] == 0


@cache
def _art() -> dict[str, object]:
    return {
        "size": (WIDTH, HEIGHT),
        "lands": lands(),
        "lakes": lakes(),
        "cities": {
            letters: {"name": name, "at": city_at(letters), "side": name_side(letters)}
            for letters, name in CITIES.items()
        },
        "tracks": {
            name: {
                "cities": (track.a, track.b),
                "colour": track.colour,
                "length": track.length,
                "points": POINTS[track.length],
                "ways": ways_of(name),
            }
            for name, track in TRACKS.items()
        },
        "tickets": TICKETS,
        "colours": COLOURS,
        "copies": COPIES,
        "trains": TRAINS,
        "points": POINTS,
        "parts": _PARTS,
    }


PAGE: Final = PageFace(_picture, _points, sheet=sheet_lines, art=_art, effects=effects)
