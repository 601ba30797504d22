"""Searches in depth that help each other by a blackboard, in threads and one after the other.

Each of them alone has to find what one finds that nobody helps, whatever the others do: search
beside it, or stop anywhere. (That they may leave signs of work behind is tested in C++.)
"""

import random
import threading
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import (
    Blackboard,
    Progress,
    SharedSearch,
    board_for,
    decide,
    run,
)
from carcbot.search.thought import Thought, merged
from tests.hypothesis_profiles import examples
from tests.search.toys import endings, groves

FORMS = (
    "expectimax:",
    *(f"star:f={f}," for f in (0, 1, 2, 3, 5, 50)),
    *(f"star:f={f},probing=cyclic," for f in (1, 2, 3, 5)),
)
WAYS = ("", "likely=off,", "deepening=off,", "table=0,")
BOUNDS = ("bounds=dynamic", "bounds=fixed")
SMALL = 1 << 16
"""Bytes of a blackboard that forgets much."""


class Meeting:
    """Searchers of one position with a blackboard in common."""

    def __init__(self, memory: int = 1 << 20) -> None:
        self.memory = bytearray(memory)
        self.blackboard = Blackboard(self.memory)
        self.searches = 0

    def begin(self) -> SharedSearch:
        """A new search."""
        self.searches += 1
        return SharedSearch(self.blackboard, self.searches)


def search(
    agent: Agent, state: State, shared: SharedSearch, budget: Budget = UNLIMITED
) -> Progress:
    """What one worker finds."""
    board = board_for(len(state.legal_moves()))
    return run(agent.searcher(state.text, 1), budget, board, shared)


def at_once(agent: Agent, state: State, shared: SharedSearch, workers: int) -> list[Progress]:
    """What workers find that search at the same time."""
    found: list[Progress] = []
    start = threading.Barrier(workers)

    def work() -> None:
        start.wait()
        found.append(search(agent, state, shared))

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def check(together: Thought, alone: Thought, about: Sequence[object]) -> None:
    """The same move, of the same value, and as deep unless nothing is left to be found."""
    assert (together.best, together.value) == (alone.best, alone.value), about
    assert together.depth == alone.depth or together.finished, about
    assert sum(row.visits for row in together.moves) == len(together.moves), about


AGENTS = st.builds(
    lambda form, way, bounds, bound, rivals: (
        f"{form}{way}{bounds},bound={bound},rivals={rivals},eval=points"
    ),
    st.sampled_from(FORMS),
    st.sampled_from(WAYS),
    st.sampled_from(BOUNDS),
    st.sampled_from((0.5, 1, 3, 20, 1000)),
    st.sampled_from(("best", "all")),
)


@examples(300)
@given(groves(), AGENTS, st.integers(2, 4))
def test_random_trees(grove: tuple[State, int], text: str, workers: int) -> None:
    """Several at once find what one finds, in trees of every kind and with every bound."""
    state, depth = grove
    agent = parse_agent(f"{text},depth={depth}")
    alone = decide(agent, state.text, 1)
    meeting = Meeting()
    told = at_once(agent, state, meeting.begin(), workers)
    check(merged(told, state.legal_moves(), None), alone, (text, state.text))


@examples(300)
@given(groves(), AGENTS, st.integers(0, 2**32))
def test_who_stops_anywhere(grove: tuple[State, int], text: str, seed: int) -> None:
    """What those know who stopped in the middle of it helps the next, and misleads nobody."""
    state, depth = grove
    agent = parse_agent(f"{text},depth={depth}")
    alone = decide(agent, state.text, 1)
    rng = random.Random(seed)
    meeting = Meeting(rng.choice((SMALL, 1 << 20)))
    shared = meeting.begin()
    stopped = [
        search(agent, state, shared, Budget(nodes=rng.randrange(1, alone.nodes + 1)))
        for _ in range(rng.randrange(1, 6))
    ]
    last = search(agent, state, shared)
    moves = state.legal_moves()
    check(merged([last], moves, None), alone, (text, state.text, seed))
    check(merged([*stopped, last], moves, None), alone, (text, state.text, seed))


def test_what_another_has_left_out() -> None:
    """Who finds what one knows that looked at the best moves only does not take it for all."""
    agent = parse_agent("star:f=3,order=worth,width=3,bound=1000,depth=60")
    checked = 0
    for seed in range(60):
        grove = "seats=2,decisions=4,moves=9,weights=1+1,ragged=on,spread=20"
        state = registry.get("grove").new(f"{grove},seed={seed}")
        state.apply("o0")
        if not 2 <= len(state.legal_moves()) <= 3:
            continue
        alone = search(agent, state, Meeting().begin())
        for nodes in range(20, alone.nodes, max(1, alone.nodes // 20)):
            shared = Meeting().begin()
            search(agent, state, shared, Budget(nodes=nodes))
            last = search(agent, state, shared)
            assert last.finished
            assert (last.best, last.value) == (alone.best, alone.value), (seed, nodes)
            checked += 1
    assert checked > 100


@examples(150)
@given(groves(), AGENTS, st.integers(0, 2**32))
def test_whom_the_time_ends(grove: tuple[State, int], text: str, seed: int) -> None:
    """Who has to stop tells what one finds to the depth it completed; in what it began, no more.

    Together they tell what one of those tells who got furthest.
    """
    state, depth = grove
    agent = parse_agent(f"{text},depth={depth}")
    whole = decide(agent, state.text, 1).nodes
    rng = random.Random(seed)
    shared = Meeting().begin()
    told = [
        search(agent, state, shared, Budget(nodes=rng.randrange(1, whole + 1))) for _ in range(3)
    ]
    moves = state.legal_moves()
    for progress in told:
        if not progress.best_depth:
            continue  # not even one move was looked at
        exact = decide(agent, state.text, 1, Budget(depth=progress.best_depth))
        if progress.depth == progress.best_depth:
            assert (moves[progress.best], progress.value) == (exact.best, exact.value)
        else:
            assert progress.value <= exact.value
    together = merged(told, moves, None)
    furthest = max(each.best_depth for each in told)
    assert together.finished or (together.best, together.value) in {
        (moves[each.best], each.value) for each in told if each.best_depth == furthest
    }


@examples(100)
@given(groves(), groves(), AGENTS, AGENTS)
def test_many_searches(
    one: tuple[State, int], other: tuple[State, int], text: str, other_text: str
) -> None:
    """What other searches wrote on the same blackboard is nothing to the next one."""
    meeting = Meeting(SMALL)
    for _ in range(2):
        for (state, depth), form in ((one, text), (other, other_text), (one, other_text)):
            agent = parse_agent(f"{form},depth={depth}")
            alone = decide(agent, state.text, 1)
            told = at_once(agent, state, meeting.begin(), 2)
            check(merged(told, state.legal_moves(), None), alone, (form, state.text))


def test_endings() -> None:
    """The same at the end of real games, with the bounds with which moves were once lost."""
    for state in (*endings(2, 2, 40), *endings(2, 3, 20), *endings(2, 4, 4), *endings(3, 3, 4)):
        for text in (
            "heyden-star25-f5-fixed:bound=3.65,depth=4",
            "heyden-star25-f5:depth=3",
            "heyden-star25-f5-fixed:depth=4",
        ):
            agent = parse_agent(text)
            alone = decide(agent, state.text, 1)
            told = at_once(agent, state, Meeting().begin(), 2)
            check(merged(told, state.legal_moves(), None), alone, (text, state.text))


def test_done() -> None:
    """Who comes late to a search that is done ends with it, and who came first is believed."""
    (state,) = endings(2, 4, 1)
    agent = parse_agent("star25:eval=heyden,depth=3")
    shared = Meeting().begin()
    first = search(agent, state, shared)
    late = search(agent, state, shared)
    assert late.nodes < first.nodes / 10
    moves = state.legal_moves()
    for told in ([first, late], [late, first]):
        together = merged(told, moves, None)
        assert (together.best, together.depth) == (moves[first.best], 3)
