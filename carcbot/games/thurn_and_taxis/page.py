"""How Thurn and Taxis shows itself in the browser.

Cities are called by their letters in these texts; the art has their names and where they lie.
"""

from collections import Counter
from functools import cache
from typing import Final

from carcbot.games.contract import PageFace, SheetLine, View, turns_over
from carcbot.games.thurn_and_taxis.effects import effects
from carcbot.games.thurn_and_taxis.land import borders, land_of
from carcbot.games.thurn_and_taxis.map import (
    CARRIAGES,
    CITIES,
    COPIES,
    HEIGHT,
    PROVINCES,
    ROADS,
    STACKS,
    WIDTH,
)
from carcbot.games.thurn_and_taxis.table import Seat, table_of

__all__ = ["PAGE"]


def _picture(view: View, _: str | None) -> dict[str, object]:
    table = table_of(view)
    scores, outlook = _points(view)
    return {
        "to_move": table.turn_of,
        "over": view.over,
        "scores": scores,
        "outlook": outlook,
        "turn": turns_over(view),
        "step": table.step,
        "official": table.official,
        "display": table.display,
        "supply": table.supply,
        "discards": Counter(table.discards),
        "stacks": table.stacks,
        "end": table.end,
        "cut": table.is_cut,
        "seats": [_seat(each) for each in table.seats],
        "viewer": table.viewer,
        "moves": view.legal_moves(),
    }


def _seat(seat: Seat) -> dict[str, object]:
    """What a seat has; of each card of the hand that is known here, whether everybody knows it."""
    return {
        "route": seat.route,
        "houses": seat.houses,
        "houses_left": seat.houses_left,
        "level": seat.level,
        "tiles": seat.tiles,
        "hand": [
            *((city, True) for city in seat.known),
            *((city, False) for city in seat.own),
        ],
        "hidden": seat.hidden,
    }


def _points(view: View) -> tuple[list[int], list[int]]:
    """Nothing comes to them at the end: each house that is left costs its point all the time."""
    return view.scores(), view.scores()


def _sheet(view: View) -> list[SheetLine]:
    seats = table_of(view).seats
    return [
        ("Carriage", [seat.carriage_points for seat in seats], None),
        ("Tiles", [seat.tiles for seat in seats], None),
        ("Houses left", [-seat.houses_left for seat in seats], None),
    ]


@cache
def _art() -> dict[str, object]:
    return {
        "size": (WIDTH, HEIGHT),
        "cities": {
            city.letters: {
                "name": city.name,
                "province": city.province,
                "at": (city.x, city.y),
                "land": land_of(city.letters),
            }
            for city in CITIES.values()
        },
        "roads": ROADS,
        "borders": borders(),
        "provinces": [each.name for each in PROVINCES],
        "stacks": [(each.title, each.tiles, each.needs) for each in STACKS],
        "carriages": CARRIAGES,
        "copies": COPIES,
    }


PAGE: Final = PageFace(_picture, _points, sheet=_sheet, art=_art, effects=effects)
