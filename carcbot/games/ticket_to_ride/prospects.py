"""What the evaluation `prospects` counts of each seat, and games of planners."""

from typing import Final

from carcbot import _native

__all__ = ["FACTS", "TRAINS", "State", "facts", "new_game", "play_on"]

State = _native.ticket_to_ride.State

FACTS: Final[tuple[str, ...]] = tuple(_native.ticket_to_ride.fact_names())
"""What each number of a seat's facts is."""
TRAINS: Final = 45
"""Of each seat at the beginning, when the phase is as early as it can be."""

facts = _native.ticket_to_ride.facts
new_game = _native.ticket_to_ride.new_game


def play_on(state: State, turns: int, seed: int) -> State:
    """The position after so many turns of planners, or at the end of the game."""
    return _native.ticket_to_ride.play_part(state, "planner", turns, seed)
