"""Tests of carcbot.cli.picture: a position as lines, whatever game it is of."""

from carcbot.cli.picture import picture_of, sheet_of
from carcbot.games import registry


def test_carcassonne() -> None:
    """A board is drawn with its last tile, and in few rows only the part about it."""
    state = registry.get("carcassonne").new("seats=2")
    plies = ["E", "0,-1/2+scS", "U", "1,0/1"]
    for ply in plies:
        state.apply(ply)
    lines = picture_of(state, plies, 80)
    assert any("Last tile: 1,0" in line for line in lines)
    assert any(line.startswith("-1 ") for line in lines)
    few = picture_of(state, plies, 80, rows=10)
    assert not any(line.startswith("-1 ") for line in few)
    assert sheet_of(state)[-2].split()[-1] == "4"


def test_others() -> None:
    """A game without a board says whose turn it is, and the points."""
    state = registry.get("pot").new("seats=3")
    assert picture_of(state, [], 80)[-1] == "chance is to move"
    assert sheet_of(state) == [f"seat {seat}: 0 points" for seat in range(3)]
    state.play_randomly(1)
    assert picture_of(state, [], 80)[-1] == "the game is over"
