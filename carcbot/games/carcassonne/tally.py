"""What is counted of a game that was played: points by feature, and where figures went."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from carcbot.games.contract import State

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["tally"]

_FEATURES: Final = {
    "c": ("city", "cities"),
    "r": ("road", "roads"),
    "m": ("cloister", "cloisters"),
    "g": ("garden", "gardens"),
    "f": ("field", "fields"),
}


def tally(state: State, moves: Sequence[tuple[int, str]]) -> dict[str, list[int]]:
    """Counts, each for every seat.

    Args:
        state: The last position, as it was played and not as it was read from text: only so it
            knows what brought the points.
        moves: All moves, each with its seat.
    """
    last = cast("_native.carcassonne.State", state)
    plurals = dict(_FEATURES.values())
    counts = {
        name: [0] * last.seats
        for name in (
            *(f"points for {plural}" for plural in plurals.values()),
            *("turns with a meeple", "meeples taken back"),
            *(f"meeples on {plural}" for plural in plurals.values()),
        )
    }
    for _, scored, _, owners, points in last.breakdown():
        for seat in owners:
            counts[f"points for {plurals[scored]}"][seat] += points
    for seat, move in moves:
        _, plus, target = move.partition("+")
        if plus:
            counts["turns with a meeple"][seat] += 1
            counts[f"meeples on {_FEATURES[target[1]][1]}"][seat] += 1
        counts["meeples taken back"][seat] += move.endswith("^")
    return counts
