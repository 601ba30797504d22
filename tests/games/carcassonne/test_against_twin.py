"""The core against its twin, every pair of option values in at least one game."""

import pytest

from tests.twin.side_by_side import covering_array, play_side_by_side, twin_options

PAIRS = covering_array(2)


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_pairs_of_options(number: int) -> None:
    """A game is the same in both: moves, scores, breakdowns, supplies, text and digest."""
    assert play_side_by_side(twin_options(PAIRS[number]), seed=number) > 50
