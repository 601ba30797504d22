"""The planes once more, slowly, from what Python knows of a position and the facts of tiles."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from carcbot import _native
from carcbot.env.carcassonne.planes import number_names, plane_names
from carcbot.games.carcassonne.board import (
    EDGES,
    HALF_EDGES,
    Board,
    Edge,
    PlacedFigure,
    PlacedTile,
)
from carcbot.games.carcassonne.board_of import board_of

SIDE_NAMES = {"N": "top", "E": "right", "S": "bottom", "W": "left"}
HALF_NAMES = {
    "NL": "top_left_top",
    "NR": "top_right_top",
    "EL": "top_right_right",
    "ER": "bottom_right_right",
    "SL": "bottom_right_bottom",
    "SR": "bottom_left_bottom",
    "WL": "bottom_left_left",
    "WR": "top_left_left",
}


def turned(at: str, quarters: int) -> str:
    """Where an edge or a half-edge comes to lie."""
    if at in HALF_EDGES:
        return HALF_EDGES[(HALF_EDGES.index(at) + 2 * quarters) % 8]
    return EDGES[(EDGES.index(at) + quarters) % 4]


def connections(what: str, places: list[str], order: list[str]) -> set[str]:
    """The names of the planes that a road, city, river or field with these places sets."""
    if len(places) == 1:
        return {f"{what} {places[0]}-center"}
    in_order = sorted(places, key=order.index)
    return {f"{what} {a}-{b}" for i, a in enumerate(in_order) for b in in_order[i + 1 :]}


def printed(tile: PlacedTile) -> set[str]:
    """The names of all planes that are 1 because of what is printed on a tile as it lies."""
    kind, quarters = tile.kind, tile.rotation
    found: set[str] = set()
    sides, halves = list(SIDE_NAMES.values()), list(HALF_NAMES.values())
    segments: list[tuple[str, tuple[Edge, ...]]] = [
        *(("city", city.edges) for city in kind.cities),
        *(("road", road.edges) for road in kind.roads),
    ]
    if kind.river:
        segments.append(("river", kind.river))
    for what, edges in segments:
        places = [SIDE_NAMES[turned(edge, quarters)] for edge in edges]
        found |= connections(what, places, sides)
    for field in kind.fields:
        places = [HALF_NAMES[turned(half, quarters)] for half in field.half_edges]
        found |= connections("field", places, halves)
    for road in kind.roads:
        if road.inn:
            found |= {f"inn {SIDE_NAMES[turned(edge, quarters)]}" for edge in road.edges}
    for name, there in (
        ("chapel", kind.cloister),
        ("flowers", kind.garden),
        ("shield", any(city.pennants for city in kind.cities)),
        ("cathedral", any(city.cathedral for city in kind.cities)),
    ):
        if there:
            found.add(name)
    return found


def stood_on(figure: PlacedFigure, tile: PlacedTile) -> set[str]:
    """The places of the segment on which a figure stands."""
    if figure.on in {"cloister", "garden"} or figure.at == "interior":
        return {"center"}
    rims: dict[str, list[tuple[str, ...]]] = {
        "city": [city.edges for city in tile.kind.cities],
        "road": [road.edges for road in tile.kind.roads],
        "field": [field.half_edges for field in tile.kind.fields],
    }
    for rim in rims[figure.on]:
        places = [turned(place, tile.rotation) for place in rim]
        if figure.at not in places:
            continue
        if figure.on != "field":
            return {SIDE_NAMES[place] for place in places}
        return {HALF_NAMES[place].rpartition("_")[0] for place in places}
    raise AssertionError(f"{figure} stands on nothing of {tile}")


def figure_name(figure: PlacedFigure) -> str:
    """What the planes call a figure."""
    if figure.figure == "abbot":
        return "abbot"
    big = "big " if figure.figure == "big" else ""
    return big + ("farmer" if figure.on == "field" else "meeple")


def twin_planes(
    state: _native.carcassonne.State, laid: str | None = None, first: int = 0
) -> NDArray[np.float32]:
    """What `State.planes` should write."""
    seats = state.seats
    board = board_of(state)
    tiles = list(board.tiles)
    if laid is not None:
        assert board.hand is not None
        cell, _, rotation = laid.partition("/")
        column, _, row = cell.partition(",")
        tiles.append(PlacedTile(int(column), int(row), board.hand, int(rotation)))
    left = first_shown([tile.x for tile in tiles])
    top = first_shown([tile.y for tile in tiles])
    names = plane_names(seats)
    planes = np.zeros((len(names), 30, 30), np.float32)
    for name, x, y in set_planes(tiles, board, first):
        if 0 <= y - top < 30 and 0 <= x - left < 30:
            planes[names.index(name), y - top, x - left] = 1

    numbers = dict.fromkeys(number_names(seats).values(), 0)
    numbers |= twin_numbers(state, board, first)
    if laid is not None:
        numbers["phase: 0 tile, 1 meeple, 2 over"] = 1
        numbers["row of the tile just laid, from 1; 0 in the tile phase"] = tiles[-1].y - top + 1
        numbers["column of the tile just laid, from 1; 0 in the tile phase"] = (
            tiles[-1].x - left + 1
        )
    for place, name in number_names(seats).items():
        planes[-1][place] = numbers.pop(name)
    assert not numbers
    return planes


def set_planes(tiles: list[PlacedTile], board: Board, first: int) -> Iterator[tuple[str, int, int]]:
    """Every plane that is 1 somewhere, by name, with the cell."""
    lying = {(tile.x, tile.y): tile for tile in tiles}
    for (x, y), tile in lying.items():
        for name in printed(tile):
            yield name, x, y
    for figure in board.figures:
        x, y = figure.x, figure.y
        name = f"{figure_name(figure)} of player {(figure.seat - first) % len(board.scores)}"
        if figure.figure == "abbot":
            yield name, x, y
        else:
            for place in stood_on(figure, lying[x, y]):
                yield f"{name} {place}", x, y


def first_shown(used: list[int]) -> int:
    """Which column of the board is the planes' first, or which row."""
    low, long = min(used), max(used) - min(used) + 1
    return low - (30 - long) // 2 if long <= 30 else low + (long - 30) // 2


def twin_numbers(state: _native.carcassonne.State, board: Board, first: int) -> dict[str, int]:
    """The numbers by their names, as far as they do not depend on the phase; no zeros."""
    seats = state.seats
    bag = state.bag()
    numbers = {"tiles left": sum(bag.values()), "phase: 0 tile, 1 meeple, 2 over": 2 * state.over}
    if board.to_move is not None:
        numbers[f"player {(board.to_move - first) % seats} is to move"] = 1
    for seat, (small, big, abbot) in enumerate(state.supplies()):
        player = (seat - first) % seats
        points = board.scores[seat] if not state.over else points_before_the_end(state)[seat]
        for what, much in (
            ("points", points),
            ("meeples left", small),
            ("big meeples left", big),
            ("abbots left", abbot),
        ):
            numbers[f"{what} of player {player}"] = much
    if board.hand is not None:
        for name in printed(PlacedTile(0, 0, board.hand, 0)):
            numbers[f"current tile: {name}"] = 1
    for kind, copies in bag.items():
        numbers[f"tiles {kind} left"] = copies
    return numbers


def points_before_the_end(state: _native.carcassonne.State) -> list[int]:
    """The points on the table without the final scoring, as the position's text has them."""
    return [int(points) for points in state.text.split(" ")[4].split(":")]
