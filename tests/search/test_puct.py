"""The tree search led by an evaluation does what its slow twin does, and finds what is best."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot._native.search import monotonic_ns
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import board_for, decide, run
from tests.hypothesis_profiles import examples
from tests.search.slow_puct import SlowPuct
from tests.search.toys import groves, pot_positions


def check_against_twin(
    state: State,
    simulations: int,
    *,
    seed: int = 7,
    c: float = 4.0,
    spread: float = 2.0,
    wide: float = 0.0,
    rivals: str = "best",
    win: float = 0.0,
    doubt: float = 2.7,
    open_: float = 0.55,
    round_: float = 0.0,
) -> None:
    """Every visit, every total, and the shape of the tree."""
    words = f"c={c!r},spread={spread!r},wide={wide!r},rivals={rivals}"
    words += f",win={win!r},doubt={doubt!r},open={open_!r},round={round_!r}"
    agent = parse_agent(f"puct:{words}")
    searcher = agent.searcher(state.text, seed)
    progress = run(searcher, Budget(simulations=simulations), board_for(16))
    slow = SlowPuct(
        state.copy(),
        seed,
        c=c,
        spread=spread,
        wide=wide,
        rivals=rivals,
        win=win,
        doubt=doubt,
        open=open_,
        round=round_,
    )
    for _ in range(simulations):
        if slow.tree.known is None:
            slow.simulate()
    assert progress.finished == (slow.tree.known is not None)
    assert progress.moves == slow.rows()
    best = slow.best()
    assert best is None or state.legal_moves()[progress.best] == best
    assert progress.depth == slow.depth
    assert progress.nodes == slow.nodes - 1


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_whole_game_of_pot(seats: int) -> None:
    """From the beginning of a game whose tree is soon whole."""
    state = registry.get("pot").new(f"seats={seats},ones=2,twos=2,threes=1")
    state.apply("2")
    for c, spread in ((4.0, 2.0), (0.3, 0.5), (50.0, 10.0)):
        for rivals in ("best", "all"):
            check_against_twin(state, 1500, c=c, spread=spread, rivals=rivals)
            check_against_twin(state, 1500, c=c, spread=spread, rivals=rivals, wide=0.3)
            check_against_twin(state, 1500, c=c, spread=spread, rivals=rivals, round_=0.5)


PARAMETERS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**64 - 1),
        "c": st.sampled_from((0.0, 0.5, 4.0, 30.0)),
        "spread": st.sampled_from((0.1, 2.0, 10.0)),
        "wide": st.sampled_from((0.0, 0.1, 0.5, 1.0, 2.0)),
        "rivals": st.sampled_from(("best", "all")),
        "win": st.sampled_from((0.0, 0.5, 6.0, 100.0)),
        "doubt": st.sampled_from((0.0, 1.0, 2.7)),
        "open_": st.sampled_from((0.0, 0.55, 3.0)),
        "round_": st.sampled_from((0.0, 0.5, 1.0)),
    }
)


@examples(30)
@given(groves(), PARAMETERS)
def test_random_trees(grove: tuple[State, int], parameters: dict[str, Any]) -> None:
    """In trees of every shape and with every parameter."""
    check_against_twin(grove[0], 250, **parameters)


@pytest.mark.parametrize("options", ("ones=1,twos=1,threes=1", "ones=2,twos=0,threes=1"))
def test_finds_what_is_best(options: str) -> None:
    """With time enough, its move is one that Expectimax cannot better, in every small position."""
    for state in pot_positions(f"seats=2,{options}", 10**6):
        tree = decide(parse_agent("puct:sims=30000,c=4"), state.text, 1)
        exact = decide(parse_agent("expectimax:depth=9,bound=1000"), state.text, 1)
        worth = {row.move: row.value for row in exact.moves}
        assert worth[tree.best] == exact.value, state.text


def worth(state: State, seat: int, *, counts_wins: bool) -> float:
    """What a position of two seats is worth to one of them when both make the best of it."""
    if state.over:
        lead = state.scores()[seat] - state.scores()[1 - seat]
        return float((lead > 0) - (lead < 0)) if counts_wins else lead

    def of(ply: str) -> float:
        after = state.copy()
        after.apply(ply)
        return worth(after, seat, counts_wins=counts_wins)

    if state.to_move == CHANCE:
        outcomes = state.outcomes()
        whole = sum(weight for _, weight in outcomes)
        return sum(weight * of(text) for text, weight in outcomes) / whole
    values = [of(move) for move in state.legal_moves()]
    return max(values) if state.to_move == seat else min(values)


def test_a_likelier_win_is_worth_more_than_points() -> None:
    """Where the move that wins more often leads by fewer points, `win` decides which it makes."""
    found = 0
    for seed in range(300):
        state = registry.get("grove").new(f"decisions=2,moves=3,weights=3+2,spread=20,seed={seed}")
        state.apply("o0")
        best: dict[bool, str] = {}
        for counts_wins in (False, True):
            values = {}
            for move in state.legal_moves():
                after = state.copy()
                after.apply(move)
                values[move] = worth(after, state.to_move, counts_wins=counts_wins)
            best[counts_wins] = max(values, key=lambda move: values[move])
            second = sorted(values.values())[-2]
            if values[best[counts_wins]] - second < (0.3 if counts_wins else 3):
                break
        else:
            if best[False] == best[True]:
                continue
            found += 1
            for counts_wins, move in best.items():
                agent = parse_agent(f"puct:sims=5000,c=20,spread=1000,win={1000 * counts_wins}")
                assert decide(agent, state.text, 1).best == move, (state.text, counts_wins)
    assert found > 3


def test_the_last_decision_is_worth_what_comes_of_it() -> None:
    """Its value is known at once, before any move has a visit, and `win` is in it."""
    values = set()
    for seed in range(40):
        state = registry.get("grove").new(f"decisions=1,weights=3+2,spread=4,seed={seed}")
        while not state.over:
            moves = state.legal_moves()
            ends = {move: _ahead_in_the_end(state, move) for move in moves}
            if moves and None not in ends.values():
                ahead = max(each for each in ends.values() if each is not None)
                found = decide(parse_agent("puct:win=10,sims=50"), state.text, 1)
                assert ends[found.best] == ahead
                assert found.value == ahead + 10 * ((ahead > 0) - (ahead < 0))
                values.add(ahead)
            state.apply(moves[0] if moves else state.outcomes()[0][0])
    assert min(values) < 0 < max(values)


def _ahead_in_the_end(state: State, move: str) -> int | None:
    """By how many points who moves is ahead after the move, if the game is over then."""
    after = state.copy()
    after.apply(move)
    points, seat = after.scores(), state.to_move
    return points[seat] - points[1 - seat] if after.over else None


def test_mistakes() -> None:
    """With noise it makes other moves than the best, by its seed; without it never does."""
    state = registry.get("carcassonne").new("seats=2")
    state.apply("D")  # which has one place that is better than all others
    best = decide(parse_agent("puct:eval=judge,sims=50"), state.text, 1).best
    weak = [
        decide(parse_agent("puct:eval=judge,sims=50,noise=20"), state.text, i) for i in range(9)
    ]
    assert len({each.best for each in weak}) > 3
    again = decide(parse_agent("puct:eval=judge,sims=50,noise=20"), state.text, 3)
    assert again.best == weak[3].best
    assert decide(parse_agent("puct:eval=judge,sims=50,noise=0"), state.text, 5).best == best


def test_draws_keep_to_their_shares() -> None:
    """Chance spreads visits by its weights, to less than two of them, whatever the seed."""
    state = registry.get("pot").new("seats=2,ones=4,twos=2,threes=1")
    assert state.to_move == CHANCE
    for seed in range(5):
        slow = SlowPuct(state.copy(), seed)
        for _ in range(70):
            slow.simulate()
        visits = {text: draw.visits for text, draw in slow.tree.draws.items()}
        weights = dict(state.outcomes())
        whole = sum(weights.values())
        for text, weight in weights.items():
            assert abs(visits[text] - 70 * weight / whole) < 2


def test_goes_on_with_what_it_knows() -> None:
    """After a move and a draw the tree that lies below is kept; after others it begins anew."""
    state = registry.get("carcassonne").new("seats=2")
    state.apply(state.outcomes()[0][0])
    searcher = parse_agent("puct:eval=judge").searcher(state.text, 1)
    first = run(searcher, Budget(simulations=2000), board_for(16))
    best = state.legal_moves()[first.best]
    searcher.advance(best)
    state.apply(best)
    searcher.advance(state.outcomes()[0][0])
    again = run(searcher, Budget(simulations=1), board_for(16))
    assert sum(visits for visits, _ in again.moves) > 5
    assert again.depth < first.depth
    state.apply(state.outcomes()[0][0])
    depths = []
    while not state.over:
        if state.to_move == CHANCE:
            ply = state.outcomes()[0][0]
        else:
            depths.append(run(searcher, Budget(simulations=1), board_for(16)).depth)
            ply = state.legal_moves()[0]
        state.apply(ply)
        searcher.advance(ply)
    assert depths[-1] <= 2


def test_a_full_tree_stays_as_large() -> None:
    """When its memory is used up the tree no longer grows, but its statistics do."""
    state = registry.get("grove").new("decisions=8,moves=9,weights=1+1+1+1,seed=3")
    state.apply("o0")
    searcher = parse_agent("puct:memory=4,c=30").searcher(state.text, 1)
    small = run(searcher, Budget(simulations=20_000), board_for(16))
    large = run(searcher, Budget(simulations=100_000), board_for(16))
    assert 4 * 2**20 <= small.memory == large.memory < 6 * 2**20
    assert large.nodes == 0
    before, after = (sum(visits for visits, _ in each.moves) for each in (small, large))
    assert (before, after) == (20_000 - 1, 120_000 - 1)  # the first one finds the root


def test_a_full_tree_still_finds_what_is_best() -> None:
    """Values of positions that it has no room for come from where they lead to."""
    for seed in range(10):
        options = f"decisions=2,moves=4,weights=1+1+1+1,spread=20,seed={seed}"
        state = registry.get("grove").new(options)
        state.apply("o0")
        tree = parse_agent("puct:memory=1,c=20,spread=1000").searcher(state.text, 1)
        progress = run(tree, Budget(simulations=50_000), board_for(16))
        exact = decide(parse_agent("expectimax:depth=2,bound=1000"), state.text, 1)
        assert state.legal_moves()[progress.best] == exact.best
        assert progress.value == pytest.approx(exact.value, abs=0.5)


def test_a_large_tree_is_kept() -> None:
    """What no longer lies below the root is given back, and nothing else is lost by that."""
    state = registry.get("carcassonne").new("seats=2")
    state.apply(state.outcomes()[0][0])
    searchers = [
        parse_agent(f"puct:eval=judge,memory={memory}").searcher(state.text, 1)
        for memory in (16, 64)
    ]
    memory = []
    for _ in range(5):
        tight, roomy = (run(each, Budget(simulations=2500), board_for(16)) for each in searchers)
        assert (tight.best, tight.moves, tight.nodes) == (roomy.best, roomy.moves, roomy.nodes)
        memory.append((tight.memory, roomy.memory))
        for ply in (state.legal_moves()[tight.best], None):
            text = ply or state.outcomes()[0][0]
            state.apply(text)
            for each in searchers:
                each.advance(text)
    assert [tight < roomy for tight, roomy in memory] == [False, False, True, True, True]
    assert memory[-1][0] < 16 * 2**20 < memory[-1][1]


def test_a_tree_that_takes_too_long_is_given_up() -> None:
    """Where there is no time to copy what lies below the root the tree begins anew."""
    state = registry.get("grove").new("seats=2,decisions=8,moves=8,weights=1,spread=1000,seed=1")
    state.apply("o0")
    visits = []
    for budget in (Budget(hard_s=1e-6), Budget(simulations=1)):
        searcher = parse_agent("puct:memory=16").searcher(state.text, 1)
        grown = run(searcher, Budget(simulations=30_000), board_for(16))
        for ply in (state.legal_moves()[grown.best], "o0"):
            searcher.advance(ply)
        after = run(searcher, budget, board_for(16), began_ns=monotonic_ns())
        visits.append(sum(each for each, _ in after.moves))
    assert visits[0] <= 1  # which may be that of the present simulation
    assert visits[1] > 1000


@pytest.mark.parametrize("tiles", (2, 3))
def test_the_end_is_exact(tiles: int) -> None:
    """Of the last tiles it soon knows what the best can be, as Expectimax has it."""
    for seed in range(6):
        rng = random.Random(seed)
        state = registry.get("carcassonne").new("seats=2")
        while state.to_move == CHANCE or sum(state.turns_left(seat) for seat in range(2)) > tiles:
            plies = [text for text, _ in state.outcomes()] if state.to_move == CHANCE else None
            state.apply(rng.choice(plies or state.legal_moves()))
        tree = decide(parse_agent("puct:eval=judge,sims=40000"), state.text, 1)
        exact = decide(parse_agent(f"expectimax:depth={tiles},bound=1000"), state.text, 1)
        assert tree.finished
        assert tree.value == pytest.approx(exact.value, abs=0.002 * tiles)
        worth = {row.move: row.value for row in exact.moves}
        assert worth[tree.best] == pytest.approx(exact.value, abs=0.002 * tiles)
        for row in tree.moves:  # what was left aside is not said to be any better
            assert row.value <= tree.value + 1e-9
