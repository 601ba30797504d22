"""The part of a record that one seat may see, which can be verified without the rest.

JSON Lines: a head, then a line for each line of the record, then the record's signature. Where the
record has private parts, a seat has its own with its salt, and of all the seals. So it can follow
the chain to the end that the referee has signed, and learns nothing that it did not see in the
match, and nobody can show it another match than the others played.
"""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from carcbot.errors import FileInputError
from carcbot.messages.codec import NO_JSON
from carcbot.messages.events import Started
from carcbot.messages.parts import Hash
from carcbot.referee.chain import Chain, salt_of, seal
from carcbot.referee.journal import (
    Early,
    Header,
    Line,
    Recorded,
    Seen,
    Signed,
    Text,
    Writer,
    event_line,
    text_of,
)
from carcbot.referee.journal_reader import Lines
from carcbot.replay.record import MatchRecord
from carcbot.replay.seat_story import SeatStory
from carcbot.replay.verification import GOES_ON, check_signer

__all__ = ["FORMAT", "is_own_view", "own_view", "read_view", "verify_own_view"]

FORMAT: Final = "carcbot view 1"
_BEGINNING: Final = b'{"line":"view",'


class Head(msgspec.Struct, frozen=True, tag_field="line", tag="view"):
    """The first line: whose view it is."""

    format: str
    seat: int


class Part(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="part"):
    """A line of the record.

    Attributes:
        public: Its public part, byte for byte as the chain takes it in.
        seals: The hashes of the private parts.
        own: The seat's own private part.
        salt: The salt of its seal.
        link: The chain's hash over all lines up to this one.
    """

    public: msgspec.Raw
    link: Hash
    seals: tuple[Hash, ...] = ()
    own: Seen | None = None
    salt: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Head | Part | Signed]] = msgspec.json.Decoder(
    Head | Part | Signed
)
_LINES: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def is_own_view(raw: bytes) -> bool:
    """Whether a file is a view, and not a record."""
    return raw.startswith(_BEGINNING)


def own_view(record: MatchRecord, seat: int) -> bytes:
    """A seat's view of a record, as a file."""
    lines = record.lines
    secret = bytes.fromhex(lines.header.seed)
    writer = Writer(lines.header.seed)
    texts = [_ENCODER.encode(Head(FORMAT, seat))]
    seq = -len(lines.early) - 1
    for line in record.raw[: lines.size].splitlines():
        if lines.signed and seq == len(lines.events):
            texts.append(line)
            break
        seq += 1
        text = Text.of(line)
        seals = tuple(each.hex() for each in writer.seals(text.parts, max(seq, 0)))
        own, salt = None, ""
        if seq > 0 and text.parts:
            own = msgspec.json.decode(text.parts[seat], type=Seen)
            salt = salt_of(secret, seq, seat).hex()
        texts.append(_ENCODER.encode(Part(msgspec.Raw(text.public), text.link, seals, own, salt)))
    return b"".join(text + b"\n" for text in texts)


def verify_own_view(raw: bytes, name: str, key: str = "") -> str:
    """Checks a seat's view by itself: chain, own parts, digests, chance and signature.

    Args:
        raw: All of the file.
        name: Of it, for errors.
        key: The public key that is trusted, in hex, if there is one.

    Returns:
        GENUINE, UNKNOWN or GOES_ON.

    Raises:
        FileInputError: Something is not true; the error names the line.
    """
    texts = raw.split(b"\n")
    if texts.pop():
        where = f"{name}, line {len(texts) + 1}"
        raise FileInputError("the last line has no end", where=where)
    decoded = [_decoded(text, f"{name}, line {at}") for at, text in enumerate(texts, 1)]
    if not decoded or not isinstance(decoded[0], Head) or decoded[0].format != FORMAT:
        raise FileInputError("this is no view of a match", where=name, expected=FORMAT)
    signed = decoded.pop() if isinstance(decoded[-1], Signed) else None
    seat = decoded[0].seat
    chain, lines = Chain(), []
    for at, part in enumerate(decoded[1:], 2):
        where = f"{name}, line {at}"
        if not isinstance(part, Part):
            raise FileInputError("such a line stands elsewhere", where=where)
        _follow(chain, part, seat, where)
        lines.append(_line_of(part, where))
    is_over = _see(lines, seat, name)
    if signed is None and not is_over:
        return GOES_ON
    return check_signer(signed if isinstance(signed, Signed) else None, chain.link, key, name)


def read_view(raw: bytes, name: str) -> MatchRecord:
    """A seat's view in the form of a record; nothing of it is checked.

    Of a game with secrets it has what the seat saw of draws and moves, and no seed.

    Args:
        raw: All of the view.
        name: Of its file, for errors.

    Raises:
        FileInputError: It is no view.
    """
    end = raw.rfind(b"\n") + 1
    first, *texts = raw[:end].split(b"\n")[:-1] or [b""]
    head = _decoded(first, f"{name}, line 1")
    lines = []
    for at, text in enumerate(texts, 2):
        where = f"{name}, line {at}"
        part = _decoded(text, where)
        if isinstance(part, Part):
            lines.append(_line_of(part, where))
    header = lines[0] if lines else None
    if not (isinstance(head, Head) and isinstance(header, Header)):
        raise FileInputError("this is no view of a match", where=name, expected="a header")
    early = tuple(line for line in lines if isinstance(line, Early))
    events = tuple(line for line in lines if isinstance(line, Recorded))
    return MatchRecord(name, Lines(header, early, events, end, b""), raw, head.seat)


def _decoded(text: bytes, where: str) -> Head | Part | Signed:
    try:
        line = _DECODER.decode(text)
    except NO_JSON as error:
        raise FileInputError(str(error), where=where) from error
    if _ENCODER.encode(line) != text:
        raise FileInputError("this is not how such a line is written", where=where)
    return line


def _follow(chain: Chain, part: Part, seat: int, where: str) -> None:
    """Goes one link on."""
    seals = [bytes.fromhex(each) for each in part.seals]
    if part.own is not None:
        salt = bytes.fromhex(part.salt)
        if seat not in range(len(seals)) or seal(salt, text_of(part.own)) != seals[seat]:
            raise FileInputError("the private part is not the one that was sealed", where=where)
    chain.add(bytes(part.public), seals)
    if chain.link.hex() != part.link:
        raise FileInputError(
            "this line does not belong to the chain", where=where, expected=chain.link.hex()
        )


def _line_of(part: Part, where: str) -> Line:
    """The line with one's own part in its place."""
    try:
        if part.own is not None:
            return event_line(bytes(part.public), part.own)
        return _LINES.decode(part.public)
    except NO_JSON as error:
        raise FileInputError(str(error), where=where) from error


def _check_header(header: Header, start: Started, where: str) -> None:
    """Compares what the header says, if it does, with what the players were told."""
    # with a joint seed each round has a commitment of its own
    commitment = header.commitment if start.chance == "joint" else start.commitment
    for name, said, told in (
        ("seats", header.seats, len(start.seats)),
        ("commitment", header.commitment, commitment),
    ):
        if said and said != told:
            raise FileInputError(
                f"the header's {name} {said!r} is not true", where=where, expected=f"{told}"
            )


def _see(lines: Sequence[Line], seat: int, name: str) -> bool:
    """Plays the match again as the seat saw it; whether it is over."""
    header = lines[0] if lines else None
    if not isinstance(header, Header):
        raise FileInputError("this is no view of a match", where=name, expected="a header")
    story = SeatStory(header.match, header.game, header.options, seat, name)
    for line in lines:
        if isinstance(line, Recorded):
            if isinstance(line.event, Started):
                _check_header(header, line.event, name)
            story.see(line.event)
    story.check_chance()
    return story.is_over
