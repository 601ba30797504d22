"""The pool for programs that have no event loop: they wait for each decision."""

import asyncio
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from carcbot.errors import InternalError
from carcbot.net.workers.pool import WorkerPool
from carcbot.net.workers.running import Decision
from carcbot.search.budget import Budget

__all__ = ["BlockingPool"]


class BlockingPool:
    """A `WorkerPool` for ``with BlockingPool(2) as pool``, outside of any event loop."""

    def __init__(self, workers: int) -> None:
        self._runner = asyncio.Runner()
        self._workers = workers
        self._pool: WorkerPool | None = None

    def __enter__(self) -> Self:
        self._runner.__enter__()
        try:
            self._pool = self._runner.run(self._open())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._runner.run(self._pool.__aexit__(None, None, None))
            self._pool = None
        self._runner.close()

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
    ) -> Decision:
        """A decision, as `WorkerPool.start` and `RunningSearch.decision` make it.

        Raises:
            InputError: The agent does not exist, or does not go with the position.
            InternalError: The pool is not open.
        """
        pool = self._pool
        if pool is None:
            raise InternalError("the pool is not open", expected="with BlockingPool(...) as pool")

        async def start_and_wait() -> Decision:
            search = pool.start(
                agent, position, budget, seed=seed, workers=workers, session=session, plies=plies
            )
            return await search.decision()

        return self._runner.run(start_and_wait())

    async def _open(self) -> WorkerPool:
        return await WorkerPool(self._workers).__aenter__()
