"""Tests of carcbot.replay.record_paths: folders stand for the records in them, each once."""

from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.replay.packed import pack
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_paths import Repeats, found
from tests.replay.records import signed, text_of_match


def test_found(tmp_path: Path) -> None:
    """Files stay in their order, a folder is replaced by what lies in it, and below it, by name."""
    for name in ("b.jsonl", "a.jsonl.zst", "in/c.jsonl", "notes.txt", "d.zst"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    first = tmp_path / "notes.txt"
    names = [path.relative_to(tmp_path).as_posix() for path in found([first, tmp_path])]
    assert names == ["notes.txt", "a.jsonl.zst", "b.jsonl", "in/c.jsonl"]
    (tmp_path / "none").mkdir()
    with pytest.raises(FileInputError, match="there are no records"):
        found([tmp_path / "none"])


def test_repeats() -> None:
    """A record is known again by what it says, and not by its name."""
    one, other = (signed(text_of_match("kuhn", seed=seed)) for seed in (1, 2))
    repeats = Repeats()
    assert repeats.of(MatchRecord.read(one, "a.jsonl")) is None
    assert repeats.of(MatchRecord.read(other, "b.jsonl")) is None
    assert repeats.of(MatchRecord.read(pack(one), "c.jsonl.zst")) == "a.jsonl"
    assert repeats.of(MatchRecord.read(one, "a.jsonl")) == "a.jsonl"
