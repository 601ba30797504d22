"""What somebody's own agent may take in a worker, what our own searches may, and what is kept."""

from pathlib import Path

import pytest

from carcbot.net.process.process_limits import ProcessLimits
from carcbot.search.budget import Budget
from tests.net.process.pools import OWN, START, with_pool
from tests.waiting import PATIENCE_S

ROOMY = Budget(hard_s=PATIENCE_S)


@pytest.mark.asyncio
async def test_own_agents_have_limits() -> None:
    """An agent that takes too much fails, where there is room for it the same one does not."""
    async with with_pool(1, ProcessLimits(memory_mb=600)) as pool:
        decision = await pool.start(f"{OWN}:Greedy", START.text, ROOMY, seed=1).decision()
        assert decision.fallback
        (fault,) = decision.faults
        assert "MemoryError" in fault.what
    async with with_pool(1) as pool:
        decision = await pool.start(f"{OWN}:Greedy", START.text, ROOMY, seed=1).decision()
        assert not decision.faults


@pytest.mark.asyncio
async def test_our_searches_take_what_they_say() -> None:
    """Where nothing of somebody else's runs, a worker has no limits but those of its parent."""
    async with with_pool(1, ProcessLimits(memory_mb=50, cpu_s=1, files=5)) as pool:
        decision = await pool.start("mcts:sims=2000", START.text, seed=1).decision()
        assert not decision.faults


@pytest.mark.asyncio
async def test_our_searches_after_somebody_elses() -> None:
    """What an agent of one's own may compute is for its moves: our searches may take longer."""
    async with with_pool(1, ProcessLimits(cpu_s=1)) as pool:
        for agent in (f"{OWN}:Greedy", "mcts:sims=400000"):
            decision = await pool.start(agent, START.text, ROOMY, seed=1).decision()
            assert not decision.faults


def page_faults(pid: int) -> int:
    """How often a process got a page of memory."""
    said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return int(said.rpartition(")")[2].split()[7])


@pytest.mark.asyncio
async def test_a_tree_in_the_memory_of_the_last_one() -> None:
    """A worker keeps the memory of one search for the next: six get less than the first did."""
    async with with_pool(1) as pool:

        async def search() -> None:
            await pool.start("mcts:sims=60000", START.text, seed=1).decision()

        told = [page_faults(pool.pids[0])]
        for _ in range(7):
            await search()
            told.append(page_faults(pool.pids[0]))
        assert told[-1] - told[1] < told[1] - told[0]
