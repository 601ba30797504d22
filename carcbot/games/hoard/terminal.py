"""Hoard in a terminal: the hand that one sees, everybody's row, and what lies on the table."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, View
from carcbot.games.terminal import points_of, whose_turn

__all__ = ["TERMINAL"]

_WORDS: Final = {"o": "open", "b": "blind", "l": "lay", "d": "drop", "c": "cash", "k": "keep"}


def _hand(text: str) -> str:
    """A hand with its places, as ``1:3 2:? 3:2!``: face down ``?``, known to all ``!``."""
    cards = re.findall(r"([1-9?])(!?)[a-z]?", text)
    return " ".join(f"{place}:{rank}{shown}" for place, (rank, shown) in enumerate(cards, 1)) or "-"


def _row(counts: str) -> str:
    """The cards of a row, as ``1 1 3``."""
    return " ".join(_ranks(counts)) or "-"


def _ranks(counts: str) -> Iterator[str]:
    for rank, count in enumerate(counts.split("."), 1):
        yield from [str(rank)] * int(count)


def _picture(view: View, _plies: Sequence[str], _paper: Paper) -> list[str]:
    _, kind, _, done, _, opened, deck, discards, hands, rows, points, *rest = view.text.split(" ")
    own = rest[0] if kind == "view" else "-"
    table = f"open card: {opened}   deck: {int(deck[1:])} cards   discards: {_row(discards)}"
    lines = [f"turn {view.turn}, {done} over   {table}"]
    seats = zip(hands.split(":"), rows.split(":"), points.split(":"), strict=True)
    for seat, (hand, row, cashed) in enumerate(seats):
        mark = ">" if seat == view.to_move else " "
        you = " (you)" if str(seat) == own else ""
        lines.append(
            f"{mark} seat {seat}{you}  hand {_hand(hand)}   row {_row(row)}   cashed {cashed}"
        )
    return [*lines, whose_turn(view)]


def _read(_: View, typed: str) -> str:
    """A word may be its first letter, and may stand apart from the place."""
    found = re.fullmatch(r"([a-z]+) *([0-9]?)", typed.lower())
    if found is None:
        return typed
    return _WORDS.get(found[1], found[1]) + found[2]


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="open (o) takes the card that lies open, blind (b) one from the deck; lay 2 (l2) lays the"
    " second card of the hand into your row, drop 2 (d2) drops it; cash (c) turns equal cards of"
    " the row in, keep (k) does not.",
    read=_read,
)
