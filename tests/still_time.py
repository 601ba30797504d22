"""An event loop whose time stands still, so that a test says how much of it passes."""

import asyncio

__all__ = ["Time"]


class Time:
    """What the event loop takes for the time: it stands still until somebody lets it pass."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.now_s = loop.time()
        loop.time = lambda: self.now_s  # type: ignore[method-assign]

    async def rounds(self) -> None:
        """Lets the event loop do what is due, and what follows from that at once."""
        for _ in range(4):
            await asyncio.sleep(0)

    async def passes(self, seconds: float) -> None:
        """So much time passes."""
        self.now_s += seconds
        await self.rounds()
