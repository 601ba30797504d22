"""What happens in a competition: each fact is a line of its story, with its moment."""

from typing import Final, Literal

import msgspec

from carcbot.arena.blocks import GameResult

__all__ = [
    "Began",
    "Called",
    "CalledOff",
    "CheckInBegan",
    "CheckedIn",
    "Confirmed",
    "Ended",
    "Entered",
    "Fact",
    "Finished",
    "Order",
    "RoundBegan",
    "RulingMade",
    "Withdrew",
    "decode",
    "encode",
]


Order = Literal["disqualify", "withdraw", "postpone", "replay", "change"]
"""What a host may order by hand."""


class _Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="fact", tag=str.lower):
    """Something that happened; `at_us` is the moment, in microseconds since 1970."""

    at_us: int


class Entered(_Fact, frozen=True):
    """An account has entered."""

    account: str


class Withdrew(_Fact, frozen=True):
    """An account has withdrawn."""

    account: str


class CheckInBegan(_Fact, frozen=True, tag="check_in_began"):
    """Check-in has begun: all entrants have to say that they are present."""


class CheckedIn(_Fact, frozen=True, tag="checked_in"):
    """An entrant has checked in."""

    account: str


class Confirmed(_Fact, frozen=True):
    """An entrant plays by the changed terms, too."""

    account: str


class Began(_Fact, frozen=True):
    """The players are known, the strongest first."""

    players: tuple[str, ...]


class CalledOff(_Fact, frozen=True, tag="called_off"):
    """The competition cannot be played."""

    why: str


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """The tables of a round are drawn; it is counted from 0."""

    round: int


class Called(_Fact, frozen=True):
    """A game is to be played.

    Attributes:
        block: Of which block.
        game: Which rotation of the seats.
        attempt: Which try it is, from 1.
        match: What the match is called.
    """

    block: int
    game: int
    attempt: int
    match: str


class Ended(_Fact, frozen=True):
    """A game is over.

    Attributes:
        result: How it ended.
        match: The match; empty if there was none, because somebody was not there.
    """

    result: GameResult
    match: str = ""


class Finished(_Fact, frozen=True):
    """The last round is over."""


class RulingMade(_Fact, frozen=True, tag="ruled"):
    """The host has given an order by hand.

    Attributes:
        number: Of the order; each is carried out once.
        ordered_us: When it was written down, by the clock there: a database that was made anew or
            restored begins with its numbers again. 0 in stories of before.
        order: What is to be done.
        account: The account that it is about.
        match: Which match is to be played again.
        minutes: By how many minutes everything that is still to come is postponed.
        reason: Why, for everybody.
        changes: Which settings the changed terms have, and which they had.
        refused: Why it was refused; empty if it was carried out.
    """

    number: int
    order: Order
    account: str = ""
    match: str = ""
    minutes: float = 0.0
    reason: str = ""
    changes: str = ""
    refused: str = ""
    ordered_us: int = 0


Fact = (
    Entered
    | Withdrew
    | CheckInBegan
    | CheckedIn
    | Confirmed
    | Began
    | CalledOff
    | RoundBegan
    | Called
    | Ended
    | Finished
    | RulingMade
)
"""Anything that happens."""

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Fact]] = msgspec.json.Decoder(Fact)


def encode(fact: Fact) -> bytes:
    """The fact as a line, with its end."""
    return _ENCODER.encode(fact) + b"\n"


def decode(line: bytes) -> Fact:
    """The fact that a line tells.

    Raises:
        msgspec.DecodeError: It tells none.
    """
    return _DECODER.decode(line)
