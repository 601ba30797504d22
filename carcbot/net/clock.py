"""The clock that all processes of a machine share."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

__all__ = ["now_ns"]

now_ns: Final[Callable[[], int]] = partial(time.clock_gettime_ns, time.CLOCK_MONOTONIC)
"""Nanoseconds on the monotonic clock; only differences mean something.

It is the one that the native core reads, so a moment may be handed from one process to another.
"""
