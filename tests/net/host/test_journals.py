"""Tests of carcbot.net.host.journals."""

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError
from carcbot.net.host.journals import Journals
from tests.replay.records import signed, text_of_match

KEY = Ed25519PrivateKey.generate()
TEXT = text_of_match("pot")
HOLDER = """
import sys, time
from pathlib import Path
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from carcbot.net.host.journals import Journals
journals = Journals(Path(sys.argv[1]), fsync=False, key=Ed25519PrivateKey.generate())
print("ready", flush=True)
time.sleep(60)
"""


def test_one_referee_a_folder(tmp_path: Path) -> None:
    """A second referee is refused while the first one lives, and told who that is."""
    first = Journals(tmp_path, fsync=False, key=KEY)
    with pytest.raises(FileInputError, match=f"another referee .* process {os.getpid()}"):
        Journals(tmp_path, fsync=False, key=KEY)
    first.close()
    Journals(tmp_path, fsync=False, key=KEY).close()


def test_killed_referee_leaves_no_lock(tmp_path: Path) -> None:
    """The folder of a referee that was killed is free at once."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    with pytest.raises(FileInputError, match=str(process.pid)):
        Journals(tmp_path, fsync=False, key=KEY)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    Journals(tmp_path, fsync=False, key=KEY).close()


def mode_of(path: Path) -> int:
    """What the owner, the group and others may do with it."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("packs", (False, True))
def test_secrets_are_hidden(tmp_path: Path, *, packs: bool) -> None:
    """What is to be drawn is for one user alone; a finished record is for all that umask lets."""
    before = os.umask(0o022)
    try:
        journals = Journals(tmp_path, fsync=False, key=KEY, packs=packs)
        journals.append("m", [b"{}\n"])
        assert mode_of(tmp_path / "open") == 0o700
        assert mode_of(tmp_path / "open" / "m.jsonl") == 0o600
        record = journals.put_away("m")
        journals.close()
    finally:
        os.umask(before)
    assert mode_of(record) == 0o644
    assert mode_of(tmp_path / "records") == 0o755


def test_older_folder_is_mended(tmp_path: Path) -> None:
    """Where an older carcbot let others read journals, they cannot any more."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    older = tmp_path / "open" / "m.jsonl"
    older.write_bytes(signed(text_of_match("pot")))
    older.chmod(0o644)
    journals = Journals(tmp_path, fsync=False, key=KEY)
    assert journals.unfinished() == ["m"]
    journals.close()
    assert mode_of(tmp_path / "open") == 0o700
    assert mode_of(older) == 0o600


class Disk:
    """A disk that takes so many bytes, and then is full; nothing can be cut off while it is torn.

    Args:
        monkeypatch: Puts it in the place of the true one.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = 10**9
        self.is_torn = False
        self._write, self._cut = os.write, os.ftruncate
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(os, "ftruncate", self.cut)

    def write(self, number: int, raw: bytes) -> int:
        """Takes what there is room for."""
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        size = self._write(number, raw[: self.room])
        self.room -= size
        return size

    def cut(self, number: int, size: int) -> None:
        """Cuts a file off."""
        if self.is_torn:
            raise OSError(errno.EIO, "Input/output error")
        self._cut(number, size)


@pytest.mark.parametrize("fsync", (False, True))
def test_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fsync: bool) -> None:
    """Of what cannot be added whole nothing is there; what was there stays, and more can come."""
    texts = TEXT.splitlines(keepends=True)
    journals = Journals(tmp_path, fsync=fsync, key=KEY)
    journal = tmp_path / "open" / "m1.jsonl"
    journals.append("m1", texts[:3])
    disk = Disk(monkeypatch)
    for room in (0, 1, len(texts[3]), len(texts[3]) + 1):
        disk.room = room
        with pytest.raises(OSError, match="No space"):
            journals.append("m1", texts[3:5])
        assert journal.read_bytes() == b"".join(texts[:3])
        lines = journals.lines("m1")
        assert lines is not None
        assert (lines.size, len(lines.events)) == (journal.stat().st_size, 0)
    disk.room = 10**9
    journals.append("m1", texts[3:5])
    journals.append("m1", texts[5:])
    assert journal.read_bytes() == TEXT
    journals.close()


def test_cannot_be_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line that cannot be cut off is cut off before anything is added or read."""
    texts = TEXT.splitlines(keepends=True)
    journals = Journals(tmp_path, fsync=False, key=KEY)
    journal = tmp_path / "open" / "m1.jsonl"
    journals.append("m1", texts[:3])
    disk = Disk(monkeypatch)
    disk.room, disk.is_torn = len(texts[3]) + 10, True
    with pytest.raises(OSError, match="No space"):
        journals.append("m1", texts[3:5])
    assert len(journal.read_bytes()) == len(b"".join(texts[:4])) + 10
    disk.room = 10**9
    for _ in range(2):
        with pytest.raises(OSError, match="Input/output"):
            journals.append("m1", texts[3:5])
        with pytest.raises(OSError, match="Input/output"):
            journals.lines("m1")
    disk.is_torn = False
    journals.append("m1", texts[3:])
    assert journal.read_bytes() == TEXT
    journals.close()


def test_nothing_whole(tmp_path: Path) -> None:
    """A journal that is not there, is empty, or has half a line says nothing."""
    journals = Journals(tmp_path, fsync=False, key=KEY)
    assert journals.lines("m1") is None
    for text in (b"", TEXT[:20]):
        (tmp_path / "open" / "m1.jsonl").write_bytes(text)
        assert journals.unfinished() == ["m1"]
        assert journals.lines("m1") is None
    journals.append("m2", TEXT.splitlines(keepends=True)[:1])
    (tmp_path / "open" / "m2.jsonl").unlink()
    with pytest.raises(FileNotFoundError):  # what was there once is not taken for nothing
        journals.lines("m2")
    journals.close()


def test_half_a_line(tmp_path: Path) -> None:
    """What a crash has left of a line is cut off before the journal is signed or goes on."""
    texts = TEXT.splitlines(keepends=True)
    journals = Journals(tmp_path, fsync=False, key=KEY)
    journal = tmp_path / "open" / "m1.jsonl"
    for half in (b"", texts[4][:-1]):
        journal.write_bytes(b"".join(texts[:4]) + half)
        lines = journals.lines("m1")
        assert lines is not None
        assert (lines.size, len(lines.events)) == (len(b"".join(texts[:4])), 1)
        assert journal.read_bytes() == b"".join(texts[:4])
    record = journals.finish("m1", b"link").read_bytes()
    assert record.startswith(b"".join(texts[:4]))
    assert record.count(b"\n") == 5
    journals.close()


def test_set_aside(tmp_path: Path) -> None:
    """What is set aside lies there as it was, for one user alone, whatever lies there already."""
    journals = Journals(tmp_path, fsync=False, key=KEY)
    for text in (b"one", b"two", b"three"):
        journals.append("m1", [text])
        (tmp_path / "open" / "m1.jsonl.zst").write_bytes(text)
        journals.set_aside("m1")
        assert journals.unfinished() == []
    for suffix in ("jsonl", "jsonl.zst"):
        found = sorted((tmp_path / "aside").glob(f"*.{suffix}"))
        assert [path.name for path in found] == [
            f"m1{number}.{suffix}" for number in ("-2", "-3", "")
        ]
        assert [path.read_bytes() for path in found] == [b"two", b"three", b"one"]
    assert {mode_of(path) for path in (tmp_path / "aside").glob("*.jsonl")} == {0o600}
    assert mode_of(tmp_path / "aside") == 0o700
    journals.close()


def test_records_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where journals cannot become records it is said at the start, and the folder is not taken."""

    def rename(path: Path, _: Path) -> Path:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(FileInputError, match="cross-device link") as caught:
            Journals(tmp_path, fsync=False, key=KEY)
    assert "open and records on one file system" in caught.value.expected
    assert not [*(tmp_path / "open").iterdir(), *(tmp_path / "records").iterdir()]
    Journals(tmp_path, fsync=False, key=KEY).close()
