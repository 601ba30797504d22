"""Tests of carcbot.net.client.own_records."""

import errno
import os
import stat
from pathlib import Path
from typing import IO

import pytest
from structlog.testing import capture_logs

from carcbot.net.client import own_records
from carcbot.net.client.own_records import OwnRecords


def test_only_for_its_owner(tmp_path: Path) -> None:
    """What a bot knows and thinks is for its user alone; lines of a match are added to one file."""
    for number in (1, 2):
        records = OwnRecords(tmp_path / "own")
        records.add("ann", "m1", {"line": "event", "number": number})
        records.close()
    (file,) = (tmp_path / "own").iterdir()
    assert file.read_text().count('"line":"event"') == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a record cannot be written it ends, told once; the bot and other records go on."""
    records = OwnRecords(tmp_path)
    records.add("ann", "m1", {"number": 1})
    with monkeypatch.context() as patched, capture_logs() as told:
        patched.setattr(own_records, "_opened", _full)
        for number in (1, 2):
            records.add("ann", "m2", {"number": number})
        records.add("ann", "m1", {"number": 2})
    assert [each["file"] for each in told] == [str(tmp_path / "m2-ann.jsonl")]
    records.add("ann", "m2", {"number": 3})
    records.end("m2")
    records.add("ann", "m2", {"number": 4})
    records.close()
    assert (tmp_path / "m1-ann.jsonl").read_text() == '{"number":1}\n{"number":2}\n'
    assert (tmp_path / "m2-ann.jsonl").read_text() == '{"number":4}\n'


def _full(path: Path) -> IO[bytes]:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
