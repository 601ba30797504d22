"""The article's 81 numbers say every part of a turn, and each part in its own way."""

import random

import numpy as np
import pytest

from carcbot import _native
from carcbot.env.carcassonne.action_vector import LENGTH, part_with, vector_of
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.errors import IllegalMoveError, NotationError
from carcbot.games.carcassonne import CARCASSONNE
from tests.env.carcassonne.planes_twin import twin_planes
from tests.games.carcassonne.random_play import new_game, random_ply

State = _native.carcassonne.State

BIG = "seats=2,expansions=river+inns_and_cathedrals+abbot"


def ones(phases: TwoPhases, text: str) -> list[int]:
    """Where the ones are."""
    return np.flatnonzero(vector_of(phases, text)).tolist()


def test_worked_examples() -> None:
    """A tile, a farmer, an abbot that is taken back, and nothing, number by number."""
    # one tile in the middle: row and column 14, and the next one to the right makes two columns
    phases = TwoPhases(new_game("expansions=abbot"))
    phases.state.apply("V")
    assert ones(phases, "1,0/1") == [0, 3 + 14, 33 + 15, 63 + 1]
    phases.make("1,0/1")
    assert ones(phases, "+sfNL") == [1, 3 + 14, 33 + 15, 67 + 5, 76 + 3]
    assert ones(phases, "+srN") == [1, 3 + 14, 33 + 15, 67 + 0, 76 + 0]
    assert ones(phases, "") == [2]
    # seat 0 has its abbot on the cloister below; the tile above makes it three rows
    phases = TwoPhases(
        CARCASSONNE.parse(
            "carcassonne/1 position seats=2,expansions=abbot D0@0,0;V1@1,0;B0@0,1+0am 0:0"
            " place:0:E - -"
        )
    )
    phases.make("0,-1/2")
    assert ones(phases, "^") == [2, 3 + 15, 33 + 14, 76 + 2]


@pytest.mark.parametrize("seed", range(3))
def test_every_part_has_its_own_vector(seed: int) -> None:
    """In random games no two possible parts have one vector, and each is found by its own."""
    rng = random.Random(seed)
    state = new_game(BIG)
    while not state.over:
        ply = random_ply(state, rng)
        if state.to_move >= 0 and rng.random() < 0.15:
            phases = TwoPhases(state)
            check_all_differ(phases)
            phases.make(rng.choice(phases.parts()))
            check_all_differ(phases)
        state.apply(ply)


def check_all_differ(phases: TwoPhases) -> None:
    """Of the parts that are possible now."""
    parts = phases.parts()
    vectors = {tuple(vector_of(phases, part).tolist()): part for part in parts}
    assert len(vectors) == len(parts)
    chosen = random.Random(len(parts)).choice(list(vectors))
    assert len(chosen) == LENGTH
    assert part_with(phases, chosen) == vectors[chosen]


def test_the_places_of_every_tile_differ() -> None:
    """On every kind of tile, as it can lie beside the first one, each place has its number."""
    for options in ("expansions=inns_and_cathedrals", "expansions=inns_and_cathedrals+abbot"):
        start = new_game(options)
        for kind, _ in start.outcomes():
            state = start.copy()
            state.apply(kind)
            for placement in TwoPhases(state).parts():
                phases = TwoPhases(state)
                phases.make(placement)
                check_all_differ(phases)


def test_what_says_nothing_is_refused() -> None:
    """A vector that no possible part has is refused."""
    phases = TwoPhases(new_game(""))
    phases.state.apply("V")
    for wrong in (np.zeros(LENGTH), np.ones(LENGTH), np.zeros(3)):
        with pytest.raises(IllegalMoveError):
            part_with(phases, wrong)


def test_beyond_the_planes_there_is_no_vector() -> None:
    """On a board of 30 columns one more is legal, and has no vector; the planes leave it out."""
    state = row_of(30)
    phases = TwoPhases(state)
    beyond = next(part for part in phases.parts() if part.startswith("30,0/"))
    with pytest.raises(NotationError, match="column 30 has no number"):
        vector_of(phases, beyond)
    inside = next(part for part in phases.parts() if not part.startswith(("30,", "-1,")))
    assert part_with(phases, vector_of(phases, inside)) == inside
    np.testing.assert_array_equal(row_of(33).planes(), twin_planes(row_of(33)))


def row_of(length: int) -> State:
    """A position with so many tiles, all in a row from the first one to the right."""
    state = new_game("")
    for x in range(1, length + 1):
        east = f"{x},0/"
        for kind, _ in state.outcomes():
            after = state.copy()
            after.apply(kind)
            fits = [move for move in after.legal_moves() if move.startswith(east)]
            if fits and x < length:
                after.apply(fits[0])
            if fits:
                state = after
                break
    return state
