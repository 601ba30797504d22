"""Programs that are started here but not trusted: in a process group of their own, with limits."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

__all__ = ["LONGEST_LINE", "Limited", "ProcessLimits"]

_ENDS_IN_S: Final = 5.0
LONGEST_LINE: Final = 2**20
"""Of what a program says; more of it is no line."""


class ProcessLimits(msgspec.Struct, frozen=True):
    """What each process of a program may take.

    Attributes:
        memory_mb: Megabytes of addresses.
        cpu_s: Seconds of computing.
        files: Files at once.
    """

    memory_mb: int = 8192
    cpu_s: int = 86_400
    files: int = 256


class Limited:
    """A program that runs within limits, and of which nothing is left in the end.

    Args:
        command: The program and its arguments.
        limits: What it may take.
    """

    def __init__(self, command: Sequence[str], limits: ProcessLimits) -> None:
        # the shell sets the limits and becomes the program, so no code of ours runs between fork
        # and exec
        script = (
            f"ulimit -v {limits.memory_mb * 1024} && ulimit -t {limits.cpu_s}"
            f' && ulimit -n {limits.files} && ulimit -c 0 && exec "$@"'
        )
        self._command = ("/bin/sh", "-c", script, "sh", *command)
        self._process: asyncio.subprocess.Process | None = None

    async def start(
        self,
        *,
        env: Mapping[str, str] | None = None,
        talks: bool = False,
        keeps_errors: bool = False,
    ) -> asyncio.subprocess.Process:
        """Starts it.

        Args:
            env: Its environment; by default that of this process.
            talks: Whether its standard input and output are pipes; otherwise they are nothing.
            keeps_errors: Whether its standard error is a pipe; otherwise it is ours.
        """
        ends = asyncio.subprocess.PIPE if talks else asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=ends,
            stdout=ends,
            stderr=asyncio.subprocess.PIPE if keeps_errors else None,
            env=env,
            start_new_session=True,
            limit=LONGEST_LINE,
        )
        return self._process

    async def stop(self) -> None:
        """Ends it, with everything that it has started."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _ENDS_IN_S)
        self._signal(signal.SIGKILL)
        await process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return
