"""Tests of carcbot.net.client.own_records."""

import errno
import os
import stat
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

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


class Quota(BytesIO):
    """A file of which the disk takes ten bytes, and says so when it is closed."""

    def write(self, raw: "ReadableBuffer") -> int:
        """Takes as much as there is room for."""
        return super().write(bytes(raw)[: 10 - self.tell()])

    def close(self) -> None:
        """Tells what was wrong."""
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))


def test_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record ends with the line that was cut; nothing is glued to it."""
    file = Quota()
    monkeypatch.setattr(own_records, "_opened", lambda _: file)
    records = OwnRecords(tmp_path)
    with capture_logs() as told:
        for number in (1, 2, 3):
            records.add("ann", "m1", {"n": number})
        records.close()
    assert file.getvalue() == b'{"n":1}\n{"'
    assert len(told) == 1
