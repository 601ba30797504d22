"""What lies on the table: figures, and features found by flood fill."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.twin.tiles import EDGES, HALF_EDGES, Layout, Segment

Cell = tuple[int, int]
#: A segment on the table: the cell of its tile and its number on that tile.
Spot = tuple[Cell, int]
Board = dict[Cell, Layout]


@dataclass(frozen=True)
class Figure:
    """A figure on a tile: whose, its size (small, big, abbot) and where it stands."""

    seat: int
    size: str
    segment: int
    target: str


#: At most one figure is ever placed on a tile, so the cell identifies it.
Figures = dict[Cell, Figure]

_LETTER = {"city": "c", "road": "r", "field": "f", "cloister": "m", "garden": "g"}


@dataclass(frozen=True)
class Feature:
    """Connected segments of one kind; two features are equal if their spots are."""

    kind: str
    spots: frozenset[Spot]
    complete: bool

    @property
    def tiles(self) -> list[Cell]:
        """The cells of the feature in order; a tile with two segments counts once."""
        return sorted({cell for cell, _ in self.spots})

    def segments(self, board: Board) -> list[Segment]:
        """The segments the feature is made of, in no particular order."""
        return [board[cell].segments[index] for cell, index in self.spots]

    def figures(self, figures: Figures) -> dict[Cell, Figure]:
        """The figures that stand in the feature."""
        return {
            cell: figures[cell]
            for cell, index in self.spots
            if cell in figures and figures[cell].segment == index
        }


def connected_spots(board: Board, start: Spot) -> Iterator[Spot]:
    """Flood fill: every spot of the feature that `start` belongs to, each once."""
    (x, y), index = start
    kind = board[x, y].segments[index].kind
    seen = {start}
    pending = [start]
    while pending:
        spot = pending.pop()
        yield spot
        (x, y), index = spot
        for link in board[x, y].links[index]:
            cell = (x + link.dx, y + link.dy)
            neighbour = board.get(cell)
            if neighbour is None:
                continue
            next_spot = (cell, neighbour.segment_at[kind, link.port])
            if next_spot not in seen:
                seen.add(next_spot)
                pending.append(next_spot)


def feature_at(board: Board, spot: Spot) -> Feature:
    """The whole feature around a spot, and whether it is complete."""
    cell, index = spot
    kind = board[cell].segments[index].kind
    spots = frozenset(connected_spots(board, spot))
    if kind == "field":
        complete = False
    elif kind in ("cloister", "garden"):
        complete = neighbour_count(board, cell) == 8
    else:
        complete = all(
            (x + link.dx, y + link.dy) in board
            for (x, y), number in spots
            for link in board[x, y].links[number]
        )
    return Feature(kind, spots, complete)


def neighbour_count(board: Board, cell: Cell) -> int:
    """How many of the eight cells around a cell hold tiles."""
    x, y = cell
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return sum(neighbour in board for neighbour in around)


def unoccupied_targets(board: Board, figures: Figures, cell: Cell) -> dict[str, int]:
    """Each feature of a tile that holds no figure: canonical target -> segment."""
    targets = {}
    for index in range(len(board[cell].segments)):
        spots = []
        for spot in connected_spots(board, (cell, index)):
            spot_cell, spot_index = spot
            if spot_cell in figures and figures[spot_cell].segment == spot_index:
                break
            spots.append(spot)
        else:
            # Segments that the board joins give the same target, and one entry:
            # whichever of them keeps the figure, it is in the same feature.
            targets[_target_name(board, cell, spots)] = index
    return targets


def canonical_target(board: Board, cell: Cell, target: str) -> str | None:
    """The first of all names of the feature a target names, or None if none is there."""
    layout = board[cell]
    for index, segment in enumerate(layout.segments):
        if target in _names(segment):
            return _target_name(board, cell, list(connected_spots(board, (cell, index))))
    return None


def _target_name(board: Board, cell: Cell, spots: list[Spot]) -> str:
    """The name of the first port of all of the feature's segments on this tile."""
    own = [board[cell].segments[index] for where, index in spots if where == cell]
    first = min(own, key=lambda segment: segment.ports)
    return _names(first)[0]


def _names(segment: Segment) -> list[str]:
    """Every target text that names this segment, the first port's first."""
    letter = _LETTER[segment.kind]
    if segment.kind in ("cloister", "garden"):
        return [letter]
    if not segment.ports:
        return [letter + "*"]
    ports = HALF_EDGES if segment.kind == "field" else EDGES
    return [letter + ports[port] for port in segment.ports]
