"""A program that plays one seat of one game: started for it, and ended after it.

It speaks the protocol in lines, as with `carcbot bot run --stdio`. Its output is read only when an
answer is due; until then it waits in the pipe.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

from carcbot.arena.blocks import Effort
from carcbot.messages import codec
from carcbot.messages.server import Ack, Error, Message
from carcbot.net.process.blocking_pool import Blocking
from carcbot.net.process.program import Program, completed

__all__ = ["ProgramSeat"]

_TOKEN: Final = "nobody-asks-for-one-in-a-contest"  # noqa: S105 - it proves nothing


class ProgramSeat(Blocking[Program]):
    """A program that plays, for ``with ProgramSeat(...)`` outside of any event loop.

    Args:
        command: The program and its arguments.
        account: Its account in this match.

    Raises:
        ProgramError: There is no such program; it is started with the ``with``.

    Attributes:
        account: The same.
        effort: What its decisions have cost.
        is_greeted: Whether it has said hello.
        is_here: Whether it has taken its seat, and is sent events.
        malformed_lines: How many of its lines could not be read.
        refused: What its last line was answered, if that was an error; else empty.
    """

    def __init__(self, command: Sequence[str], account: str) -> None:
        super().__init__(Program(command, keeps_errors=True))
        self.account = account
        self.effort = Effort()
        self.is_greeted = False
        self.is_here = False
        self.malformed_lines = 0
        self.refused = ""

    @property
    def errors(self) -> str:
        """The last lines of its standard error."""
        return self._inner.errors

    def say(self, message: Message) -> None:
        """Tells it something."""
        if isinstance(message, Ack | Error):
            self.refused = message.text if isinstance(message, Error) else ""
        self._inner.say(codec.encode(message) + b"\n")

    def hear(self, seconds: float) -> str | None:
        """Its next line, with a token if it is a hello; None if there is none within this time.

        Raises:
            EOFError: It has closed its output.
            AgentError: The line is too long.
        """
        try:
            line = self._wait_for(asyncio.wait_for(self._inner.hear(), max(seconds, 0)))
        except TimeoutError:
            return None
        if not line:
            raise EOFError
        return completed(line, _TOKEN)[0]

    def how_it_ended(self) -> tuple[Literal["crash", "disconnect"], str]:
        """Why it says nothing more: the kind of fault, and in words."""
        code = self._wait_for(self._inner.code())
        when = "" if self.is_greeted else " before it said hello"
        if code is None:
            return "disconnect", f"closed its standard output{when}"
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = self.errors.strip().rpartition("\n")[2]
        why = f": {last}" if code and last else ""
        return "crash" if code else "disconnect", f"ended with {how}{when}{why}"
