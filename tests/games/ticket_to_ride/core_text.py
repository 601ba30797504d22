"""What the texts of positions and views of Ticket to Ride say, read by the tests' own means."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tests.games.ticket_to_ride.twin import SlowTicketToRide
from tests.games.ticket_to_ride.twin_map import LETTERS

__all__ = ["Told", "cards_of", "public_part", "public_part_of_twin", "told"]

_CARD: Final = re.compile(rf"([{LETTERS}])(\d*)")
_TICKET: Final = re.compile(r"[A-Z][a-z]{2}[A-Z][a-z]{2}")


def cards_of(text: str) -> Counter[str]:
    """Cards as in R2L."""
    found = _CARD.findall(text)
    assert "".join(letter + number for letter, number in found) == text.replace("-", "")
    return Counter({letter: int(number or 1) for letter, number in found})


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of a seat.

    Attributes:
        tracks: Its tracks, in their order.
        known: Cards that everybody knows in its hand.
        hidden: Its other cards, if the text knows them.
        hidden_cards: How many these are.
        tickets: Those that the text knows.
        number: How many tickets it has; None where that is hidden.
    """

    tracks: tuple[str, ...]
    known: Counter[str]
    hidden: Counter[str] | None
    hidden_cards: int
    tickets: frozenset[str]
    number: int | None


def told(text: str) -> list[Told]:
    """Of each seat."""
    return [_seat(part) for part in text.split(" ")[10].split(":")]


@lru_cache(4096)  # most seats of a position are as they were in the one before
def _seat(text: str) -> Told:
    tracks, known, hidden, tickets = text.split("/")
    lots, *opened = hidden.split("~")
    old, _, fresh = lots.partition("+")
    if old.isdigit():
        paid = sum(int(number) for each in opened for number in re.findall(r"^\d+", each))
        cards, number = None, int(old) + int(fresh) - paid
    else:
        cards = cards_of(old) + cards_of(fresh)
        number = cards.total()
    listed = frozenset(_TICKET.findall(tickets))
    counted = re.match(r"\d+", tickets)
    return Told(
        tracks=() if tracks == "-" else tuple(tracks.split(".")),
        known=cards_of(known),
        hidden=cards,
        hidden_cards=number,
        tickets=listed,
        number=None if tickets == "?" else int(counted[0]) if counted else len(listed),
    )


def public_part(text: str, seats: list[Told]) -> tuple[object, ...]:
    """What everybody sees, whoever's view the text is: but for how many tickets there are where.

    Args:
        text: Of a position or a view.
        seats: What it tells of each seat.
    """
    words = text.split(" ")
    step, row, deck, discards, round_ = words[4:9]
    return (
        int(words[3]),
        step.split("/")[0],
        row.split("."),
        int(deck),
        cards_of(discards),
        round_,
        [(seat.tracks, seat.known, seat.hidden_cards) for seat in seats],
    )


def public_part_of_twin(twin: SlowTicketToRide) -> tuple[object, ...]:
    """The same of the twin."""
    left = "-" if twin.turns_left is None else twin.turns_left
    return (
        twin.done,
        twin.due,
        twin.row,
        twin.deck.total(),
        +twin.discards,
        f"{twin.first}/{left}",
        [
            (
                tuple(twin.tracks(seat)),
                +twin.known[seat],
                twin.hands[seat].total() - twin.known[seat].total(),
            )
            for seat in range(twin.seats)
        ],
    )
