"""The memory in which workers show their progress, so that it outlives them."""

import fcntl
import mmap
import os
import tempfile

from carcbot.search.deciding import Board

__all__ = ["Boards", "above_standard"]

_MOST_MOVES = 4096
"""Positions with more moves are searched as well, but the last of them show no statistics."""


class Boards:
    """One board a worker, in a file that nobody sees and that all of them map.

    Attributes:
        file: Its descriptor, to be passed on to the workers.
    """

    def __init__(self, file: int, count: int) -> None:
        self.file = file
        size = Board.bytes_for(_MOST_MOVES)
        self._memory = mmap.mmap(file, size * count)
        whole = memoryview(self._memory)
        self._boards = [Board(whole[size * i : size * (i + 1)]) for i in range(count)]

    @classmethod
    def create(cls, count: int) -> "Boards":
        """Makes the file, and maps it."""
        folder = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.truncate(Board.bytes_for(_MOST_MOVES) * count)
            return cls(above_standard(file.fileno()), count)

    def __getitem__(self, worker: int) -> Board:
        return self._boards[worker]

    def close(self) -> None:
        """Lets go of the file; the memory lives as long as its boards."""
        os.close(self.file)


def above_standard(file: int) -> int:
    """The same file under another number, which is none of stdin, stdout and stderr.

    Where those are closed a new file gets their numbers, and a child would take it for one of them.
    """
    return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3)
