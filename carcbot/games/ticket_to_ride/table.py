"""What lies on the table in Ticket to Ride, read off the text of a position or a view."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from carcbot.games.contract import View
from carcbot.games.ticket_to_ride.map import COLOURS, TRACKS, TRAINS

__all__ = ["Seat", "Table", "cards_of", "table_of", "tickets_of"]

_CARD: Final = re.compile(r"([A-Z])([0-9]*)")
_TICKET: Final = re.compile(r"(?:[A-Z][a-z]{2}){2}")
_OPEN: Final = re.compile(r"~([0-9]+)")


@dataclass(frozen=True, slots=True)
class Seat:
    """What a seat has.

    Attributes:
        tracks: Those that it has claimed, by name.
        known: Cards of the hand that everybody knows.
        own: Cards of the hand that are known here, and not to everybody.
        hidden: How many more cards the hand has, which are not known here.
        tickets: Those that are known here.
        ticket_count: How many it keeps; None while nobody may know.
    """

    tracks: list[str]
    known: Counter[str]
    own: Counter[str]
    hidden: int
    tickets: list[str]
    ticket_count: int | None

    @property
    def trains(self) -> int:
        """Those that are left."""
        return TRAINS - sum(TRACKS[track].length for track in self.tracks)

    @property
    def hand_size(self) -> int:
        """All cards in the hand."""
        return self.known.total() + self.own.total() + self.hidden


@dataclass(frozen=True, slots=True)
class Table:
    """All of it.

    Attributes:
        done: How many turns are over, those of the first tickets included.
        step: What is due: the step of a decision, or what chance does.
        row: Five places; None where no card lies.
        deck: How many cards are face down.
        discards: The discard pile.
        first: Who has the first turn.
        turns_left: Of all seats, in the last round; None before it.
        ticket_deck: How many tickets can still be drawn.
        offered: Tickets that the seat to move may keep, as far as they are known here.
        seats: What each has.
        viewer: Whose view this is; None for that of everybody, and for a position.
    """

    done: int
    step: str
    row: list[str | None]
    deck: int
    discards: Counter[str]
    first: int
    turns_left: int | None
    ticket_deck: int
    offered: list[str]
    seats: list[Seat]
    viewer: int | None

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        seats = len(self.seats)
        return self.done if self.done < seats else (self.first + self.done - seats) % seats


def table_of(view: View) -> Table:
    """Reads a view, or a position."""
    words = view.text.split(" ")
    done, step, row, deck, discards, rounds, tickets, seats = words[3:11]
    first, left = rounds.split("/")
    top, queue, offered = tickets.split("/")
    viewer = words[12] if words[1] == "view" else "-"
    return Table(
        done=int(done),
        step=step.partition("/")[0],
        row=[None if card == "-" else card for card in row.split(".")],
        deck=int(deck),
        discards=cards_of(discards),
        first=int(first),
        turns_left=None if left == "-" else int(left),
        ticket_deck=int(top) + len(re.findall(r"\?|[A-Z][a-z]{2}[A-Z][a-z]{2}", queue)),
        offered=tickets_of(offered),
        seats=[_seat_of(text) for text in seats.split(":")],
        viewer=None if viewer == "-" else int(viewer),
    )


def _seat_of(text: str) -> Seat:
    tracks, known, hand, tickets = text.split("/")
    old, fresh = hand.partition("~")[0].split("+")
    is_counted = old.isdigit()
    paid = sum(map(int, _OPEN.findall(hand)))
    listed = tickets_of(tickets)
    count = re.match(r"[0-9]+", tickets)
    return Seat(
        tracks=[] if tracks == "-" else tracks.split("."),
        known=cards_of(known),
        own=Counter() if is_counted else cards_of(old) + cards_of(fresh),
        hidden=int(old) + int(fresh) - paid if is_counted else 0,
        tickets=listed,
        ticket_count=None if tickets == "?" else int(count[0]) if count else len(listed),
    )


def cards_of(text: str) -> Counter[str]:
    """Cards as in R2L, in the order of their kinds."""
    return Counter({card: int(much or 1) for card, much in _CARD.findall(text) if card in COLOURS})


def tickets_of(text: str) -> list[str]:
    """Tickets as in LosMia+NycSea, whatever stands between them."""
    return _TICKET.findall(text)
