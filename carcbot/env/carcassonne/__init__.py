"""What environments of Carcassonne have besides: planes, turns in two phases, a published API."""

from typing import TYPE_CHECKING, Final

from carcbot.env.carcassonne.turn_phases import NumberedPhases, VectorPhases

if TYPE_CHECKING:
    from collections.abc import Mapping

    from carcbot.env.action_ways import Way

__all__ = ["ACTIONS"]

ACTIONS: "Final[Mapping[str, Way]]" = {"phases": NumberedPhases, "vector": VectorPhases}
"""How learners can act besides whole moves."""
