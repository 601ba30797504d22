"""A turn of Ticket to Ride in one sentence, as the page says it too (turn-words.js)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from carcbot.games.terminal import listed, say_draws
from carcbot.games.ticket_to_ride.map import CITIES, COLOURS, POINTS, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.table import Table, cards_of, tickets_of

__all__ = ["TableStep", "say_turn"]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_MOST_DRAWN: Final = 3
"""Tickets that are drawn in a turn, if there are so many."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """A decision of a turn.

    Attributes:
        move: What was done, as it was seen.
        before: What lay on the table before it.
        drawn: What was drawn after it first, as it was seen.
        is_reset: Whether the row was reset then.
    """

    move: str
    before: Table
    drawn: str | None
    is_reset: bool = False


def say_turn(steps: Sequence[TableStep], after: Table) -> str:
    """What was drawn, claimed or kept in a turn, without who did it and the full stop."""
    said = " and ".join(_clauses(steps))
    if any(step.is_reset for step in steps):
        said += "; three locomotives lay open, and the row is reset"
    if after.turns_left and steps[0].before.turns_left is None:
        said += "; the last round begins"
    return said


def _clauses(steps: Sequence[TableStep]) -> Iterator[str]:
    if draws := [draw for step in steps for draw in _draw(step)]:
        yield f"draws {say_draws(draws)}"
    for step in steps:
        kind, what, cards = _parts(step.move)
        if kind == "claim":
            yield _claim(what, cards)
        elif kind == "tickets":
            yield f"draws {_tickets(min(_MOST_DRAWN, step.before.ticket_deck))}"
        elif kind.startswith("keep"):
            yield _keep(kind, what)
        elif kind == "stop":
            yield "takes no second card"
        elif kind == "pass":
            yield "can do nothing, and passes"


def _draw(step: TableStep) -> list[str]:
    kind, card, _ = _parts(step.move)
    if kind == "take":
        return [_card(card)]
    if kind != "blind":
        return []
    drawn = (step.drawn or "?").replace("!", "")
    return [f"{'one' if drawn == '?' else _card(drawn)} from the deck"]


def _claim(track: str, cards: str) -> str:
    """What is claimed, how it is paid, and what it brings."""
    between, points = TRACKS[track], POINTS[TRACKS[track].length]
    worth = f"{points} point{'s' * (points > 1)}"
    return f"claims {CITIES[between.a]}-{CITIES[between.b]} with {_cards(cards_of(cards))}: {worth}"


def _keep(kind: str, what: str) -> str:
    """Tickets that are kept, as far as they are seen here."""
    if what:
        return f"keeps {listed([_ticket(ticket) for ticket in tickets_of(what)])}"
    number = kind.removeprefix("keep")
    return f"keeps {_NUMBERS[int(number)]} of them" if number else "keeps first tickets"


def _parts(move: str) -> tuple[str, str, str]:
    """A move as its kind, what it is about, and the cards that pay."""
    kind, _, what = move.replace("!", "").partition(":")
    what, _, cards = what.partition(":")
    return kind, what, cards


def _card(letter: str) -> str:
    return "a locomotive" if letter == "L" else COLOURS[letter]


def _cards(cards: Counter[str]) -> str:
    """Cards in words: ``three red cards and a locomotive``."""
    said = []
    for letter, much in cards.items():
        number = "a" if much == 1 else _NUMBERS[much]
        card = "locomotive" if letter == "L" else f"{COLOURS[letter]} card"
        article = "an" if number == "a" and card[0] in "aeiou" else number
        said.append(f"{article} {card}{'s' * (much > 1)}")
    return listed(said)


def _tickets(number: int) -> str:
    return f"{'a' if number == 1 else _NUMBERS[number]} ticket{'s' * (number > 1)}"


def _ticket(ticket: str) -> str:
    return f"{CITIES[ticket[:3]]}-{CITIES[ticket[3:]]} ({TICKETS[ticket]})"
