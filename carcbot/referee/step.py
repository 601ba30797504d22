"""What comes of a command, a moment, or somebody's coming or going."""

from typing import Final

import msgspec

from carcbot.messages.parts import ErrorCode
from carcbot.messages.server import Message

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


class Say(msgspec.Struct, frozen=True, gc=False):
    """A message for a seat, EVERYBODY or WATCHERS."""

    to: int
    message: Message


class Step(msgspec.Struct):
    """What comes of something.

    Attributes:
        lines: To be in the journal before anything else is done, as they are written there.
        says: To be said then, in this order.
        seq: Of the event that a move became.
    """

    lines: list[bytes] = []
    says: list[Say] = []
    seq: int | None = None
