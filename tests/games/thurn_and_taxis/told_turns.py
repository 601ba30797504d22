"""Turns of Thurn and Taxis with their sentences."""

import re
from typing import Final

from tests.games.told_turn import Picture, Step, ToldTurn

__all__ = ["TOLD_TURNS"]


def _picture(step: str, route: str, **more: object) -> Picture:
    cities = re.findall("...", route)
    seat = {"route": cities, "houses": [], "level": 3, "tiles": 0, "hand": [], **more}
    return {"to_move": 0, "seats": [seat], "step": step, "end": None}


def _step(move: str, before: Picture, drawn: str | None = None) -> Step:
    return {"move": move, "before": before, "drawn": drawn}


_DRAW, _THREE = _picture("draw", "StuSigFre"), _picture("place", "StuSigFre")
_FOUR, _NONE = _picture("finish", "UlmStuSigFre"), _picture("place", "")
_BASEL, _LODZ = _picture("finish", "Bas"), _picture("finish", "Lod")
_CLOSED = _picture("draw", "", houses=["Ulm", "Fre"], level=4, tiles=3)
_END = {**_picture("draw", "", houses=["Lod"], level=7), "end": 0}
_FIRST = [_step("take:Ulm", _DRAW, "Bas"), _step("postmaster", _DRAW), _step("blind", _DRAW, "?")]
_LAID = _step("left:Ulm", _THREE)
_SHUT = [_step("close", _FOUR), _step("houses:FreUlm", _picture("houses", "UlmStuSigFre"))]

TOLD_TURNS: Final = tuple(
    ToldTurn(sentence, steps, after)
    for sentence, (steps, after) in {
        "draws Ulm and one from the supply with the postmaster, lays Ulm before Stuttgart, closes"
        " four: houses in Ulm and Freiburg, the carriage of four, tiles worth 3; keeps Linz and"
        " Ulm twice": ([*_FIRST, _LAID, *_SHUT, _step("keep:LinUlm2", _NONE)], _CLOSED),
        "has the administrator change the display, draws Linz, lays Basel behind Freiburg": (
            [_step("administrator", _DRAW), _step("take:Lin", _DRAW), _step("right:Bas", _THREE)],
            _DRAW,
        ),
        "draws Lodz from the supply, gives up a route of three and begins one in Lodz, lays Pilsen"
        " behind Lodz with the carrier": (
            [
                _step("blind", _DRAW, "Lod"),
                _step("scrap:Lod", _THREE),
                _step("carrier", _picture("finish", "Lod")),
                _step("right:Pil", _picture("place", "Lod")),
                _step("end", _picture("finish", "LodPil")),
            ],
            _DRAW,
        ),
        "draws Basel, begins a route in Basel, has no second card for the carrier": (
            [_step("take:Bas", _NONE), _step("start:Bas", _NONE), _step("carrier!", _BASEL)],
            _BASEL,
        ),
        "has no second card for the carrier and gives up a route of three": (
            [_step("carrier!", _picture("finish", "StuSigFre"))],
            _NONE,
        ),
        "lays Ulm before Stuttgart; no second card fits, and the route of four is given up, begins"
        " a route in Lodz": ([_step("left:Ulm!", _THREE), _step("start:Lod", _NONE)], _LODZ),
        "gives up a route of three and begins one in Basel; no second card fits, and it is given"
        " up": ([_step("scrap:Bas!", _THREE)], _NONE),
        "lays Ulm before Stuttgart, closes four: a house in Lodz, the carriage of seven with the"
        " cartwright, the tile of the end; discards Basel": (
            [_LAID, _step("close", _FOUR), _step("cartwright", _FOUR), _step("discard:Bas", _NONE)],
            _END,
        ),
        "closes four: no house": ([_step("close", _FOUR), _step("houses:-", _FOUR)], _FOUR),
        "draws two from the supply with the postmaster": (
            [_step("blind", _DRAW, "?"), _step("postmaster", _DRAW), _step("blind", _DRAW, "?")],
            _DRAW,
        ),
        "draws Ulm twice with the postmaster": (
            [_step("take:Ulm", _DRAW), _step("postmaster", _DRAW), _step("take:Ulm", _DRAW)],
            _DRAW,
        ),
        "does nothing": ([_step("none", _DRAW)], _DRAW),
    }.items()
)
