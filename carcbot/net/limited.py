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

    Nor is anything left if this process is killed: then the program's group gets SIGTERM, and
    SIGKILL if it is still there after a while.

    Args:
        command: The program and its arguments.
        limits: What it may take.
    """

    def __init__(self, command: Sequence[str], limits: ProcessLimits) -> None:
        self._command: Final = command
        self._limits: Final = limits
        self._process: asyncio.subprocess.Process | None = None
        self._life: int | None = None

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
        life, self._life = os.pipe()  # it ends with this process, whatever becomes of that
        try:
            self._process = await asyncio.create_subprocess_exec(
                *("/bin/sh", "-c", self._script(life), "sh", *self._command),
                stdin=ends,
                stdout=ends,
                stderr=asyncio.subprocess.PIPE if keeps_errors else None,
                env=env,
                start_new_session=True,
                limit=LONGEST_LINE,
                pass_fds=(life,),
            )
        finally:
            os.close(life)
        return self._process

    def _script(self, life: int) -> str:
        """What a shell does that then becomes the program: no code of ours runs before exec."""
        mourn = f"read -r _; kill -TERM -$$; sleep {_ENDS_IN_S}; kill -KILL -$$"
        return (
            f"(trap '' TERM; {mourn}) </dev/fd/{life} >/dev/null 2>&1 &"
            f" ulimit -v {self._limits.memory_mb * 1024} && ulimit -t {self._limits.cpu_s}"
            f' && ulimit -n {self._limits.files} && ulimit -c 0 && exec "$@"'
        )

    async def stop(self) -> None:
        """Ends it, with everything that it has started."""
        try:
            await self._end()
        finally:
            if self._life is not None:
                os.close(self._life)
                self._life = None

    async def _end(self) -> None:
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
