"""The shapes on a tile: its cities, its roads and river, and where they meet.

Everything is derived from the segments of a `TileKind`; no kind has a drawing of its own. All
shapes are those of the unrotated tile.
"""

import math
from dataclasses import dataclass
from functools import cache

from carcbot.games.carcassonne.board import EDGES, HALF_EDGES, CitySegment, Edge, TileKind
from carcbot.games.carcassonne.drawing.curves import (
    SIDE,
    Course,
    Curve,
    Point,
    course_at,
    course_points,
    distance,
    line,
    turned,
)

CENTRE: Point = (SIDE / 2, SIDE / 2)
CORNER_GAP = 6.0
"""A city keeps this far from the corners of its tile, so that two walls never share a corner."""
ROAD_WIDTH = 9.0
RIVER_WIDTH = 15.0
CLOISTER_RADIUS = 18.0
SQUARE_RADIUS = 8.5
SPRING_RADIUS = 10.0
LAKE_RADIUS = 24.0


@dataclass(frozen=True, slots=True)
class CityShape:
    """A city: its closed outline, the parts of it that are walls, and those between two edges."""

    outline: tuple[Curve, ...]
    walls: tuple[Curve, ...]
    corners: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Gate:
    """An opening in a city wall; `outward` is the unit vector out of the city."""

    place: Point
    outward: Point


@dataclass(frozen=True, slots=True)
class Bridge:
    """A road's crossing over the river; `along` is the road's direction there."""

    place: Point
    along: Point


@dataclass(frozen=True, slots=True)
class TileShape:
    """All shapes of a tile kind; `roads` and `cities` are in the order of the kind's segments.

    `stubs` are paths from a crossing to a city gate: no roads, but they separate fields.
    """

    cities: tuple[CityShape, ...]
    roads: tuple[Course, ...]
    stubs: tuple[Curve, ...] = ()
    river: Course | None = None
    gates: tuple[Gate, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    crossing: Point | None = None
    cloister: Point | None = None
    spring: Point | None = None
    lake: Point | None = None


@cache
def shape_of(kind: TileKind) -> TileShape:
    """The shapes of this kind, unrotated."""
    cities = tuple(_city(kind, i, segment) for i, segment in enumerate(kind.cities))
    crossing = CENTRE if any("crossing" in road.ends_on for road in kind.roads) else None
    cloister = _cloister_place(kind)
    river = _river(kind)
    gates: list[Gate] = []
    roads: list[Course] = []
    for road in kind.roads:
        if "city" in road.ends_on:
            gate = _nearest_gate(cities, _middle(road.edges[0]))
            gates.append(gate)
            roads.append(_road_to_gate(road.edges[0], gate))
        elif len(road.edges) == 1:
            goal = cloister if cloister is not None and "cloister" in road.ends_on else CENTRE
            roads.append((line(_middle(road.edges[0]), goal),))
        else:
            roads.append(_through(road.edges[0], road.edges[1], _road_sag(kind)))
    stubs = []
    if crossing is not None:
        for i, city in enumerate(cities):
            if _fields_touching(kind, i) > 1:
                gate = _gate_in(city.walls[0])
                gates.append(gate)
                stubs.append(line(crossing, gate.place))
    return TileShape(
        cities=cities,
        roads=tuple(roads),
        stubs=tuple(stubs),
        river=river,
        gates=tuple(gates),
        bridges=_bridges(roads, river),
        crossing=crossing,
        cloister=cloister,
        spring=(50, 42) if kind.role == "source" else None,
        lake=(50, 56) if kind.role == "lake" else None,
    )


# Cities


def _city(kind: TileKind, index: int, segment: CitySegment) -> CityShape:
    """The outline goes clockwise: along an edge, then by a wall or round a corner to the next."""
    tongue = _tongue_corner(kind, index)
    order = sorted(EDGES.index(edge) for edge in segment.edges)
    outline: list[Curve] = []
    walls: list[Curve] = []
    corners: list[Curve] = []
    for here, following in zip(order, order[1:] + order[:1], strict=True):
        mouth = line((CORNER_GAP, 0), (SIDE - CORNER_GAP, 0)).turned(here)
        outline.append(mouth)
        skipped = (following - here - 1) % 4
        if skipped == 0:
            corner = _corner_post().turned(here)
            corners.append(corner)
            outline.append(corner)
        elif tongue is not None:
            parts = _tongue_walls((tongue - here) % 4)
            walls += [part.turned(here) for part in parts]
            outline += [part.turned(here) for part in parts]
        else:
            wall = _wall(skipped).turned(here)
            walls.append(wall)
            outline.append(wall)
    return CityShape(tuple(outline), tuple(walls), tuple(corners))


def _wall(skipped: int) -> Curve:
    """The wall of a city that leaves its north edge and skips this many edges, clockwise."""
    far = SIDE - CORNER_GAP
    match skipped:
        case 1:  # Bulges in from the east edge.
            return Curve((far, 0), (64, 22), (64, 78), (far, SIDE))
        case 2:  # From the north-east corner to the south-west one.
            return Curve((far, 0), (62, 24), (24, 62), (0, far))
        case _:  # Flat enough at its ends to stay clear of a cap on the neighbouring edge.
            return Curve((far, 0), (58, 33), (42, 33), (CORNER_GAP, 0))


def _corner_post() -> Curve:
    """Round the north-east corner, leaving a post of wall."""
    r = CORNER_GAP
    return Curve((SIDE - r, 0), (SIDE - r, r * 0.55), (SIDE - r * 0.55, r), (SIDE, r))


def _tongue_walls(corner: int) -> tuple[Curve, Curve]:
    """The two walls of a city on the north edge that reaches to a far corner.

    `corner` counts clockwise from the north-east corner: 1 is the south-east, 2 the south-west.
    """
    near, far = CORNER_GAP, SIDE - CORNER_GAP
    if corner == 1:
        tip = (SIDE, SIDE)
        return (
            Curve((far, 0), (72, 18), (70, 58), tip),
            Curve(tip, (52, 78), (22, 52), (near, 0)),
        )
    tip = (0, SIDE)
    return (
        Curve((far, 0), (78, 52), (48, 78), tip),
        Curve(tip, (30, 58), (28, 18), (near, 0)),
    )


def _tongue_corner(kind: TileKind, index: int) -> int | None:
    """The far corner to which a city with one edge reaches, or None; 0 is the north-east.

    Such a city is told by two fields at its wall that no road, river or city keeps apart: they
    can only be parted by the city itself, at the corner where the one ends and the other begins.
    """
    edges = kind.cities[index].edges
    if len(edges) > 1 or kind.roads or kind.river or _fields_touching(kind, index) < 2:
        return None
    owner = {half: i for i, field in enumerate(kind.fields) for half in field.half_edges}
    for corner in range(4):
        before, after = HALF_EDGES[2 * corner + 1], HALF_EDGES[(2 * corner + 2) % 8]
        if before in owner and after in owner and owner[before] != owner[after]:
            return corner
    return None


def _fields_touching(kind: TileKind, city: int) -> int:
    return sum(city in field.cities for field in kind.fields)


def _gate_in(wall: Curve) -> Gate:
    """The gate in the middle of a wall; clockwise, the outside is on the left."""
    dx, dy = wall.direction(0.5)
    return Gate(wall.at(0.5), (dy, -dx))


def _nearest_gate(cities: tuple[CityShape, ...], place: Point) -> Gate:
    walls = [wall for city in cities for wall in city.walls]
    return _gate_in(min(walls, key=lambda wall: distance(wall.at(0.5), place)))


# Roads and the river


def _middle(edge: Edge) -> Point:
    return turned((SIDE / 2, 0), EDGES.index(edge))


def _inwards(edge: Edge, depth: float) -> Point:
    """The point straight in from the middle of the edge."""
    return turned((SIDE / 2, depth), EDGES.index(edge))


def _through(first: Edge, second: Edge, sag: Point) -> Course:
    """From edge to edge: a bend, or a straight line that gives way by `sag` in the middle."""
    if (EDGES.index(first) - EDGES.index(second)) % 4 != 2:
        return (Curve(_middle(first), _inwards(first, 28), _inwards(second, 28), _middle(second)),)
    if not any(sag):
        return (line(_middle(first), _middle(second)),)
    lowest = _shifted(CENTRE, sag)
    # Level at both edges and in the middle, so that it meets its neighbours without a kink.
    return (
        Curve(_middle(first), _inwards(first, 22), _shifted(_inwards(first, 28), sag), lowest),
        Curve(lowest, _shifted(_inwards(second, 28), sag), _inwards(second, 22), _middle(second)),
    )


def _shifted(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _road_to_gate(edge: Edge, gate: Gate) -> Course:
    x, y = gate.place
    before = (x + 16 * gate.outward[0], y + 16 * gate.outward[1])
    if abs(before[0] - x) < 0.01 or abs(before[1] - y) < 0.01:
        return (line(_middle(edge), gate.place),)
    return (Curve(_middle(edge), _inwards(edge, 24), before, gate.place),)


def _road_sag(kind: TileKind) -> Point:
    """A straight road gives way a little to a single city."""
    if len(kind.cities) != 1 or kind.river:
        return 0, 0
    return _away_from(kind.cities[0].edges[0], 4)


def _away_from(edge: Edge, amount: float) -> Point:
    x, y = _inwards(edge, SIDE / 2 + amount)
    return x - CENTRE[0], y - CENTRE[1]


def _river(kind: TileKind) -> Course | None:
    if not kind.river:
        return None
    if len(kind.river) == 1:
        return (line(_middle(kind.river[0]), CENTRE),)
    ends = [road.edges[0] for road in kind.roads if len(road.edges) == 1]
    # A river below a road that ends on this tile makes room for what the road ends on.
    sag = _away_from(EDGES[(EDGES.index(ends[0]) + 2) % 4], 10) if ends else (0.0, 0.0)
    return _through(kind.river[0], kind.river[1], sag)


def _cloister_place(kind: TileKind) -> Point | None:
    if not kind.cloister:
        return None
    if kind.river and kind.roads:
        dx, dy = _away_from(kind.roads[0].edges[0], 22)
        return CENTRE[0] + dx, CENTRE[1] + dy
    return CENTRE


def _bridges(roads: list[Course], river: Course | None) -> tuple[Bridge, ...]:
    """Where a road comes closer to the river's course than the river is wide."""
    if river is None:
        return ()
    water = course_points(river)
    found = []
    for road in roads:
        steps = [i / 40 for i in range(41)]
        away = [min(distance(course_at(road, t), point) for point in water) for t in steps]
        if min(away) < RIVER_WIDTH / 4:
            # No road starts or ends in the river, so that there is a step on either side.
            near = steps[away.index(min(away))]
            (ax, ay), (bx, by) = course_at(road, near - 1 / 40), course_at(road, near + 1 / 40)
            length = distance((ax, ay), (bx, by))
            along = ((bx - ax) / length, (by - ay) / length)
            found.append(Bridge(course_at(road, near), along))
    return tuple(found)


def angle(direction: Point) -> float:
    """The clockwise angle of a direction in degrees, 0 to the east."""
    return math.degrees(math.atan2(direction[1], direction[0]))
