"""How Carcassonne shows itself in the browser: pictures of positions as JSON, and the art of tiles.

The page knows no rules: what lies where, which areas hang together and what they are worth, and
which moves there are, all of it is said here. A segment of a tile has a short name in these texts:
``c0`` is the first city of its kind, ``r1`` the second road, ``f0`` a field, ``m`` the cloister and
``g`` the garden.
"""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from carcbot.games.carcassonne.board import Feature, PlacedFigure, PlacedTile, TileKind, segment_of
from carcbot.games.carcassonne.board_of import last_cell
from carcbot.games.carcassonne.effects import effects
from carcbot.games.carcassonne.tiles import tile_kinds
from carcbot.games.contract import PageFace, SheetLine, View, turns_over

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["PAGE", "picture"]

_SHORT: Final = {"city": "c", "road": "r", "field": "f", "cloister": "m", "garden": "g"}
_ON: Final = {
    "c": "city", "r": "road", "f": "field", "m": "cloister", "g": "garden",
}  # fmt: skip
_FIGURES: Final = {"s": "small", "b": "big", "a": "abbot"}
_PLURALS: Final = {
    "city": "Cities", "road": "Roads", "cloister": "Cloisters", "garden": "Gardens",
    "field": "Fields",
}  # fmt: skip
_OTHER_EC: Final = "EC-c2"


def picture(view: View, last: str | None) -> dict[str, object]:
    """All that is to be seen of a position, as plain JSON.

    Args:
        view: A position of Carcassonne, which has no secrets.
        last: The last move, if there is one.
    """
    position = cast("_native.carcassonne.State", view)
    other_ec = "inn_on_EC=c2" in position.options.split(",")
    tiles = position.tiles()
    kind_at = {(x, y): (i, kind, turned) for i, (x, y, kind, turned) in enumerate(tiles)}
    # several hundred segments a picture, one after each move: without a call for each
    areas = [
        (
            kind,
            [
                (number, _segment(art, turned, on, at))
                for x, y, on, at in segments
                for number, art, turned in (kind_at[x, y],)
            ],
            owners,
            points,
            complete,
        )
        for kind, segments, owners, points, complete in position.areas()
    ]
    figures = [
        (number, _segment(art, turned, on, at), seat, figure)
        for x, y, seat, figure, on, at in position.figures()
        for number, art, turned in (kind_at[x, y],)
    ]
    hand = position.hand
    return {
        "to_move": None if position.over else (position.turn - 1) % position.seats,
        "over": position.over,
        "scores": position.scores(),
        "outlook": position.virtual_scores(),
        "turn": turns_over(position),
        "tiles": [
            (x, y, _art_name(kind, other_ec=other_ec), turned) for x, y, kind, turned in tiles
        ],
        "figures": figures,
        "areas": areas,
        "supplies": position.supplies(),
        "bag": {
            _art_name(kind, other_ec=other_ec): count for kind, count in position.bag().items()
        },
        "hand": None if hand is None else _art_name(hand, other_ec=other_ec),
        "moves": [] if hand is None else _moves(position, hand),
        "last": None if last is None else last_cell([last]),
    }


def _points(view: View) -> tuple[list[int], list[int]]:
    return view.scores(), cast("_native.carcassonne.State", view).virtual_scores()


def _sheet(view: View) -> list[SheetLine]:
    """Each feature that brought points, with the area of the picture that it is."""
    position = cast("_native.carcassonne.State", view)
    found: dict[tuple[str, frozenset[tuple[int, int]]], list[int]] = {}
    for number, (kind, segments, *_) in enumerate(position.areas()):
        cells = frozenset((x, y) for x, y, _, _ in segments)
        found.setdefault((kind, cells), []).append(number)
    lines: list[SheetLine] = []
    for _, kind, tiles, owners, points in position.breakdown(as_if_over=not position.over):
        if not points:
            continue
        areas = found.get((kind, frozenset(tiles)), [])
        gains = [points if seat in owners else 0 for seat in range(position.seats)]
        lines.append((_PLURALS[kind], gains, areas.pop(0) if areas else None))
    return lines


def _art_name(kind: str, *, other_ec: bool) -> str:
    return _OTHER_EC if other_ec and kind == "EC" else kind


@cache
def _segment(kind: str, turned: int, on: str, at: str | None) -> str:
    """The short name of what lies at this place of a turned tile."""
    if on in {"cloister", "garden"}:
        return _SHORT[on]
    tile = PlacedTile(0, 0, tile_kinds()[kind], turned)
    _, index = segment_of(tile, PlacedFigure(0, 0, 0, "small", cast("Feature", on), at))
    return f"{_SHORT[on]}{index}"


def _moves(
    position: "_native.carcassonne.State", hand: str
) -> list[tuple[int, int, int, list[tuple[object, ...]]]]:
    """The moves by place and rotation.

    Of each what follows: its text, the points that it brings at once and those if the game ended
    then, the figure, the segment.
    """
    places: dict[str, tuple[int, int, int, list[tuple[object, ...]]]] = {}
    seat = (position.turn - 1) % position.seats
    now, outlook = position.scores()[seat], position.virtual_scores()[seat]
    for text in position.legal_moves():
        head, plus, target = text.removesuffix("^").partition("+")
        if head not in places:
            cell, _, turned = head.partition("/")
            x, _, y = cell.partition(",")
            places[head] = (int(x), int(y), int(turned), [])
        rotation = places[head][2]
        after = position.copy()
        after.apply(text)
        brings = (text, after.scores()[seat] - now, after.virtual_scores()[seat] - outlook)
        then: tuple[object, ...] = brings
        if text.endswith("^"):
            then = (*brings, "back")
        elif plus:
            on = _ON[target[1]]
            at = "interior" if target[2:] == "*" else target[2:] or None
            then = (*brings, _FIGURES[target[0]], _segment(hand, rotation, on, at))
        places[head][3].append(then)
    return list(places.values())


def _kinds() -> list[TileKind]:
    """Every kind that can be in a picture."""
    return [*tile_kinds().values(), replace(tile_kinds("c2")["EC"], name=_OTHER_EC)]


@cache
def _art() -> dict[str, object]:
    from carcbot.games.carcassonne.drawing.page_art import page_art  # noqa: PLC0415 - as below

    return page_art(_kinds())


def _style() -> str:
    # imported only now: a page is looked at once, and the game is imported everywhere
    from carcbot.games.carcassonne.drawing.page_art import page_style  # noqa: PLC0415

    return page_style()


PAGE: Final = PageFace(picture, _points, sheet=_sheet, art=_art, style=_style, effects=effects)
