"""What the tests of the pool share."""

import asyncio
import os
from collections.abc import Awaitable, Callable

from carcbot.bot.process_limits import USUAL, ProcessLimits
from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.net.workers import WorkerPool

__all__ = ["OWN", "SLACK_S", "START", "is_alive", "start_of", "with_pool"]

OWN = "tests.net.workers.own_agents"
SLACK_S = 0.25
"""What a busy machine may add to the end of a search. The bench measures the true figure."""


def start_of(tile: str = "E") -> State:
    """A game of Carcassonne with its first tile drawn."""
    state = registry.get("carcassonne").new()
    state.apply(tile)
    return state


START = start_of()


def with_pool(
    workers: int,
    work: Callable[[WorkerPool], Awaitable[None]],
    limits: ProcessLimits = USUAL,
) -> None:
    """Runs something with a pool, and checks that no process outlives it."""

    async def main() -> None:
        async with WorkerPool(workers, limits) as pool:
            await work(pool)
            pids.extend(pool.pids)

    pids: list[int] = []
    asyncio.run(main())
    assert all(not is_alive(pid) for pid in pids)


def is_alive(pid: int) -> bool:
    """Whether the process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
