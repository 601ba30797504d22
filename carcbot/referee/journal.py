"""The lines of a match's journal, from which it comes back after a crash, and which are its record.

JSON Lines: a header, who sat down and got up, then every event with everything in it, as no seat
sees it. Lines are only ever added. A last line without its end was being written when the referee
died: nothing in it was ever acknowledged, so it does not count.
"""

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from carcbot.errors import FileInputError
from carcbot.messages.events import Event, Result
from carcbot.messages.parts import Analysis, ClockSpec, Policy

__all__ = ["FORMAT", "Header", "Line", "Lines", "Recorded", "Seated", "read", "write"]

FORMAT: Final = "carcbot match 1"


class _Line(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="line", tag=str.lower
):
    """Every line says what it is."""


class Header(_Line, frozen=True):
    """What the match is.

    Attributes:
        format: The version of this format.
        match: The name of the match.
        game: What is played.
        rules: The version of its rules and notation.
        options: All that was chosen, as text.
        clock: Of every seat.
        policy: What happens when a seat fails.
        lag: Quota, most for a move and refill of the seats' lag accounts, in microseconds.
        seed: What all draws come from, in hex. Secret until the match is over.
        opened_us: Microseconds since 1970.
        product: Who wrote this.
        rated: Whether it counts for the ratings.
    """

    format: str
    match: str
    game: str
    rules: int
    options: str
    clock: ClockSpec
    policy: Policy
    lag: tuple[int, int, int]
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    opened_us: int
    product: str
    rated: bool = False


class Seated(_Line, frozen=True):
    """Somebody sat down, or got up: then there is no account."""

    seat: int
    account: str | None = None


class Recorded(_Line, frozen=True, tag="event"):
    """An event.

    Attributes:
        event: With everything in it; its digest is that of the whole position.
        sent_us: When it was sent, in microseconds since 1970.
        requested_us: Of a move: when its request was sent.
        received_us: Of a move: when it arrived.
        analysis: Of a move: what the player thought.
    """

    event: Event
    sent_us: int
    requested_us: int | None = None
    received_us: int | None = None
    analysis: Analysis | None = None


Line = Header | Seated | Recorded
"""Any line."""

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def write(line: Line) -> bytes:
    """The line with its end."""
    return _ENCODER.encode(line) + b"\n"


class Lines(msgspec.Struct, frozen=True):
    """What a journal says.

    Attributes:
        header: What the match is.
        seats: Who sat down and got up, in order.
        events: All events so far.
        size: Bytes of the lines that count.
    """

    header: Header
    seats: tuple[Seated, ...]
    events: tuple[Recorded, ...]
    size: int

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.events) and isinstance(self.events[-1].event, Result)


def read(raw: bytes, name: str) -> Lines:
    """What the journal says.

    Args:
        raw: All of it.
        name: Of the file, for errors.

    Raises:
        FileInputError: It is no journal, or a line is broken; the error says which.
    """
    end = raw.rfind(b"\n") + 1
    lines = [_decoded(text, number, name) for number, text in enumerate(raw[:end].splitlines(), 1)]
    if not lines or not isinstance(lines[0], Header):
        raise FileInputError(
            "this is no journal of a match", where=f"{name}, line 1", expected="a header"
        )
    if lines[0].format != FORMAT:
        raise FileInputError(
            f"the format {lines[0].format!r} is not known",
            where=f"{name}, line 1",
            expected=FORMAT,
        )
    seats = tuple(line for line in lines if isinstance(line, Seated))
    events = tuple(line for line in lines if isinstance(line, Recorded))
    _check_order(lines, name)
    return Lines(lines[0], seats, events, end)


def _decoded(text: bytes, number: int, name: str) -> Line:
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise FileInputError(str(error), where=f"{name}, line {number}") from error


def _check_order(lines: Iterable[Line], name: str) -> None:
    """A header, then seats, then events, numbered without gaps."""
    seq = 0
    for number, line in enumerate(lines, 1):
        if isinstance(line, Recorded):
            seq += 1
            if line.event.seq != seq:
                raise FileInputError(
                    f"event {line.event.seq} is out of order",
                    where=f"{name}, line {number}",
                    expected=f"event {seq}",
                )
        elif (isinstance(line, Header) and number > 1) or seq:
            raise FileInputError("such a line comes earlier", where=f"{name}, line {number}")
