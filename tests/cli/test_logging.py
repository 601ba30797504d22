"""Tests of carcbot.cli.logging."""

import json

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
