"""Boards to look at: kinds from the protocol's tile list, and random positions of any size."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from carcbot.games.carcassonne.board import (
    EDGES,
    HALF_EDGES,
    INTERIOR,
    Board,
    CitySegment,
    Edge,
    Feature,
    FieldSegment,
    Figure,
    HalfEdge,
    PlacedFigure,
    PlacedTile,
    RoadSegment,
    Segment,
    Supply,
    Terrain,
    TileKind,
    turn_edge,
)

TILES = Path(__file__).parents[3] / "protocol" / "games" / "carcassonne" / "tiles.json"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Cell = tuple[int, int]
Part = tuple[Cell, Segment]


@cache
def all_kinds() -> dict[str, TileKind]:
    """Every kind of tile by name, those with a garden too."""
    kinds: dict[str, TileKind] = {}
    for entry in json.loads(TILES.read_text())["tiles"]:
        city_index = {city["id"]: i for i, city in enumerate(entry["cities"])}
        edges = entry["edges"]
        kind = TileKind(
            name=entry["id"],
            edges=(edges["N"], edges["E"], edges["S"], edges["W"]),
            cities=tuple(
                CitySegment(tuple(city["edges"]), city["pennants"], city["cathedral"])
                for city in entry["cities"]
            ),
            roads=tuple(
                RoadSegment(tuple(road["edges"]), road["inn"], tuple(road["ends_on_tile"]))
                for road in entry["roads"]
            ),
            fields=tuple(
                FieldSegment(
                    tuple(field["half_edges"]), tuple(city_index[c] for c in field["cities"])
                )
                for field in entry["fields"]
            ),
            cloister=entry["cloister"],
            river=tuple(entry["river"]["edges"]) if entry["river"] else (),
            role=entry["role"],
        )
        kinds[kind.name] = kind
        if entry["garden_count"]:
            kinds[kind.name + "g"] = replace(kind, name=kind.name + "g", garden=True)
    return kinds


@cache
def random_board(seed: int, seats: int = 6, tiles: int = 70, *, river: bool = True) -> Board:
    """A board as it might stand in a game: edges match, and no feature has two seats' figures."""
    return _Table(seed, seats).played(tiles, river=river)


def terrain_of(tile: PlacedTile, edge: Edge) -> Terrain:
    """The terrain on this edge of the board, after the tile's rotation."""
    return tile.kind.edges[EDGES.index(turn_edge(edge, -tile.rotation))]


def turn_half_edge(half_edge: HalfEdge, quarter_turns: int) -> HalfEdge:
    """Where `half_edge` comes to lie after this many clockwise quarter turns (negative: back)."""
    return HALF_EDGES[(HALF_EDGES.index(half_edge) + 2 * quarter_turns) % 8]


def line_board(length: int) -> Board:
    """A single row of tiles, as wide as a board can get."""
    road = all_kinds()["U"]
    tiles = tuple(PlacedTile(x, 0, road, 1) for x in range(length))
    return Board(
        tiles=tiles,
        figures=(PlacedFigure(length - 1, 0, 1, "big", "road", "E"),),
        scores=(0, 3),
        virtual_scores=(0, 3 + length),
        supplies=(Supply(7, 1), Supply(7, 0)),
        to_move=0,
        hand=all_kinds()["EBg"],
        tiles_left=4,
        last=(length - 1, 0),
        turn=length,
    )


class _Table:
    """Lays random tiles and places random figures; it knows the rules only roughly."""

    def __init__(self, seed: int, seats: int) -> None:
        self.random = Random(seed)
        self.seats = seats
        self.tiles: dict[Cell, PlacedTile] = {}
        self.figures: dict[Cell, PlacedFigure] = {}
        self.supplies = [Supply(7, 1, 1) for _ in range(seats)]

    def played(self, count: int, *, river: bool) -> Board:
        kinds = all_kinds()
        land = [kind for kind in kinds.values() if not kind.river for _ in range(2)]
        self.random.shuffle(land)
        stream = [kind for kind in kinds.values() if kind.river and kind.role is None]
        self.random.shuffle(stream)
        deck = [*stream, kinds["RL"], *land] if river else land
        self._lay((0, 0), kinds["RA"] if river else kinds["D"], 0)
        last, turn = (0, 0), 0
        while deck and len(self.tiles) < count:
            kind = deck.pop(0)
            places = self._places(kind)
            if not places:
                continue
            cell, rotation = self.random.choice(places)
            self._lay(cell, kind, rotation)
            turn += 1
            last = cell
            self._place_figure(cell, turn % self.seats)
        scores = tuple(self.random.randrange(0, 90) for _ in range(self.seats))
        return Board(
            tiles=tuple(self.tiles.values()),
            figures=tuple(self.figures.values()),
            scores=scores,
            virtual_scores=tuple(score + self.random.randrange(0, 40) for score in scores),
            supplies=tuple(self.supplies),
            to_move=(turn + 1) % self.seats,
            hand=deck[0] if deck else None,
            tiles_left=len(deck),
            last=last,
            turn=turn,
        )

    def _lay(self, cell: Cell, kind: TileKind, rotation: int) -> None:
        self.tiles[cell] = PlacedTile(*cell, kind, rotation)

    def _places(self, kind: TileKind) -> list[tuple[Cell, int]]:
        """The cells and rotations where the edges match; a river continues and spreads out."""
        free = {
            (x + dx, y + dy) for x, y in self.tiles for dx, dy in STEPS.values()
        } - self.tiles.keys()
        found = [
            (cell, rotation)
            for cell in sorted(free)
            for rotation in range(4)
            if self._fits(PlacedTile(*cell, kind, rotation))
        ]
        if kind.river or not found:
            return found
        # Rather where several tiles touch, so that the board grows round and features close.
        touching = {place: self._touching(place[0]) for place in found}
        most = max(touching.values())
        return [place for place in found if touching[place] >= min(2, most)]

    def _touching(self, cell: Cell) -> int:
        return sum((cell[0] + dx, cell[1] + dy) in self.tiles for dx, dy in STEPS.values())

    def _fits(self, tile: PlacedTile) -> bool:
        on_river = False
        for edge in EDGES:
            dx, dy = STEPS[edge]
            neighbour = self.tiles.get((tile.x + dx, tile.y + dy))
            if neighbour is None:
                continue
            across = terrain_of(neighbour, turn_edge(edge, 2))
            if across != terrain_of(tile, edge):
                return False
            on_river = on_river or across == "river"
        return on_river or not tile.kind.river

    def _place_figure(self, cell: Cell, seat: int) -> None:
        """A random free segment gets a figure of the seat; closed features give theirs back."""
        tile = self.tiles[cell]
        choices = [
            segment
            for segment in _segments(tile.kind)
            if not any(part in self._occupied() for part in self._feature((cell, segment))[0])
        ]
        supply = self.supplies[seat]
        if choices and self.random.random() < 0.7:
            on, index = self.random.choice(choices)
            sorts: list[Figure] = []
            if on != "garden" and supply.small:
                sorts += ["small", "small"]
            if on != "garden" and supply.big:
                sorts.append("big")
            if on in {"garden", "cloister"} and supply.abbot:
                sorts.append("abbot")
            if sorts:
                figure = self.random.choice(sorts)
                self.figures[cell] = PlacedFigure(
                    *cell, seat, figure, on, _name_of(tile, (on, index))
                )
                self._take(seat, figure, 1)
        self._return_figures()

    def _take(self, seat: int, figure: Figure, count: int) -> None:
        left = getattr(self.supplies[seat], figure) - count
        self.supplies[seat] = replace(self.supplies[seat], **{figure: left})

    def _occupied(self) -> dict[Part, PlacedFigure]:
        return {
            (cell, segment): figure
            for cell, figure in self.figures.items()
            for segment in _segments(self.tiles[cell].kind)
            if segment[0] == figure.on and _name_of(self.tiles[cell], segment) == figure.at
        }

    def _return_figures(self) -> None:
        for part, figure in self._occupied().items():
            parts, closed = self._feature(part)
            if part in parts and closed and figure.on != "field":
                del self.figures[part[0]]
                self._take(figure.seat, figure.figure, -1)

    def _feature(self, start: Part) -> tuple[set[Part], bool]:
        """All parts of a feature, and whether it has no open end."""
        cell, (on, _) = start
        if on in {"cloister", "garden"}:
            around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            return {start}, all(other in self.tiles for other in around)
        parts, waiting, closed = {start}, [start], True
        while waiting:
            here, segment = waiting.pop()
            for side in _sides(self.tiles[here], segment):
                dx, dy = STEPS[side[0]]
                there = (here[0] + dx, here[1] + dy)
                if there not in self.tiles:
                    closed = False
                    continue
                other = self.tiles[there]
                found = next(
                    candidate
                    for candidate in _segments(other.kind)
                    if candidate[0] == on and _across(side) in _sides(other, candidate)
                )
                if (there, found) not in parts:
                    parts.add((there, found))
                    waiting.append((there, found))
        return parts, closed


def _segments(kind: TileKind) -> list[Segment]:
    """Every segment of the kind on which a figure can stand."""
    found: list[Segment] = [("city", i) for i in range(len(kind.cities))]
    found += [("road", i) for i in range(len(kind.roads))]
    found += [("field", i) for i in range(len(kind.fields))]
    features: dict[Feature, bool] = {"cloister": kind.cloister, "garden": kind.garden}
    return found + [(feature, 0) for feature, there in features.items() if there]


def _sides(tile: PlacedTile, segment: Segment) -> list[str]:
    """The edges or half-edges of the segment in the board's frame, in order."""
    on, index = segment
    if on == "field":
        halves = tile.kind.fields[index].half_edges
        turned = [turn_half_edge(half, tile.rotation) for half in halves]
        return sorted(turned, key=HALF_EDGES.index)
    segments = tile.kind.cities if on == "city" else tile.kind.roads
    return sorted(
        (turn_edge(edge, tile.rotation) for edge in segments[index].edges), key=EDGES.index
    )


def _across(side: str) -> str:
    """The edge or half-edge of the neighbour that touches this one."""
    opposite = {"N": "S", "E": "W", "S": "N", "W": "E"}[side[0]]
    return opposite + {"L": "R", "R": "L", "": ""}[side[1:]]


def _name_of(tile: PlacedTile, segment: Segment) -> str | None:
    """How a figure names this segment: by its first edge or half-edge on the board."""
    if segment[0] in {"cloister", "garden"}:
        return None
    sides = _sides(tile, segment)
    return sides[0] if sides else INTERIOR
