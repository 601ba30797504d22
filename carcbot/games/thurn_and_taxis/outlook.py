"""What the evaluation `outlook` counts and how much of each it weighs, as the core has it."""

from typing import Final

from carcbot import _native

__all__ = ["PHASES", "TEMPO", "State", "Weights", "features", "new_game", "phase", "weights"]

State = _native.thurn_and_taxis.State
Weights = list[tuple[str, int, int]]
"""Each feature with its weights at the beginning and at the end of a game, in thousandths."""

PHASES: Final[int] = _native.thurn_and_taxis.PHASES
"""The phase of the beginning; that of the end is 0."""
TEMPO: Final[int] = _native.thurn_and_taxis.TEMPO
"""What it is worth to have the next turn, in thousandths of a point."""

features = _native.thurn_and_taxis.features
new_game = _native.thurn_and_taxis.new_game
phase = _native.thurn_and_taxis.phase


def weights() -> Weights:
    """The weights, in the core's order."""
    return _native.thurn_and_taxis.outlook_weights()
