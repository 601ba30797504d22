"""The Python face of each game: notation, views and rendering."""

from typing import Final

__all__ = ["USUAL_GAME"]

USUAL_GAME: Final = "carcassonne"
"""The default game."""
