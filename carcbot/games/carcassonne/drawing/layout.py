"""Where things stand on a tile: figures, pennants, inns, houses, trees.

A place is found on the grid of `regions`: as much room as possible, and away from what stands
there already. Nothing is left to chance, so a kind looks the same in every picture.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import hypot

from carcbot.games.carcassonne.board import (
    PlacedFigure,
    PlacedTile,
    Segment,
    TileKind,
    segment_of,
)
from carcbot.games.carcassonne.drawing.curves import (
    SIDE,
    Point,
    course_at,
    course_points,
    distance,
    turned,
)
from carcbot.games.carcassonne.drawing.geometry import TileShape, shape_of
from carcbot.games.carcassonne.drawing.regions import Regions, regions_of

FIGURE_RADIUS = 13.0
HOUSE_RADIUS = 6.8


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something drawn upright: the name of its picture, and its place."""

    picture: str
    place: Point


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on an unrotated tile.

    `anchors` has the place of a figure for each segment; `tufts` the grass of each field.
    """

    anchors: dict[Segment, Point]
    landmarks: tuple[Landmark, ...]
    tufts: tuple[tuple[Point, ...], ...]


@cache
def layout_of(kind: TileKind) -> Layout:
    """The places on a tile of this kind."""
    return _Surveyor(kind).survey()


def figure_place(tile: PlacedTile, figure: PlacedFigure) -> Point:
    """Where on the turned tile the figure stands, from the tile's north-west corner."""
    x, y = turned(layout_of(tile.kind).anchors[segment_of(tile, figure)], tile.rotation)
    # No figure leans over the border of its tile.
    room = FIGURE_RADIUS + (7 if figure.figure == "big" else 2)
    return min(max(x, room), SIDE - room), min(max(y, room), SIDE - room)


class _Surveyor:
    """Finds the places one after another and remembers what ground is taken."""

    def __init__(self, kind: TileKind) -> None:
        self.kind = kind
        self.shape: TileShape = shape_of(kind)
        self.regions: Regions = regions_of(kind)
        self.taken: list[tuple[Point, float]] = []
        self.kept_free: tuple[Point, float] = ((0, 0), 0)
        self.landmarks: list[Landmark] = []
        self.anchors: dict[Segment, Point] = {}
        self._orders: dict[Segment, list[tuple[Point, float]]] = {}

    def survey(self) -> Layout:
        for i, road in enumerate(self.shape.roads):
            self.anchors["road", i] = course_at(road, self._where_on_road(i))
        if self.shape.cloister is not None:
            x, y = self.shape.cloister
            self.anchors["cloister", 0] = (x, y)
            self._put("cloister", (x, y), 25)
        self._place_inns()
        for i in range(len(self.kind.cities)):
            self._furnish_city(i)
        self._place_garden()
        for i in range(len(self.kind.fields)):
            segment: Segment = ("field", i)
            self.anchors[segment] = self._roomiest(segment)
        tufts = tuple(self._grass(i) for i in range(len(self.kind.fields)))
        self._build_village()
        for i in range(len(self.kind.fields)):
            self._plant(i)
        return Layout(self.anchors, tuple(self.landmarks), tufts)

    def _put(self, picture: str, place: Point, radius: float) -> None:
        self.landmarks.append(Landmark(picture, place))
        self.taken.append((place, radius))

    def _room(self, place: Point, clearance: float) -> float:
        """How large a disc about the place touches nothing."""
        x, y = place
        room = clearance
        for (other_x, other_y), radius in (*self.taken, self.kept_free):
            room = min(room, hypot(x - other_x, y - other_y) - radius)
        return room

    def _shuffled(self, segment: Segment) -> list[tuple[Point, float]]:
        """The points of the segment in an order that looks random and is always the same."""
        if segment not in self._orders:
            seed = f"{self.kind.name.removesuffix('g')} {segment[0]}"
            self._orders[segment] = sorted(
                self.regions.points_of(segment),
                key=lambda found: zlib.crc32(f"{seed} {found[0]}".encode()),
            )
        return self._orders[segment]

    def _best(self, segment: Segment, worth: Callable[[Point, float], float]) -> Point:
        """The point of the segment with the greatest worth, the more central one of equals.

        No point is worth more than its clearance.
        """
        best, chosen = (-SIDE, 0.0), (0.0, 0.0)
        for place, clearance in self.regions.points_of(segment):
            if round(clearance, 3) < best[0]:
                continue
            found = round(worth(place, clearance), 3), -distance(place, (50, 50))
            if found > best:
                best, chosen = found, place
        return chosen

    def _roomiest(self, segment: Segment) -> Point:
        return self._best(segment, self._room)

    def _where_on_road(self, index: int) -> float:
        """A figure stands in the middle, but not on a bridge and not at the crossing."""
        if len(self.kind.roads[index].edges) == 1:
            near_edge = self.shape.cloister is not None or self.shape.bridges
            return 0.25 if near_edge else 0.45
        return 0.2 if self.shape.bridges else 0.5

    def _place_inns(self) -> None:
        """An inn has room for its pond, near the middle of its road and away from the others."""
        fields: list[Segment] = [("field", i) for i in range(len(self.kind.fields))]
        ground = [found for field in fields for found in self.regions.points_of(field)]
        for i, road in enumerate(self.kind.roads):
            if not road.inn:
                continue
            middle = course_at(self.shape.roads[i], 0.5)
            others = [c for j, c in enumerate(self.shape.roads) if j != i]
            elsewhere = [point for course in others for point in course_points(course)]
            worth: list[tuple[float, Point]] = []
            for place, clearance in ground:
                apart = min([30.0, *(distance(place, point) for point in elsewhere)])
                room = min(self._room(place, clearance), 14.0)
                value = 10 * room + 5 * apart - distance(place, middle)
                worth.append((round(value, 3), place))
            self._put("inn", max(worth)[1], 12)

    def _furnish_city(self, index: int) -> None:
        segment: Segment = ("city", index)
        city = self.kind.cities[index]
        if city.cathedral:
            self._put("cathedral", (50, 48), 24)
        self.anchors[segment] = self._roomiest(segment)
        self.kept_free = (self.anchors[segment], FIGURE_RADIUS)
        for _ in range(city.pennants):
            self._put("pennant", self._best(segment, self._pennant_worth), 7)
        # Houses may crowd the figure's place a little: it is empty most of the time.
        self.kept_free = (self.anchors[segment], FIGURE_RADIUS - 5)
        self._scatter("house", segment, HOUSE_RADIUS, most=18)
        self.kept_free = ((0, 0), 0)

    def _pennant_worth(self, place: Point, clearance: float) -> float:
        """Enough room is enough; then rather in the north-west, where one looks first."""
        return min(self._room(place, clearance), 10.0) - 0.004 * (place[0] + place[1])

    def _scatter(self, picture: str, segment: Segment, radius: float, most: int) -> None:
        put = 0
        for place, clearance in self._shuffled(segment):
            if put == most:
                return
            if clearance >= radius and self._room(place, clearance) >= radius:
                self._put(picture, place, radius)
                put += 1

    def _place_garden(self) -> None:
        if not self.kind.garden:
            return
        fields: list[Segment] = [("field", i) for i in range(len(self.kind.fields))]
        sizes = [len(self.regions.points_of(field)) for field in fields]
        place = self._roomiest(fields[sizes.index(max(sizes))])
        self.anchors["garden", 0] = place
        self._put("garden", place, 11)

    def _grass(self, index: int) -> tuple[Point, ...]:
        """At least one tuft for each field, more for a larger one."""
        points = self._shuffled(("field", index))
        wanted = 1 + len(points) // 130
        tufts: list[Point] = []
        for place, clearance in points:
            if len(tufts) == wanted:
                break
            if clearance >= 3 and all(distance(place, other) > 11 for other in tufts):
                tufts.append(place)
        return tuple(tufts)

    def _build_village(self) -> None:
        """Houses about the square where roads end."""
        if self.shape.crossing is None:
            return
        x, y = self.shape.crossing
        for dx, dy in ((-12, -12), (12, -12), (12, 12), (-12, 12)):
            owner = self.regions.owner_at((x + dx, y + dy))
            on_grass = isinstance(owner, tuple) and owner[0] == "field"
            if on_grass and self._room((x + dx, y + dy), SIDE) >= 4:
                self._put("cottage", (x + dx, y + dy), 6)

    def _plant(self, index: int) -> None:
        """A few trees, clear of the place where a farmer would lie."""
        segment: Segment = ("field", index)
        self.kept_free = (self.anchors[segment], FIGURE_RADIUS)
        most = len(self.regions.points_of(segment)) // 420
        self._scatter("tree", segment, 5, most=most)
