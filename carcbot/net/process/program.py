"""A user's program that speaks the protocol in lines, on its standard input and output.

It runs within limits, in a process group of its own, and ends when we end.
"""

import asyncio
import contextlib
import platform
import shutil
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

import msgspec

from carcbot.errors import InternalError, ProgramError, ProgramFailedError
from carcbot.messages.codec import NO_JSON
from carcbot.net.process.limited_process import LimitedProcess
from carcbot.net.process.process_limits import USUAL, ProcessLimits

__all__ = ["Program", "check_program", "completed"]

_ENDS_IN_S: Final = 2.0
_KEPT_BYTES: Final = 16_384
"""Of what it says on its standard error; the last counts."""


def check_program(command: Sequence[str]) -> None:
    """Raises ProgramError where there is no such program, or it may not be run."""
    name = command[0]
    if shutil.which(name) is not None:
        return
    is_path, is_file = "/" in name, Path(name).is_file()
    why = "its file may not be run" if is_path and is_file else "there is no such program"
    like = f"; did you mean ./{name}?" if is_file and not is_path else ""
    raise ProgramError(
        f"cannot be started: {why} on {platform.node()}{like}",
        where=f"the program {name}",
        expected=f"'chmod +x {name}' before"
        if is_path and is_file
        else "a file that may be run, or a name on the PATH",
    )


def completed(line: bytes, token: str) -> tuple[str, bool]:
    """The line, with the token put in if it is a hello; and whether it is one."""
    text = line.decode("utf-8", "replace").strip()
    if '"hello"' not in text:
        return text, False
    try:
        said = msgspec.json.decode(text, type=dict[str, object])
    except NO_JSON:
        return text, False
    if said.get("type") != "hello":
        return text, False
    return msgspec.json.encode(said | {"token": token}).decode(), True


class Program:
    """A program; at the end of the context all its processes are ended.

    Args:
        command: The program and its arguments.
        keeps_errors: Whether its standard error is kept; otherwise it is ours.
        limits: Its limits.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        keeps_errors: bool = False,
        limits: ProcessLimits = USUAL,
    ) -> None:
        self._command = command
        self._limited = LimitedProcess(command, limits)
        self._keeps_errors = keeps_errors
        self._errors = b""
        self._started: Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Starts it.

        Raises:
            ProgramError: There is no such program.
            OSError: The system has no room for one more just now.
        """
        check_program(self._command)
        try:
            self._started = await self._limited.start(talks=True, keeps_errors=self._keeps_errors)
        except OSError:
            await self._limited.stop()
            raise
        if self._started.stderr is not None:
            self._reading = asyncio.create_task(self._keep_errors(self._started.stderr))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Closes its input, gives it some time to end by itself, and ends it."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _ENDS_IN_S)
        finally:
            await self._limited.stop()
        await self._read_errors()

    @property
    def _process(self) -> Process:
        if self._started is None:
            raise InternalError("the program is not started", expected="async with Program(...)")
        return self._started

    @property
    def errors(self) -> str:
        """The last of what it has said on its standard error, if that is kept."""
        return self._errors.decode("utf-8", "replace")

    @property
    def has_ended(self) -> bool:
        """Whether it is known to have ended."""
        return self._process.returncode is not None

    def ask_to_end(self) -> None:
        """Asks it to end, which it may do later or not at all."""
        if self._started is not None and not self.has_ended:
            self._limited.ask_to_end()

    def say(self, line: bytes) -> None:
        """Sends it a line, if it still reads."""
        if self._process.stdin is not None and not self.has_ended:
            self._process.stdin.write(line)

    async def hear(self) -> bytes:
        """The next line that it says; empty when it says nothing more.

        Raises:
            ProgramFailedError: The line is too long.
        """
        if self._process.stdout is None:
            raise InternalError("the program has no standard output")
        try:
            return await self._process.stdout.readline()
        except ValueError as error:
            raise ProgramFailedError(
                "said a line that is too long", where=self._command[0]
            ) from error

    async def code(self) -> int | None:
        """Its exit code, below 0 that of a signal; None if it does not end soon."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _ENDS_IN_S)
        if self.has_ended:
            await self._read_errors()
        return self._process.returncode

    async def _keep_errors(self, stream: asyncio.StreamReader) -> None:
        while part := await stream.read(_KEPT_BYTES):
            self._errors = (self._errors + part)[-_KEPT_BYTES:]

    async def _read_errors(self) -> None:
        """Reads to the end; somebody else may hold it open."""
        if self._reading is not None:
            await asyncio.wait((self._reading,), timeout=_ENDS_IN_S)
            self._reading.cancel()
