"""Tests of ``carcbot replay diff``."""

from pathlib import Path

from tests.cli.replay.conftest import Say
from tests.replay.records import signed, text_of_match


def test_diff(record: Path, say: Say) -> None:
    """A record is the same as itself; of another one it is told where the matches part."""
    assert say("diff", record, record) == "the same\n"
    other = record.with_name("m2.jsonl")
    other.write_bytes(signed(text_of_match("carcassonne", "seats=2", seed=2)))
    lines = say("diff", record, other).splitlines()
    assert lines[0] == "the header's seed"
    assert lines[3].startswith("event 2, after 0 moves")
    assert lines[4].startswith("  < draw ")
    assert lines[5].startswith("  > draw ")
