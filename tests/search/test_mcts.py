"""Monte-Carlo tree search does what its slow twin does, and finds what Expectimax finds."""

import math
import random
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot._native.search import monotonic_ns
from carcbot.games import registry
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE, State
from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import Progress, board_for, decide, run
from carcbot.search.families import Searcher
from tests.hypothesis_profiles import examples
from tests.search.slow_mcts import SlowMcts, rewards_of
from tests.search.toys import groves, pot_positions


def think(searcher: Searcher, simulations: int) -> Progress:
    """Lets a searcher make so many simulations."""
    return run(searcher, Budget(simulations=simulations), board_for(16))


def check_against_twin(
    state: State,
    simulations: int,
    *,
    seed: int = 7,
    c: float = 3.0,
    s: int = 1,
    t: int = 1,
    reward: str = "difference",
    rivals: str = "best",
    b: float | None = None,
) -> None:
    """Every visit, every total, the shape of the tree, and what RAVE knows besides."""
    text = f"c={c!r},s={s},t={t},reward={reward},rivals={rivals}"
    agent = parse_agent(f"mcts:{text}" if b is None else f"rave:{text},b={b!r}")
    searcher = agent.searcher(state.text, seed)
    progress = think(searcher, simulations)
    slow = SlowMcts(state.copy(), seed, c=c, s=s, t=t, reward=reward, rivals=rivals, b=b)
    for _ in range(simulations):
        slow.simulate()
    assert progress.moves == slow.rows()
    assert (progress.nodes, progress.depth) == (slow.nodes, slow.depth)
    assert progress.simulations == simulations
    if b is not None:
        assert searcher.root_all_as_first() == slow.rows_all_as_first()


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("b", (None, 0.0, 0.1, 10.0))
def test_whole_game_of_pot(seats: int, b: float | None) -> None:
    """From the beginning of a game whose tree is soon whole, by UCT and by RAVE."""
    state = registry.get("pot").new(f"seats={seats},ones=2,twos=2,threes=1")
    state.apply("2")
    for c, s, t, reward in (
        (3.0, 1, 1, "difference"),
        (0.3, 3, 4, "outcome"),
        (1.0, 2, 1, "outcome"),
    ):
        check_against_twin(state, 1500, c=c, s=s, t=t, reward=reward, rivals="all", b=b)


PARAMETERS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**64 - 1),
        "c": st.sampled_from((0.0, 0.5, 3.0, 20.0)),
        "s": st.sampled_from((1, 3)),
        "t": st.sampled_from((1, 2, 5)),
        "reward": st.sampled_from(("difference", "outcome")),
        "rivals": st.sampled_from(("best", "all")),
        "b": st.sampled_from((None, 0.0, 0.05, 2.0)),
    }
)


@examples(70)
@given(groves(), PARAMETERS)
def test_random_trees(grove: tuple[State, int], parameters: dict[str, Any]) -> None:
    """In trees of every shape and with every parameter."""
    check_against_twin(grove[0], 250, **parameters)


def test_ending_of_carcassonne() -> None:
    """The tree keeps every tile and move apart: with one move left there is nothing random."""
    state = last_tile()
    thought = decide(parse_agent("mcts:sims=5000,c=100"), state.text, 1)
    for row in thought.moves:
        after = state.copy()
        after.apply(row.move)
        assert after.over
        assert row.visits > 0
        assert row.value == rewards_of(after.scores(), "difference", "best")[state.to_move]


def last_tile() -> State:
    """A position of Carcassonne in which the last tile is to be laid."""
    state: State = registry.parse(positions.load()[-1].text)
    while state.to_move == CHANCE or sum(map(state.turns_left, range(state.seats))) > 1:
        state.apply(state.outcomes()[0][0] if state.to_move == CHANCE else state.legal_moves()[-1])
    return state


@pytest.mark.parametrize("options", ("ones=1,twos=1,threes=1", "ones=2,twos=0,threes=1"))
@pytest.mark.parametrize("family", ("mcts", "rave:b=1"))
def test_converges_to_expectimax(options: str, family: str) -> None:
    """With time enough, its move is one that Expectimax cannot better, in every small position."""
    joint = "," if ":" in family else ":"
    for state in pot_positions(f"seats=2,{options}", 10**6):
        tree = decide(parse_agent(f"{family}{joint}sims=100000,c=1"), state.text, 1)
        exact = decide(parse_agent("expectimax:depth=9,bound=1000"), state.text, 1)
        worth = {row.move: row.value for row in exact.moves}
        assert worth[tree.best] == exact.value, state.text
        assert math.isclose(tree.value, exact.value, abs_tol=0.1), state.text


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("reward", ("difference", "outcome"))
def test_right_seat(seats: int, reward: str) -> None:
    """Before the last move every value is the reward of the seat that makes it."""
    seen = set()
    games = (f"seats={seats},ones={ones},twos=1,threes=1" for ones in range(seats))
    for state in chain.from_iterable(pot_positions(game, 10**6) for game in games):
        ends: dict[str, float] = {}
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            if after.over:
                ends[move] = rewards_of(after.scores(), reward, "best")[state.to_move]
        if not ends:
            continue
        seen.add(state.to_move)
        thought = decide(parse_agent(f"mcts:reward={reward},sims=500"), state.text, 1)
        assert {row.move: row.value for row in thought.moves if row.move in ends} == ends
    assert seen == set(range(seats))


FINALS: dict[str, Callable[[int, float], tuple[float, float]]] = {
    "most-visits": lambda visits, total: (visits, total),
    "best-value": lambda visits, total: (total / visits, 0),
    "secure": lambda visits, total: (total / visits - 4 / math.sqrt(visits), 0),
}


@examples(70)
@given(groves(), st.sampled_from(tuple(FINALS)), st.sampled_from((0.5, 5.0, 50.0)))
def test_final_move(grove: tuple[State, int], final: str, c: float) -> None:
    """The move that is made has the most visits, the best mean or the best safe mean.

    Of several with the most visits it is the one with the best mean.
    """
    state, _ = grove
    progress = think(parse_agent(f"mcts:c={c},final={final}").searcher(state.text, 3), 300)
    values = [FINALS[final](*row) if row[0] else (-math.inf, 0.0) for row in progress.moves]
    assert progress.best == values.index(max(values))
    visits, total = progress.moves[progress.best]
    assert progress.value == total / visits


@pytest.mark.parametrize("simulations", (10, 100))
def test_of_equal_visits_the_best_value(simulations: int) -> None:
    """Fewer simulations than moves visit each at most once: what they found decides, not the order.

    With twice as many as moves the same holds of those that were visited most.
    """
    first_of_all = []
    for position in positions.load():
        thought = decide(parse_agent(f"mcts:sims={simulations}"), position.text, 1)
        most = max(move.visits for move in thought.moves)
        equal = [move for move in thought.moves if move.visits == most]
        assert thought.best in {move.move for move in equal}
        assert thought.value == max(move.value for move in equal)
        if len(equal) > 1:
            first_of_all.append(equal[0].move == thought.best)
    assert first_of_all
    assert not all(first_of_all)


@examples(20)
@given(groves())
def test_max_robust(grove: tuple[State, int]) -> None:
    """Max-robust ends when the most visited move has the best value too, or a quarter later."""
    state, _ = grove
    progress = think(parse_agent("mcts:c=20,final=max-robust").searcher(state.text, 3), 300)
    assert 300 <= progress.simulations <= 375
    means = [total / visits if visits else -math.inf for visits, total in progress.moves]
    visits = [row[0] for row in progress.moves]
    assert visits[progress.best] == max(visits)
    agree = means[progress.best] == max(means)
    assert agree or progress.simulations == 375
    if progress.simulations > 300:
        shorter = think(parse_agent("mcts:c=20").searcher(state.text, 3), 300)
        best = max(total / visits for visits, total in shorter.moves if visits)
        assert shorter.value < best


@examples(15)
@given(groves(), st.sampled_from((None, 0.5)))
def test_tree_is_kept(grove: tuple[State, int], b: float | None) -> None:
    """After a move and a draw, what lay below them is still known, and grows on."""
    state, _ = grove
    searcher = parse_agent("mcts" if b is None else f"rave:b={b}").searcher(state.text, 5)
    slow = SlowMcts(state.copy(), 5, b=b)
    while True:
        think(searcher, 200)
        for _ in range(200):
            slow.simulate()
        while True:
            ply = state.outcomes()[-1][0] if state.to_move == CHANCE else state.legal_moves()[-1]
            state.apply(ply)
            searcher.advance(ply)
            slow.advance(ply)
            if state.to_move != CHANCE:
                break
        assert searcher.position == state.text
        if state.over:
            return
        known = sum(visits for visits, _ in slow.rows())
        progress = think(searcher, 1)
        slow.simulate()
        assert progress.moves == slow.rows()
        assert sum(visits for visits, _ in progress.moves) == known + 1
        assert searcher.root_all_as_first() == ([] if b is None else slow.rows_all_as_first())


def test_full_tree_still_learns() -> None:
    """When its memory is used up the tree no longer grows, but its statistics do."""
    state = registry.get("grove").new("decisions=8,moves=9,weights=1+1+1+1,seed=3")
    state.apply("o0")
    searcher = parse_agent("mcts:memory=1,c=30").searcher(state.text, 1)
    small = think(searcher, 20_000)
    large = think(searcher, 100_000)
    assert large.nodes < 20_000
    assert small.memory <= large.memory < 2 * 2**20
    before, after = (sum(visits for visits, _ in each.moves) for each in (small, large))
    assert (before, after) == (20_000, 120_000)
    assert all(visits for visits, _ in large.moves)


def test_tree_is_tidied() -> None:
    """What no longer lies below the root is given back before the memory runs out."""
    state = registry.get("grove").new("decisions=8,moves=9,weights=1+1+1+1,seed=3")
    state.apply("o0")
    searcher = parse_agent("mcts:memory=8,c=30").searcher(state.text, 1)
    while state.to_move >= 0:
        progress = think(searcher, 60_000)
        assert progress.memory < 10 * 2**20
        assert all(visits for visits, _ in progress.moves)
        for _ in range(2):
            ply = state.outcomes()[0][0] if state.to_move == CHANCE else state.legal_moves()[0]
            state.apply(ply)
            searcher.advance(ply)
            if state.to_move != CHANCE:
                break


def test_cut_off_simulation_counts_for_nothing() -> None:
    """A move whose first simulation was cut off is tried again before any other."""
    state = CARCASSONNE.new()
    state.apply("V")
    for seed in range(3):
        searcher = parse_agent("mcts:s=3000").searcher(state.text, seed)
        board = board_for(16)
        run(searcher, Budget(hard_s=0.004), board, began_ns=monotonic_ns())
        told = board.read()
        assert told is not None
        assert told.simulations == 0
        count = len(state.legal_moves())
        settled = run(searcher, Budget(simulations=count), board)
        assert [visits for visits, _ in settled.moves] == [1] * count
        assert settled.nodes == count - 1  # one node was there already


@pytest.mark.parametrize("agent", ("mcts", "rave", "flat", "star25"))
def test_only_one_move(agent: str) -> None:
    """Where there is one legal move, no time is spent on it."""
    state = registry.get("grove").new("moves=1,decisions=3")
    state.apply("o0")
    began_ns = monotonic_ns()
    thought = decide(parse_agent(agent), state.text, 1, Budget(hard_s=2), began_ns=began_ns)
    assert thought.finished
    assert monotonic_ns() - began_ns < 1_000_000_000


@pytest.mark.parametrize(("kind", "copies"), (("C", 1), ("V", 9)))
def test_all_as_first_of_carcassonne(kind: str, copies: int) -> None:
    """A tile without another copy can be laid only now; others are laid there later as well."""
    state = CARCASSONNE.new()
    state.apply(kind)
    searcher = parse_agent("rave:s=2").searcher(state.text, 1)
    progress = think(searcher, 3000)
    visits = [2 * row[0] for row in progress.moves]
    games = [row[0] for row in searcher.root_all_as_first()]
    if copies == 1:
        assert games == visits
    else:
        assert all(many >= few for many, few in zip(games, visits, strict=True))
        assert games != visits


def test_nodes_end_a_search_that_has_seen_all() -> None:
    """At the end of a game the tree stops growing; a limit of nodes ends the search even so."""
    state = registry.get("carcassonne").new()
    rng = random.Random(1)
    last = state.copy()
    while not state.over:
        if state.to_move >= 0:
            last = state.copy()
        state.apply(rng.choice(state.legal_moves() or [text for text, _ in state.outcomes()]))
    thought = decide(parse_agent("mcts:nodes=3000"), last.text, 1)
    assert thought.nodes < 3000
    assert thought.simulations == 3000
