"""What many ask for at the same time is done once, for all of them."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

__all__ = ["SharedAnswer"]

T = TypeVar("T")


class SharedAnswer(Generic[T]):
    """Does each thing once for all who want it while it is being done.

    It is done to its end also if some of them, or all, do not wait for it any more.
    """

    def __init__(self) -> None:
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
            task.add_done_callback(lambda _: self._under_way.pop(what))
        return await asyncio.shield(task)
