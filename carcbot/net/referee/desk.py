"""Where those wait in line who want something that takes the whole referee some time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from carcbot.net.clock import now_ns

__all__ = ["Desk"]

_REST: Final = 2.0
"""How long nobody is served after somebody was, in times of what that took."""
_LONGEST_S: Final = 0.05
"""Who takes longer waits for something itself, and nobody else has to wait for that."""


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
        await self._turn.acquire()
        begin_ns = now_ns()
        is_served = True

        def pass_on() -> None:
            nonlocal is_served
            if is_served:
                is_served = False
                end_ns = now_ns()
                self._rest_until_ns = end_ns + int(_REST * (end_ns - begin_ns))
                self._turn.release()

        timer = None
        try:
            await asyncio.sleep(max(self._rest_until_ns - begin_ns, 0) / 1e9)
            begin_ns = now_ns()
            timer = asyncio.get_running_loop().call_later(_LONGEST_S, pass_on)
            yield
        finally:
            if timer is not None:
                timer.cancel()
            pass_on()
