"""The journals of matches, as files."""

import errno
import os
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import file_error
from carcbot.line_file import LineFile
from carcbot.net.file_lock import lock_file
from carcbot.referee import journal, journal_reader
from carcbot.referee.journal_reader import Lines
from carcbot.referee.signature import sign
from carcbot.replay.packed import SUFFIX, pack, unpack

__all__ = ["Journals"]

_SECRET: Final = 0o600
_SECRET_FOLDER: Final = 0o700
_OTHERS: Final = 0o077
_PROBE: Final = "probe"
_PROBE_BYTES: Final = 4096
"""The least that a file system gives to a new file."""


class Journals:
    """A folder with a file for each match: in ``open`` while it goes on, then in ``records``.

    A line is with the operating system when `append` returns, so it outlives this process; with
    `fsync` it is on the disk, and outlives the machine. A journal with which nobody can go on lies
    in ``aside``, as it was found.

    The folder is this object's alone until it is closed, or this process ends however it may. What
    is in ``open`` and ``aside`` tells what is to be drawn, and only this user can read it; a record
    is there for those whom the process's umask lets read it.

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
        self._aside = folder / "aside"
        self._sync = os.fdatasync if hasattr(os, "fdatasync") else os.fsync
        self._fsync = fsync
        self._key = key
        self._packs = packs
        self._files: dict[str, LineFile] = {}
        umask = os.umask(0o077)  # there is no other way to ask for it
        os.umask(umask)
        self._public = 0o666 & ~umask
        self._lock: int | None = None
        try:
            for each in (self._open, self._records):
                each.mkdir(parents=True, exist_ok=True)
            _hide(self._open)
            self._lock = lock_file(
                folder / "lock",
                "this folder",
                where=str(folder),
                expected="a folder of its own, with --folder, or that one stopped",
            )
            self._check_records()
        except OSError as error:
            self.close()
            raise file_error(
                error,
                "cannot be used",
                where=str(folder),
                expected="a folder to write in, with open and records on one file system",
            ) from error

    def check(self) -> None:
        """Looks whether journals can be written and become records, by a try that is taken back.

        Raises:
            OSError: They cannot.
        """
        path = self._open / _PROBE
        try:
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, _SECRET)
            try:
                if os.write(number, bytes(_PROBE_BYTES)) < _PROBE_BYTES:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                if self._fsync:
                    self._sync(number)
            finally:
                os.close(number)
        finally:
            path.unlink(missing_ok=True)
        self._check_records()

    def _check_records(self) -> None:
        """Looks whether what is in the one folder can be moved to the other."""
        path, place = self._open / _PROBE, self._records / _PROBE
        try:
            path.touch(_SECRET)
            path.rename(place)
        finally:
            path.unlink(missing_ok=True)
            place.unlink(missing_ok=True)

    def append(self, match: str, lines: list[bytes]) -> None:
        """Adds lines to the journal of a match, all or none; the first ones make it.

        Raises:
            OSError: They cannot be written. The lines before them are as they were.
        """
        file = self._files.get(match)
        if file is None:
            path = self._open / f"{match}.jsonl"
            file = self._files[match] = LineFile(path, mode=_SECRET, fsync=self._fsync)
        file.add(b"".join(lines))

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
        self._close(match)
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
        self._close(match)
        (self._open / f"{match}.jsonl").unlink(missing_ok=True)

    def is_open(self, match: str) -> bool:
        """Whether the match has a journal that was not put away: it goes on, or is being kept."""
        return (self._open / f"{match}.jsonl").exists()

    def unfinished(self) -> list[str]:
        """The matches that have a journal among the open ones."""
        found = set()
        for path in self._open.iterdir():
            match, dot, suffix = path.name.partition(".jsonl")
            if dot and suffix in {"", SUFFIX}:
                _hide(path)
                found.add(match)
        return sorted(found)

    def lines(self, match: str) -> Lines | None:
        """What the journal of a match says, a last line without its end cut off.

        Returns None if there is no whole line: then nothing of the match was ever acknowledged.

        Raises:
            FileInputError: The journal is broken; the error says which and where.
            OSError: It cannot be read, or what was not added whole cannot be cut off.
        """
        file = self._files.get(match)
        if file is not None:
            file.mend()
        path = self._open / f"{match}.jsonl"
        _unpack(path)
        if not path.exists() and (file is None or not file.size):
            return None
        raw = path.read_bytes()
        if b"\n" not in raw:
            return None
        lines = journal_reader.read(raw, str(path))
        if lines.size < len(raw):
            os.truncate(path, lines.size)
        return lines

    def set_aside(self, match: str) -> Path:
        """Takes a journal, as it is, from the open ones to ``aside``; returns where it lies there.

        Raises:
            FileInputError: It cannot be moved.
        """
        self._close(match)
        place = self._aside
        try:
            self._aside.mkdir(mode=_SECRET_FOLDER, exist_ok=True)
            for suffix in (".jsonl", f".jsonl{SUFFIX}"):
                source = self._open / f"{match}{suffix}"
                if source.exists():
                    place = _free(self._aside, match, suffix)
                    source.rename(place)
        except OSError as error:
            raise file_error(
                error,
                "it cannot be moved there",
                where=f"{self._aside}, the journal of match {match}",
                expected="a folder for what cannot be gone on with",
            ) from error
        return place

    def _close(self, match: str) -> None:
        """Nothing more is added to a journal."""
        file = self._files.pop(match, None)
        if file is not None:
            file.close()

    def close(self) -> None:
        """Closes all files, and gives the folder free."""
        for match in list(self._files):
            self._close(match)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _hide(path: Path) -> None:
    """Takes away what others may do with a file or folder, as an older carcbot let them."""
    mode = path.stat().st_mode
    if mode & _OTHERS:
        path.chmod(mode & ~_OTHERS)


def _unpack(journal_file: Path) -> None:
    """Unpacks what a backup holds packed; what lies packed beside its journal is dropped."""
    packed = journal_file.with_name(f"{journal_file.name}{SUFFIX}")
    if not packed.exists():
        return
    if not journal_file.exists():
        half = packed.with_suffix(".part")
        half.write_bytes(unpack(packed.read_bytes(), str(packed)))
        half.rename(journal_file)
    packed.unlink()


def _free(folder: Path, match: str, suffix: str) -> Path:
    """A name for a journal in a folder, where there may be others of the same match."""
    place, number = folder / f"{match}{suffix}", 1
    while place.exists():
        number += 1
        place = folder / f"{match}-{number}{suffix}"
    return place
