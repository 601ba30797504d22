"""Turns of random games: as many as asked for, and fewer where a lead ends them."""

import random

import pytest

from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw
from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.samples import turns_of_samples


@pytest.mark.parametrize("policy", ("uniform", "pseudo-random"))
def test_a_lead_ends_samples(policy: str) -> None:
    """At the start no sample of three turns ends by itself, of fifty some do; a lead ends more."""
    state = THURN_AND_TAXIS.new("reading=thesis", seats=2)
    rng = random.Random(1)
    while state.to_move == CHANCE:
        state.apply(draw(state, rng))
    view = state.view(state.to_move)
    assert turns_of_samples(view, 20, turns=3, policy=policy, lead=0, seed=1) == 60
    whole, cut = (
        turns_of_samples(view, 200, turns=50, policy=policy, lead=lead, seed=1) for lead in (0, 3)
    )
    assert 200 < cut < whole <= 10_000
