"""What somebody's own agent may take in a worker, and what our own searches may."""

from carcbot.bot.process_limits import ProcessLimits
from carcbot.net.workers import WorkerPool
from carcbot.search.budget import Budget
from tests.net.workers.pools import OWN, START, with_pool
from tests.waiting import PATIENCE_S

ROOMY = Budget(hard_s=PATIENCE_S)


def test_own_agents_have_limits() -> None:
    """An agent that takes too much fails, where there is room for it the same one does not."""

    async def fails(pool: WorkerPool) -> None:
        decision = await pool.start(f"{OWN}:Greedy", START.text, ROOMY, seed=1).decision()
        assert decision.fallback
        (fault,) = decision.faults
        assert "MemoryError" in fault.what

    async def works(pool: WorkerPool) -> None:
        decision = await pool.start(f"{OWN}:Greedy", START.text, ROOMY, seed=1).decision()
        assert not decision.faults

    with_pool(1, fails, ProcessLimits(memory_mb=600))
    with_pool(1, works)


def test_our_searches_take_what_they_say() -> None:
    """Where nothing of somebody else's runs, a worker has no limits but those of its parent."""

    async def work(pool: WorkerPool) -> None:
        decision = await pool.start("mcts:sims=2000", START.text, seed=1).decision()
        assert not decision.faults

    with_pool(1, work, ProcessLimits(memory_mb=50, cpu_s=1, files=5))


def test_our_searches_after_somebody_elses() -> None:
    """What an agent of one's own may compute is for its moves: our searches may take longer."""

    async def work(pool: WorkerPool) -> None:
        for agent in (f"{OWN}:Greedy", "mcts:sims=400000"):
            decision = await pool.start(agent, START.text, ROOMY, seed=1).decision()
            assert not decision.faults

    with_pool(1, work, ProcessLimits(cpu_s=1))
