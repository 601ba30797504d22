"""Tests of carcbot.replay.record_paths: folders stand for the records in them."""

from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.replay.record_paths import found


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
