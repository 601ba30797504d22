"""Means of turns with intervals over games."""

import numpy as np
import pytest

from carcbot.arena.statistics.intervals import mean_margin
from carcbot.lab.turn_means import mean_of_turns


def test_games_of_one_length_are_as_good_as_their_means() -> None:
    """The interval is Student's, of the means of the games."""
    sums, turns = (30, 50, 40, 44), (10,) * 4
    means = mean_margin(np.array(sums) / 10, 10)
    assert mean_of_turns(sums, turns).ends == pytest.approx(means.ends)


def test_longer_games_count_for_more() -> None:
    """The mean is that of all turns, and what is the same in all of them has a narrow interval."""
    told = mean_of_turns((10, 90), (10, 30))
    assert told.value == 100 / 40
    assert told.low < told.value < told.high
    alike = mean_of_turns((7 * 80, 7 * 100, 7 * 90), (80, 100, 90))
    assert alike.value == pytest.approx(7)
    assert 0 < alike.plus_minus < 0.1
