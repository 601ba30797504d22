"""The clock that all processes of a machine share, and the time for which one had a core."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

__all__ = ["core_ns", "now_ns"]

now_ns: Final[Callable[[], int]] = partial(time.clock_gettime_ns, time.CLOCK_MONOTONIC)
"""Nanoseconds on the monotonic clock; only differences mean something.

It is the one that the native core reads, so a moment may be handed from one process to another.
"""

core_ns: Final[Callable[[], int]] = time.thread_time_ns
"""Nanoseconds for which this thread has had a core: less than passed, where the machine is busy."""
