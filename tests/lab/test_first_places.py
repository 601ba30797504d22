"""Counts of first places and leads: shared ones, and who sits where."""

import pytest

from carcbot.arena.blocks import GameResult
from carcbot.lab.first_places import margin_of, share_of


@pytest.mark.parametrize(
    ("scores", "places", "share", "margin"),
    (
        ((12, 15, 9), (2, 1, 3), 0, -3),
        ((15, 12, 9), (1, 2, 3), 1, 3),
        ((15, 15, 9), (1, 1, 3), 1 / 2, 0),
        ((-2, -2, -2), (1, 1, 1), 1 / 3, 0),
    ),
)
def test_first_places_are_shared(
    scores: tuple[int, ...], places: tuple[int, ...], share: float, margin: int
) -> None:
    """In equal parts among those that are first, wherever it sits."""
    for turn in range(3):
        names, points, order = (
            (*each[turn:], *each[:turn]) for each in (("ours", "a", "b"), scores, places)
        )
        game = GameResult(0, turn, names, points, order, "")
        assert share_of(game, "ours") == pytest.approx(share)
        assert margin_of(game, "ours") == margin
