"""Counts of first places and leads: shared ones, and who sits where."""

import pytest

from carcbot.arena.blocks import Block, BlockResult, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.lab.first_places import margin_of, share_of, unfinished_matches
from carcbot.lab.study import Unfinished


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


def test_what_is_missing_is_told() -> None:
    """In games, of each match that has fewer than it should, by its title."""
    players = tuple(Entrant(name, "random") for name in "abc")
    contest = Contest(name="abc", game="pot", seats=3, blocks=2, player=players)
    game = GameResult(0, 0, ("a", "b", "c"), (1, 2, 3), (3, 2, 1), "")
    block = BlockResult(Block(0, 0, (0, 1, 2)), (game, game, game))
    missing = unfinished_matches(
        {"whole": contest, "half": contest}, {"whole": (block, block), "half": (block,)}
    )
    assert missing == (Unfinished("half", 3, 6, "games"),)
