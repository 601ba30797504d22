"""How a process of Python is set up whose event loop must not be kept waiting."""

import gc
import sys
from typing import Final

__all__ = ["be_prompt"]

_SWITCH_S: Final = 0.0005
_FULL_EVERY: Final = 100


def be_prompt() -> None:
    """Sets this process up so that its event loop is seldom kept waiting; to be called once.

    A thread of the database's that computes holds the interpreter for up to 5 ms, and the loop,
    which lets go of it at each call to the system, would have to wait that long each time. And the
    garbage collector would look again and again at all that was imported, which never goes, and
    more often than needed at everything else that is old.
    """
    sys.setswitchinterval(_SWITCH_S)
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _FULL_EVERY)
