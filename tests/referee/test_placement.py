"""Tests of carcbot.referee.placement."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.games.random_plies import random_ply
from carcbot.messages.parts import Standing, Why
from carcbot.referee.placement import standings_of
from tests.games.random_games import GAMES, random_record


def ended(options: str, seed: int) -> State:
    """A game of pot that is over."""
    return random_record("pot", options, seed).state


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nobody_out(name: str, options: str) -> None:
    """If nobody is out, points and places are those of the game, before its end too."""
    rng = random.Random(5)
    state = registry.get(name).new(options)
    while True:
        standings = standings_of(state, [None] * state.seats, [])
        assert [each.points for each in standings] == state.scores()
        assert [each.place for each in standings] == state.ranking()
        assert not any(each.out for each in standings)
        if state.over:
            return
        state.apply(random_ply(state, rng))


def test_out_is_last() -> None:
    """The first to be out is last of all, however many points it has."""
    state = ended("seats=4,ones=9,twos=0,threes=5", 1)
    whys: list[Why | None] = ["time", None, "resign", None]
    standings = standings_of(state, whys, [2, 0])
    scores = state.scores()
    assert [each.out for each in standings] == whys
    assert [each.points for each in standings] == scores
    assert (standings[2].place, standings[0].place) == (4, 3)
    one, three = standings[1].place, standings[3].place
    assert {one, three} == ({1} if scores[1] == scores[3] else {1, 2})
    assert (one <= three) == (scores[1] >= scores[3])


def test_everybody_out() -> None:
    """If all are out, the last of them has won."""
    state = registry.get("pot").new("seats=3")
    standings = standings_of(state, ["time", "time", "time"], [1, 2, 0])
    assert standings == (Standing(1, 0, "time"), Standing(3, 0, "time"), Standing(2, 0, "time"))


@given(st.integers(0, 100), st.permutations(range(4)), st.integers(0, 4))
def test_places(seed: int, order: list[int], count: int) -> None:
    """Who plays to the end is before all who are out, and ranked as the game ranks them."""
    state = ended("seats=4,ones=3,twos=3,threes=3", seed)
    outs = order[:count]
    whys: list[Why | None] = ["crash" if seat in outs else None for seat in range(4)]
    places = [each.place for each in standings_of(state, whys, outs)]
    inside = order[count:]
    assert [places[seat] for seat in outs] == list(range(4, 4 - count, -1))
    assert not inside or min(places[seat] for seat in inside) == 1
    for one in inside:
        before = [other for other in inside if state.ranking()[other] < state.ranking()[one]]
        assert places[one] == len(before) + 1
