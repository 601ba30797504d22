"""A lock of a file, for what one process at a time may use: it tells which one does."""

import fcntl
import os
from pathlib import Path

from carcbot.errors import FileInputError

__all__ = ["lock_file"]


def lock_file(path: Path, what: str, *, where: str, expected: str) -> int:
    """A descriptor with the lock of a file, which is made if it is not there; closing it ends it.

    Args:
        path: The file; nobody else may read it.
        what: What is used by one at a time, for errors: ``"this folder"``.
        where: How errors name it.
        expected: What helps where another one uses it.

    Raises:
        FileInputError: Another referee has the lock.
        OSError: There can be no such file, or none with a lock.
    """
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
        os.close(lock)
        raise FileInputError(
            f"another referee uses {what}: process {owner or 'unknown'}",
            where=where,
            expected=expected,
        ) from error
    except OSError:
        os.close(lock)
        raise
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock
