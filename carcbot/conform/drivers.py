"""How the bot under test comes: started by the kit, or by somebody who was told where to."""

import asyncio
import contextlib
import os
import shlex
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from carcbot.conform.kit import Talk
from carcbot.errors import ProgramError

__all__ = ["Awaited", "Driver", "Started", "program", "program_with_lines"]

_LINES_KEPT: Final = 6
_LONGEST_LINE: Final = 65536
_LAST_WORDS_S: Final = 1.0


class Driver(Protocol):
    """Where a bot comes from.

    Attributes:
        host: Where the kit listens for it.
        port: The port; 0 takes any that is free.
        comes_in_s: How long that may take.
    """

    host: str
    port: int
    comes_in_s: float

    def running(
        self, url: str, token: str, talk: Talk
    ) -> contextlib.AbstractAsyncContextManager[asyncio.Future[int]]:
        """Has the bot there as long as the context lasts.

        It gives what is done when the bot's program has ended, with its exit code.
        """


@dataclass
class Started:
    """A program that the kit starts for each check, and ends after it.

    Attributes:
        words: The program and its arguments; ``{url}`` and ``{token}`` stand for those.
    """

    words: tuple[str, ...]
    host: str = "127.0.0.1"
    port: int = 0
    comes_in_s: float = 20.0

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has the program running as long as the context lasts.

        Raises:
            ProgramError: It cannot be started.
        """
        words = [each.replace("{url}", url).replace("{token}", token) for each in self.words]
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=STDOUT,
                env=os.environ | {"CARCBOT_URL": url, "CARCBOT_TOKEN": token},
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(
                f"cannot be started: {error.strerror}", where=f"the bot {words[0]}"
            ) from error
        printed: deque[str] = deque(maxlen=_LINES_KEPT)
        reading = asyncio.create_task(_keep(process.stdout, printed))
        ended = asyncio.ensure_future(process.wait())
        try:
            yield ended
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await ended
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reading, _LAST_WORDS_S)
            for line in printed:
                talk.add("the bot", "#", line)


async def _keep(stream: asyncio.StreamReader | None, lines: deque[str]) -> None:
    """Keeps the last lines of what a program prints, in whatever pieces they come."""
    rest = b""
    try:
        while stream is not None and (data := await stream.read(_LONGEST_LINE)):
            *whole, rest = (rest + data).split(b"\n")
            lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in whole)
            rest = rest[-_LONGEST_LINE:]
    finally:
        if rest:
            lines.append(rest.decode("utf-8", "replace"))


def program(command: str) -> Started:
    """A bot that speaks websocket."""
    return Started(tuple(shlex.split(command)))


def program_with_lines(command: str) -> Started:
    """A bot that speaks in lines, on the websocket of ``carcbot bot run --stdio``."""
    words = (sys.executable, "-m", "carcbot", "bot", "run", "--stdio", command, "--url", "{url}")
    return Started(words)


@dataclass
class Awaited:
    """A bot that somebody else starts, as often as it is needed.

    Attributes:
        host: Where the kit listens for it.
        port: The port.
        tell: Is told where the bot should come, each time.
    """

    host: str
    port: int
    tell: Callable[[str], None]
    comes_in_s: float = 600.0

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Says where it should come."""
        del talk
        self.tell(f"waiting for a bot at {url} with the token {token}")
        yield asyncio.get_running_loop().create_future()
