"""Positions with the board turned by a quarter."""

import re

from carcbot import _native
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.board import EDGES, HALF_EDGES, PlacedTile
from carcbot.games.carcassonne.tiles import tile_kinds
from tests.env.carcassonne.planes_twin import printed, turned

TILE = re.compile(r"([A-Z]+g?)([0-3])@(-?[0-9]+),(-?[0-9]+)")

State = _native.carcassonne.State


def rotated(state: State) -> State:
    """The same position with the board turned clockwise by a quarter."""
    notation, word, options, board, *rest = state.text.split(" ")
    tiles = []
    for laid in board.split(";"):
        tile, _, figure = laid.partition("+")
        kind, rotation, x, y = TILE.findall(tile)[0]
        turn = canonical_rotation(kind, int(rotation) + 1)
        text = f"{kind}{turn}@{-int(y)},{x}"
        if figure:
            text += f"+{figure[:3]}{first_spot(kind, turn, figure[2], figure[3:])}"
        tiles.append(((int(x), -int(y)), text))
    tiles.sort()
    start = dict(tiles)[0, 0].partition("+")[0]
    texts = ";".join(text for _, text in tiles)
    return CARCASSONNE.parse(" ".join((notation, word, f"{options},start={start}", texts, *rest)))


def canonical_rotation(kind: str, rotation: int) -> int:
    """The smallest rotation that looks the same."""
    facts = tile_kinds()[kind]
    looks = [printed(PlacedTile(0, 0, facts, quarters)) for quarters in range(4)]
    return looks.index(looks[rotation % 4])


def first_spot(kind: str, rotation: int, on: str, at: str) -> str:
    """The first place of a segment of which this was one before the board was turned."""
    if at in {"", "*"}:
        return at
    facts = tile_kinds()[kind]
    segments: dict[str, list[tuple[str, ...]]] = {
        "c": [city.edges for city in facts.cities],
        "r": [road.edges for road in facts.roads],
        "f": [field.half_edges for field in facts.fields],
    }
    order: tuple[str, ...] = HALF_EDGES if on == "f" else EDGES
    rims = [[turned(place, rotation) for place in segment] for segment in segments[on]]
    return min(next(rim for rim in rims if turned(at, 1) in rim), key=order.index)
