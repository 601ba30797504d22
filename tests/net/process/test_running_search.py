"""Searches on real worker processes: what they find, and that they end in time."""

import asyncio

import pytest

from carcbot.games import registry
from carcbot.games.kuhn import KUHN
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide
from tests.net.process.pools import OWN, START, TIMES, under_way, with_pool
from tests.search.toys import endings
from tests.waiting import PATIENCE_S


@pytest.mark.asyncio
async def test_one_worker_is_the_search_itself() -> None:
    """With one worker and counted limits, the answer is what a search in this process gives."""
    async with with_pool(1) as pool:
        for agent, budget in (
            ("mcts", Budget(simulations=2000)),
            ("rave:s=3", Budget(simulations=300)),
            ("flat", Budget(simulations=500)),
            ("star25:eval=heyden", Budget(depth=2)),
            ("heyden-star25-f5", Budget(nodes=5000)),
            ("random", Budget()),
        ):
            decision = await pool.start(agent, START.text, budget, seed=7).decision()
            alone = decide(parse_agent(agent), START.text, 7, budget)
            assert (decision.move, decision.thought.value) == (alone.best, alone.value)
            assert decision.thought.nodes == alone.nodes
            assert decision.thought.moves == alone.moves
            assert not decision.faults


@pytest.mark.asyncio
@pytest.mark.parametrize("agent", ("mcts", "champion"))
async def test_two_workers_add_up(agent: str) -> None:
    """Workers' simulations are summed, and are as many as were asked for."""
    async with with_pool(2) as pool:
        search = pool.start(agent, START.text, Budget(simulations=2001), seed=7, workers=2)
        decision = await search.decision()
        assert decision.thought.workers == 2
        assert decision.thought.simulations == 2001
        budgets = Budget(simulations=1000), Budget(simulations=1001)
        alone = [
            decide(parse_agent(agent), START.text, 7 + number, budget)
            for number, budget in enumerate(budgets)
        ]
        assert alone[0].moves != alone[1].moves
        for i, move in enumerate(decision.thought.moves):
            assert move.visits == sum(thought.moves[i].visits for thought in alone)


@pytest.mark.asyncio
async def test_fewer_simulations_than_workers() -> None:
    """No worker is asked to do nothing, which would be to go on for ever."""
    async with with_pool(3) as pool:
        search = pool.start("champion", START.text, Budget(simulations=2), seed=7, workers=3)
        thought = (await search.decision()).thought
        assert (thought.workers, thought.simulations) == (2, 2)


@pytest.mark.asyncio
async def test_the_end_is_exact_for_several() -> None:
    """Where the trees of workers come to all that can follow, they find what one finds."""
    async with with_pool(2) as pool:
        for state in endings(2, 2, 6):
            alone = decide(parse_agent("champion"), state.text, 1, Budget(simulations=5000))
            search = pool.start(
                "champion", state.text, Budget(hard_s=PATIENCE_S), seed=1, workers=2
            )
            thought = (await search.decision()).thought
            assert thought.finished
            assert alone.finished
            assert thought.best == alone.best
            assert thought.value == pytest.approx(alone.value)


@pytest.mark.asyncio
async def test_who_is_wrong_on_purpose() -> None:
    """Mistakes of a weaker player are not made good by more workers."""
    async with with_pool(2) as pool:
        for seed in range(3):
            budget = Budget(simulations=60)
            search = pool.start("champion:noise=20", START.text, budget, seed=seed, workers=2)
            decision = await search.decision()
            alone = decide(parse_agent("champion:noise=20"), START.text, seed, budget)
            assert (decision.workers, decision.move) == (1, alone.best)


@pytest.mark.asyncio
async def test_searches_in_depth_are_done_together() -> None:
    """Two workers come to the depth and the value that one comes to."""
    async with with_pool(2) as pool:
        search = pool.start("star25:eval=heyden", START.text, Budget(depth=3), seed=1, workers=2)
        whole = decide(parse_agent("star25:eval=heyden,depth=3"), START.text, 1)
        decision = await search.decision()
        assert decision.thought.value == whole.value
        assert decision.thought.depth == 3


@pytest.mark.asyncio
async def test_progress_and_stop() -> None:
    """A search without limits tells how it goes, and ends because it is told to."""
    async with with_pool(2) as pool:
        search = pool.start("mcts", START.text, seed=1, workers=2)
        seen = 0
        for _ in range(5):
            seen = (await under_way(search, seen)).nodes
        search.stop()
        decision = await search.decision()
        assert decision.thought.nodes >= seen
        # the decision waits for its workers, but not for ever
        assert {fault.kind for fault in decision.faults} <= {"late"}


@pytest.mark.asyncio
async def test_stop_before_it_began() -> None:
    """A search that is stopped before a worker was free is answered by one ply."""
    async with with_pool(1) as pool:
        first = pool.start("mcts", START.text, seed=1)
        second = pool.start("mcts", START.text, Budget(hard_s=0.1), seed=1)
        decision = await second.decision()
        assert decision.fallback
        assert decision.move in START.legal_moves()
        first.stop()
        await first.decision()
        # the worker is free again
        assert not (await pool.start("mcts:sims=10", START.text, seed=1).decision()).fallback


@pytest.mark.asyncio
@pytest.mark.parametrize("agent", ("mcts", f"{OWN}:First"))
async def test_no_worker_in_time(agent: str) -> None:
    """Where no worker is free in time the move is not the agent's, and not the agent's fault."""
    async with with_pool(1) as pool:
        first = pool.start("mcts", START.text, seed=1)
        decision = await pool.start(agent, START.text, Budget(hard_s=0.1), seed=1).decision()
        first.stop()
        await first.decision()
    assert [fault.kind for fault in decision.faults] == ["busy"]
    assert decision.is_substitute
    assert not decision.agent_failed


@pytest.mark.asyncio
@pytest.mark.parametrize("agent", ("mcts", "flat", "star25:eval=heyden", "expectimax", "rave"))
async def test_deadline(agent: str) -> None:
    """A search in time ends by itself, and what it has found by then is the answer."""
    async with with_pool(2) as pool:
        for hard_s in TIMES:
            search = pool.start(agent, START.text, Budget(hard_s=hard_s), seed=1, workers=2)
            decision = await search.decision()
            assert decision.move in START.legal_moves()
            if not decision.fallback and decision.thought.nodes > 0:
                return
        raise AssertionError("it finds nothing, however much time it has")


@pytest.mark.asyncio
async def test_less_than_a_moment() -> None:
    """Where there is no time to ask a worker, one ply in this process has to do."""
    async with with_pool(1) as pool:
        decision = await pool.start("mcts", START.text, Budget(hard_s=0.001), seed=1).decision()
        assert decision.fallback
        assert decision.move == decide(parse_agent("greedy"), START.text, 1).best


@pytest.mark.asyncio
async def test_soft_limit() -> None:
    """A search that is sure ends when its plan says; one legal move needs no search."""
    async with with_pool(1) as pool:
        budget = Budget(soft_s=0.1, hard_s=10 * PATIENCE_S)
        decision = await pool.start("mcts", START.text, budget, seed=1).decision()
        assert not decision.faults
        ending = registry.get("grove").new("moves=1")
        ending.apply("o0")
        decision = await pool.start("mcts", ending.text, budget, seed=1).decision()
        assert decision.thought.nodes <= 1
        assert decision.thought.finished


@pytest.mark.asyncio
async def test_many_searches_at_once() -> None:
    """More searches than workers wait for each other, and all are answered."""
    async with with_pool(2) as pool:
        searches = [
            pool.start("mcts", START.text, Budget(simulations=300), seed=seed) for seed in range(20)
        ]
        decisions = await asyncio.gather(*(search.decision() for search in searches))
        assert all(decision.thought.simulations == 300 for decision in decisions)
        assert not any(decision.faults for decision in decisions)


@pytest.mark.asyncio
async def test_game_with_secrets() -> None:
    """Somebody's own agent gets what its seat knows, and so does flat Monte Carlo."""
    async with with_pool(2) as pool:
        state = KUHN.new()
        for card in "JQ":
            state.apply(card)
        for _ in range(4):
            decision = await pool.start(
                f"{OWN}:Mute", state.view(0).text, Budget(hard_s=PATIENCE_S), seed=1
            ).decision()
            assert decision.move in state.legal_moves()
        decision = await pool.start("flat:sims=20", state.view(0).text, seed=1).decision()
        assert decision.thought.simulations == 20
        sound = await pool.start("mcts:sims=10", START.text, seed=1).decision()
        assert sound.thought.simulations == 10


@pytest.mark.asyncio
async def test_words_that_cannot_be_sent() -> None:
    """An agent may raise what cannot be encoded, or is very long: its worker lives on."""
    async with with_pool(1) as pool:
        (pid,) = pool.pids
        decision = await pool.start(
            f"{OWN}:Surrogate", START.text, Budget(hard_s=PATIENCE_S), seed=1
        ).decision()
        assert [fault.kind for fault in decision.faults] == ["bad_agent"]
        assert pool.pids == [pid]
