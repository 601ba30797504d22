"""What comes of a command, a moment, or somebody's coming or going."""

from dataclasses import dataclass, field
from typing import Final

from carcbot.messages.parts import ErrorCode
from carcbot.messages.server import Message
from carcbot.referee.journal import Line

__all__ = ["EVERYBODY", "WATCHERS", "Refusal", "Say", "Step"]

EVERYBODY: Final = -1
"""All seats, and whoever watches."""
WATCHERS: Final = -2
"""Whoever watches."""


class Refusal(Exception):  # noqa: N818 - it is an answer, not an accident
    """A command that is not carried out. Nothing has changed.

    Attributes:
        code: What is wrong, for programs.
        text: What is wrong, for people.
    """

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code: ErrorCode = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Say:
    """A message for a seat, EVERYBODY or WATCHERS."""

    to: int
    message: Message


@dataclass(slots=True)
class Step:
    """What comes of something.

    Attributes:
        lines: To be in the journal before anything else is done.
        says: To be said then, in this order.
        seq: Of the event that a move became.
    """

    lines: list[Line] = field(default_factory=list)
    says: list[Say] = field(default_factory=list)
    seq: int | None = None
