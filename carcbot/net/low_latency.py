"""How processes of Python are set up that must not keep others waiting: event loops and workers."""

import atexit
import ctypes
import gc
import sys
from typing import Final

__all__ = ["collect_garbage", "keep_freed_memory", "set_up_low_latency"]

_SWITCH_S: Final = 0.0005
_MIDDLE_EVERY: Final = 3
_FULL_EVERY: Final = 300
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_LARGE_BYTES: Final = 64 * 1024
_LARGER_THAN_PIECES_BYTES: Final = 4 << 20
_KEPT_BYTES: Final = 64 << 20


def set_up_low_latency() -> None:
    """Sets this process up so that its event loop is seldom kept waiting; to be called once.

    A thread of the database's that computes holds the interpreter for up to 5 ms, and the loop,
    which lets go of it at each call to the system, would have to wait that long each time. And the
    garbage collector would look again and again at all that was imported, which never goes, more
    often than needed at everything else that is old, and for 5 ms at a time at what is neither old
    nor new.

    Nor is it to grow with each crowd that comes and goes: large pieces of memory, as for what a
    client has not read yet, are mapped one by one where the C library can be told so. They go back
    to the system then, wherever small ones that stay have come to lie meanwhile.
    """
    sys.setswitchinterval(_SWITCH_S)
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)  # what is frozen would look as if it had been forgotten
    young, _, _ = gc.get_threshold()
    gc.set_threshold(young, _MIDDLE_EVERY, _FULL_EVERY)
    _tell_malloc(_M_MMAP_THRESHOLD, _LARGE_BYTES)


def keep_freed_memory() -> None:
    """Lets this process keep the memory of one search for the next; to be called once.

    A tree comes in pieces of a megabyte or less. The C library would give them back to the system
    at the end of each search, and the next one would get them page by page, which takes longer than
    a small search itself. Of what is free at the end of the memory no more than some megabytes is
    kept: the rest goes as soon as nothing small lies above it. What is larger than a piece, as the
    table of a search in depth, is mapped by itself, comes full of zeros, and goes at once.
    """
    _tell_malloc(_M_MMAP_THRESHOLD, _LARGER_THAN_PIECES_BYTES)
    _tell_malloc(_M_TRIM_THRESHOLD, _KEPT_BYTES)


def _tell_malloc(what: int, bytes_: int) -> None:
    """Sets one of the C library's limits, where it has them."""
    if tell_malloc := getattr(ctypes.CDLL(None), "mallopt", None):
        tell_malloc(what, bytes_)


def collect_garbage() -> None:
    """Takes away what a match has left behind; for a moment at which no other match waits.

    By itself the collector does so once in some hundreds of matches, and takes a tenth of a second
    for all they have left: in the middle of a fast game that is too long. Where
    `set_up_low_latency` was not called nothing is done, for it would look at all that was imported
    as well.
    """
    if gc.get_threshold()[1:] == (_MIDDLE_EVERY, _FULL_EVERY):
        gc.collect()
