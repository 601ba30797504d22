"""Tests of carcbot.cli.log_setup."""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest
import structlog

from carcbot.cli.log_setup import set_up_logging


@pytest.mark.parametrize("form", ("text", "json"))
def test_lists(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """People read the players of a match as a list of names; programs get an array."""
    before = structlog.get_config()
    try:
        set_up_logging(form)
        structlog.get_logger().info("begins", seats=("ann", "bob"))
    finally:
        structlog.configure(**before)
    line = capsys.readouterr().err
    if form == "json":
        assert json.loads(line)["seats"] == ["ann", "bob"]
    else:
        assert "seats=ann,bob" in line


def test_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    """What a library logs is one line as well, whatever it has raised; programs can read it."""
    before, handlers = structlog.get_config(), logging.root.handlers
    try:
        set_up_logging("json")
        set_up_logging("json")
        raised = ValueError("first\nsecond")
        logging.getLogger("aiohttp.server").error("%s is bad", "it", exc_info=raised)
        logging.getLogger("asyncio").info("nothing of importance")
    finally:
        structlog.configure(**before)
        logging.root.handlers = handlers
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["library"], told["level"]) == (
        "it is bad",
        "aiohttp.server",
        "error",
    )
    assert "first\nsecond" in told["exception"]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[TextIO | None], None]]:
    """Logs in JSON to what is given as standard error."""
    before, handlers = structlog.get_config(), logging.root.handlers
    set_up_logging("json")
    yield lambda stream: monkeypatch.setattr(sys, "stderr", stream)
    structlog.configure(**before)
    logging.root.handlers = handlers


def test_a_log_that_cannot_be_written(tmp_path: Path, log: Callable[[TextIO | None], None]) -> None:
    """Nobody is harmed by a full disk, a reader that went, or no log at all; then it is told."""
    reader, writer = os.pipe()
    os.close(reader)
    closed = (tmp_path / "closed").open("w")
    closed.close()
    with Path("/dev/full").open("w") as full, os.fdopen(writer, "w") as broken:
        for stream in (full, broken, closed, None):
            log(stream)
            structlog.get_logger().info("nobody hears it")
    with (tmp_path / "log").open("w") as good:
        log(good)
        for _ in range(2):
            structlog.get_logger().info("heard")
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["lines of the log are lost", "heard", "heard"]
    assert lines[0]["lost"] == 4


def test_a_log_that_nobody_reads(log: Callable[[TextIO | None], None]) -> None:
    """Who logs to a pipe that is full does not wait; what is read later are whole lines."""
    reader, writer = os.pipe()
    count = 3000
    with os.fdopen(reader) as heard:
        with os.fdopen(writer, "w") as pipe:
            log(pipe)
            for number in range(count):  # a log that waited would wait here for ever
                structlog.get_logger().info("said", number=number, text="x" * 100)
            os.set_blocking(reader, False)
            begin = heard.read(100_000)
            os.set_blocking(reader, True)
            structlog.get_logger().info("at last")
        rest = heard.read()
    lines = []
    for line in (begin + rest).splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:  # the one that was torn when there was no more room
            assert line == "" or line.startswith('{"')
    told = [line for line in lines if line["event"] == "said"]
    (lost,) = [line["lost"] for line in lines if "lost" in line]
    assert len(told) + lost == count
    assert 0 < len(told) < count
    assert lines[-1]["event"] == "at last"
