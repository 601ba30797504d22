"""Tests of carcbot.net.file_lock."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.net.file_lock import lock_file


def test_one_at_a_time(tmp_path: Path) -> None:
    """Who has it is told to others, until it lets go; nobody else may read the file."""
    file = tmp_path / "lock"
    lock = lock_file(file, "this thing", where="there", expected="another")
    assert file.stat().st_mode & 0o777 == 0o600
    told = f"there: another referee uses this thing: process {os.getpid()}; expected another"
    with pytest.raises(FileInputError, match=told):
        lock_file(file, "this thing", where="there", expected="another")
    os.close(lock)
    os.close(lock_file(file, "this thing", where="there", expected="another"))
    with pytest.raises(FileNotFoundError):
        lock_file(tmp_path / "none" / "lock", "this thing", where="there", expected="another")


def test_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be locked no other referee is blamed for it, and nothing stays open."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(OSError, match=os.strerror(errno.ENOLCK)):
        lock_file(tmp_path / "lock", "this thing", where="there", expected="another")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
