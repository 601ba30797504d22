"""What the tests of the pool share."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator

import pytest

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.net.process.running_search import RunningSearch
from carcbot.net.process.worker_places import WorkerPlace, WorkerPlaces
from carcbot.search.thought import Thought
from tests.waiting import PATIENCE_S, until

__all__ = [
    "OWN",
    "START",
    "TIMES",
    "is_alive",
    "no_worker_is_free",
    "start_of",
    "under_way",
    "with_pool",
]

OWN = "tests.net.process.own_agents"
TIMES = tuple(0.02 * 4**tries for tries in range(7))
"""Seconds for a search. How much of them a busy machine takes nobody knows: so it gets another
chance with four times as many. That searches end in time is judged by `make proof NAME=deadlines`,
how soon they end by `make bench`."""


def start_of(tile: str = "E") -> State:
    """A game of Carcassonne with its first tile drawn."""
    state = registry.get("carcassonne").new()
    state.apply(tile)
    return state


START = start_of()


@contextlib.asynccontextmanager
async def with_pool(workers: int, limits: ProcessLimits = USUAL) -> AsyncIterator[WorkerPool]:
    """A pool, of which no process lives on."""
    async with asyncio.timeout(PATIENCE_S), WorkerPool(workers, limits) as pool:
        yield pool
        pids = pool.pids
    assert all(not is_alive(pid) for pid in pids)


async def under_way(search: RunningSearch, nodes: int = 0) -> Thought:
    """What a search has found when it has visited more nodes than these."""
    thought: Thought | None = None

    def has_begun() -> bool:
        nonlocal thought
        thought = search.progress()
        return thought is not None and thought.nodes > nodes

    await until(has_begun, "a search tells how it goes")
    assert thought is not None
    return thought


def no_worker_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is so busy that no worker is free before an agent's time is over."""

    async def taken(*_: object) -> list[WorkerPlace]:
        return []

    monkeypatch.setattr(WorkerPlaces, "take", taken)


def is_alive(pid: int) -> bool:
    """Whether the process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
