"""All kinds of tiles in one picture, with their names."""

from collections.abc import Sequence

from carcbot.games.carcassonne.board import TileKind
from carcbot.games.carcassonne.drawing.curves import SIDE
from carcbot.games.carcassonne.drawing.tile import shared_definitions, tile_definition, tile_svg
from carcbot.games.lettering import number, text_svg

_STEP_X = SIDE + 14
_STEP_Y = SIDE + 30


def tile_sheet_svg(kinds: Sequence[TileKind], *, columns: int = 11, cell: int = 80) -> str:
    """A sheet of these kinds, unrotated, `cell` pixels to a tile."""
    rows = -(-len(kinds) // columns)
    width, height = columns * _STEP_X + 14, rows * _STEP_Y + 14
    parts = []
    for i, kind in enumerate(kinds):
        x, y = 14 + i % columns * _STEP_X, 14 + i // columns * _STEP_Y
        parts.append(tile_svg(kind, 0, (x, y)))
        parts.append(
            text_svg(kind.name, (x + SIDE / 2, y + SIDE + 5), 11, "#3a2f22", align="middle")
        )
    definitions = shared_definitions() + "".join(tile_definition(kind) for kind in kinds)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' width="{number(width * cell / SIDE)}" height="{number(height * cell / SIDE)}">'
        f"<defs>{definitions}</defs>"
        f'<path d="M0 0H{number(width)}V{number(height)}H0Z" fill="#f7f1e3"/>'
        + "".join(parts)
        + "</svg>"
    )
