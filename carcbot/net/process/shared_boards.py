"""The memory in which workers show their progress and help each other, so that it outlives them."""

import fcntl
import mmap
import os

from carcbot.search.decision import Blackboard, Board

__all__ = ["SharedBoards", "above_standard"]

_MOST_MOVES = 1 << 15
"""Positions with more moves are searched as well, but workers do not add up what they found."""
_BLACKBOARD_BYTES = 1 << 24
"""Memory that is never written costs nothing; a search of a minute does not fill it."""


class SharedBoards:
    """A board for each worker and a blackboard for all, in an unnamed file that all of them map.

    Attributes:
        file: Its descriptor, to be passed on to the workers.
        blackboard: On which workers who search together tell each other what they know.
    """

    def __init__(self, file: int, count: int) -> None:
        self.file = file
        size = Board.bytes_for(_MOST_MOVES)
        self._memory = mmap.mmap(file, _BLACKBOARD_BYTES + size * count)
        whole = memoryview(self._memory)
        self.blackboard = Blackboard(whole[:_BLACKBOARD_BYTES])
        boards = whole[_BLACKBOARD_BYTES:]
        self._boards = [Board(boards[size * i : size * (i + 1)]) for i in range(count)]

    @classmethod
    def create(cls, count: int) -> "SharedBoards":
        """Makes the file, and maps it."""
        size = _BLACKBOARD_BYTES + Board.bytes_for(_MOST_MOVES) * count
        if hasattr(os, "memfd_create"):  # no limit of /dev/shm is in its way
            file = above_standard(os.memfd_create("carcbot-boards"), close=True)
            os.truncate(file, size)
            return cls(file, count)
        import tempfile  # noqa: PLC0415 - a worker starts sooner without it

        with tempfile.TemporaryFile(buffering=0) as on_disk:
            on_disk.truncate(size)
            return cls(above_standard(on_disk.fileno()), count)

    def __getitem__(self, worker: int) -> Board:
        return self._boards[worker]

    def close(self) -> None:
        """Lets go of the file; the memory lives as long as its boards."""
        os.close(self.file)


def above_standard(file: int, *, close: bool = False) -> int:
    """The same file under another number, which is none of stdin, stdout and stderr.

    Where those are closed a new file gets their numbers, and a child would take it for one of them.
    """
    above = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3)
    if close:
        os.close(file)
    return above
