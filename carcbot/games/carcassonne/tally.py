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
    counts: dict[str, list[int]] = {}

    def add(name: str, seat: int, much: int) -> None:
        counts.setdefault(name, [0] * last.seats)[seat] += much

    for kind, plural in _FEATURES.values():
        counts[f"points for {plural}"] = [0] * last.seats
        for _, scored, _, owners, points in last.breakdown():
            for seat in owners if scored == kind else ():
                add(f"points for {plural}", seat, points)
    for name in ("turns with a meeple", "meeples taken back"):
        counts[name] = [0] * last.seats
    for _, plural in _FEATURES.values():
        counts[f"meeples on {plural}"] = [0] * last.seats
    for seat, move in moves:
        _, plus, target = move.partition("+")
        if plus:
            add("turns with a meeple", seat, 1)
            add(f"meeples on {_FEATURES[target[1]][1]}", seat, 1)
        add("meeples taken back", seat, move.endswith("^"))
    return counts
