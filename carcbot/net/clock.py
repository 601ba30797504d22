"""The clock that all processes of a machine share."""

import time

__all__ = ["now_ns"]


def now_ns() -> int:
    """Nanoseconds on the monotonic clock; only differences mean something.

    It is the one that the native core reads (CLOCK_MONOTONIC), so a moment may be handed from one
    process to another.
    """
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)
