"""Programs that are started but not trusted: in a process group of their own, with limits."""

import asyncio
import contextlib
import os
import resource
import signal
from collections.abc import Mapping, Sequence
from typing import Final

from carcbot.net.process.process_limits import KIB, ProcessLimits, allowed

__all__ = ["LONGEST_LINE", "LimitedProcess", "until_gone"]

_ENDS_IN_S: Final = 5.0
_ULIMITS: Final = {
    resource.RLIMIT_AS: "ulimit -v {}",
    resource.RLIMIT_CPU: "ulimit -t {}",
    resource.RLIMIT_NOFILE: "ulimit -n {}",
    # shells have two names for it
    resource.RLIMIT_NPROC: "{{ ulimit -u {0} 2>/dev/null || ulimit -p {0}; }}",
}
LONGEST_LINE: Final = 2**20
"""Of what a program says; more of it is no line."""


class LimitedProcess:
    """A program that runs within limits, and whose processes are all ended in the end.

    So they are if this process is killed: then the program's group gets SIGTERM, and SIGKILL after
    a while.

    Args:
        command: The program and its arguments.
        limits: Its limits.
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

        async def begin() -> asyncio.subprocess.Process:
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
            return self._process

        begun = asyncio.ensure_future(begin())
        try:
            return await asyncio.shield(begun)
        except asyncio.CancelledError:  # it begins all the same
            await begun
            await self.stop()
            raise
        finally:
            os.close(life)

    def _script(self, life: int) -> str:
        """A shell command that sets the limits and then becomes the program."""
        mourn = f"read -r _; kill -TERM -$$; sleep {_ENDS_IN_S}; kill -KILL -$$"
        limits = [
            _ULIMITS[what].format(most // KIB if what == resource.RLIMIT_AS else most)
            for what, most in allowed(self._limits)
        ]
        steps = " && ".join([*limits, "ulimit -c 0", 'exec "$@"'])
        return f"(trap '' TERM; {mourn}) </dev/fd/{life} >/dev/null 2>&1 & {steps}"

    def ask_to_end(self) -> None:
        """Asks it, and what it has started, to end: with SIGTERM."""
        self._signal(signal.SIGTERM)

    async def stop(self) -> None:
        """Ends it, and all processes that it has started."""
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
        try:
            if process.returncode is None:
                self.ask_to_end()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), _ENDS_IN_S)
        finally:  # who cannot wait for it has it killed
            self._signal(signal.SIGKILL)
            await until_gone(process)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return


async def until_gone(*processes: asyncio.subprocess.Process) -> None:
    """Waits until processes that were killed are gone, also where this is cancelled.

    It takes a moment, and a process for which nobody waits would stay behind as a zombie.
    """
    cancelled: asyncio.CancelledError | None = None
    for process in processes:
        while process.returncode is None:
            try:
                await process.wait()
            except asyncio.CancelledError as error:
                cancelled = error
    if cancelled is not None:
        raise cancelled
