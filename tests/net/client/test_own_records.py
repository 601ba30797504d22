"""Tests of carcbot.net.client.own_records."""

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from carcbot.line_file import LineFile
from carcbot.net.client import own_records
from carcbot.net.client.own_records import OwnRecords

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def test_only_for_its_owner(tmp_path: Path) -> None:
    """What a bot knows and thinks is for its user alone; lines of a match are added to one file."""
    for number in (1, 2):
        records = OwnRecords(tmp_path / "own")
        records.add("ann", "m1", {"line": "event", "number": number})
        records.close()
    (file,) = (tmp_path / "own").iterdir()
    assert file.read_text().count('"line":"event"') == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_full_disk(tmp_path: Path) -> None:
    """Where a record cannot be written it ends, told once; the bot and other records go on."""
    records = OwnRecords(tmp_path)
    (tmp_path / "m2-ann.jsonl").symlink_to("/dev/full")
    with capture_logs() as told:
        for number in (1, 2):
            records.add("ann", "m1", {"number": number})
            records.add("ann", "m2", {"number": number})
    assert [each["file"] for each in told] == [str(tmp_path / "m2-ann.jsonl")]
    assert (tmp_path / "m1-ann.jsonl").read_text() == '{"number":1}\n{"number":2}\n'
    records.end("m2")
    (tmp_path / "m2-ann.jsonl").unlink()
    records.add("ann", "m2", {"number": 3})
    records.close()
    assert (tmp_path / "m2-ann.jsonl").read_text() == '{"number":3}\n'


class Quota(LineFile):
    """A file on a disk that says only when it is closed that it is full."""

    def close(self) -> None:
        """Tells what was wrong."""
        super().close()
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))


def test_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record ends with the last line that is whole, where a disk takes ten bytes."""
    disk, record = os.write, tmp_path / "m1-ann.jsonl"

    def write(number: int, raw: "ReadableBuffer") -> int:
        room = 10 - record.stat().st_size
        if not room:
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
        return disk(number, bytes(raw)[:room])

    monkeypatch.setattr(own_records, "LineFile", Quota)
    monkeypatch.setattr(os, "write", write)
    records = OwnRecords(tmp_path)
    with capture_logs() as told:
        for number in (1, 2, 3):
            records.add("ann", "m1", {"n": number})
        records.close()
    assert record.read_bytes() == b'{"n":1}\n'
    assert len(told) == 1


def test_names_of_a_referee(tmp_path: Path) -> None:
    """Whatever a referee calls its matches and accounts, their records lie in the folder."""
    records = OwnRecords(tmp_path / "own")
    records.add("../ann", "../../m1", {"n": 1})
    records.add("ann", "/etc/m2\n", {"n": 1})
    records.close()
    assert sorted(each.name for each in (tmp_path / "own").iterdir()) == [
        ".._.._m1-.._ann.jsonl",
        "_etc_m2_-ann.jsonl",
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["own"]
