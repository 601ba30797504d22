"""Tests of ``carcbot replay pack``."""

from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from carcbot.replay.packed import unpack
from tests.cli.replay.conftest import TEXT, Say


def test_pack(record: Path, say: Say) -> None:
    """A record is replaced by a small one with the same bytes; what is packed stays as it is."""
    packed = record.with_name("m1.jsonl.zst")
    assert say("pack", record.parent) == f"wrote {packed}\n"
    assert list(record.parent.iterdir()) == [packed]
    assert unpack(packed.read_bytes(), "") == TEXT
    assert say("pack", record.parent) == ""


def test_nothing_is_lost(record: Path, say: Say) -> None:
    """Files may be kept, and none is overwritten."""
    packed = record.with_name("m1.jsonl.zst")
    say("pack", "--keep", record)
    assert record.read_bytes() == TEXT
    before = packed.read_bytes()
    assert "there is such a file already" in say("pack", record, code=ExitCode.INPUT)
    assert (record.read_bytes(), packed.read_bytes()) == (TEXT, before)
