"""How Kuhn poker shows itself in the browser."""

from typing import Final

from carcbot.games.contract import PageFace, View, is_position, turns_over

__all__ = ["PAGE", "table_of"]


def _picture(view: View, _: str | None) -> dict[str, object]:
    cards, dealt, moves, stakes = table_of(view)
    scores = view.scores()
    return {
        "to_move": None if view.over else len(moves) % 2,
        "over": view.over,
        "scores": scores,
        "outlook": scores,
        "turn": turns_over(view),
        "cards": [card if card != "-" else None for card in cards],
        "dealt": dealt,
        "stakes": stakes,
        "moves": view.legal_moves(),
    }


def table_of(view: View) -> tuple[str, int, str, list[int]]:
    """Each seat's card (- if not known or dealt), how many were dealt, the moves, the stakes."""
    words = view.text.split(" ")
    moves = "" if words[-1] == "-" else words[-1]
    stakes = [1 + moves[seat::2].count("b") for seat in range(2)]
    if is_position(view):
        cards = words[3]
        return cards, 2 - cards.count("-"), moves, stakes
    whose, _, cards = words[3].partition(":")
    return cards[::-1] if whose == "1" else cards, int(words[4]), moves, stakes


def _points(view: View) -> tuple[list[int], list[int]]:
    return view.scores(), view.scores()


PAGE: Final = PageFace(_picture, _points)
