"""Servers of proofs, each in a process of its own, on the core that it takes for itself."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.waiting import PATIENCE_S

__all__ = ["served"]


@contextmanager
def served(module: str, *words: object) -> Iterator[tuple[int, int]]:
    """Starts a module that says its port when it listens; the process's id, and that port."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, words)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.pid, int(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
