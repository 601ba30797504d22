"""A program that plays: how it ends is how the bot ends."""

import asyncio
import sys
from pathlib import Path

import pytest

from carcbot.errors import AgentError
from carcbot.net.client import StdioBot
from carcbot.net.referee import RefereeServer
from tests.net.client.hosting import hosted, token_of


@pytest.mark.parametrize(
    ("program", "how"),
    (("import sys; sys.exit(3)", "exit code 3"), ("import os; os.abort()", "signal 6")),
)
def test_a_program_that_fails(tmp_path: Path, program: str, how: str) -> None:
    """A program that does not end well is an error that says how it ended."""

    async def work(server: RefereeServer) -> None:
        command = (sys.executable, "-c", program)
        with pytest.raises(AgentError, match=f"ended with {how}"):
            await StdioBot(server.url, token_of("ann"), command, seed=1).run()

    hosted(tmp_path, work)


def test_a_program_that_ends_well(tmp_path: Path) -> None:
    """A program that ends with code 0 is no error; nor is one that is asked to end."""

    async def work(server: RefereeServer) -> None:
        well = (sys.executable, "-c", "input()")
        await StdioBot(server.url, token_of("ann"), well, seed=1).run()
        stubborn = (sys.executable, "-c", "import sys; sys.exit(len(sys.stdin.read()))")
        bot = StdioBot(server.url, token_of("ann"), stubborn, seed=1)
        playing = asyncio.create_task(bot.run())
        await asyncio.sleep(0.3)
        bot.drain()
        await playing

    hosted(tmp_path, work)
