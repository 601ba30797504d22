"""Ticket to Ride in a terminal: what lies on the table, and how moves are typed."""

import re
from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from carcbot.errors import NotationError
from carcbot.games.contract import Paper, TerminalFace, TurnStep, View
from carcbot.games.terminal import whose_turn
from carcbot.games.ticket_to_ride.map import CITIES, COLOURS, TICKETS, TRACKS
from carcbot.games.ticket_to_ride.page import sheet_lines
from carcbot.games.ticket_to_ride.table import Seat, Table, cards_of, table_of
from carcbot.games.ticket_to_ride.turn_words import TableStep, say_turn

__all__ = ["TERMINAL"]

_KINDS: Final = {
    "t": "take", "blind": "blind", "c": "claim", "d": "tickets", "k": "keep", "p": "pass",
    "s": "stop",
}  # fmt: skip


def _picture(view: View, _plies: Sequence[str], paper: Paper) -> list[str]:
    lines = [
        line
        for text in _table_lines(view, table_of(view))
        for line in wrap(text, paper.width, subsequent_indent="      ", drop_whitespace=True)
    ]
    return lines if paper.height is None else lines[-paper.height :]


def _table_lines(view: View, table: Table) -> list[str]:
    deck = f"deck: {table.deck} cards   discards: {_cards(table.discards)}"
    lines = [
        f"turn {view.turn}   {deck}   tickets: {table.ticket_deck}",
        f"row: {' '.join(card or '-' for card in table.row)}",
    ]
    if table.turns_left:
        turns = "1 turn is" if table.turns_left == 1 else f"{table.turns_left} turns are"
        lines.append(f"the last round: {turns} left")
    points = view.scores()
    for number, seat in enumerate(table.seats):
        mark = ">" if number == table.turn_of and not view.over else " "
        you = " (you)" if number == table.viewer else ""
        lines.append(
            f"{mark} seat {number}{you}  {points[number]} points  trains {seat.trains}"
            f"  hand {_hand(seat)}  tickets {_tickets(seat)}"
        )
        lines.append(f"    tracks {' '.join(seat.tracks) or '-'}")
    if table.offered:
        lines.append(f"to keep: {' '.join(_ticket(ticket) for ticket in table.offered)}")
    return [*lines, whose_turn(view)]


def _hand(seat: Seat) -> str:
    """The cards of a hand: `!` marks those that all know, `?` stands for those not known here."""
    known = [f"{_cards(seat.known)}!"] if seat.known else []
    own = [_cards(seat.own)] if seat.own else []
    hidden = [f"{seat.hidden}?"] if seat.hidden else []
    return " ".join([*known, *own, *hidden]) or "-"


def _tickets(seat: Seat) -> str:
    known = " ".join(_ticket(ticket) for ticket in seat.tickets)
    if seat.ticket_count == len(seat.tickets):
        return known or "-"
    return f"{'?' if seat.ticket_count is None else seat.ticket_count} {known}".strip()


def _ticket(ticket: str) -> str:
    return f"{ticket}({TICKETS[ticket]})"


def _cards(cards: Counter[str]) -> str:
    found = "".join(f"{card}{much if much > 1 else ''}" for card, much in cards.items() if much)
    return found or "-"


def _sheet(view: View) -> list[str]:
    table = table_of(view)
    parts = sheet_lines(view) if view.over else []
    lines = []
    for number, (points, seat) in enumerate(zip(view.scores(), table.seats, strict=True)):
        gains = Counter[str]()
        for what, each, _ in parts:
            gains[what.lower()] += each[number]
        told = ", ".join(f"{what} {gain:+}" for what, gain in gains.items() if gain)
        trains = f"{seat.trains} {'train' if seat.trains == 1 else 'trains'} left"
        lines.append(
            f"seat {number}: {points} points{f' ({told})' if told else ''},"
            f" {len(seat.tracks)} tracks, {trains}"
        )
    return lines


def _say_turn(steps: Sequence[TurnStep], after: View) -> str:
    tables = [
        TableStep(step.move, table_of(step.before), step.drawn, is_reset="!" in "".join(step.seen))
        for step in steps
    ]
    return say_turn(tables, table_of(after))


def _read(view: View, typed: str) -> str:
    """The move that was typed: a word, then a card, cities or tickets, all as short as can be."""
    legal = view.legal_moves()
    if typed in legal:
        return typed
    words = _names_in_one(re.findall(r"[^\s:,+-]+", typed.lower()))
    if not words:
        return typed
    kind = _KINDS.get(words[0], words[0])
    rest = words[1:]
    if kind not in _KINDS.values() or (len(words) == 1 and f"take:{words[0].upper()}" in legal):
        kind, rest = ("take" if len(words) == 1 else "claim"), words
    if kind == "take" and len(rest) == 1:
        return f"take:{_colour(rest[0])}"
    cities = [city for word in rest for city in _cities(word)]
    if kind == "keep":
        wanted = {frozenset(pair) for pair in zip(cities[::2], cities[1::2], strict=False)}
        tickets = [each for each in TICKETS if frozenset((each[:3], each[3:])) in wanted]
        return "keep:" + "+".join(tickets)
    if kind == "claim" and len(cities) == 2:
        words = [word for word in rest if not _cities(word)]
        cards = (_colour(words[0]) if len(words) == 1 else "".join(words)).upper()
        return _claim(set(cities), cards, legal, table_of(view)) or typed
    return kind if not rest else typed


def _claim(cities: set[str], cards: str, legal: list[str], table: Table) -> str | None:
    """The claim of a track between these cities with these cards, or the cheapest.

    That is the one with the fewest locomotives, and then of the colour of which most are left.

    Raises:
        NotationError: There are two tracks, and it is not said which.
    """
    between = [
        move
        for move in legal
        if move.startswith("claim:")
        and {TRACKS[track := move.split(":")[1]].a, TRACKS[track].b} == cities
    ]
    exact = [move for move in between if cards_of(cards) == cards_of(move.split(":")[2])]
    with_colour = [move for move in between if len(cards) < 2 and cards in move.split(":")[2]]
    fitting = exact or with_colour
    tracks = sorted({move.split(":")[1] for move in fitting})
    colours = {TRACKS[track].colour for track in tracks}
    if len(colours) > 1:
        raise NotationError(
            "there are two tracks",
            where="the claim",
            expected=" or ".join(f"{COLOURS[each]} behind it" for each in sorted(colours)),
        )
    seat = table.seats[table.turn_of]
    hand = seat.known + seat.own

    def cost(move: str) -> tuple[int, int]:
        paid = cards_of(move.split(":")[2])
        return paid["L"], sum(paid[card] - hand[card] for card in paid if card != "L")

    return min(fitting, key=cost, default=None)


def _names_in_one(words: list[str]) -> list[str]:
    """The words with each city's name of two in one: ``losangeles``."""
    whole: list[str] = []
    for word in words:
        if whole and not _cities(word) and _cities(whole[-1] + word):
            whole[-1] += word
        else:
            whole.append(word)
    return whole


def _colour(word: str) -> str:
    """The letter of a card, from the letter or the beginning of its name."""
    if word.upper() in COLOURS:
        return word.upper()
    found = [letter for letter, name in COLOURS.items() if name.startswith(word)]
    return found[0] if len(found) == 1 else word


def _cities(word: str) -> list[str]:
    """The cities that a word names: by letters, by its name or its beginning; else nothing."""
    whole = [letters for letters, name in CITIES.items() if name.lower().replace(" ", "") == word]
    if whole:  # Dallas, in letters, would be Dallas and Las Vegas
        return whole
    by_letters = {letters.lower(): letters for letters in CITIES}
    joined = [word[at : at + 3] for at in range(0, len(word), 3)]
    if all(each in by_letters for each in joined):
        return [by_letters[each] for each in joined]
    names = [
        letters
        for letters, name in CITIES.items()
        if len(word) > 3 and name.lower().replace(" ", "").startswith(word)
    ]
    return names if len(names) == 1 else []


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=_sheet,
    how="red (r) takes a card of the row, loco (l) a locomotive, blind one of the deck; dal hou"
    " claims a track, dal hou r2l with these cards; tickets (d), keep losmia nycsea (k ...), pass,"
    " stop.",
    read=_read,
    say_turn=_say_turn,
)
