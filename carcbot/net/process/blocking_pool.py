"""What lives in an event loop, for programs that have none: they wait for each answer."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Generic, Self, TypeVar

from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import Decision
from carcbot.search.budget import Budget

__all__ = ["Blocking", "BlockingPool"]

T = TypeVar("T")
Inner = TypeVar("Inner", bound=AbstractAsyncContextManager[Any])


class Blocking(Generic[Inner]):
    """Something for ``async with``, for a plain ``with`` outside of any event loop.

    Args:
        inner: It lives in a loop of its own, which runs only while something of it is waited for.
    """

    def __init__(self, inner: Inner) -> None:
        self._inner = inner

    def __enter__(self) -> Self:
        """Enters it; if that goes wrong, nothing stays open."""
        self._runner = asyncio.Runner()
        try:
            self._wait_for(self._inner.__aenter__())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Leaves it."""
        try:
            self._wait_for(self._inner.__aexit__(None, None, None))
        finally:
            self._runner.close()

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        made: list[T] = []

        async def keep() -> None:
            made.append(await work)

        # What this task returned would be written out, twice, while Ctrl-C gets back its meaning.
        self._runner.run(keep())
        return made[0]


class BlockingPool(Blocking[WorkerPool]):
    """A `WorkerPool` for ``with BlockingPool(2) as pool``, outside of any event loop.

    Args:
        workers: How many there are.
        agent: Who will be asked, as `WorkerPlaces` takes it.
    """

    def __init__(self, workers: int, agent: str = "") -> None:
        super().__init__(WorkerPool(workers, agent=agent))

    def decide(
        self,
        agent: str,
        position: str,
        budget: Budget,
        *,
        seed: int,
        workers: int = 1,
        session: str = "",
        plies: Sequence[str] = (),
        grace_s: float = 0.0,
    ) -> Decision:
        """A decision, as `WorkerPool.start` and `RunningSearch.decision` make it.

        Raises:
            InputError: The agent does not exist, or does not go with the position.
        """

        async def start_and_wait() -> Decision:
            search = self._inner.start(
                agent,
                position,
                budget,
                seed=seed,
                workers=workers,
                session=session,
                plies=plies,
                grace_s=grace_s,
            )
            return await search.decision()

        return self._wait_for(start_and_wait())
