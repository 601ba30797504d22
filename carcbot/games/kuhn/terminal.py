"""Kuhn poker in a terminal: the cards that one knows, and what was bet."""

from collections.abc import Sequence
from typing import Final

from carcbot.games.contract import Paper, TerminalFace, View
from carcbot.games.kuhn.page import table_of
from carcbot.games.terminal import points_of, whose_turn

__all__ = ["TERMINAL"]

_WORDS: Final = {"p": "pass", "b": "bet"}


def _picture(view: View, _plies: Sequence[str], _paper: Paper) -> list[str]:
    cards, dealt, made, stakes = table_of(view)
    # a card that is dealt and not known lies face down
    shown = ["?" if card == "-" and seat < dealt else card for seat, card in enumerate(cards)]
    lines = [
        f"{'>' if seat == view.to_move else ' '} seat {seat}  card {card}  chips in the pot: {put}"
        for seat, (card, put) in enumerate(zip(shown, stakes, strict=True))
    ]
    said = ", ".join(f"seat {n % 2} {_WORDS[move]}" for n, move in enumerate(made))
    return [*lines, f"so far: {said or 'nothing'}", whose_turn(view)]


TERMINAL: Final = TerminalFace(
    picture=_picture,
    sheet=points_of,
    how="pass (p) puts no chip in, and gives up where the other one has bet; bet (b) puts one in.",
    read=lambda _, typed: _WORDS.get(typed.lower(), typed.lower()),
)
