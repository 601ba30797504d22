"""How Hoard shows itself in the browser."""

from typing import Final

from carcbot.games.contract import PageFace, SheetLine, View, turns_over
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
    return scores, [points - cost for points, cost in zip(scores, _costs(view), strict=True)]


def _costs(view: View) -> list[int]:
    """What each hand costs, as far as it is known."""
    return [sum(card.rank or 0 for card in hand) for hand in table_cards(view).hands]


def _sheet(view: View) -> list[SheetLine]:
    costs = _costs(view)
    cashed = [
        points + (cost if view.over else 0)
        for points, cost in zip(view.scores(), costs, strict=True)
    ]
    return [("Cashed", cashed, None), ("Left in hand", [-cost for cost in costs], None)]


PAGE: Final = PageFace(_picture, _points, sheet=_sheet)
