"""What a move brings in Ticket to Ride, as facts that a page can put into words."""

from collections import Counter
from dataclasses import replace

from carcbot.games.contract import View
from carcbot.games.ticket_to_ride.connections import connection, longest_trail, payable
from carcbot.games.ticket_to_ride.map import POINTS, TRACKS
from carcbot.games.ticket_to_ride.table import Seat, Table, table_of

__all__ = ["Effects", "effects"]

Effects = dict[str, object]


def effects(view: View, move: str) -> Effects:
    """What follows from a legal move, by what is known before it; nothing where that is nothing.

    Of a claim: its `points`, the tickets that it completes (`completes`) or brings nearer
    (`nearer`), and how long the own longest path is then, if it grows (`path`). Of a card of the
    row: the tracks that can be paid with it and not without it (`pays`).
    """
    table = table_of(view)
    kind, _, what = move.partition(":")
    if kind == "claim":
        return _claimed(table, what.partition(":")[0])
    if kind == "take":
        return _taken(table, what)
    return {}


def _claimed(table: Table, name: str) -> Effects:
    number = table.turn_of
    seat = table.seats[number]
    then = _with(table, replace(seat, tracks=[*seat.tracks, name]))
    completes, nearer = list[str](), list[str]()
    for ticket in seat.tickets:
        was, now = (connection(each, number, ticket) for each in (table, then))
        if was and now and now[0] < was[0]:
            (nearer if now[0] else completes).append(ticket)
    long, longer = (_length(tuple(each.seats[number].tracks)) for each in (table, then))
    found = {
        "points": POINTS[TRACKS[name].length],
        "completes": completes,
        "nearer": nearer,
        "path": longer if longer > long else None,
    }
    return {what: much for what, much in found.items() if much}


def _taken(table: Table, card: str) -> Effects:
    """By a card more, however many of its kind there are."""
    seat = table.seats[table.turn_of]
    richer = _with(table, replace(seat, own=seat.own + Counter([card])))
    before, after = (
        {name for names in payable(each, table.turn_of).values() for name in names}
        for each in (table, richer)
    )
    new = [name for name in TRACKS if name in after - before]
    return {"pays": new} if new else {}


def _with(table: Table, seat: Seat) -> Table:
    """The table if the seat to move had this."""
    seats = [seat if number == table.turn_of else each for number, each in enumerate(table.seats)]
    return replace(table, seats=seats)


def _length(tracks: tuple[str, ...]) -> int:
    return sum(TRACKS[name].length for name in longest_trail(tracks))
