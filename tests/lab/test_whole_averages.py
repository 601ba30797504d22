"""Tests of carcbot.lab.whole_averages."""

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.positions import load
from carcbot.lab.whole_averages import SIMULATIONS, WholeAverages
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide


def test_it_makes_the_first_of_those_that_are_cut_off_alike() -> None:
    """Of moves whose averages have the same whole part the first one; of -1 and 0 that of 0."""
    differs = 0
    for seed, position in enumerate(load()[::7]):
        budget = Budget(simulations=100) if seed % 2 else Budget()
        chosen = WholeAverages(seed).choose(CARCASSONNE.parse(position.text), budget)
        sims = 100 if seed % 2 else SIMULATIONS
        plain = decide(parse_agent(f"heyden-mco:sims={sims}"), position.text, seed + 1)
        whole = {each.move: int(each.value) for each in plain.moves}
        best = max(whole.values())
        assert chosen == next(move for move, value in whole.items() if value == best)
        differs += chosen != plain.best
    assert differs
