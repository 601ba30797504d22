"""Tests of carcbot.whole_file."""

import errno
import os
import stat
from pathlib import Path

import pytest

from carcbot.whole_file import write_whole


@pytest.mark.parametrize("fsync", (False, True))
def test_replaced(tmp_path: Path, *, fsync: bool) -> None:
    """Text and bytes take the place of what was there, and nothing else is left."""
    file = tmp_path / "a.json"
    write_whole(file, "first and long", fsync=fsync)
    write_whole(file, "zwölf", fsync=fsync)
    assert file.read_bytes() == "zwölf".encode()
    write_whole(file, b"\xff", fsync=fsync)
    assert file.read_bytes() == b"\xff"
    assert list(tmp_path.iterdir()) == [file]


def test_power_may_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content is on the disk, and then that it has the name."""
    synced: list[bool] = []
    monkeypatch.setattr(
        os, "fsync", lambda file: synced.append(stat.S_ISDIR(os.fstat(file).st_mode))
    )
    write_whole(tmp_path / "a.json", "new", fsync=True)
    assert synced == [False, True]


def test_as_it_was(tmp_path: Path) -> None:
    """Where it cannot be written, it holds what it held."""
    file = tmp_path / "a.json"
    file.write_text("old")
    (tmp_path / "a.json.new").mkdir()
    with pytest.raises(OSError, match=r"a\.json\.new"):
        write_whole(file, "new")
    assert file.read_text() == "old"


def test_half_of_it_does_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full nothing lies beside what was there."""

    def is_full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", is_full)
    file = tmp_path / "a.json"
    file.write_text("old")
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, "new", fsync=True)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_private(tmp_path: Path) -> None:
    """What is for its owner alone is so from the beginning."""
    file = tmp_path / "key"
    write_whole(file, "secret", mode=0o600)
    assert file.stat().st_mode & 0o777 == 0o600
