"""What a bot's log says of its matches, for programs that read it."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.parts import ClockSpec
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig, OpenTable
from tests.net.client.hosting import hosted, token_of
from tests.net.process.pools import OWN
from tests.waiting import until


@pytest.fixture(autouse=True)
def _json() -> Iterator[None]:
    """The log is as with ``--log json``."""
    before = structlog.get_config()
    set_up_logging("json")
    yield
    structlog.configure(**before)


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """All lines of the log."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.asyncio
async def test_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line about a match names it and the bot's seat, from sitting down to the result."""
    matches: list[str] = []
    async with hosted(tmp_path, clock=ClockSpec("per_move", move_us=5_000_000)) as server:
        url = server.url
        ann = Bot(
            BotConfig(url, agent="greedy", open=OpenTable(options="seats=2"), count=1),
            token_of("ann"),
            seed=1,
        )
        bob = Bot(BotConfig(url, agent=f"{OWN}:Clumsy", count=1), token_of("bob"), seed=2)
        playing = asyncio.gather(ann.run(), bob.run())
        await until(lambda: server.hall.tables)
        matches.extend(server.hall.tables)
        await playing
    (match,) = matches
    bots = [line for line in lines_of(capsys) if "seats" not in line]  # those are the referee's
    about = [line for line in bots if line.get("match") == match]
    assert {line["match"] for line in bots if "match" in line} == {match}
    for words, seats in {
        "sat down": {0, 1},
        "match begins: ": {0, 1},
        f"{OWN}:Clumsy failed": {1},
    }.items():
        assert {line["seat"] for line in about if line["event"].startswith(words)} == seats
    # before it sits down the opener has no seat
    assert [line["event"] for line in about if "seat" not in line] == [
        "opened a table (seats=2), waiting for 1 more"
    ]
    assert len(about) == 1 + 2 + 2 + 1 + 2
    for line in bots:
        assert "match" in line or not {"seat", "seq"} & line.keys()
