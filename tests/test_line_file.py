"""Tests of carcbot.line_file; tests/net/host/test_journals.py has disks that are full or fail."""

import fcntl
import os
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from carcbot.line_file import LineFile
from tests.waiting import PATIENCE_S


@pytest.mark.parametrize("fsync", (False, True))
def test_lines_come_behind_lines(tmp_path: Path, *, fsync: bool) -> None:
    """Those of before are still there; the size tells of all."""
    path = tmp_path / "lines"
    for text in (b"one\n", b"two\nthree\n"):
        with closing(LineFile(path, fsync=fsync)) as file:
            file.add(text)
            assert file.size == path.stat().st_size
    assert path.read_bytes() == b"one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("left", "whole"), ((b"", b""), (b"on", b""), (b"one\n", b"one\n"), (b"one\ntw", b"one\n"))
)
def test_what_a_crash_left(tmp_path: Path, left: bytes, whole: bytes) -> None:
    """Half a line is cut off; a file without one is not even touched."""
    path = tmp_path / "lines"
    path.write_bytes(left)
    os.utime(path, (1, 1))
    with closing(LineFile(path)) as file:
        assert file.size == len(whole)
        assert path.read_bytes() == whole
        assert (path.stat().st_mtime == 1) is (left == whole)
        file.add(b"next\n")
    assert path.read_bytes() == whole + b"next\n"


def test_only_what_was_torn_is_cut_off(tmp_path: Path) -> None:
    """What somebody else adds to a file without a lock meanwhile stays."""
    path = tmp_path / "lines"
    with closing(LineFile(path)) as one, closing(LineFile(path)) as other:
        one.add(b"one\n")
        other.add(b"other\n")
        one.add(b"again\n")
    assert path.read_bytes() == b"one\nother\nagain\n"


def test_a_lock(tmp_path: Path) -> None:
    """One has it at a time, until it is closed; another one is refused, or waits."""
    path = tmp_path / "lines"
    file = LineFile(path, lock=fcntl.LOCK_EX)
    with pytest.raises(BlockingIOError):
        LineFile(path, lock=fcntl.LOCK_EX | fcntl.LOCK_NB)

    def wait() -> None:
        with closing(LineFile(path, lock=fcntl.LOCK_EX)) as other:
            other.add(b"other\n")

    waiting = Thread(target=wait)
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    file.add(b"one\n")
    file.close()
    waiting.join(PATIENCE_S)
    assert path.read_bytes() == b"one\nother\n"


def test_who_may_use_it(tmp_path: Path) -> None:
    """A new file has the mode; one that was there keeps its own."""
    path = tmp_path / "lines"
    for mode in (0o600, 0o644):
        LineFile(path, mode=mode).close()
        assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(IsADirectoryError):
        LineFile(tmp_path)
