"""Tests of ``carcbot replay html``; how the page works is tested in tests/web."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.replay.record_files import name_for
from tests.cli.replay.conftest import TEXT, Say
from tests.replay.records import record_of, signed, text_of_match


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


@pytest.mark.parametrize(
    ("match", "name"),
    (("m1", "m1.html"), ("../evil", "match.html"), ("/x/y", "match.html"), (".x", "match.html")),
)
def test_a_name_from_anybody(match: str, name: str) -> None:
    """A record does not say where a file is written."""
    record = record_of(signed(text_of_match("carcassonne", "seats=2")))
    header = msgspec.structs.replace(record.lines.header, match=match)
    record = replace(record, lines=msgspec.structs.replace(record.lines, header=header))
    assert name_for(record, ".html") == Path(name)


def test_a_record_is_not_overwritten(record: Path, say: Say) -> None:
    """Neither that of which the page is, nor a packed one."""
    packed = record.with_name("m2.jsonl.zst")
    say("pack", "--keep", record)
    record.with_name("m1.jsonl.zst").rename(packed)
    for place in (record, packed):
        told = say("html", record, "--output", place, code=ExitCode.INPUT)
        assert "there is a record in this file" in told
    assert record.read_bytes() == TEXT
