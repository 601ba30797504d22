"""Which segment covers which point of a tile, found by painting its shapes on a fine grid.

The fields are not painted: they are what is left, and each connected remainder must be one field
of the tile's data. So the grid proves that a drawing separates exactly what the rules separate, and
it tells the layout where there is room for a figure or a house.
"""

from dataclasses import dataclass, field
from functools import cache

from carcbot.games.carcassonne.board import EDGES, HALF_EDGES, HalfEdge, Segment, TileKind
from carcbot.games.carcassonne.drawing.curves import (
    SIDE,
    Course,
    Point,
    course_points,
    distance,
    turned,
)
from carcbot.games.carcassonne.drawing.geometry import (
    CLOISTER_RADIUS,
    CORNER_GAP,
    LAKE_RADIUS,
    RIVER_WIDTH,
    ROAD_WIDTH,
    SPRING_RADIUS,
    SQUARE_RADIUS,
    TileShape,
    shape_of,
)

GRID = 50
STEP = SIDE / GRID

Owner = Segment | str | None
"""What covers a grid cell: a segment, a name for other things, or None for nothing yet."""


@dataclass(frozen=True, slots=True)
class Regions:
    """The owner of each grid cell, row by row, and the cell's distance to the owner's border."""

    owners: tuple[Owner, ...]
    clearance: tuple[float, ...]
    _points: dict[Owner, list[tuple[Point, float]]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        for cell, owner in enumerate(self.owners):
            found = self._points.setdefault(owner, [])
            found.append((_centre(cell), self.clearance[cell]))

    def owner_at(self, point: Point) -> Owner:
        """What covers this point of the tile."""
        column = min(GRID - 1, max(0, int(point[0] / STEP)))
        row = min(GRID - 1, max(0, int(point[1] / STEP)))
        return self.owners[row * GRID + column]

    def points_of(self, owner: Owner) -> list[tuple[Point, float]]:
        """The points of one owner with their clearances, row by row."""
        return self._points.get(owner, [])


@cache
def regions_of(kind: TileKind) -> Regions:
    """The regions of this kind, unrotated.

    Raises ValueError when the drawing does not separate the fields as the kind's data do.
    """
    shape = shape_of(kind)
    owners: list[Owner] = [None] * (GRID * GRID)
    for i, city in enumerate(shape.cities):
        _paint_polygon(owners, [p for c in city.outline for p in c.points()], ("city", i))
        for corner in city.corners:
            _paint_disc(owners, _corner_nearest(corner.at(0.5)), CORNER_GAP + STEP, "post")
    if shape.river is not None:
        _paint_course(owners, shape.river, RIVER_WIDTH / 2, "river")
    for i, road in enumerate(shape.roads):
        _paint_course(owners, road, ROAD_WIDTH / 2, ("road", i), over=(None, "river"))
    for stub in shape.stubs:
        _paint_course(owners, (stub,), ROAD_WIDTH / 2, "stub", over=(None,))
    _paint_landmarks(owners, shape)
    _name_fields(kind, owners)
    return Regions(tuple(owners), tuple(_clearances(owners)))


def _paint_landmarks(owners: list[Owner], shape: TileShape) -> None:
    if shape.crossing is not None:
        _paint_disc(owners, shape.crossing, SQUARE_RADIUS, "square")
    if shape.cloister is not None:
        _paint_disc(owners, shape.cloister, CLOISTER_RADIUS, ("cloister", 0))
    if shape.spring is not None:
        _paint_disc(owners, shape.spring, SPRING_RADIUS, "river")
    if shape.lake is not None:
        _paint_disc(owners, shape.lake, LAKE_RADIUS, "river")


def _centre(cell: int) -> Point:
    return (cell % GRID + 0.5) * STEP, (cell // GRID + 0.5) * STEP


def _corner_nearest(point: Point) -> Point:
    return (SIDE if point[0] > SIDE / 2 else 0, SIDE if point[1] > SIDE / 2 else 0)


def _paint_polygon(owners: list[Owner], outline: list[Point], owner: Owner) -> None:
    """Fill the inside of the outline, one grid row at a time."""
    for row in range(GRID):
        y = (row + 0.5) * STEP
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)
            if (ay <= y) != (by <= y)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            for column in range(GRID):
                if left <= (column + 0.5) * STEP < right:
                    owners[row * GRID + column] = owner


def _paint_disc(
    owners: list[Owner], centre: Point, radius: float, owner: Owner, over: tuple[Owner, ...] = ()
) -> None:
    """Paint a disc; if `over` is given, only where one of these owns the cell."""
    x, y = centre
    for row in range(max(0, int((y - radius) / STEP)), min(GRID, int((y + radius) / STEP) + 1)):
        first, last = int((x - radius) / STEP), int((x + radius) / STEP) + 1
        for column in range(max(0, first), min(GRID, last)):
            cell = row * GRID + column
            if distance(_centre(cell), centre) <= radius and (not over or owners[cell] in over):
                owners[cell] = owner


def _paint_course(
    owners: list[Owner], course: Course, radius: float, owner: Owner, over: tuple[Owner, ...] = ()
) -> None:
    for point in course_points(course):
        _paint_disc(owners, point, radius, owner, over)


def _name_fields(kind: TileKind, owners: list[Owner]) -> None:
    """Give each connected remainder to the field whose half-edges it reaches."""
    found: dict[int, int] = {}
    cells_at = {half: _cell_inside(half) for half in HALF_EDGES}
    for start in range(GRID * GRID):
        if owners[start] is not None:
            continue
        area = _spread(owners, start)
        reached = {half for half, cell in cells_at.items() if cell in area}
        field = next(
            (i for i, segment in enumerate(kind.fields) if set(segment.half_edges) == reached), None
        )
        if field is None or field in found:
            raise ValueError(
                f"the drawing of tile {kind.name} has an area of {len(area)} grid cells at"
                f" {_centre(start)} with half-edges {sorted(reached)}, which is no field of its own"
            )
        found[field] = len(area)
        for cell in area:
            owners[cell] = ("field", field)
    if len(found) != len(kind.fields):
        missing = sorted(set(range(len(kind.fields))) - set(found))
        raise ValueError(f"the drawing of tile {kind.name} has no room for its fields {missing}")


def _cell_inside(half_edge: HalfEdge) -> int:
    """The grid cell just inside the middle of the half-edge."""
    along = SIDE * (0.25 if half_edge[1] == "L" else 0.75)
    edge = next(i for i, name in enumerate(EDGES) if name == half_edge[0])
    x, y = turned((along, STEP / 2), edge)
    return int(y / STEP) * GRID + int(x / STEP)


def _spread(owners: list[Owner], start: int) -> set[int]:
    """The cells without an owner that are connected with the start."""
    area = {start}
    waiting = [start]
    while waiting:
        for neighbour in _neighbours(waiting.pop()):
            if owners[neighbour] is None and neighbour not in area:
                area.add(neighbour)
                waiting.append(neighbour)
    return area


def _neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, GRID)
    found = []
    if row > 0:
        found.append(cell - GRID)
    if row < GRID - 1:
        found.append(cell + GRID)
    if column > 0:
        found.append(cell - 1)
    if column < GRID - 1:
        found.append(cell + 1)
    return found


def _clearances(owners: list[Owner]) -> list[float]:
    """Roughly how far each cell is from another owner or from the tile's border.

    Two sweeps pass distances on, forwards from the north-west and backwards from the south-east.
    """
    size = GRID + 2
    framed = [0.0] * (size * size)
    padded: list[Owner] = ["frame"] * (size * size)
    one_of = {owner: owner for owner in owners}  # so that the same owner is the same object
    for row in range(GRID):
        padded[(row + 1) * size + 1 : (row + 1) * size + 1 + GRID] = [
            one_of[owner] for owner in owners[row * GRID : (row + 1) * GRID]
        ]
    inside = [(row + 1) * size + column + 1 for row in range(GRID) for column in range(GRID)]
    for cell in inside:
        framed[cell] = 2 * SIDE
    straight, slanted = STEP, STEP * 1.414
    around = ((-size - 1, slanted), (-size, straight), (-size + 1, slanted), (-1, straight))
    for order, sign in ((inside, 1), (inside[::-1], -1)):
        for cell in order:
            best, owner = framed[cell], padded[cell]
            for offset, length in around:
                other = cell + sign * offset
                reach = framed[other] + length if padded[other] is owner else length * 0.5
                if reach < best:  # noqa: PLR1730 - min() costs a fifth of the whole layout
                    best = reach
            framed[cell] = best
    return [framed[cell] for cell in inside]
