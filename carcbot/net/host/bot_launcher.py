"""Bots that the referee starts itself: clients like all others, each a process of its own."""

import os
import sys

from carcbot.net.process.limited_process import LimitedProcess
from carcbot.net.process.process_limits import ProcessLimits
from carcbot.net.store.tokens import Tokens

__all__ = ["BotLauncher"]


class BotLauncher:
    """Starts `carcbot bot run`, with a token that is worth something as long as the bot is there.

    Args:
        tokens: Where that is.
        limits: What each process may take.

    Attributes:
        url: Where the referee is found; empty until it listens.
    """

    def __init__(self, tokens: Tokens, limits: ProcessLimits) -> None:
        self.url = ""
        self._tokens = tokens
        self._limits = limits

    async def play(self, account: str, *arguments: str) -> int:
        """Lets a bot play for an account; returns its exit code. Cancelling it ends the bot.

        Raises:
            OSError: The machine has no more processes or files just now.
        """
        token = self._tokens.add_new(account)
        command = (sys.executable, "-m", "carcbot", "bot", "run", *arguments)
        bot = LimitedProcess(command, self._limits)
        try:
            process = await bot.start(env=os.environ | {"CARCBOT_TOKEN": token})
            return await process.wait()
        finally:
            await bot.stop()
            self._tokens.remove(token)
