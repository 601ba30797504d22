"""A Carcassonne position as something to look at: tiles, figures, scores, and nothing else.

A `Board` knows no rules. It is what the drawings and the terminal view take as their argument, so
that neither of them has to know the engine.

Directions: x grows to the east and y to the south; a rotation is a number of clockwise quarter
turns. Half-edges are named clockwise from the north-west corner, NL NR EL ER SL SR WL WR, where L
and R are left and right for somebody who stands in the tile's centre and looks out over that edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Edge = Literal["N", "E", "S", "W"]
HalfEdge = Literal["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
Terrain = Literal["city", "road", "field", "river"]
Figure = Literal["small", "big", "abbot"]
Feature = Literal["city", "road", "field", "cloister", "garden"]
Segment = tuple[Feature, int]
"""A feature kind and the index of the segment among the tile's segments of that kind."""

EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")
HALF_EDGES: tuple[HalfEdge, ...] = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INTERIOR = "interior"


@dataclass(frozen=True, slots=True)
class CitySegment:
    """A city on a tile: one connected area inside walls."""

    edges: tuple[Edge, ...]
    pennants: int = 0
    cathedral: bool = False


@dataclass(frozen=True, slots=True)
class RoadSegment:
    """A road on a tile; `ends_on` says what it runs into there: crossing, city or cloister."""

    edges: tuple[Edge, ...]
    inn: bool = False
    ends_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldSegment:
    """A field on a tile, with the indices of the tile's cities whose walls it touches."""

    half_edges: tuple[HalfEdge, ...]
    cities: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TileKind:
    """One kind of tile, unrotated. `edges` holds the terrain of N, E, S and W in this order.

    The copy of a kind that carries a garden is a kind of its own, with a name that ends in "g".
    """

    name: str
    edges: tuple[Terrain, Terrain, Terrain, Terrain]
    cities: tuple[CitySegment, ...] = ()
    roads: tuple[RoadSegment, ...] = ()
    fields: tuple[FieldSegment, ...] = ()
    cloister: bool = False
    garden: bool = False
    river: tuple[Edge, ...] = ()
    role: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the table."""

    x: int
    y: int
    kind: TileKind
    rotation: int


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """A figure on the table.

    `at` names its segment in the board's frame: an edge for a city or a road, a half-edge or
    "interior" for a field, None for a cloister or a garden.
    """

    x: int
    y: int
    seat: int
    figure: Figure
    on: Feature
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """The figures a seat has left to place."""

    small: int
    big: int = 0
    abbot: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a picture of a position shows; the tuples for seats are in seat order.

    `hand` is the tile about to be laid, `last` the cell of the last tile laid, and
    `virtual_scores` are the scores as if the game ended now.
    """

    tiles: tuple[PlacedTile, ...]
    figures: tuple[PlacedFigure, ...]
    scores: tuple[int, ...]
    virtual_scores: tuple[int, ...]
    supplies: tuple[Supply, ...]
    to_move: int | None = None
    hand: TileKind | None = None
    tiles_left: int = 0
    last: tuple[int, int] | None = None
    turn: int = 0

    def extent(self) -> tuple[int, int, int, int]:
        """The least x, least y, greatest x and greatest y of the tiles; zeros on a bare table."""
        if not self.tiles:
            return 0, 0, 0, 0
        columns = [tile.x for tile in self.tiles]
        rows = [tile.y for tile in self.tiles]
        return min(columns), min(rows), max(columns), max(rows)


def standing_figures(board: Board) -> list[tuple[PlacedFigure, PlacedTile]]:
    """Each figure with the tile it stands on.

    Raises ValueError when there is no tile at a figure's cell.
    """
    tiles = {(tile.x, tile.y): tile for tile in board.tiles}
    for figure in board.figures:
        if (figure.x, figure.y) not in tiles:
            raise ValueError(
                f"a figure of seat {figure.seat} stands at {figure.x},{figure.y},"
                " where no tile lies"
            )
    return [(figure, tiles[figure.x, figure.y]) for figure in board.figures]


def turn_edge(edge: Edge, quarter_turns: int) -> Edge:
    """Where `edge` comes to lie after this many clockwise quarter turns (negative: back)."""
    return EDGES[(EDGES.index(edge) + quarter_turns) % 4]


def segment_of(tile: PlacedTile, figure: PlacedFigure) -> Segment:
    """The segment of `tile` that `figure` stands on.

    Raises ValueError when the tile has no such segment.
    """
    kind = tile.kind
    found: int | None = None
    match figure.on:
        case "city":
            found = _first_with(figure.at, EDGES, [c.edges for c in kind.cities], tile.rotation)
        case "road":
            found = _first_with(figure.at, EDGES, [r.edges for r in kind.roads], tile.rotation)
        case "field" if figure.at == INTERIOR:
            found = next((i for i, f in enumerate(kind.fields) if not f.half_edges), None)
        case "field":
            sides = [f.half_edges for f in kind.fields]
            found = _first_with(figure.at, HALF_EDGES, sides, 2 * tile.rotation)
        case "cloister":
            found = 0 if kind.cloister else None
        case "garden":
            found = 0 if kind.garden else None
    if found is None:
        raise ValueError(
            f"a figure of seat {figure.seat} stands on {figure.on} {figure.at or ''}".rstrip()
            + f" of the tile {kind.name} at {tile.x},{tile.y} (rotation {tile.rotation}),"
            " which has no such segment"
        )
    return figure.on, found


def _first_with(
    at: str | None, names: Sequence[str], segments: Sequence[Sequence[str]], shift: int
) -> int | None:
    """The index of the segment that, unrotated, holds what lies at `at` on the board."""
    if at not in names:
        return None
    unrotated = names[(names.index(at) - shift) % len(names)]
    return next((i for i, segment in enumerate(segments) if unrotated in segment), None)
