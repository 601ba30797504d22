"""Every error that carcbot raises on purpose.

The whole tree, with the module of each that does not stand here::

    Exception
        InternalError            ours: a bug in carcbot
        InputError               theirs: input that cannot be used
            OptionsError         options that do not exist, or do not go together
            NotationError        text that is no move, draw, position or game
            IllegalMoveError     a well-written move that the rules forbid here
            OutOfTurnError       something asked for that the state's phase does not offer
            UnknownGameError     a game that nobody registered
            FileInputError       a file that is not there, may not be used, or holds something else
                NoRecordError    carcbot.replay.record: one that is no record of a match
            UntrueEventError     carcbot.match.story: an event that cannot have happened
            AgentError           an agent that does not exist, or cannot be what was asked for
                ProgramError     a program that was to play and does not even begin
                ProgramFailedError  a program that played and failed in the middle
            GameError            a game of another package that breaks its promises
            ReplacedError        another program took the account's connection to the referee
        UnavailableError         the world's: a database or a disk that cannot be used just now

The three roots never mix. Ours is raised when carcbot contradicts itself: it is logged with its
context, fails loudly and blames nobody else. Theirs is the answer to somebody's mistake: it carries
a stable code for programs and a sentence for people that names what was wrong, where, and what was
expected instead; whoever catches it has lost nothing and may go on. The world's is nobody's
mistake: it says what is wanting, and that the same may be tried again; nothing is lost either.

Other exceptions are answers between two parts of carcbot, and reach no user::

    Exception
        Refusal                  carcbot.referee.step: what the referee answers to a command
        OutOfSyncError           carcbot.bot.seated_match: the bot has to ask where the match stands
        _WrongError              carcbot.games.promises: what a game does otherwise than it has to
        BrokenPromiseError       carcbot.match.chance.check: chance that is not what was committed
        WorkerGoneError          carcbot.net.process.worker_process: a worker that ended
        _NoRecordError           carcbot.net.web.archive: a match of which nothing can be told
        FaultError               carcbot.contest.agent_seat: a player that cannot go on in a game
        _CannotWorkError         carcbot.contest.workers.ray_cluster: a machine unlike this one
        FailedError              carcbot.conform.kit: a check that failed
        SkippedError             carcbot.conform.kit: a check that cannot be made there
        HandshakeError           carcbot.conform.wire: a connection that was not made
"""

import errno
import os
from typing import ClassVar, Final, Self

__all__ = [
    "AgentError",
    "FileInputError",
    "GameError",
    "IllegalMoveError",
    "InputError",
    "InternalError",
    "NotationError",
    "OptionsError",
    "OutOfTurnError",
    "ProgramError",
    "ProgramFailedError",
    "ReplacedError",
    "UnavailableError",
    "UnknownGameError",
    "file_error",
]


class _ExplainedError(Exception):
    """An error in three parts, and the one sentence that they make.

    Attributes:
        what: What is wrong, quoting it: ``"no card is called 'Q9'"``.
        where: Where it was found, or empty: ``"game.txt, line 3"``.
        expected: What would have been right, or empty: ``"a letter from A to X"``.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "") -> None:
        # Only `what` goes to Exception: pickle calls the class with it and restores the rest.
        super().__init__(what)
        self.what = what
        self.where = where
        self.expected = expected

    @property
    def hint(self) -> str:
        """What is there to be done, if anything."""
        return f"expected {self.expected}" if self.expected else ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}{'; ' if self.hint else ''}{self.hint}"


class InternalError(_ExplainedError):
    """Carcbot contradicts itself. Never the fault of a user, a peer or a file."""


class InputError(_ExplainedError):
    """Input that cannot be used. The state it was meant for is unchanged.

    Attributes:
        code: The kind of mistake, for programs. A code is never renamed.
    """

    code: ClassVar[str] = "bad_input"

    def at(self, where: str) -> Self:
        """The same mistake, told of another place."""
        return type(self)(self.what, where=where, expected=self.expected)


class OptionsError(InputError):
    """Options of a game that do not exist, are out of range, or do not go together."""

    code: ClassVar[str] = "bad_options"


class NotationError(InputError):
    """Text that is no move, draw, position or game."""

    code: ClassVar[str] = "bad_notation"


class IllegalMoveError(InputError):
    """A well-written move or draw that the rules forbid in this position."""

    code: ClassVar[str] = "illegal_move"


class OutOfTurnError(InputError):
    """Something asked for that the state's phase does not offer, as a move while a draw is due."""

    code: ClassVar[str] = "out_of_turn"


class UnknownGameError(InputError):
    """The name of a game that nobody registered."""

    code: ClassVar[str] = "unknown_game"


class FileInputError(InputError):
    """A file that is not there, may not be used, or holds something else."""

    code: ClassVar[str] = "bad_file"


class AgentError(InputError):
    """An agent that does not exist, has no such parameter, or does not do what agents must."""

    code: ClassVar[str] = "bad_agent"


class ProgramError(AgentError):
    """A program that was to play and cannot be started, or ends before it has said hello."""

    code: ClassVar[str] = "bad_program"


class ProgramFailedError(AgentError):
    """A program that played has crashed, or says what is no line; started again it may go on."""

    code: ClassVar[str] = "program_failed"


class GameError(InputError):
    """A game of another package that cannot be loaded, or does not do what games must."""

    code: ClassVar[str] = "bad_game"


class ReplacedError(InputError):
    """Another program has the account's connection to the referee now: to come back is to fight."""

    code: ClassVar[str] = "replaced"


class UnavailableError(_ExplainedError):
    """A part of the world that cannot be used just now: a database that went away, a full disk.

    Attributes:
        code: For programs, as that of an `InputError`.
    """

    code: ClassVar[str] = "unavailable"

    @property
    def hint(self) -> str:
        """To try again, and what is wanting for that."""
        return f"try again with {self.expected}" if self.expected else "try again"


_WANTING: Final = {
    errno.ENOSPC: "room on the disk",
    errno.EDQUOT: "room on the disk for this user",
    errno.EIO: "a disk that works",
    errno.ENODEV: "a disk that works",
    errno.ESTALE: "a disk that is there",
    errno.ENOTCONN: "a disk that is there",
    errno.ETIMEDOUT: "a disk that answers",
    errno.ENOMEM: "more memory",
    errno.EMFILE: "a higher limit of open files: ulimit -n",
    errno.ENFILE: "a system on which fewer files are open",
}
"""What may be wanting wherever something is opened, read or written, and is no mistake."""


def file_error(
    error: Exception,
    what: str,
    *,
    where: str = "",
    expected: str = "",
    kind: type[FileInputError] = FileInputError,
) -> FileInputError | UnavailableError:
    """What to raise where a file or folder could not be used.

    Args:
        error: What the system said, or, of text, the decoder.
        what: What could not be done: ``"cannot be written"``.
        where: The file, or what it is for.
        expected: What file would have been right, if the disk is.
        kind: What it is if the disk is right.
    """
    number = getattr(error, "errno", None) or 0
    reason = getattr(error, "strerror", None) or error
    if isinstance(error, UnicodeError):
        reason = "it is not UTF-8 text"
    # who says it in other words than the system has numbers of its own, as OpenSSL does
    if number in _WANTING and reason == os.strerror(number):
        return UnavailableError(f"{what}: {reason}", where=where, expected=_WANTING[number])
    return kind(f"{what}: {reason}", where=where, expected=expected)
