"""A whole position as one self-contained SVG picture."""

from carcbot.games.carcassonne.board import Board, TileKind, standing_figures
from carcbot.games.carcassonne.drawing.curves import SIDE, Point
from carcbot.games.carcassonne.drawing.figures import figure_svg
from carcbot.games.carcassonne.drawing.layout import figure_place
from carcbot.games.carcassonne.drawing.panel import FAINT, WIDTH, panel_height, panel_svg
from carcbot.games.carcassonne.drawing.tile import shared_definitions, tile_definition, tile_svg
from carcbot.games.lettering import number, text_svg

Extent = tuple[int, int, int, int]

_TABLE = "#efe6d2"
_CELL = 64
"""How many pixels a tile is wide."""
_MARGIN = 22.0
_COORDINATES = 34.0
_EMPTY_RING = 0.3
"""How much bare table is shown about the tiles, in tiles."""


def board_svg(board: Board, *, extent: Extent | None = None) -> str:
    """The position as SVG text, with the numbers of columns and rows.

    With `extent`, the least x, least y, greatest x and greatest y, the table has that much room, so
    that all pictures of a game are of one size; without it, as much as the tiles take.

    The same board gives the same text on every machine. The picture refers to nothing
    outside itself, fonts included. Raises ValueError for a figure that stands on no segment of a
    tile.
    """
    extent = extent or board.extent()
    west, north, east, south = extent
    ring = SIDE * _EMPTY_RING
    margin = _MARGIN + _COORDINATES
    table_width = (east - west + 1) * SIDE + 2 * ring
    table_height = max((south - north + 1) * SIDE + 2 * ring, panel_height(board) - margin)
    width = margin + table_width + _MARGIN + WIDTH + _MARGIN
    height = margin + table_height + _MARGIN
    # Where the corner of the cell 0,0 comes to lie; tiles stand in the middle of their table.
    spare = table_height - (south - north + 1) * SIDE
    origin = (margin + ring - west * SIDE, margin + spare / 2 - north * SIDE)
    box = f'width="{number(width)}" height="{number(height)}"'
    pixels = f'width="{number(width * _CELL / SIDE)}" height="{number(height * _CELL / SIDE)}"'
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg"',
        f' viewBox="0 0 {number(width)} {number(height)}" {pixels}>',
        f"<defs>{shared_definitions()}",
        *(tile_definition(kind) for kind in _kinds(board)),
        f'</defs><rect {box} fill="{_TABLE}"/>',
        *(tile_svg(t.kind, t.rotation, _corner(t.x, t.y, origin)) for t in board.tiles),
        _coordinates(extent, origin),
        _last_move(board, origin),
        *_figures(board, origin),
        panel_svg(board, (margin + table_width + _MARGIN, _MARGIN)),
        "</svg>",
    ]
    return "".join(parts)


def _kinds(board: Board) -> list[TileKind]:
    """Every kind in the picture once, by name."""
    kinds = {tile.kind.name: tile.kind for tile in board.tiles}
    if board.hand is not None:
        kinds[board.hand.name] = board.hand
    return [kinds[name] for name in sorted(kinds)]


def _corner(x: int, y: int, origin: Point) -> Point:
    return origin[0] + x * SIDE, origin[1] + y * SIDE


def _figures(board: Board, origin: Point) -> list[str]:
    drawn = []
    for figure, tile in standing_figures(board):
        x, y = figure_place(tile, figure)
        left, top = _corner(figure.x, figure.y, origin)
        place = (left + x, top + y)
        drawn.append(figure_svg(figure.seat, figure.figure, figure.on, place))
    return drawn


def _last_move(board: Board, origin: Point) -> str:
    """A bright frame with a dark rim, to be seen on grass, stone and water alike."""
    if board.last is None:
        return ""
    x, y = _corner(*board.last, origin)
    frame = f'x="{number(x)}" y="{number(y)}" width="100" height="100" rx="3" fill="none"'
    return (
        f'<g class="last"><rect {frame} stroke="#1d160f" stroke-width="9"/>'
        f'<rect {frame} stroke="#ffe928" stroke-width="5.4"/></g>'
    )


def _coordinates(extent: Extent, origin: Point) -> str:
    """Column numbers above the tiles, row numbers to their left."""
    west, north, east, south = extent
    left, top = _corner(west, north, origin)
    gap = SIDE * _EMPTY_RING
    parts = ['<g class="coordinates">']
    for x in range(west, east + 1):
        place = (origin[0] + x * SIDE + SIDE / 2, top - gap - 18)
        parts.append(text_svg(str(x), place, 17, FAINT, align="middle"))
    for y in range(north, south + 1):
        place = (left - gap - 6, origin[1] + y * SIDE + SIDE / 2 - 8)
        parts.append(text_svg(str(y), place, 17, FAINT, align="right"))
    parts.append("</g>")
    return "".join(parts)
