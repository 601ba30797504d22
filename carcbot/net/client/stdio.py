"""Any program as a bot: it reads the referee's messages, a line each, and writes commands.

The lines are the protocol's own objects, so a program needs no websocket and no JSON beyond its
language's own. The token is not its business: it is put into its hello here. When the connection is
lost and made again, the program hears the referee's hello once more, and goes on as after any new
connection: it says hello and resumes. What it had said for the old connection and is not sent yet
does not reach the new one, where nothing may come before hello. Where a program has never said
hello, the log says what it has said instead.
"""

import asyncio
import contextlib
import random

import msgspec
import structlog

from carcbot.errors import AgentError, ProgramFailedError
from carcbot.messages import codec
from carcbot.net.client.config import BotConfig
from carcbot.net.client.link import Link
from carcbot.net.client.program_log import ProgramLog
from carcbot.net.process.program import Program, completed

__all__ = ["StdioBot"]

_REFUSED = 2
"""A program ends so that cannot do what is wanted, as our own bot does."""
_NO_LINE = "no line of the program has come: each has to end, and to be flushed, and hello is first"
_LONGEST_TOLD = 200
_log = structlog.get_logger()


class StdioBot:
    """A program that plays.

    Args:
        config: Where the referee is, the program, and its limits; nothing else of it counts.
        token: Of the account.
        seed: For the time between two tries to connect.
    """

    def __init__(self, config: BotConfig, token: str, *, seed: int) -> None:
        self._link = Link(config.url, random.Random(seed), config.ca_file)
        self._token = token
        self._command = config.stdio
        self._program = Program(config.stdio, limits=config.limits)
        self._told = ProgramLog(config.url)
        self._is_ending = False
        self._is_greeted = False
        self._has_spoken = False

    async def run(self) -> None:
        """Lets it play until it ends, or the referee refuses it.

        Raises:
            ProgramError: It cannot be started.
            ProgramFailedError: It failed; the connection was dropped, as where a bot crashes.
            AgentError: It ended with 2: what it was told, or the referee wanted, it cannot do.
            InputError: The address is impossible, or the referee sends it away.
        """
        try:
            async with self._program as program:
                if self._is_ending:
                    program.ask_to_end()
                saying = asyncio.create_task(self._say(program))
                has_ended_itself = False
                try:
                    async for frame in self._link.frames():
                        if frame is None:
                            self._is_greeted = False
                            if not self._has_spoken and self._link.close_code is not None:
                                _log.warning(_NO_LINE)
                            self._told.connected()
                        elif program.has_ended:
                            has_ended_itself = True
                            await self._part(program)
                            break
                        else:
                            program.say(_as_line(frame))
                            self._link.rest_s = self._told.heard(frame)
                finally:
                    if not has_ended_itself:
                        self._is_ending = True
        finally:
            await self._link.close()
        await saying
        self._link.check_farewell("")

    @property
    def going_on(self) -> list[str]:
        """The matches in progress: nobody but the program knows them."""
        return []

    def drain(self) -> None:
        """Asks the program to end: only it knows what goes on, and may play that to its end."""
        self._is_ending = True
        self._program.ask_to_end()

    async def _say(self, program: Program) -> None:
        """Sends what the program says."""
        try:
            while line := await program.hear():
                text, is_hello = completed(line, self._token)
                if text and not (is_hello or self._has_spoken):
                    why = f"nothing is sent before the program's hello; {_what_else(text)}"
                    told = text.replace(self._token, "...")  # logs are read by others
                    _log.warning(why, line=told[:_LONGEST_TOLD])
                self._has_spoken = self._has_spoken or bool(text)
                self._is_greeted = self._is_greeted or is_hello
                if text and self._is_greeted:
                    self._told.said(text)
                    await self._link.send_text(text)
            is_asked_to = self._is_ending
            await self._part(program)
        except ProgramFailedError:
            self._link.drop()
            raise
        finally:
            await self._link.close()
        if not is_asked_to:
            await self._look_how_it_ended(program)

    async def _part(self, program: Program) -> None:
        """Drops the connection of a program that has failed, as it is lost where a bot crashes."""
        if not self._is_ending and await program.code() not in {0, _REFUSED}:
            self._link.drop()

    async def _look_how_it_ended(self, program: Program) -> None:
        """Raises AgentError if it did not end well, of itself; ProgramFailedError if it crashed."""
        code = await program.code()
        _log.info("the program has ended", code=code)
        if code:
            how = f"exit code {code}" if code > 0 else f"signal {-code}"
            error = AgentError if code == _REFUSED else ProgramFailedError
            raise error(
                f"ended with {how}",
                where=f"the program {' '.join(self._command)}",
                expected="exit code 0; what it said on its standard error stands above",
            )


def _what_else(text: str) -> str:
    """What a line is that is no hello."""
    said = codec.decode_command(text)
    if isinstance(said, codec.Malformed):
        return said.text
    return f"this is the command {said.__struct_config__.tag}"


def _as_line(frame: str) -> bytes:
    """A message on one line, however it was laid out."""
    if "\n" in frame or "\r" in frame:
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.encode(msgspec.json.decode(frame)) + b"\n"
    return frame.encode() + b"\n"
