"""Turns of Ticket to Ride with their sentences."""

from typing import Final

from tests.games.told_turn import Picture, Step, ToldTurn

__all__ = ["TOLD_TURNS"]


def _picture(turns_left: int | None = None, ticket_deck: int = 20) -> Picture:
    return {"to_move": 0, "turns_left": turns_left, "ticket_deck": ticket_deck}


def _step(move: str, drawn: str | None = None, before: Picture | None = None) -> Step:
    return {"move": move, "before": before or _picture(), "drawn": drawn}


_LATE: Final = _picture(3, 1)

TOLD_TURNS: Final = tuple(
    ToldTurn(sentence, steps, after)
    for sentence, (steps, after) in {
        "keeps first tickets": ([_step("keep")], _picture()),
        "keeps Atlanta-New York (6), Calgary-Salt Lake City (7) and Chicago-New Orleans (7)": (
            [_step("keep:AtlNyc+CalSlc+ChiNor")],
            _picture(),
        ),
        "draws red and one from the deck": (
            [_step("take:R", "B"), _step("blind", "?")],
            _picture(),
        ),
        "draws two from the deck": ([_step("blind", "?"), _step("blind", "?")], _picture()),
        "draws black from the deck and a locomotive from the deck": (
            [_step("blind", "K"), _step("blind", "L")],
            _picture(),
        ),
        "draws green twice": ([_step("take:G", "B"), _step("take:G", "L")], _picture()),
        "draws a locomotive": ([_step("take:L", "W")], _picture()),
        "draws red and pink; three locomotives lay open, and the row is reset": (
            [_step("take:R", "L!"), _step("take:P", "W")],
            _picture(),
        ),
        "draws one from the deck; three locomotives lay open, and the row is reset": (
            [_step("blind", "?!")],
            _picture(),
        ),
        "draws white and takes no second card": ([_step("take:W", "W"), _step("stop")], _picture()),
        "claims Los Angeles-Phoenix with two blue cards and a locomotive: 4 points": (
            [_step("claim:LosPho:B2L")],
            _picture(),
        ),
        "claims Dallas-Houston with an orange card: 1 point": (
            [_step("claim:DalHou:O")],
            _picture(),
        ),
        "claims Helena-Seattle with six locomotives: 15 points; three locomotives lay open, and"
        " the row is reset; the last round begins": ([_step("claim:HelSea:L6!")], _LATE),
        "claims Denver-Kansas City with a black card and three locomotives: 7 points": (
            [_step("claim:DenKanK:KL3", before=_LATE)],
            _picture(2),
        ),
        "draws three tickets and keeps two of them": (
            [_step("tickets", "?"), _step("keep2")],
            _picture(),
        ),
        "draws a ticket and keeps Los Angeles-Miami (20)": (
            [_step("tickets", "LosMia", _LATE), _step("keep:LosMia", before=_LATE)],
            _picture(2, 0),
        ),
        "can do nothing, and passes": ([_step("pass")], _picture()),
    }.items()
)
