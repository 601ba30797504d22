"""Where a tile may be laid: matching edges, and the ways of the river."""

from dataclasses import dataclass

from tests.twin.features import Board, Cell
from tests.twin.options import TwinOptions
from tests.twin.tiles import STEPS, Layout, TileKind, opposite

#: A turn of the river: the leaving edge, seen from the heading of the water.
STRAIGHT = 0


@dataclass(frozen=True)
class RiverEnd:
    """The open end of the river: the empty cell before it, and the turns so far.

    `enters` is the edge of that cell through which the river comes in.
    """

    cell: Cell
    enters: int
    turns: list[int]


def legal_placements(
    board: Board, tile: TileKind, options: TwinOptions, source: Cell
) -> list[tuple[Cell, Layout]]:
    """Every cell and distinct rotation where the tile may be laid.

    `source` is the cell of the river's source; it is only looked at for river tiles.
    """
    if tile.set == "river":
        end = river_end(board, source)
        return [
            (end.cell, layout)
            for layout in tile.layouts
            if end is not None
            and edges_match(board, end.cell, layout)
            and _river_may_flow(board, end, layout, options)
        ]
    return [
        (cell, layout)
        for cell in frontier(board)
        for layout in tile.layouts
        if edges_match(board, cell, layout)
    ]


def frontier(board: Board) -> set[Cell]:
    """The empty cells beside at least one tile."""
    beside = {(x + dx, y + dy) for x, y in board for dx, dy in STEPS}
    return beside - board.keys()


def edges_match(board: Board, cell: Cell, layout: Layout) -> bool:
    """Whether each existing neighbour shows this layout an edge of the same type."""
    x, y = cell
    for edge, (dx, dy) in enumerate(STEPS):
        neighbour = board.get((x + dx, y + dy))
        if neighbour and neighbour.edges[opposite(edge)] != layout.edges[edge]:
            return False
    return True


def river_end(board: Board, source: Cell) -> RiverEnd | None:
    """Follow the river from its source; None if there is none or it has its lake."""
    layout = board[source]
    if not layout.river_edges:
        return None
    x, y = source
    leaves = layout.river_edges[0]
    turns: list[int] = []
    while True:
        dx, dy = STEPS[leaves]
        x, y = x + dx, y + dy
        enters = opposite(leaves)
        if (x, y) not in board:
            return RiverEnd((x, y), enters, turns)
        onward = _way_out(board[x, y], enters)
        if onward is None:
            return None
        leaves = onward
        turns.append(_turn(enters, leaves))


def _way_out(layout: Layout, enters: int) -> int | None:
    """The edge by which the river leaves; the lake (and the source) lets none out."""
    others = [edge for edge in layout.river_edges if edge != enters]
    return others[0] if others else None


def _turn(enters: int, leaves: int) -> int:
    """0 straight on, 1 to the right, 3 to the left."""
    heading = opposite(enters)
    return (leaves - heading) % 4


def _river_may_flow(board: Board, end: RiverEnd, layout: Layout, options: TwinOptions) -> bool:
    """Whether the tile continues the river and keeps the rules about its course."""
    if end.enters not in layout.river_edges:
        return False
    leaves = _way_out(layout, end.enters)
    if leaves is None:
        return True
    turn = _turn(end.enters, leaves)
    if turn != STRAIGHT and turn == _forbidden_turn(end.turns, options.river_rule):
        return False
    return not options.river_look_ahead or _water_ahead(board, end.cell, leaves)


def _forbidden_turn(turns: list[int], river_rule: str) -> int | None:
    """The side to which the next bend must not turn."""
    if river_rule == "immediate":
        return turns[-1] if turns else None
    bends = [turn for turn in turns if turn != STRAIGHT]
    return bends[-1] if bends else None


def _water_ahead(board: Board, cell: Cell, leaves: int) -> bool:
    """Whether two rows of three cells before the new open end are empty."""
    x, y = cell
    ahead_x, ahead_y = STEPS[leaves]
    side_x, side_y = STEPS[(leaves + 1) % 4]
    return not any(
        (x + row * ahead_x + side * side_x, y + row * ahead_y + side * side_y) in board
        for row in (1, 2)
        for side in (-1, 0, 1)
    )
