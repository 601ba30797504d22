"""The tile kinds of the protocol's tiles.json, in each of their four rotations."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).parents[2] / "protocol" / "games" / "carcassonne"

EDGES = ("N", "E", "S", "W")
HALF_EDGES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
#: The step to the neighbour across each edge; y grows to the south.
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def opposite(edge: int) -> int:
    """The edge of the neighbour that touches this edge."""
    return (edge + 2) % 4


def mating_half_edge(half_edge: int) -> int:
    """The half-edge of the neighbour that touches this half-edge."""
    return (half_edge + (5 if half_edge % 2 == 0 else 3)) % 8


@dataclass(frozen=True)
class Link:
    """Where a segment leaves its tile: the step to the neighbour, and its port."""

    dx: int
    dy: int
    port: int


@dataclass(frozen=True)
class Segment:
    """A part of one tile that can hold a figure.

    Ports are edge numbers for cities and roads and half-edge numbers for fields;
    a cloister, a garden and the interior field of EH have none. `cities` holds the
    numbers of the city segments of the same tile that a field touches.
    """

    kind: str
    ports: tuple[int, ...]
    pennants: int = 0
    cathedral: bool = False
    inn: bool = False
    cities: tuple[int, ...] = ()

    @property
    def links(self) -> tuple[Link, ...]:
        """The ways out of the tile, one for each port."""
        if self.kind == "field":
            return tuple(Link(*STEPS[port // 2], mating_half_edge(port)) for port in self.ports)
        return tuple(Link(*STEPS[port], opposite(port)) for port in self.ports)


class Layout:
    """A tile kind in one rotation, as it lies on the table.

    `segment_at` answers which segment of a kind is at a port. Tiles without a
    river have no `river_edges`.
    """

    def __init__(
        self, kind: str, rot: int, edges: tuple[str, ...], segments: tuple[Segment, ...]
    ) -> None:
        """Keep the parts, and look up their links and ports once."""
        self.kind = kind
        self.rot = rot
        self.edges = edges
        self.segments = segments
        self.links = tuple(segment.links for segment in segments)
        self.segment_at = {
            (segment.kind, port): index
            for index, segment in enumerate(segments)
            for port in segment.ports
        }
        self.river_edges = tuple(e for e in range(4) if edges[e] == "river")

    def appearance(self) -> object:
        """All that rotations which look the same have in common."""

        def portrait(segment: Segment) -> object:
            walls = frozenset(self.segments[city].ports for city in segment.cities)
            marks = (segment.pennants, segment.cathedral, segment.inn)
            return segment.kind, segment.ports, marks, walls

        return self.edges, frozenset(portrait(segment) for segment in self.segments)


@dataclass(frozen=True)
class TileKind:
    """One kind of tile. `turned[rot]` has the smallest rotation that looks alike."""

    name: str
    set: str
    role: str | None
    turned: tuple[Layout, ...]

    @property
    def layouts(self) -> list[Layout]:
        """The rotations that look different, each once."""
        return [layout for rot, layout in enumerate(self.turned) if layout.rot == rot]


@cache
def _tiles_json() -> list[dict[str, Any]]:
    """The tile entries of tiles.json, in the order of the file."""
    text = (REFERENCE / "tiles.json").read_text(encoding="utf-8")
    tiles: list[dict[str, Any]] = json.loads(text)["tiles"]
    return tiles


@cache
def catalogue(inn_on_ec: str) -> dict[str, TileKind]:
    """Every tile kind by its name; a copy with a garden is a kind of its own."""
    kinds = {}
    for tile in _tiles_json():
        name = tile["id"]
        kinds[name] = _tile_kind(tile, name, inn_on_ec, garden=False)
        if tile["garden_count"]:
            kinds[name + "g"] = _tile_kind(tile, name + "g", inn_on_ec, garden=True)
    return kinds


def copies(expansions: frozenset[str]) -> dict[str, int]:
    """How many tiles of each kind a game with these expansions has."""
    counts = {}
    for tile in _tiles_json():
        if tile["set"] == "base" or tile["set"] in expansions:
            with_garden = tile["garden_count"] if "abbot" in expansions else 0
            counts[tile["id"]] = tile["count"] - with_garden
            counts[tile["id"] + "g"] = with_garden
    return {kind: count for kind, count in counts.items() if count}


def _tile_kind(tile: dict[str, Any], name: str, inn_on_ec: str, *, garden: bool) -> TileKind:
    edges = tuple(tile["edges"][edge] for edge in EDGES)
    segments = _segments(tile, inn_on_ec, garden=garden)
    turned: list[Layout] = []
    for rot in range(4):
        layout = Layout(
            name,
            rot,
            tuple(edges[(edge - rot) % 4] for edge in range(4)),
            tuple(_turn(segment, rot) for segment in segments),
        )
        look_alikes = (t for t in turned if t.appearance() == layout.appearance())
        turned.append(next(look_alikes, layout))
    return TileKind(name, tile["set"], tile["role"], tuple(turned))


def _segments(tile: dict[str, Any], inn_on_ec: str, *, garden: bool) -> tuple[Segment, ...]:
    """The segments of the unrotated tile; cities come first, so numbers agree."""
    city_number = {city["id"]: index for index, city in enumerate(tile["cities"])}
    segments = [
        Segment("city", _edges(c["edges"]), c["pennants"], c["cathedral"]) for c in tile["cities"]
    ]
    for road in tile["roads"]:
        inn = road["inn"]
        if inn_on_ec == "c2" and "inn_edges_variant_c2" in tile:
            inn = bool(set(road["edges"]) & set(tile["inn_edges_variant_c2"]))
        segments.append(Segment("road", _edges(road["edges"]), inn=inn))
    for field in tile["fields"]:
        half_edges = tuple(sorted(map(HALF_EDGES.index, field["half_edges"])))
        cities = tuple(city_number[city] for city in field["cities"])
        segments.append(Segment("field", half_edges, cities=cities))
    if tile["cloister"]:
        segments.append(Segment("cloister", ()))
    if garden:
        segments.append(Segment("garden", ()))
    return tuple(segments)


def _edges(names: list[str]) -> tuple[int, ...]:
    return tuple(sorted(map(EDGES.index, names)))


def _turn(segment: Segment, rot: int) -> Segment:
    """The segment after `rot` quarter turns clockwise, its ports in order."""
    if segment.kind == "field":
        ports = ((port + 2 * rot) % 8 for port in segment.ports)
    else:
        ports = ((port + rot) % 4 for port in segment.ports)
    return Segment(
        segment.kind,
        tuple(sorted(ports)),
        segment.pennants,
        segment.cathedral,
        segment.inn,
        segment.cities,
    )
