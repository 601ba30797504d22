"""What several workers think is put together as if one had thought it all."""

import math
from typing import Any

import pytest

from carcbot.errors import AgentError
from carcbot.games import registry
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import Progress, board_for, run
from carcbot.search.thought import RootMove, choice_of, merged, only_move, thought_of
from tests.search.toys import endings

MOST_VISITS = choice_of({"final": "most-visits"})


def start() -> tuple[str, list[str]]:
    """A position with many moves."""
    state = registry.get("carcassonne").new()
    state.apply("V")
    return state.text, state.legal_moves()


def progress_of(agent: str, seed: int = 1, simulations: int = 0) -> Progress:
    """What a search of the start comes to."""
    return progress_at(start()[0], agent, seed, simulations)


def progress_at(position: str, agent: str, seed: int, simulations: int = 0) -> Progress:
    """What a search of a position comes to."""
    moves = registry.parse(position).legal_moves()
    budget = Budget(simulations=simulations) if simulations else UNLIMITED
    return run(parse_agent(agent).searcher(position, seed), budget, board_for(len(moves)))


def test_one() -> None:
    """A single worker's thought is what it told."""
    _, moves = start()
    progress = progress_of("mcts", simulations=500)
    for thought in (thought_of(progress, moves), merged([progress], moves, MOST_VISITS)):
        assert thought.best == moves[progress.best]
        assert thought.value == progress.value
        assert thought.workers == 1
        assert [(row.visits, row.value) for row in thought.moves] == [
            (visits, total / visits if visits else 0) for visits, total in progress.moves
        ]
        assert sum(row.share for row in thought.moves) == pytest.approx(1)


def test_trees_are_added_up() -> None:
    """Visits and totals are sums, values their quotients, and the most visited move is the best."""
    _, moves = start()
    told = [progress_of("mcts:c=1", seed, 400 + 100 * seed) for seed in range(3)]
    thought = merged(told, moves, MOST_VISITS)
    assert thought.simulations == 1500
    assert thought.nodes == sum(each.nodes for each in told)
    assert thought.memory == sum(each.memory for each in told)
    assert thought.workers == 3
    for number, row in enumerate(thought.moves):
        visits = sum(each.moves[number][0] for each in told)
        total = sum(each.moves[number][1] for each in told)
        assert row.visits == visits
        assert row.value == (total / visits if visits else 0)
    most = max(row.visits for row in thought.moves)
    best = next(row for row in thought.moves if row.move == thought.best)
    assert best.visits == most
    assert thought.value == best.value


@pytest.mark.parametrize("agent", ("flat", "heyden-mcts-c3", "mcts:final=secure,c=1,a=2"))
def test_final_move_of_several(agent: str) -> None:
    """What is best is chosen as one worker alone would choose it."""
    _, moves = start()
    parsed = parse_agent(agent)
    told = [progress_of(agent, seed, 301 + seed) for seed in range(2)]
    thought = merged(told, moves, choice_of(parsed.values))

    def worth(row: RootMove) -> float:
        secure = parsed.values.get("final") == "secure"
        return row.value - (2 / math.sqrt(row.visits) if secure else 0)

    best = max(worth(row) for row in thought.moves if row.visits)
    chosen = next(row for row in thought.moves if row.move == thought.best)
    assert worth(chosen) == pytest.approx(best, abs=1e-12)
    for progress in told:
        alone = choice_of(parsed.values)
        keys = [alone(*row) if row[0] else (-math.inf, 0.0) for row in progress.moves]
        assert max(keys)[0] == keys[progress.best][0]


def test_who_knows_counts() -> None:
    """What one knows exactly counts, though others with more visits would do something else."""
    others = 0
    for state in endings(2, 1, 8):
        moves = state.legal_moves()
        knows = progress_at(state.text, "puct:eval=heyden", 1, 10**3)
        guesses = progress_at(state.text, "mcts:policy=uniform,c=1000", 2, 10**4)
        assert knows.finished
        assert not guesses.finished
        thought = merged([guesses, knows], moves, MOST_VISITS)
        assert (thought.best, thought.value) == (moves[knows.best], knows.value)
        assert thought.finished
        others += guesses.best != knows.best
    assert others


@pytest.mark.parametrize("amount", (1, 2, 7, 100, 1001))
@pytest.mark.parametrize("wanted", (1, 2, 3, 8))
def test_parts_of_a_budget(amount: int, wanted: int) -> None:
    """Workers do as much as one would, none of them nothing, and none more than one more."""
    budget = Budget(nodes=amount, simulations=2 * amount, hard_s=3)
    workers = budget.most_workers(wanted)
    assert workers == min(wanted, amount)
    parts = [budget.part(number, workers) for number in range(workers)]
    assert sum(part.nodes or 0 for part in parts) == amount
    assert sum(part.simulations or 0 for part in parts) == 2 * amount
    nodes = sorted(part.nodes or 0 for part in parts)
    assert nodes[0] > 0
    assert nodes[-1] - nodes[0] <= 1
    assert all(part.hard_s == 3 for part in parts)
    assert Budget(hard_s=3).part(1, 2) == Budget(hard_s=3)
    assert UNLIMITED.most_workers(wanted) == wanted


def test_boards_without_room() -> None:
    """What boards have no room for cannot be added up, and nothing is made up in its place."""
    position, moves = start()
    told = []
    for seed, simulations in ((1, 300), (2, 500)):
        board = board_for(3)
        run(parse_agent("mcts").searcher(position, seed), Budget(simulations=simulations), board)
        told.append(board.read())
    assert [each.left_out for each in told if each] == [len(moves) - 3] * 2
    thought = merged([each for each in told if each], moves, MOST_VISITS)
    busiest = told[1]
    assert busiest is not None
    assert thought.best == moves[busiest.best]
    assert thought.value == busiest.value


def test_only_a_move() -> None:
    """Of somebody's own agent no more is told than its move."""
    _, moves = start()
    thought = only_move(moves[3], moves)
    assert (thought.best, thought.line) == (moves[3], (moves[3],))
    assert thought.nodes == sum(row.visits for row in thought.moves) == 0
    assert thought.ranked()[0].move == moves[3]


def test_nobody_has_begun() -> None:
    """Before the first simulation the look one ply ahead is what there is."""
    position, moves = start()
    board = board_for(len(moves))
    board.stop()
    told = [run(parse_agent("mcts").searcher(position, seed), UNLIMITED, board) for seed in (1, 2)]
    thought = merged(told, moves, MOST_VISITS)
    assert thought.simulations == 0
    greedy = thought_of(progress_of("greedy"), moves)
    assert (thought.best, thought.value) == (greedy.best, greedy.value)
    assert thought.ranked()[0].move == thought.best


def test_ranked() -> None:
    """The best move is first, then visits count, then values; unvisited moves are last."""
    _, moves = start()
    for final in ("most-visits", "best-value"):
        thought = thought_of(progress_of(f"mcts:final={final}", simulations=8), moves)
        ranked = thought.ranked()
        assert ranked[0].move == thought.best
        assert sorted(row.move for row in ranked) == sorted(moves)
        keys = [(row.visits, row.value if row.visits else 0) for row in ranked[1:]]
        assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("name", ("soft_s", "hard_s", "nodes", "simulations", "depth"))
@pytest.mark.parametrize("value", (0, -1, float("nan"), float("inf"), 2**70))
def test_no_budget(name: str, value: float) -> None:
    """A limit is more than nothing."""
    limits: dict[str, Any] = {name: value}
    with pytest.raises(AgentError, match=f"budget's {name}"):
        Budget(**limits)


def test_smaller_budget() -> None:
    """Of two budgets the smaller of each limit counts."""
    one = Budget(soft_s=1, hard_s=2, nodes=10)
    other = Budget(hard_s=1.5, nodes=20, depth=3)
    assert one.within(other) == Budget(soft_s=1, hard_s=1.5, nodes=10, depth=3)
    assert other.within(one) == one.within(other)
    assert UNLIMITED.within(one) == one


class Ended:
    """A progress with another end."""

    def __init__(self, progress: Progress, **other: object) -> None:
        self._progress = progress
        self._other = other

    def __getattr__(self, name: str) -> object:
        return self._other[name] if name in self._other else getattr(self._progress, name)


def test_what_all_have_come_to() -> None:
    """Where all workers name one move that counts, whatever the sums: each may rule others out."""
    _, moves = start()
    rows = [(0, 0.0)] * len(moves)
    rows[3], rows[5] = (100, 2750.0), (200, 5100.0)
    told = [progress_of("mcts", seed, 300) for seed in range(2)]
    alike: list[Any] = [Ended(each, best=3, moves=rows) for each in told]
    assert merged(alike, moves, MOST_VISITS).best == moves[3]
    apart: list[Any] = [alike[0], Ended(told[1], best=5, moves=rows)]
    assert merged(apart, moves, MOST_VISITS).best == moves[5]
