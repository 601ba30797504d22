"""Moves of a turn that a person has thought of and not made: what would be seen after them."""

from collections.abc import Sequence

from carcbot.errors import IllegalMoveError, InputError
from carcbot.games.contract import View

__all__ = ["view_after"]


def view_after(view: View, moves: Sequence[str]) -> View | None:
    """What a seat would know after these moves of its turn.

    Nothing is asked but its own view, so nothing can be told that it does not know.

    Args:
        view: What it knows now, at a decision of its own; it stays as it is.
        moves: Its next moves in that turn.

    Returns:
        None where it is not the seat that decides next in this turn, or where it cannot know what
        follows: only the referee can go on from there.

    Raises:
        InputError: A move is not possible, or something else comes before it.
    """
    seat, turn, after = view.to_move, view.turn, view.copy()
    for number, move in enumerate(moves, 1):
        if not _is_due(after, seat, turn):
            raise IllegalMoveError(
                "something else comes before it",
                where=f"move {number} of the draft",
                expected="moves between which nobody else, and no chance, has anything to do",
            )
        canonical = after.canonical_move(move)
        try:
            after.apply(canonical)
        except InputError:  # a move by which its own seat learns something is told with that
            if number < len(moves):
                raise
            return None
    return after if _is_due(after, seat, turn) else None


def _is_due(view: View, seat: int, turn: int) -> bool:
    return view.to_move == seat and view.turn == turn and not view.over
