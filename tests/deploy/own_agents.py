"""An agent whose matches last, and cost the processor nothing."""

import os
import time
from pathlib import Path
from typing import Final

from carcbot.games.contract import State
from carcbot.search.budget import Budget

__all__ = ["HOLD", "PATIENT", "Patient"]

HOLD: Final = "CARCBOT_TEST_HOLD"
"""The variable that names a file; as long as that is there, matches stop in their middle."""
_MIDDLE: Final = 36
"""A turn of a match for two."""


class Patient:
    """Makes the first legal move, after a moment."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move."""
        del budget
        time.sleep(0.05)
        while view.turn >= _MIDDLE and Path(os.environ.get(HOLD, "")).is_file():
            time.sleep(0.05)
        return view.legal_moves()[0]


PATIENT: Final = f"{__name__}:{Patient.__name__}"
