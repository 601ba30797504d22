"""Waiting for what must come, however busy the machine is.

No test judges how long something takes; that is the work of `make bench` and of the proofs. What a
test waits for comes soon or never, and this is how long it takes to call it never.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

__all__ = ["PATIENCE_S", "until", "wait_until"]

PATIENCE_S: Final = 120.0


async def until(condition: Callable[[], object], what: str = "") -> None:
    """Waits until something holds, while the event loop goes on."""
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s, f"waited in vain: {what or condition}"
        await asyncio.sleep(0.01)


def wait_until(condition: Callable[[], object], what: str = "") -> None:
    """Waits until something holds."""
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s, f"waited in vain: {what or condition}"
        time.sleep(0.01)
