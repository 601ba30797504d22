"""An agent whose matches last, and cost the processor nothing."""

import time
from typing import Final

from carcbot.games.contract import State
from carcbot.search.budget import Budget

__all__ = ["PATIENT", "Patient"]


class Patient:
    """Makes the first legal move, after a moment."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move."""
        del budget
        time.sleep(0.05)
        return view.legal_moves()[0]


PATIENT: Final = f"{__name__}:{Patient.__name__}"
