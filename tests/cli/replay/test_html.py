"""Tests of ``carcbot replay html``; how the page works is tested in tests/web."""

from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from tests.cli.replay.conftest import TEXT, Say


def test_html(record: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the match's name is written, and the same again for the same record."""
    monkeypatch.chdir(record.parent)
    assert say("html", record) == "wrote m1.html\n"
    page = Path("m1.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    say("html", record, "--output", "again.html")
    assert Path("again.html").read_text() == page


def test_broken(record: Path, say: Say) -> None:
    """The page of a broken record shows what is whole, and the command says what is not."""
    record.write_bytes(TEXT[: len(TEXT) // 2])
    place = record.with_name("m1.html")
    told = say("html", record, "--output", place, code=ExitCode.INPUT)
    assert told.startswith(f"wrote {place}\nerror: {record}, line ")
