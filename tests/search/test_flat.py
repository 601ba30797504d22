"""Flat Monte Carlo does what its slow twin does, and divides its games over the moves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot._native.search import monotonic_ns
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, decide, run
from tests.hypothesis_profiles import examples
from tests.search.slow_mcts import SlowFlat
from tests.search.toys import groves, pot_positions


@examples(50)
@given(
    groves(),
    st.integers(0, 2**64 - 1),
    st.integers(1, 200),
    st.sampled_from(("difference", "outcome")),
    st.sampled_from(("best", "all")),
)
def test_twin(
    grove: tuple[State, int], seed: int, simulations: int, reward: str, rivals: str
) -> None:
    """Every game and every total, and the best mean as the move; of equal ones the first."""
    state, _ = grove
    agent = parse_agent(f"flat:reward={reward},rivals={rivals},sims={simulations}")
    thought = run(agent.searcher(state.text, seed), agent.budget, board_for(16))
    rows = SlowFlat(state, seed, reward, rivals).rows(simulations)
    assert thought.moves == rows
    means = [total / visits for visits, total in rows if visits]
    assert thought.value == max(means)
    assert thought.best == means.index(max(means))


@pytest.mark.parametrize("budget", (Budget(simulations=999), Budget(nodes=500), None))
def test_even_division(budget: Budget | None) -> None:
    """Whatever ends it, no move has more than one game more than another."""
    agent = parse_agent("heyden-mc")
    for position in positions.load()[::10]:
        if budget:
            visits = [row.visits for row in decide(agent, position.text, 3, budget).moves]
            assert sum(visits) == (budget.simulations or budget.nodes)
        else:
            time = Budget(hard_s=0.02)
            thought = decide(agent, position.text, 3, time, began_ns=monotonic_ns())
            visits = [row.visits for row in thought.moves]
        assert max(visits) - min(visits) <= 1


def test_converges_to_the_mean() -> None:
    """One move before the end, its values are the expected ones."""
    for state in pot_positions("seats=2,ones=1,twos=1,threes=0", 10**6):
        flat = decide(parse_agent("flat:sims=60000"), state.text, 5)
        for row in flat.moves:
            assert (
                abs(row.value - mean_of_random_play(after(state, row.move), state.to_move)) < 0.05
            )


def after(state: State, ply: str) -> State:
    """The position after a move or a draw."""
    copy = state.copy()
    copy.apply(ply)
    return copy


def mean_of_random_play(state: State, seat: int) -> float:
    """The expected lead of a seat at the end if all moves are made at random."""
    if state.over:
        own, other = state.scores()[seat], state.scores()[1 - seat]
        return own - other
    plies = state.outcomes() or [(move, 1) for move in state.legal_moves()]
    total = sum(weight for _, weight in plies)
    return sum(
        weight / total * mean_of_random_play(after(state, ply), seat) for ply, weight in plies
    )


def test_shared_guesses() -> None:
    """With one guess for all moves, every value is that of a game against the same hidden card."""
    state: Any = registry.get("kuhn").new("")
    for card in ("Q", "K"):
        state.apply(card)
    # by the other's card: what to bet brings where the other then calls or not, and what to pass
    worth = {"J": {"bet": 3.0, "pass": 1.5}, "K": {"bet": -1.0, "pass": -2.5}}
    found = set()
    for seed in range(12):
        thought = decide(parse_agent("flat:worlds=1,sims=6000"), state.view(0).text, seed)
        values = {row.move: row.value for row in thought.moves}
        near = [card for card, each in worth.items() if values == pytest.approx(each, abs=0.3)]
        found.update(near)
        assert len(near) == 1
    assert found == {"J", "K"}
