"""A program that plays: how it ends is how the bot ends."""

import asyncio
import sys
from pathlib import Path

import pytest

from carcbot.errors import AgentError
from carcbot.net.client import StdioBot
from carcbot.net.client.config import BotConfig
from tests.net.client.hosting import hosted, token_of
from tests.waiting import PATIENCE_S, until


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("program", "how"),
    (("import sys; sys.exit(3)", "exit code 3"), ("import os; os.abort()", "signal 6")),
)
async def test_a_program_that_fails(tmp_path: Path, program: str, how: str) -> None:
    """A program that does not end well is an error that says how it ended."""
    async with hosted(tmp_path) as server:
        command = (sys.executable, "-c", program)
        with pytest.raises(AgentError, match=f"ended with {how}"):
            await StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1).run()


@pytest.mark.asyncio
async def test_a_program_that_ends_well(tmp_path: Path) -> None:
    """A program that ends with code 0 is no error; nor is one that is asked to end."""
    async with hosted(tmp_path) as server:
        well = (sys.executable, "-c", "input()")
        await StdioBot(BotConfig(url=server.url, stdio=well), token_of("ann"), seed=1).run()
        simple = (sys.executable, "-c", "import sys; sys.exit(len(sys.stdin.read()))")
        bot = StdioBot(BotConfig(url=server.url, stdio=simple), token_of("ann"), seed=1)
        playing = asyncio.create_task(bot.run())
        await asyncio.sleep(0.3)
        bot.drain()
        await playing


@pytest.mark.asyncio
async def test_asked_to_end_before_it_began(tmp_path: Path) -> None:
    """A program that is asked to end while it is being started ends as well."""
    async with hosted(tmp_path) as server:
        simple = (sys.executable, "-c", "import sys; sys.exit(len(sys.stdin.read()))")
        bot = StdioBot(BotConfig(url=server.url, stdio=simple), token_of("ann"), seed=1)
        bot.drain()
        await asyncio.wait_for(bot.run(), PATIENCE_S)


_SURVIVED = """
import json, os, sys, time
print(json.dumps({"type": "hello", "id": 1, "product": "survived", "token": ""}), flush=True)
while "welcome" not in sys.stdin.readline():
    pass
if os.fork():
    os._exit(3)
time.sleep(0.5)
while True:
    print(json.dumps({"type": "tables", "id": 2}), flush=True)
    time.sleep(0.1)
"""


@pytest.mark.asyncio
async def test_a_program_that_fails_before_its_output_ends(tmp_path: Path) -> None:
    """How a program ended is told also where the referee speaks before its output is closed."""
    async with hosted(tmp_path) as server:
        command = (sys.executable, "-c", _SURVIVED)
        with pytest.raises(AgentError, match="ended with exit code 3"):
            await StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1).run()


_PATIENT = """
import json, signal, sys, time
asked = []
signal.signal(signal.SIGTERM, lambda *_: asked.append(1))
print(json.dumps({"type": "hello", "id": 1, "product": "patient", "token": ""}), flush=True)
for line in sys.stdin:
    if "welcome" in line:
        open(sys.argv[1], "w").write("here")
        while not asked:
            time.sleep(0.01)
        print(json.dumps({"type": "tables", "id": 2}), flush=True)
    if asked and json.loads(line).get("id") == 2:
        open(sys.argv[1], "w").write("answered")
        sys.exit(5)
"""


@pytest.mark.asyncio
async def test_a_program_may_finish(tmp_path: Path) -> None:
    """A program that is asked to end may still talk, and ends when it wants, with any code."""
    told = tmp_path / "told"
    async with hosted(tmp_path) as server:
        command = (sys.executable, "-c", _PATIENT, str(told))
        bot = StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1)
        playing = asyncio.create_task(bot.run())
        await until(told.exists)
        bot.drain()
        await asyncio.wait_for(playing, PATIENCE_S)
        assert told.read_text() == "answered"
