"""One tile as a few characters.

Where cities and fields lie is read off the same shapes as in the pictures. Roads and rivers are
drawn as lines through the middle: something so thin would fall between the characters.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from carcbot.games.carcassonne.board import (
    Edge,
    PlacedFigure,
    PlacedTile,
    TileKind,
    segment_of,
    turn_edge,
)
from carcbot.games.carcassonne.drawing.curves import SIDE, Point, distance, turned
from carcbot.games.carcassonne.drawing.layout import figure_place, layout_of
from carcbot.games.carcassonne.drawing.regions import Owner, regions_of

Ground = Literal["field", "city", "road", "river"]
Place = tuple[int, int]
"""Column and row of a character on its tile."""

SYMBOLS = {"cloister": "M", "cathedral": "C", "pennant": "P", "inn": "i", "garden": "*"}
CROSSING = "x"
_SPRING = "o"
_STEPS: dict[Edge, Place] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_BEHIND: dict[Edge, Edge] = {"N": "S", "E": "W", "S": "N", "W": "E"}

# The characters for a line that leaves to these sides, first of a road, then of a river.
_UNICODE = {
    "NS": "│║", "EW": "─═", "ES": "┌╔", "SW": "┐╗", "EN": "└╚", "NW": "┘╝",
    "N": "│║", "S": "│║", "E": "─═", "W": "─═",
}  # fmt: skip
_ASCII = {
    "NS": "|~", "EW": "-~", "ES": "+~", "SW": "+~", "EN": "+~", "NW": "+~",
    "N": "|~", "S": "|~", "E": "-~", "W": "-~",
}  # fmt: skip
_BRIDGE = {True: "╬", False: "="}
_GROUNDS: dict[bool, dict[Ground, str]] = {
    True: {"field": "·", "city": "▒", "road": "─", "river": "≈"},
    False: {"field": ".", "city": "#", "road": "-", "river": "~"},
}


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character of a tile, and the ground it stands on; `plain` if it is nothing but ground."""

    letter: str
    ground: Ground
    plain: bool


@dataclass(frozen=True, slots=True)
class TileGrid:
    """How many characters a tile is wide and high; both are odd, so that there is a middle."""

    width: int
    height: int

    def places(self) -> list[Place]:
        """Every place, row by row."""
        return [(column, row) for row in range(self.height) for column in range(self.width)]

    def middle(self) -> Place:
        """The place in the middle."""
        return self.width // 2, self.height // 2

    def point(self, place: Place) -> Point:
        """The point of the tile at the middle of a character."""
        return (
            (place[0] + 0.5) * SIDE / self.width,
            (place[1] + 0.5) * SIDE / self.height,
        )

    def nearest(self, point: Point, among: Iterable[Place]) -> Place:
        """The place nearest to a point of the tile; of equals the first."""
        return min(among, key=lambda place: distance(self.point(place), point))


@cache
def tile_glyphs(
    kind: TileKind, rotation: int, grid: TileGrid, *, unicode: bool
) -> Mapping[Place, Glyph]:
    """The characters of a tile that is turned by `rotation`."""
    owners = _owners(kind, rotation, grid)
    lines, ends = _lines(PlacedTile(0, 0, kind, rotation), grid, owners)
    glyphs = {
        place: Glyph(_GROUNDS[unicode][_ground(owner)], _ground(owner), plain=True)
        for place, owner in owners.items()
    }
    letters = _UNICODE if unicode else _ASCII
    for place, (ground, sides) in lines.items():
        if ground == "bridge":
            glyphs[place] = Glyph(_BRIDGE[unicode], "road", plain=False)
        else:
            letter = letters["".join(sorted(sides))][ground == "river"]
            glyphs[place] = Glyph(letter, "road" if ground == "road" else "river", plain=False)
    for place, letter in ends.items():
        glyphs[place] = Glyph(letter, "road" if letter == CROSSING else "river", plain=False)
    for mark in layout_of(kind).landmarks:
        if mark.picture in SYMBOLS:
            free = [place for place, glyph in glyphs.items() if glyph.plain] or grid.places()
            place = grid.nearest(turned(mark.place, rotation), free)
            glyphs[place] = Glyph(SYMBOLS[mark.picture], glyphs[place].ground, plain=False)
    return glyphs


def figure_cell(tile: PlacedTile, figure: PlacedFigure, grid: TileGrid) -> Place:
    """The character where a figure stands: on its own segment if that shows at all."""
    point = figure_place(tile, figure)
    owners = _owners(tile.kind, tile.rotation, grid)
    lines, _ = _lines(tile, grid, owners)
    segment = segment_of(tile, figure)
    if figure.on == "road":
        own = [place for place, (ground, _) in lines.items() if ground == "road"]
    else:
        own = [p for p, owner in owners.items() if owner == segment and p not in lines]
    return grid.nearest(point, own or grid.places())


def _owners(kind: TileKind, rotation: int, grid: TileGrid) -> dict[Place, Owner]:
    regions = regions_of(kind)
    return {
        place: regions.owner_at(turned(grid.point(place), -rotation)) for place in grid.places()
    }


def _ground(owner: Owner) -> Ground:
    """What a place without a line looks like."""
    if owner == "post" or (isinstance(owner, tuple) and owner[0] == "city"):
        return "city"
    return "river" if owner == "river" else "field"


Lines = dict[Place, tuple[Literal["road", "river", "bridge"], set[Edge]]]


def _lines(
    tile: PlacedTile, grid: TileGrid, owners: dict[Place, Owner]
) -> tuple[Lines, dict[Place, str]]:
    """The lines of roads and river by place, and the letters where they end in the middle."""
    kind, rotation = tile.kind, tile.rotation
    lines: Lines = {}
    ends: dict[Place, str] = {}
    courses: list[tuple[Literal["road", "river"], tuple[Edge, ...]]] = []
    if kind.river:
        courses.append(("river", kind.river))
    courses += [("road", road.edges) for road in kind.roads]
    bends = sum(_is_bend(edges) for _, edges in courses)
    for ground, edges in courses:
        sides = [turn_edge(edge, rotation) for edge in edges]
        if bends > 1:
            _draw_detour(lines, ground, sides, grid)
            continue
        for side in sides:
            ahead = set(sides) if len(sides) > 1 else {side, _BEHIND[side]}
            _draw_to_middle(lines, ground, side, ahead, grid)
    for place in [p for p in lines if _ground(owners[p]) == "city"]:
        del lines[place]
    middle = grid.middle()
    if any("crossing" in road.ends_on for road in kind.roads):
        ends[middle] = CROSSING
    if kind.role == "source":
        ends[middle] = _SPRING
    return lines, ends


def _is_bend(edges: tuple[Edge, ...]) -> bool:
    return len(edges) > 1 and _BEHIND[edges[0]] != edges[1]


def _draw_to_middle(
    lines: Lines, ground: Literal["road", "river"], side: Edge, ahead: set[Edge], grid: TileGrid
) -> None:
    """From the middle of the side to the middle of the tile, where it goes on `ahead`."""
    column, row = grid.middle()
    dx, dy = _STEPS[side]
    length = grid.width // 2 if dx else grid.height // 2
    for step in range(1, length + 1):
        lines[column + dx * step, row + dy * step] = (ground, {side, _BEHIND[side]})
    before = lines.get((column, row))
    crosses = before is not None and before[0] != ground
    lines[column, row] = ("bridge", set()) if crosses else (ground, ahead)


def _draw_detour(
    lines: Lines, ground: Literal["road", "river"], sides: list[Edge], grid: TileGrid
) -> None:
    """A bend that leaves the middle free, for there is another bend on the tile."""
    upright = next(side for side in sides if side in "NS")
    level = next(side for side in sides if side in "EW")
    column, row = grid.middle()
    dx, dy = _STEPS[level][0], _STEPS[upright][1]
    for step in range(2, grid.width // 2 + 1):
        lines[column + dx * step, row] = (ground, {"E", "W"})
    lines[column + dx, row] = (ground, {level, upright})
    lines[column + dx, row + dy] = (ground, {_BEHIND[upright], _BEHIND[level]})
    lines[column, row + dy] = (ground, {level, upright})
