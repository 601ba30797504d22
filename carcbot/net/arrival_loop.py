"""An event loop that knows when the data arrived that it reads, however late it reads it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from carcbot import _native

__all__ = ["ArrivalLoop", "arrivals", "run"]

T = TypeVar("T")


class _NotingSelector(selectors.DefaultSelector):
    """Has arrivals noted of all that can be read, right before the loop reads it."""

    def __init__(self, arrivals: _native.net.Arrivals) -> None:
        super().__init__()
        self._arrivals = arrivals

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Waits as every selector does."""
        ready = super().select(timeout)
        if ready:
            self._arrivals.note([key.fd for key, _ in ready])
        return ready


class ArrivalLoop(asyncio.SelectorEventLoop):
    """asyncio's own loop, with the system's stamps of what it is about to read.

    Attributes:
        arrivals: Who watches a socket there can take the stamp of each reading, while it is passed
            on by the loop.
    """

    def __init__(self) -> None:
        self.arrivals = _native.net.Arrivals()
        super().__init__(_NotingSelector(self.arrivals))

    def close(self) -> None:
        """Closes it, and lets go of what is native: whoever keeps a loop does not keep that."""
        if not self.is_closed():
            super().close()
            del self.arrivals


def arrivals() -> _native.net.Arrivals | None:
    """What the running loop notes; None if it is one that does not."""
    loop = asyncio.get_running_loop()
    return loop.arrivals if isinstance(loop, ArrivalLoop) else None


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs it to its end in such a loop."""
    with asyncio.Runner(loop_factory=ArrivalLoop) as runner:
        return runner.run(main)
