"""What waits to be written while something else is, so that all of it is written together."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from carcbot.errors import UnavailableError

__all__ = ["Order", "OrderQueue"]

Work = TypeVar("Work")


@dataclass(slots=True, eq=False)
class Order(Generic[Work]):
    """What is to be written.

    Attributes:
        work: What that is.
        done: Has what came of it when it is written.
    """

    work: Work
    done: asyncio.Future[Any]

    def succeed(self, result: object = None) -> None:
        """Tells who waits, if somebody still does."""
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, error: Exception) -> None:
        """The same of what cannot be written."""
        if not self.done.done():
            self.done.set_exception(error)


class OrderQueue(Generic[Work]):
    """Has all orders written that come while others are, in the order of their coming.

    Args:
        write: Writes some of them together, and tells each what came of it.
        most: So many at most.
        where: How errors name the database.
        rest_s: After each time there is a pause for all else that the process does: as long as that
            took, and at most this.
    """

    def __init__(
        self,
        write: Callable[[list[Order[Work]]], Awaitable[None]],
        most: int,
        where: str,
        rest_s: float = 0.0,
    ) -> None:
        self._write = write
        self._most = most
        self._where = where
        self._rest_s = rest_s
        self._orders: deque[Order[Work]] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def add(self, work: Work) -> Any:  # noqa: ANN401 - who writes it knows
        """Returns what came of it when it is written."""
        order = Order(work, asyncio.get_running_loop().create_future())
        self._orders.append(order)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await order.done

    async def close(self) -> None:
        """Lets go of what is still to be written."""
        if self._writing is not None:
            self._writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writing
        self._drop(())  # of a task that never began

    async def _write_all(self) -> None:
        """Writes all that waits to be written, until nothing does."""
        together: list[Order[Work]] = []
        loop = asyncio.get_running_loop()
        try:
            while self._orders:
                count = min(len(self._orders), self._most)
                together = [self._orders.popleft() for _ in range(count)]
                began_s = loop.time()
                await self._write(together)
                await asyncio.sleep(min(loop.time() - began_s, self._rest_s))
        finally:
            self._writing = None
            self._drop(together)  # all are written, or the task was cancelled

    def _drop(self, orders: Iterable[Order[Work]]) -> None:
        """What is not written yet never will be."""
        for order in (*orders, *self._orders):
            order.fail(UnavailableError("the lobby's database is closed", where=self._where))
        self._orders.clear()
