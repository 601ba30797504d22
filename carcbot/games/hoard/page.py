"""How Hoard shows itself in the browser."""

from typing import Final

from carcbot.games.contract import PageFace, View, turns_over
from carcbot.games.hoard.table_cards import table_cards

__all__ = ["PAGE"]


def _picture(view: View, _: str | None) -> dict[str, object]:
    table = table_cards(view)
    scores, outlook = _points(view)
    return {
        "to_move": table.seat,
        "over": view.over,
        "scores": scores,
        "outlook": outlook,
        "turn": turns_over(view),
        "turns": table.turns,
        "phase": table.phase,
        "laid": table.laid,
        "open": table.open,
        "deck": table.deck,
        "discards": table.discards,
        "hands": [[(card.rank, card.is_open) for card in hand] for hand in table.hands],
        "rows": table.rows,
        "moves": view.legal_moves(),
    }


def _points(view: View) -> tuple[list[int], list[int]]:
    """A hand costs its ranks in the end; of cards that are not known here nothing is said."""
    scores = view.scores()
    if view.over:
        return scores, scores
    costs = [sum(card.rank or 0 for card in hand) for hand in table_cards(view).hands]
    return scores, [points - cost for points, cost in zip(scores, costs, strict=True)]


PAGE: Final = PageFace(_picture, _points)
