"""A program that plays: how it ends is how the bot ends."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from carcbot.cli.exit_code import ExitCode
from carcbot.errors import ProgramFailedError
from carcbot.messages.client import Open
from carcbot.messages.parts import Policy
from carcbot.net.client import Bot, StdioBot
from carcbot.net.client.config import BotConfig
from carcbot.replay.record import MatchRecord
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
        with pytest.raises(ProgramFailedError, match=f"ended with {how}"):
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
sys.stdin.readline()  # the referee's hello, before which nothing is sent
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
        with pytest.raises(ProgramFailedError, match="ended with exit code 3"):
            await StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1).run()


_MOVES_AND_DIES = """
import json, sys
def say(**said):
    print(json.dumps({"id": 1, **said}), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    match said["type"]:
        case "hello":
            say(type="hello", product="dies/1")
        case "ack" if "welcome" in said:
            say(type="tables")
        case "ack" if "tables" in said:
            say(type="sit", match=said["tables"][0]["match"])
        case "request":
            sys.exit(9)
"""


@pytest.mark.asyncio
async def test_a_program_that_dies_in_a_match(tmp_path: Path) -> None:
    """Its bot ends as one that crashed, which may be restarted, and so it counts in the match."""
    async with hosted(tmp_path) as server:
        server.open_table(Open(1, "carcassonne", "seats=2", policy=Policy(grace_us=100_000)))
        bob = Bot(BotConfig(url=server.url, agent="greedy", count=1), token_of("bob"), seed=2)
        playing = asyncio.create_task(bob.run())
        program = tmp_path / "dies.py"
        program.write_text(_MOVES_AND_DIES)
        ann = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carcbot", "bot", "run", "--url", server.url),
            *("--stdio", f"{sys.executable} {program}"),
            env=os.environ | {"CARCBOT_TOKEN": token_of("ann")},
            stderr=asyncio.subprocess.PIPE,
        )
        _, told = await ann.communicate()
        await playing
        (path,) = (tmp_path / "records").glob("*.jsonl*")
        record = MatchRecord.load(path)
    assert ann.returncode == ExitCode.FAILED
    assert "ended with exit code 9" in told.decode()
    assert record.result is not None
    outs = dict(zip(record.accounts, (each.out for each in record.result.standings), strict=True))
    assert outs == {"ann": "crash", "bob": None}


_PATIENT = """
import json, signal, sys, time
asked = []
signal.signal(signal.SIGTERM, lambda *_: asked.append(1))
sys.stdin.readline()  # the referee's hello
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


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("said", "why"),
    (
        ("thinking...", "this is no JSON object"),
        ('{"type":"hallo","id":1}', "there is no command 'hallo'"),
        ('{"type":"tables","id":1}', "this is the command tables"),
        (f'{{"type":"hello","token":"{token_of("ann")}"', "this is no JSON object"),
    ),
)
async def test_no_hello(tmp_path: Path, said: str, why: str) -> None:
    """What a program says before its first hello is told once, with why it is none."""
    program = tmp_path / "program.py"
    program.write_text(f"for _ in range(3): print({said!r}, flush=True)\n")
    async with hosted(tmp_path) as server:
        command = (sys.executable, str(program))
        with capture_logs() as told:
            await StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1).run()
    (warning,) = [each for each in told if "line" in each]
    assert warning["log_level"] == "warning"
    assert warning["line"] == said.replace(token_of("ann"), "...")
    assert why in warning["event"]


_WITHOUT_AN_END = """
import json, sys
for line in sys.stdin:
    if "hello" in line:
        sys.stdout.write(json.dumps({"type": "hello", "id": 1, "product": "p", "token": ""}))
        sys.stdout.flush()
"""


@pytest.mark.asyncio
async def test_no_line(tmp_path: Path) -> None:
    """Where no line of a program ends, that is told when the referee has waited in vain."""
    async with hosted(tmp_path, handshake_s=0.2) as server:
        command = (sys.executable, "-c", _WITHOUT_AN_END)
        bot = StdioBot(BotConfig(url=server.url, stdio=command), token_of("ann"), seed=1)
        with capture_logs() as told:
            playing = asyncio.create_task(bot.run())
            await until(lambda: any("no line of the program" in each["event"] for each in told))
            bot.drain()
            await playing
