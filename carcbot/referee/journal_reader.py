"""What the journal of a match says, if each of its lines is linked to those before it."""

from collections.abc import Sequence

import msgspec

from carcbot.errors import FileInputError
from carcbot.messages.codec import NO_JSON
from carcbot.messages.events import Result
from carcbot.referee.journal import (
    FORMAT,
    Early,
    Header,
    Line,
    Recorded,
    Signed,
    Text,
    Writer,
    decode,
    text_of,
)

__all__ = ["Lines", "read"]


class Lines(msgspec.Struct, frozen=True):
    """What a journal says.

    Attributes:
        header: What the match is.
        early: What happened before the match started: who sat down and got up, in order.
        events: All events so far.
        size: Bytes of the lines that count.
        link: What stands for all lines but the signature.
        signed: The signature, if there is one.
    """

    header: Header
    early: tuple[Early, ...]
    events: tuple[Recorded, ...]
    size: int
    link: bytes
    signed: Signed | None = None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.events) and isinstance(self.events[-1].event, Result)


def read(raw: bytes, name: str) -> Lines:
    """What the journal says, if each of its lines is linked to those before it.

    Args:
        raw: All of it.
        name: Of the file, for errors.

    Raises:
        FileInputError: It is no journal, or a line is broken or was changed; the error says which.
    """
    end = raw.rfind(b"\n") + 1
    texts = raw[:end].split(b"\n")[:-1]
    lines = [_decoded(text, number, name) for number, text in enumerate(texts, 1)]
    header = lines[0] if lines else None
    if isinstance(header, Header) and header.format != FORMAT:
        raise _wrong(f"the format {header.format!r} is not known", name, 1, FORMAT)
    if not isinstance(header, Header) or not header.seed:
        raise _wrong("this is no journal of a match", name, 1, "a header")
    _check_order(lines, name)
    link = _check_links(header.seed, lines, texts, name)
    signed = lines[-1] if isinstance(lines[-1], Signed) else None
    if signed and end < len(raw):
        raise FileInputError("something stands behind the signature", where=name)
    return Lines(
        header,
        tuple(line for line in lines if isinstance(line, Early)),
        tuple(line for line in lines if isinstance(line, Recorded)),
        end,
        link,
        signed,
    )


def _decoded(text: bytes, number: int, name: str) -> Line:
    try:
        return decode(text)
    except (*NO_JSON, ValueError) as error:
        raise _wrong(str(error), name, number) from error


def _check_links(seed: str, lines: Sequence[Line], texts: Sequence[bytes], name: str) -> bytes:
    """Follows the chain to its last link."""
    writer = Writer(seed)
    for number, (line, raw) in enumerate(zip(lines, texts, strict=True), 1):
        if isinstance(line, Signed):
            if text_of(line) != raw:
                raise _wrong("this is not how a signature is written", name, number)
            break
        event = line.event if isinstance(line, Recorded) else None
        if isinstance(event, Result) and event.chain != writer.link.hex():
            text = f"the chain {event.chain} in the result is not that of the lines before it"
            raise _wrong(text, name, number, writer.link.hex())
        try:
            fits = writer.follow(Text.of(raw), event.seq if event else 0)
        except (*NO_JSON, ValueError) as error:
            raise _wrong(str(error), name, number) from error
        if not fits:
            raise _wrong(
                "this line does not belong to the chain: it was changed, or lines before it were"
                " taken out or put in",
                name,
                number,
                f"the link {writer.link.hex()}",
            )
    return writer.link


def _check_order(lines: Sequence[Line], name: str) -> None:
    """A header, then seats, then events, numbered without gaps, then a signature."""
    seq, is_over = 0, False
    for number, line in enumerate(lines, 1):
        if isinstance(line, Recorded):
            seq += 1
            if line.event.seq != seq:
                text = f"event {line.event.seq} is out of order"
                raise _wrong(text, name, number, f"event {seq}")
            is_over = isinstance(line.event, Result)
        elif isinstance(line, Signed):
            if not is_over or number < len(lines):
                raise _wrong("a signature comes last, behind the result", name, number)
        elif (isinstance(line, Header) and number > 1) or seq:
            raise _wrong("such a line comes earlier", name, number)


def _wrong(what: str, name: str, number: int, expected: str = "") -> FileInputError:
    """What is wrong with the line of this number."""
    return FileInputError(what, where=f"{name}, line {number}", expected=expected)
