"""Tests of carcbot.cli.logging."""

import json
import logging

import pytest
import structlog

from carcbot.cli.logging import set_up_logging


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
