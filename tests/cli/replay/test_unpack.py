"""Tests of ``carcbot replay unpack``."""

from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from carcbot.replay.packed import pack
from tests.cli.replay.conftest import TEXT, Say


def test_unpack(record: Path, say: Say) -> None:
    """A packed record is replaced by what was packed; what is not packed stays as it is."""
    record.unlink()
    packed = record.with_name("m1.jsonl.zst")
    packed.write_bytes(pack(TEXT))
    assert say("unpack", packed) == f"wrote {record}\n"
    assert list(record.parent.iterdir()) == [record]
    assert record.read_bytes() == TEXT
    assert say("unpack", record) == ""


def test_refused(record: Path, say: Say) -> None:
    """A broken file, and one whose name says that it is not packed, stay as they are."""
    record.write_bytes(pack(TEXT))
    assert "a name that ends with .zst" in say("unpack", record, code=ExitCode.INPUT)
    packed = record.with_name("m2.jsonl.zst")
    packed.write_bytes(pack(TEXT)[:-3])
    assert "cut off" in say("unpack", packed, code=ExitCode.INPUT)
    assert packed.exists()
    assert not record.with_name("m2.jsonl").exists()
