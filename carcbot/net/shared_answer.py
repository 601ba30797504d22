"""What many ask for at the same time is done once, for all of them."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

__all__ = ["SharedAnswer"]

T = TypeVar("T")


class SharedAnswer(Generic[T]):
    """Does each thing once for all who want it while it is being done.

    It is done to its end also if some of them, or all, do not wait for it any more.

    Args:
        fresh_s: For so long what came of it is the answer for others as well.
    """

    def __init__(self, fresh_s: float = 0.0) -> None:
        self._fresh_s = fresh_s
        self._under_way: dict[Hashable, asyncio.Task[T]] = {}

    async def get(self, what: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What comes of it: of this work, or of that which somebody has begun already.

        Args:
            what: Names it.
            work: Does it.
        """
        task = self._under_way.get(what)
        if task is None:
            task = self._under_way[what] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._done(what, done))
        return await asyncio.shield(task)

    def _done(self, what: Hashable, task: asyncio.Task[T]) -> None:
        """It counts for a while, unless nothing came of it."""
        if self._fresh_s and not task.cancelled() and task.exception() is None:
            asyncio.get_running_loop().call_later(self._fresh_s, self._under_way.pop, what)
        else:
            del self._under_way[what]
