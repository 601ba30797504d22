"""A record of a match, and the command line, for the tests of the commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from tests.replay.records import signed, text_of_match

__all__ = ["OTHER_TEXT", "TEXT", "Say"]

TEXT = signed(text_of_match("carcassonne", "seats=2"))
OTHER_TEXT = signed(text_of_match("carcassonne", "seats=2", seed=2))
Say = Callable[..., str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with the record of a match."""
    file = tmp_path / "m1.jsonl"
    file.write_bytes(TEXT)
    return file


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs ``carcbot replay`` with these words; returns what it printed, errors behind the rest."""

    def say(*words: object, code: ExitCode = ExitCode.OK) -> str:
        capsys.readouterr()
        assert run(["replay", *map(str, words)]) == code
        printed = capsys.readouterr()
        return printed.out + printed.err

    return say
