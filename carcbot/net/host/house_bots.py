"""House bots: clients like all others, which the referee starts for seats that need them."""

import asyncio
from typing import Final

import structlog

from carcbot.net.host.bot_launcher import BotLauncher

__all__ = ["HouseBots"]

_AGAIN_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""After each of these a bot that has died comes again; then not before it is called anew."""

_log = structlog.get_logger()


class HouseBots:
    """Starts a `carcbot bot run` for each seat that a house bot is to play for.

    Args:
        agent: Who plays.
        launcher: Starts them.
        most: How many there may be at once; others wait, on the clocks of their seats.
    """

    def __init__(self, agent: str, launcher: BotLauncher, most: int) -> None:
        self._agent = agent
        self._launcher = launcher
        self._places = asyncio.Semaphore(most)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def call(self, account: str, match: str, seat: int) -> None:
        """Sees to it that a house bot of this name comes, or is there, until the match is over."""
        if account not in self._tasks:
            _log.info("a house bot comes", match=match, seat=seat)
            self._tasks[account] = asyncio.create_task(self._stay(account, match, seat))

    async def _stay(self, account: str, match: str, seat: int) -> None:
        """Has it come again when it dies; it ends by itself when there is nothing left to play."""
        try:
            for again_s in (*_AGAIN_S, None):
                try:
                    async with self._places:
                        code = await self._run(account, match)
                except OSError as error:  # the machine may have no more processes just now
                    why = str(error)
                else:
                    if code == 0:
                        return
                    why = f"exit code {code}"
                _log.warning(
                    "a house bot has died", match=match, seat=seat, why=why, again_in_s=again_s
                )
                if again_s is not None:
                    await asyncio.sleep(again_s)
        finally:
            del self._tasks[account]

    async def _run(self, account: str, match: str) -> int:
        """Lets it play; returns its exit code."""
        said = ("--url", self._launcher.url, "--agent", self._agent, "--until-over", match)
        return await self._launcher.play(account, *said)

    async def close(self) -> None:
        """Ends all house bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
