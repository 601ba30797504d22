"""Any program as a bot: what the referee says is a line on its input, a line of its is a command.

The lines are the protocol's own objects, so a program needs no websocket and no JSON beyond its
language's own. The token is not its business: it is put into its hello here. When the connection is
lost and made again, the program hears the referee's hello once more, and goes on as after any new
connection: it says hello and resumes. What it had said for the old connection and is not sent yet
does not reach the new one, where nothing may come before hello.
"""

import asyncio
import contextlib
import random
import shutil
from asyncio.subprocess import Process
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from carcbot.errors import AgentError
from carcbot.net.client.link import Link
from carcbot.net.limited import Limited, ProcessLimits

__all__ = ["StdioBot"]

_log = structlog.get_logger()
_ENDS_IN_S: Final = 2.0


class StdioBot:
    """A program that plays.

    Args:
        url: Where the referee is.
        token: Of the account.
        command: The program and its arguments.
        seed: For the time between two tries to connect.
        ca_file: Certificates of authorities that are trusted besides the usual ones, or empty.
    """

    def __init__(
        self, url: str, token: str, command: Sequence[str], *, seed: int, ca_file: str = ""
    ) -> None:
        self._link = Link(url, random.Random(seed), ca_file)
        self._token = token
        self._command = command
        self._is_ending = False
        self._is_greeted = False

    async def run(self) -> None:
        """Lets it play until it ends, or the referee sends it away.

        Raises:
            AgentError: It cannot be started, or it failed.
            InputError: The address is impossible, or the referee sends it away.
        """
        if shutil.which(self._command[0]) is None:
            raise AgentError(
                "cannot be started: there is no such program",
                where=f"the program {self._command[0]}",
            )
        program = Limited(self._command, ProcessLimits())
        process = await program.start(talks=True)
        saying = asyncio.create_task(self._say(process))
        try:
            async for frame in self._link.frames():
                if frame is None:
                    self._is_greeted = False
                    continue
                if process.stdin is None or process.returncode is not None:
                    break
                process.stdin.write(_as_line(frame))
        finally:
            self._is_ending = True
            await _end(process)
            await program.stop()
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
                text = self._with_token(line)
                if text and self._is_greeted:
                    await self._link.send_text(text)
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
        """What is sent for a line; notices a hello, and adds the token to it."""
        text = line.decode("utf-8", "replace").strip()
        if '"hello"' not in text:
            return text
        try:
            said = msgspec.json.decode(text, type=dict[str, object])
        except msgspec.DecodeError:
            return text
        if said.get("type") != "hello":
            return text
        self._is_greeted = True
        return msgspec.json.encode(said | {"token": self._token}).decode()


def _as_line(frame: str) -> bytes:
    """A message on one line, however it was laid out."""
    if "\n" in frame or "\r" in frame:
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.encode(msgspec.json.decode(frame)) + b"\n"
    return frame.encode() + b"\n"


async def _end(process: Process) -> None:
    """Closes its input, and gives it some time to end by itself."""
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _ENDS_IN_S)
