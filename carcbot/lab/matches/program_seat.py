"""A program on its seat for one game: started for it, and gone after it.

It speaks the protocol in lines, as with `carcbot bot run --stdio`. It is listened to only when
something is awaited of it; what it says earlier waits in its pipe.
"""

import asyncio
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Literal, Self

from carcbot.arena.blocks import Effort
from carcbot.messages import codec
from carcbot.messages.server import Message
from carcbot.net.program import Program, completed

__all__ = ["ProgramSeat"]

_TOKEN: Final = "nobody-asks-for-one-in-a-contest"  # noqa: S105 - it proves nothing


class ProgramSeat:
    """A program that plays, for ``with ProgramSeat(...)`` outside of any event loop.

    Args:
        command: The program and its arguments.
        account: Who it is in this match.

    Attributes:
        account: The same.
        effort: What its decisions have cost.
        is_greeted: Whether it has said hello.
        is_here: Whether it has taken its seat, and is told what happens.
        nonsense: How often it has said what nobody can understand.
    """

    def __init__(self, command: Sequence[str], account: str) -> None:
        self.account = account
        self.effort = Effort()
        self.is_greeted = False
        self.is_here = False
        self.nonsense = 0
        self._program = Program(command, keeps_errors=True)
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        """Starts it.

        Raises:
            AgentError: There is no such program.
        """
        self._runner.__enter__()
        try:
            self._runner.run(self._program.__aenter__())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends it."""
        try:
            self._runner.run(self._program.__aexit__(None, None, None))
        finally:
            self._runner.close()

    @property
    def errors(self) -> str:
        """The last of what it has said on its standard error."""
        return self._program.errors

    def say(self, message: Message) -> None:
        """Tells it something."""
        self._program.say(codec.encode(message) + b"\n")

    def hear(self, seconds: float) -> str | None:
        """What it says next, with a token in its hello; None if it says nothing for so long.

        Raises:
            EOFError: It will say nothing more.
            AgentError: The line is too long.
        """
        try:
            line = self._runner.run(asyncio.wait_for(self._program.hear(), max(seconds, 0)))
        except TimeoutError:
            return None
        if not line:
            raise EOFError
        return completed(line, _TOKEN)[0]

    def how_it_ended(self) -> tuple[Literal["crash", "disconnect"], str]:
        """What sort of fault it is that it says nothing more, and in words."""
        code = self._runner.run(self._program.code())
        if code is None:
            return "disconnect", "closed its standard output"
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = self.errors.strip().rpartition("\n")[2]
        why = f": {last}" if code and last else ""
        return "crash" if code else "disconnect", f"ended with {how}{why}"
