"""The transcripts in protocol/transcripts are what happens, for the referee and for a client."""

import json
from pathlib import Path
from typing import Any

import pytest

from carcbot.bot.seated_match import SeatedMatch
from carcbot.messages import codec
from carcbot.messages.events import Drawn, Moved, Out, Result, Started
from tests.messages.transcripts import FOLDER, replayed, scripts

FILES = tuple(sorted(FOLDER.glob("*.jsonl")))


def lines_of(file: Path) -> list[dict[str, Any]]:
    """What a transcript says."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_there_are_all() -> None:
    """Every script has its transcript, and there are no others."""
    names = {session.lines[0]["transcript"] for session in scripts()}
    assert names == {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_referee(file: Path) -> None:
    """A referee to which the same is said says the same."""
    lines = lines_of(file)
    assert replayed(lines) == lines
    assert sum("from" in line for line in lines) >= 3


def before_turns(line: dict[str, Any]) -> dict[str, Any]:
    """What a referee said in this place that did not tell turns yet."""
    frame = line.get("frame")
    if frame is None or frame["type"] not in {"draw", "move", "request", "sync"}:
        return line
    told = {name: said for name, said in frame.items() if name not in {"turn", "step", "turn_us"}}
    assert told != frame or "from" in line
    return line | {"frame": told}


@pytest.mark.parametrize("is_old", (False, True), ids=("now", "before turns"))
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_clients(file: Path, *, is_old: bool) -> None:
    """Each client that takes in what it is told agrees with every digest, to the result.

    What a referee says that does not tell turns yet is as good.
    """
    lines = [before_turns(line) if is_old else line for line in lines_of(file)]
    accounts = {line["to"] for line in lines if line.get("frame", {}).get("type") == "start"}
    assert accounts
    for account in accounts:
        seated = SeatedMatch("m1")
        for line in lines:
            if line.get("to") != account:
                continue
            message = codec.decode_message(json.dumps(line["frame"]))
            if isinstance(message, Started | Drawn | Moved | Out | Result):
                seated.see(message)
        assert seated.result is not None
