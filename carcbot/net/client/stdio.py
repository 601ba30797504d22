"""Any program as a bot: what the referee says is a line on its input, a line of its is a command.

The lines are the protocol's own objects, so a program needs no websocket and no JSON beyond its
language's own. The token is not its business: it is put into its hello here. When the connection is
lost and made again, the program hears the referee's hello once more, and goes on as after any new
connection: it says hello and resumes.
"""

import asyncio
import contextlib
import random
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from carcbot.errors import AgentError
from carcbot.net.client.link import Link

__all__ = ["StdioBot"]

_log = structlog.get_logger()
_LONGEST_LINE: Final = 2**20
_ENDS_IN_S: Final = 2.0


class StdioBot:
    """A program that plays.

    Args:
        url: Where the referee is.
        token: Of the account.
        command: The program and its arguments.
        seed: For the time between two tries to connect.
    """

    def __init__(self, url: str, token: str, command: Sequence[str], *, seed: int) -> None:
        self._link = Link(url, random.Random(seed))
        self._token = token
        self._command = command
        self._is_ending = False

    async def run(self) -> None:
        """Lets it play until it ends, or the referee sends it away.

        Raises:
            AgentError: It cannot be started, or it failed.
            InputError: The address is impossible, or the referee sends it away.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE
            )
        except OSError as error:
            raise AgentError(
                f"cannot be started: {error.strerror}", where=f"the program {self._command[0]}"
            ) from error
        saying = asyncio.create_task(self._say(process))
        try:
            async for frame in self._link.frames():
                if frame is None:
                    continue
                if process.stdin is None or process.returncode is not None:
                    break
                process.stdin.write(frame.encode() + b"\n")
        finally:
            self._is_ending = True
            await _end(process)
            await self._link.close()
        await saying
        self._link.check_farewell("")

    @property
    def going_on(self) -> list[str]:
        """The matches that go on: nobody but the program knows them."""
        return []

    def drain(self) -> None:
        """Ends at once: what goes on is the program's business."""
        self._is_ending = True
        self._closing = asyncio.ensure_future(self._link.close())

    async def _say(self, process: Process) -> None:
        """Sends what the program says."""
        if process.stdout is None:
            raise AssertionError
        try:
            while line := await process.stdout.readline():
                if line.strip():
                    await self._link.send_text(self._with_token(line))
        except ValueError as error:
            raise AgentError("said a line that is too long", where=self._command[0]) from error
        finally:
            is_asked_to = self._is_ending
            await self._link.close()
        if not is_asked_to:
            await self._look_how_it_ended(process)

    async def _look_how_it_ended(self, process: Process) -> None:
        """Raises AgentError if it did not end well, of itself."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _ENDS_IN_S)
        code = process.returncode
        _log.info("the program has ended", code=code)
        if code:
            how = f"exit code {code}" if code > 0 else f"signal {-code}"
            raise AgentError(
                f"ended with {how}",
                where=f"the program {' '.join(self._command)}",
                expected="exit code 0; what it said on its standard error stands above",
            )

    def _with_token(self, line: bytes) -> str:
        if b'"hello"' not in line:
            return line.decode("utf-8", "replace").strip()
        try:
            said = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.DecodeError:
            return line.decode("utf-8", "replace").strip()
        if said.get("type") == "hello":
            said["token"] = self._token
        return msgspec.json.encode(said).decode()


async def _end(process: Process) -> None:
    """Closes its input, and ends it if that does not."""
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        try:
            await asyncio.wait_for(process.wait(), _ENDS_IN_S)
        except TimeoutError:
            process.kill()
            await process.wait()
