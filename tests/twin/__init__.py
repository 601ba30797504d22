"""The twin: the rules of Carcassonne once more, slow and in plain Python.

The native core is judged by this package. It was written from the rules document and
the data files alone and takes another road on purpose: the board is a dictionary, and
a feature is found by flood fill each time somebody asks for it.

Reading order: tiles, features, placement, notation, options, scoring, state, play.
"""

from tests.twin.options import TwinOptions
from tests.twin.play import perft, random_game
from tests.twin.scoring import Entry
from tests.twin.state import Twin

__all__ = ["Entry", "Twin", "TwinOptions", "perft", "random_game"]
