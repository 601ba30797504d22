"""Counts of the study of our best agent: first places that are shared, and leads."""

import pytest

from carcbot.arena.blocks import GameResult
from carcbot.lab.studies.postmaster import STUDY, margin_of, share_of


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
            (*each[turn:], *each[:turn]) for each in (("postmaster", "a", "b"), scores, places)
        )
        game = GameResult(0, turn, names, points, order, "")
        assert share_of(game) == pytest.approx(share)
        assert margin_of(game) == margin


def test_a_block_is_played_from_every_seat() -> None:
    """200 blocks of two games in both readings, 40 of three and 30 of four."""
    assert STUDY.steps(STUDY.usual) == 200 + 200 + 40 + 30
