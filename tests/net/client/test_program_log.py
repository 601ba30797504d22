"""Tests of carcbot.net.client.program_log: the log of a program's bot, from real messages."""

import asyncio
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from carcbot.messages.client import Open
from carcbot.net.client import Bot, StdioBot
from carcbot.net.client.config import BotConfig
from carcbot.net.competitions.competition_folder import CompetitionFolder
from tests.net.client.hosting import hosted, token_of

RULES = 'name = "cup"\n[schedule]\nstarts = [2036-01-15T08:00:00Z]\n'
PROGRAM = """
import json, sys
number = 0
def say(**said):
    global number
    number += 1
    print(json.dumps({"id": number, **said}), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    match said["type"]:
        case "hello":
            say(type="hello", product="logs/1")
        case "ack" if "welcome" in said:
            say(type="enter", competition="cup")
            say(type="enter", competition="nowhere")
            say(type="enter", competition="nowhere")
            say(type="tables")
        case "ack" if "tables" in said:
            say(type="sit", match=said["tables"][0]["match"])
        case "request":
            say(type="resign", match=said["match"])
        case "result":
            break
"""


@pytest.mark.asyncio
async def test_a_match(tmp_path: Path) -> None:
    """It says the same of a match as the log of an agent's bot, and what else was done or refused.

    What is refused again and again is said once.
    """
    file, program = tmp_path / "cup.toml", tmp_path / "program.py"
    file.write_text(RULES)
    program.write_text(PROGRAM)
    CompetitionFolder.make(tmp_path / "referee" / "competitions" / "cup", file)
    with capture_logs() as logs:
        async with hosted(tmp_path / "referee") as server:
            match = server.open_table(Open(1, "carcassonne", "seats=2"))
            command = (sys.executable, str(program))
            ann = StdioBot(BotConfig(server.url, stdio=command), token_of("ann"), seed=1)
            bob = Bot(BotConfig(server.url, agent="greedy", count=1), token_of("bob"), seed=2)
            await asyncio.gather(ann.run(), bob.run())
            url = server.url
    (names,) = (line["seats"] for line in logs if line["event"] == "begins")
    seat = names.index("ann")
    words = [(line["event"], line.get("seat")) for line in logs if line.get("match") == match]
    assert [line for line in words if line[1] == seat] == [
        ("sat down", seat),
        (f"match begins: {', '.join(names)}", seat),
        ("lost 0:0 (place 2 of 2, resign)", seat),
    ]
    events = [line["event"] for line in logs]
    assert f"connected to {url} as ann" in events
    assert events.count("entered cup") == 1
    assert [line["text"] for line in logs if line["event"] == "refused"] == [
        "there is no competition 'nowhere'"
    ]
