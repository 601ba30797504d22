"""The journals of matches, as files."""

import fcntl
import os
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError
from carcbot.referee import journal
from carcbot.referee.journal import Lines
from carcbot.referee.signature import sign
from carcbot.replay.packing import SUFFIX, pack, unpack

__all__ = ["Journals"]

_SECRET: Final = 0o600
_OTHERS: Final = 0o077


class Journals:
    """A folder with a file for each match: in ``open`` while it goes on, then in ``records``.

    A line is with the operating system when `append` returns, so it outlives this process; with
    `fsync` it is on the disk, and outlives the machine.

    The folder is this object's alone until it is closed, or this process ends however it may. What
    is in ``open`` tells what is to be drawn, and only this user can read it; a record is there for
    those whom the process's umask lets read it.

    Args:
        folder: Where they lie.
        fsync: Whether each line is on the disk before anything else is done.
        key: Signs what is finished.
        packs: Whether what is finished is kept as zstd.

    Raises:
        FileInputError: The folder cannot be used, or another referee uses it.
    """

    def __init__(
        self, folder: Path, *, fsync: bool, key: Ed25519PrivateKey, packs: bool = False
    ) -> None:
        self._open = folder / "open"
        self._records = folder / "records"
        self._sync = os.fdatasync if hasattr(os, "fdatasync") else os.fsync
        self._fsync = fsync
        self._key = key
        self._packs = packs
        self._files: dict[str, int] = {}
        umask = os.umask(0o077)  # there is no other way to ask for it
        os.umask(umask)
        self._public = 0o666 & ~umask
        self._lock: int | None = None
        try:
            for each in (self._open, self._records):
                each.mkdir(parents=True, exist_ok=True)
            _hide(self._open)
            self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise FileInputError(
                f"cannot be made: {error.strerror}", where=str(folder), expected="a folder"
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(self._lock, 20, 0).decode("ascii", "replace").strip()
            os.close(self._lock)
            raise FileInputError(
                f"another referee uses this folder: process {owner or 'unknown'}",
                where=str(folder),
                expected="a folder of its own, with --folder, or that one stopped",
            ) from error
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def append(self, match: str, lines: list[bytes]) -> None:
        """Adds lines to the journal of a match; the first ones make it."""
        file = self._files.get(match)
        if file is None:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            file = self._files[match] = os.open(self._open / f"{match}.jsonl", flags, _SECRET)
        raw = b"".join(lines)
        while raw:
            raw = raw[os.write(file, raw) :]
        if self._fsync:
            self._sync(file)

    def finish(self, match: str, link: bytes) -> Path:
        """Signs the journal of a match that is over, and puts it among the records.

        Args:
            match: Its name.
            link: The last one of its chain.
        """
        source = self._open / f"{match}.jsonl"
        raw = source.read_bytes()
        line = sign(raw, link, self._key)
        self.append(match, [journal.text_of(line) + b"\n"])
        return self.put_away(match)

    def put_away(self, match: str) -> Path:
        """Puts a journal that is signed among the records."""
        file = self._files.pop(match, None)
        if file is not None:
            os.close(file)
        source, place = self._open / f"{match}.jsonl", self._records / f"{match}.jsonl"
        if not self._packs:
            source.chmod(self._public)
            source.rename(place)
            return place
        # whenever this is broken off, the journal is still where it was, or the record is whole
        packed = source.with_suffix(f".jsonl{SUFFIX}")
        packed.write_bytes(pack(source.read_bytes()))
        if self._fsync:
            with packed.open("rb") as written:
                self._sync(written.fileno())
        place = place.with_suffix(f".jsonl{SUFFIX}")
        packed.rename(place)
        source.unlink()
        return place

    def discard(self, match: str) -> None:
        """Takes away the journal of a match that never began."""
        file = self._files.pop(match, None)
        if file is not None:
            os.close(file)
        (self._open / f"{match}.jsonl").unlink(missing_ok=True)

    def unfinished(self) -> list[tuple[str, Lines]]:
        """What the journals of matches that go on say, a last line without its end cut off.

        Raises:
            FileInputError: A journal is broken; the error says which and where.
        """
        found = []
        self._unpack_open()
        for path in sorted(self._open.glob("*.jsonl")):
            _hide(path)
            raw = path.read_bytes()
            if b"\n" not in raw:  # it was being opened; that was never acknowledged
                path.unlink()
                continue
            lines = journal.read(raw, str(path))
            if lines.size < len(raw):
                os.truncate(path, lines.size)
            found.append((path.stem, lines))
        return found

    def _unpack_open(self) -> None:
        """Unpacks what a backup holds packed; what lies packed beside its journal is dropped."""
        for packed in sorted(self._open.glob(f"*.jsonl{SUFFIX}")):
            journal_file = packed.with_suffix("")
            if not journal_file.exists():
                half = packed.with_suffix(".part")
                half.write_bytes(unpack(packed.read_bytes(), str(packed)))
                half.rename(journal_file)
            packed.unlink()

    def close(self) -> None:
        """Closes all files, and gives the folder free."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _hide(path: Path) -> None:
    """Takes away what others may do with a file or folder, as an older carcbot let them."""
    mode = path.stat().st_mode
    if mode & _OTHERS:
        path.chmod(mode & ~_OTHERS)
