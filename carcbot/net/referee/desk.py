"""Where those wait in line who want something that takes the whole referee some time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from carcbot.net.clock import now_ns

__all__ = ["Desk"]

_REST: Final = 2.0
"""How long nobody is served after somebody was, in times of what that took."""


class Desk:
    """Serves one after the other, and never for more than a third of the time.

    The database works in threads of this process: however many want something of it, the tables
    are not to be kept waiting. Who comes when nobody has just been served does not wait at all.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._rest_until_ns = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Holds the place at the desk, when it is this one's turn."""
        async with self._turn:
            await asyncio.sleep(max(self._rest_until_ns - now_ns(), 0) / 1e9)
            begin_ns = now_ns()
            try:
                yield
            finally:
                end_ns = now_ns()
                self._rest_until_ns = end_ns + int(_REST * (end_ns - begin_ns))
