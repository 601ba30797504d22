"""Files that only ever grow, by whole lines: whatever ends the program meanwhile."""

import contextlib
import fcntl
import os
from pathlib import Path

__all__ = ["LineFile"]


class LineFile:
    """A file that is open for adding lines; it is made if it is not there.

    What was added outlives this program; with `fsync` it outlives a loss of power too. What a crash
    has left of a line is cut off when the file is opened again.

    Args:
        path: Where it is.
        mode: Who may use a new one, as far as the umask lets them.
        fsync: Whether lines are on the disk before anything else is done.
        lock: Which lock it has until it is closed, as `fcntl.flock` knows it; None is none.

    Attributes:
        size: Of all its whole lines, in bytes.

    Raises:
        BlockingIOError: Somebody else has the lock, and this one was not to wait.
        OSError: It cannot be opened.
    """

    def __init__(
        self, path: Path, *, mode: int = 0o644, fsync: bool = False, lock: int | None = None
    ) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._number = os.open(path, flags, mode)
        self._fsync = fsync
        try:
            if lock is not None:
                fcntl.flock(self._number, lock)
            size = os.fstat(self._number).st_size
            self.size = self._whole(size)
            self._is_torn = size > self.size
            self.mend()
        except OSError:
            self.close()
            raise

    def _whole(self, size: int) -> int:
        """How many of so many bytes end with a whole line."""
        if not size or os.pread(self._number, 1, size - 1) == b"\n":
            return size
        return os.pread(self._number, size, 0).rfind(b"\n") + 1

    def add(self, lines: bytes) -> None:
        """Adds whole lines, all or none; only where the machine fails there may be the first ones.

        Raises:
            OSError: They cannot be written. The lines before them are as they were.
        """
        self.mend()
        left = memoryview(lines)
        try:
            while left:
                left = left[os.write(self._number, left) :]
            if self._fsync:
                getattr(os, "fdatasync", os.fsync)(self._number)
        except OSError:
            self._is_torn = True
            with contextlib.suppress(OSError):  # it is tried again before anything is added
                self.mend()
            raise
        self.size += len(lines)

    def mend(self) -> None:
        """Cuts off what was not added whole, which `add` does first.

        Raises:
            OSError: It cannot be cut off.
        """
        if self._is_torn:  # or the file would be newer than its last line
            os.ftruncate(self._number, self.size)
            self._is_torn = False

    def close(self) -> None:
        """Adds no more; the lock is free."""
        if self._number >= 0:
            os.close(self._number)
            self._number = -1
