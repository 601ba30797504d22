"""A process that Linux ends when whoever has started it is gone, whatever it is doing by then.

As a script of its own it becomes another program: the wish outlives that. It needs nothing of ours,
so that it takes no time.
"""

import ctypes
import os
import signal
import sys
from typing import Final

__all__ = ["die_with_parent"]

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent() -> None:
    """Asks Linux to kill this process when the thread that has started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    die_with_parent()
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - that is what it is for
