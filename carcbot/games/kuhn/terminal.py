"""Kuhn poker in a terminal: the cards that one knows, and what was bet."""

from collections.abc import Sequence
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, View
from carcbot.games.terminal import points_of, whose_turn

__all__ = ["TERMINAL"]

_WORDS: Final = {"p": "pass", "b": "bet"}


def _cards(view: View) -> list[str]:
    """The card of each seat as it is known: a letter, ``?`` face down, ``-`` not dealt yet."""
    _, kind, _, cards, *rest = view.text.split(" ")
    if kind == "position":
        return list(cards)
    seat, _, known = cards.partition(":")
    own = int(seat) if seat != "-" else 0
    of_seats = [known[0], known[1]] if own == 0 else [known[1], known[0]]
    dealt = int(rest[0])
    return ["?" if card == "-" and place < dealt else card for place, card in enumerate(of_seats)]


def _picture(view: View, _plies: Sequence[str], _paper: Paper) -> list[str]:
    made = view.text.rpartition(" ")[2].replace("-", "")
    chips = [1, 1]
    for number, move in enumerate(made):
        chips[number % 2] += move == "b"
    lines = [
        f"{'>' if seat == view.to_move else ' '} seat {seat}  card {card}  chips in the pot: {put}"
        for seat, (card, put) in enumerate(zip(_cards(view), chips, strict=True))
    ]
    said = ", ".join(f"seat {n % 2} {_WORDS[move]}" for n, move in enumerate(made))
    return [*lines, f"so far: {said or 'nothing'}", whose_turn(view)]


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="pass (p) puts no chip in, and gives up where the other one has bet; bet (b) puts one in.",
    read=lambda _, typed: _WORDS.get(typed.lower(), typed.lower()),
)
