"""Pictures of Carcassonne: tiles of our own, drawn from the segments that the rules work with.

`png` has a module of its own, so that drawing works where the PNG renderer cannot be installed.
"""

from carcbot.games.carcassonne.drawing.board_svg import board_svg
from carcbot.games.carcassonne.drawing.tile_sheet import tile_sheet_svg

__all__ = ["board_svg", "tile_sheet_svg"]
