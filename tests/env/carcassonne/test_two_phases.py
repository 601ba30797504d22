"""Turns in two phases are the moves of the rules, in two parts."""

import random

import pytest

from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.errors import IllegalMoveError, OutOfTurnError
from tests.games.carcassonne.random_play import OPTION_SETS, new_game, random_ply


@pytest.mark.parametrize("options", OPTION_SETS[::3])
def test_the_parts_make_every_move(options: str) -> None:
    """Every pair of parts is a legal move, every legal move is one of them, and it is made."""
    rng = random.Random(options)
    state = new_game(options)
    while not state.over:
        ply = random_ply(state, rng)
        if state.to_move >= 0 and rng.random() < 0.2:
            moves = set()
            for placement in TwoPhases(state).parts():
                phases = TwoPhases(state.copy())
                phases.make(placement)
                moves |= {placement + figure for figure in phases.parts()}
            assert moves == set(state.legal_moves())
            phases = TwoPhases(state.copy())
            placement = next(each for each in phases.parts() if ply.startswith(each))
            phases.make(placement)
            assert phases.state.text == state.text
            phases.make(ply.removeprefix(placement))
            state.apply(ply)
            assert phases.state.text == state.text
            assert phases.laid is None
        else:
            state.apply(ply)


def test_what_is_not_possible_is_refused() -> None:
    """A part of the other phase, or of no legal move, is refused and changes nothing."""
    phases = TwoPhases(new_game(""))
    assert phases.parts() == []
    with pytest.raises(OutOfTurnError, match="expected a draw"):
        phases.make("1,0/0")
    phases.state.apply("V")
    before = phases.state.text
    for part in ("", "+srN", "1,0/3", "50,50/0"):
        with pytest.raises(IllegalMoveError, match="tile phase"):
            phases.make(part)
    phases.make("1,0/1")
    for part in ("1,0/1", "^", "+scN"):
        with pytest.raises(IllegalMoveError, match="meeple phase"):
            phases.make(part)
    assert phases.state.text == before
    assert phases.laid == "1,0/1"
