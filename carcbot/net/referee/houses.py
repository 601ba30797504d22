"""House bots: clients like all others, which the referee starts for seats that need them."""

import asyncio
import os
import sys

import structlog

from carcbot.net.limited import Limited, ProcessLimits
from carcbot.net.referee.tokens import Tokens, new_token

__all__ = ["Houses"]

_log = structlog.get_logger()


class Houses:
    """Starts a `carcbot bot run` for each seat that a house bot is to play for.

    Args:
        agent: Who plays.
        tokens: Where the house bots' tokens are added.
    """

    def __init__(self, agent: str, tokens: Tokens) -> None:
        self._agent = agent
        self._tokens = tokens
        self._url = ""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, url: str) -> None:
        """Says where the referee is found."""
        self._url = url

    def call(self, account: str, match: str, seat: int) -> None:
        """Sees to it that a house bot of this name comes, or is there."""
        if account not in self._tasks:
            _log.info("a house bot comes", match=match, seat=seat)
            self._tasks[account] = asyncio.create_task(self._run(account, match))

    async def _run(self, account: str, match: str) -> None:
        token = new_token()
        self._tokens.add(account, token)
        command = (
            sys.executable, "-m", "carcbot", "bot", "run", "--url", self._url,
            "--agent", self._agent, "--until-over", match,
        )  # fmt: skip
        bot = Limited(command, ProcessLimits())
        try:
            process = await bot.start(env=os.environ | {"CARCBOT_TOKEN": token})
            await process.wait()
        finally:
            await bot.stop()

    async def close(self) -> None:
        """Ends all house bots."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
