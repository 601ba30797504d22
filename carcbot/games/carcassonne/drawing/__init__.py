"""Pictures of Carcassonne: tiles of our own, drawn from the segments that the rules work with."""

from carcbot.games.carcassonne.drawing.board_svg import board_svg
from carcbot.games.carcassonne.drawing.tile_sheet import tile_sheet_svg
from carcbot.games.carcassonne.drawing.view_svg import view_svg

__all__ = ["board_svg", "tile_sheet_svg", "view_svg"]
