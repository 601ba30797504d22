"""Tests of carcbot.games.carcassonne.score_sheet."""

import pytest

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.score_sheet import score_sheet
from tests.games.random_games import OPTION_SETS


def test_score_sheet_in_words() -> None:
    """Each scored feature is a line, and each seat has its sums."""
    state = CARCASSONNE.new()
    for ply in ("E", "0,-1/2+scS", "V", "1,0/1+srW"):
        state.apply(ply)
    assert score_sheet(state).splitlines() == [
        "turn  feature   tiles  points  for",
        "   1  city          2       4  seat 0",
        "",
        "              city      road  cloister    garden     field     total",
        "seat 0           4         0         0         0         0         4",
        "seat 1           0         0         0         0         0         0",
    ]


@pytest.mark.parametrize("options", OPTION_SETS["carcassonne"])
def test_score_sheet_adds_up(options: str) -> None:
    """Of every game, the sums of a seat make its score, and the lines fit a terminal."""
    state = CARCASSONNE.new(options)
    state.play_randomly(2)
    lines = score_sheet(state).splitlines()
    assert all(len(line) <= 80 for line in lines)
    for line, score in zip(lines[-state.seats :], state.scores(), strict=True):
        *sums, total = (int(number) for number in line.split()[2:])
        assert sum(sums) == total == score
