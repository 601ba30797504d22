"""Ends a process together with its parent (Linux), whatever it is doing."""

import ctypes
import signal
import sys
from typing import Final

__all__ = ["end_with_parent"]

_PR_SET_PDEATHSIG: Final = 1


def end_with_parent() -> None:
    """Asks Linux to kill this process when the thread that has started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
