"""Searches in depth by several workers at once find what one worker finds."""

import asyncio
import itertools
import os
import signal
from pathlib import Path

import pytest

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.lab import positions
from carcbot.net.process.pool import WorkerPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide
from tests.net.process.pools import START, with_pool
from tests.search.toys import endings
from tests.waiting import until

AGENTS = (
    "heyden-star25-f5-fixed:bound=3.65,depth=4",
    "heyden-star25-f5:depth=3",
    "heyden-star25-f5-fixed:depth=3",
    "star1:bound=2,depth=3,eval=heyden",
    "star2:bounds=fixed,depth=4,likely=off",
    "star:f=2,probing=cyclic,depth=3,bound=1,eval=heyden",
    "star:f=7,depth=3,deepening=off,table=0",
    "expectimax:depth=3",
)


async def check(pool: WorkerPool, agent: str, state: State, budget: Budget, workers: int) -> None:
    """The same move, of the same value, as one worker finds."""
    alone = decide(parse_agent(agent), state.text, 1, budget)
    search = pool.start(agent, state.text, budget, seed=1, workers=workers)
    together = (await search.decision()).thought
    assert (together.best, together.value) == (alone.best, alone.value), (agent, state.text)


@pytest.mark.asyncio
@pytest.mark.parametrize("workers", (2, 3, 4))
async def test_endings(workers: int) -> None:
    """At the end of games, with bounds fixed and dynamic, tight and wide, in every form."""
    async with with_pool(workers) as pool:
        states = [*endings(2, 2, 6), *endings(2, 3, 3), *endings(3, 3, 2)]
        for agent, state in itertools.product(AGENTS, states):
            await check(pool, agent, state, Budget(), workers)


@pytest.mark.asyncio
async def test_middles() -> None:
    """In the middle of games, where most of what is looked at is cut off."""
    async with with_pool(2) as pool:
        for position in positions.load()[::4]:
            state = registry.parse(position.text)
            for agent in ("heyden-star25-f5", "heyden-star25-f5-fixed:bound=3.65", "star1"):
                await check(pool, agent, state, Budget(depth=2), 2)


@pytest.mark.asyncio
@pytest.mark.parametrize("victim", (0, 1))
async def test_killed_in_the_middle(victim: int) -> None:
    """Who dies while all search costs its help: the others find what one finds, and no less."""
    async with with_pool(2) as pool:
        agent = "star25:eval=heyden,depth=3"
        search = pool.start(agent, START.text, seed=1, workers=2)
        await until(lambda: (thought := search.progress()) and thought.depth >= 2)
        os.kill(pool.pids[victim], signal.SIGKILL)
        decision = await search.decision()
        alone = decide(parse_agent(agent), START.text, 1)
        assert all((each.worker, each.kind) == (victim, "died") for each in decision.faults)
        assert (decision.move, decision.thought.value) == (alone.best, alone.value)
        assert decision.thought.depth == 3


@pytest.mark.asyncio
async def test_two_searches_at_once() -> None:
    """Searches on the same blackboard are nothing to each other."""
    async with with_pool(4) as pool:
        state, other = endings(2, 3, 2)
        for agent in AGENTS[:4]:
            await asyncio.gather(
                *(check(pool, agent, each, Budget(), 2) for each in (state, other, state))
            )


@pytest.mark.asyncio
async def test_nothing_is_left() -> None:
    """The memory that workers share is in no folder, and goes with the pool."""

    def mapped() -> list[str]:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if "carcbot-boards" in line]

    async def used() -> None:
        async with with_pool(2) as pool:
            await pool.start("star25:depth=2", START.text, seed=1, workers=2).decision()
            assert all("deleted" in link for link in mapped())
            assert mapped()

    before = mapped()
    await used()
    assert mapped() == before
