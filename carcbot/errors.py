"""Every error that carcbot raises on purpose.

The whole tree::

    Exception
        InternalError            ours: a bug in carcbot
        InputError               theirs: input that cannot be used
            OptionsError         options that do not exist, or do not go together
            NotationError        text that is no move, draw, position or game
            IllegalMoveError     a well-written move that the rules forbid here
            OutOfTurnError       something asked for that the state's phase does not offer
            UnknownGameError     a game that nobody registered
            FileInputError       a file that cannot be read or written
            AgentError           an agent that does not exist, or cannot be what was asked for
            GameError            a game of another package that breaks its promises
            UnavailableError     something outside that cannot be used now, and may be later
            ReplacedError        another program took the account's connection to the referee

The two roots never mix. Ours is raised when carcbot contradicts itself: it is logged with its
context, fails loudly and blames nobody else. Theirs is the answer to somebody's mistake: it carries
a stable code for programs and a sentence for people that names what was wrong, where, and what was
expected instead; whoever catches it has lost nothing and may go on.
"""

from typing import ClassVar

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
    "ReplacedError",
    "UnavailableError",
    "UnknownGameError",
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

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        wish = f"; expected {self.expected}" if self.expected else ""
        return f"{place}{self.what}{wish}"


class InternalError(_ExplainedError):
    """Carcbot contradicts itself. Never the fault of a user, a peer or a file."""


class InputError(_ExplainedError):
    """Input that cannot be used. The state it was meant for is unchanged.

    Attributes:
        code: The kind of mistake, for programs. A code is never renamed.
    """

    code: ClassVar[str] = "bad_input"


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
    """A file that cannot be read or written."""

    code: ClassVar[str] = "bad_file"


class AgentError(InputError):
    """An agent that does not exist, has no such parameter, or does not do what agents must."""

    code: ClassVar[str] = "bad_agent"


class GameError(InputError):
    """A game of another package that cannot be loaded, or does not do what games must."""

    code: ClassVar[str] = "bad_game"


class UnavailableError(InputError):
    """Something outside that cannot be used now, and may be later: a database that went away."""

    code: ClassVar[str] = "unavailable"


class ReplacedError(InputError):
    """Another program has the account's connection to the referee now: to come back is to fight."""

    code: ClassVar[str] = "replaced"
