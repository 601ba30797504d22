"""The lines of a match's journal, from which it comes back after a crash, and which are its record.

JSON Lines: a header, who sat down and got up, then every event with everything in it, as no seat
sees it, and when the match is over a signature. Lines are only ever added. A last line without its
end was being written when the referee died: nothing in it was ever acknowledged, so it does not
count.

Each line but the signature ends with `link`, its link in the chain of all lines (see `chain`), and
before that, where it has private parts, with `secret`. What the chain takes in as the public part
is the line's text without these two, byte for byte. Private are the seed in the header, and in a
game with secrets what is drawn or moved and the digest: these are empty in the public part, and
`secret` has them as each seat sees them, and last as they are.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from carcbot.match.story import as_seen, ply_of
from carcbot.messages.events import Drawn, Event, Moved, Started
from carcbot.messages.parts import Analysis, ChanceMode, ClockSpec, Hash, Policy, SeatNumber
from carcbot.referee.chain import Chain, salt_of, seal

__all__ = [
    "FORMAT",
    "Agreed",
    "Committed",
    "Early",
    "Header",
    "Line",
    "Recorded",
    "Revealed",
    "Seated",
    "Seen",
    "Signed",
    "Text",
    "Vacated",
    "Writer",
    "decode",
    "event_line",
    "text_of",
]

FORMAT: Final = "carcbot match 2"


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
        opened_us: Microseconds since 1970.
        product: Who wrote this.
        rated: Whether it counts for the ratings.
        chance: What the draws are committed to.
        rules_digest: Of the rules by which it is played: see `games.rules_digest`.
        seats: How many there are.
        commitment: To the secret: its SHA-256.
        agents: Who thinks at each seat, with all limits, if the host has started them itself; the
            same text makes the same decisions again. Empty for a seat that others take.
        offers: From which of the lobby's offers it came.
        hints: Whether players may ask the host what a bot would do.
        turns: Whether draws and moves say to which turn they belong, as those of before do not.
        seed: What all draws come from, in hex, or with chance of the mode ``joint`` the referee's
            secrets. Secret until the match is over.
    """

    format: str
    match: str
    game: str
    rules: int
    options: str
    clock: ClockSpec
    policy: Policy
    lag: tuple[int, int, int]
    opened_us: int
    product: str
    rated: bool = False
    chance: ChanceMode = "seed"
    rules_digest: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    seats: int = 0
    commitment: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    agents: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    hints: bool = False
    turns: bool = False
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] = msgspec.field(
        default="", name="secret"
    )


class Seated(_Line, frozen=True):
    """Somebody sat down, or got up: then there is no account."""

    seat: SeatNumber
    account: str | None = None


class Agreed(_Line, frozen=True, tag="round"):
    """All seats are taken, and the referee commits to its secret of this round."""

    round: int
    commitment: Hash


class Committed(_Line, frozen=True):
    """A seat has committed to its nonce."""

    round: int
    seat: SeatNumber
    commitment: Hash


class Revealed(_Line, frozen=True):
    """A seat has revealed its nonce."""

    round: int
    seat: SeatNumber
    nonce: Hash


class Vacated(_Line, frozen=True, tag="withheld"):
    """Seats have withheld their nonces, and are free again."""

    round: int
    seats: tuple[SeatNumber, ...]
    text: str


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What only some may see of an event.

    Attributes:
        text: What was drawn or moved; empty if nothing was.
        digest: Of the view after it.
    """

    text: str
    digest: str


class Recorded(_Line, frozen=True, tag="event"):
    """An event.

    Attributes:
        event: With everything in it; its digest is that of the whole position.
        sent_us: When it was sent, in microseconds since 1970.
        requested_us: Of a move: when its request was sent, if somebody was asked.
        received_us: Of a move: when it arrived.
        analysis: Of a move: what the player thought.
        seen: In a game with secrets: what each seat sees of it.
    """

    event: Event
    sent_us: int
    requested_us: int | None = None
    received_us: int | None = None
    analysis: Analysis | None = None
    seen: tuple[Seen, ...] = ()


class Signed(_Line, frozen=True, tag="signature"):
    """The word of the referee for all that stands before this line.

    Attributes:
        chain: The last link of the chain.
        bytes: SHA-256 of all bytes before this line.
        key: The public key of who signs.
        signature: Of both: see `signature`.
    """

    chain: Hash
    bytes: Hash
    key: Hash
    signature: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]


Early = Seated | Agreed | Committed | Revealed | Vacated
"""What happens before the match starts."""
Line = Header | Early | Recorded | Signed
"""Any line."""

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


_SECRET: Final = b',"secret":'
_LINK: Final = b',"link":"'
_END_SIZE: Final = len(_LINK) + 64 + len('"}')
_PARTS: Final = msgspec.json.Decoder(tuple[msgspec.Raw, ...])
_SEEN: Final = msgspec.json.Decoder(Seen)


class Text(msgspec.Struct, frozen=True):
    """A line with a link, taken apart.

    Attributes:
        public: The public part.
        parts: The private ones.
        link: In hex.
    """

    public: bytes
    parts: tuple[bytes, ...]
    link: str

    @classmethod
    def of(cls, line: bytes) -> "Text":
        """The parts of a line without its end.

        Raises:
            ValueError: It has no link where it should, or its secret is none.
        """
        text, end = line[:-_END_SIZE], line[-_END_SIZE:]
        if not end.startswith(_LINK) or not end.endswith(b'"}'):
            raise ValueError("this line does not end with its link")
        public, mark, secret = text.partition(_SECRET)
        parts: tuple[bytes, ...] = ()
        if mark:  # a header has but one part
            raw = secret if secret.startswith(b"[") else b"[%b]" % secret
            parts = tuple(bytes(each) for each in _PARTS.decode(raw))
        return cls(public + b"}", parts, end[len(_LINK) : -2].decode())


def text_of(thing: Line | Seen) -> bytes:
    """A line as text, without a link and its end, or a private part."""
    return _ENCODER.encode(thing)


def event_line(public: bytes, own: Seen, seen: tuple[Seen, ...] = ()) -> Recorded:
    """The line of an event with private parts, as who has one of these sees it.

    Args:
        public: The public part.
        own: What is put into its place there.
        seen: All private parts but the whole's.

    Raises:
        msgspec.DecodeError: There is no such line.
    """
    said = _PUBLIC.decode(public)
    event = said.get("event")
    if isinstance(event, dict):
        event["digest"] = own.digest
        for field in {"draw", "move"} & event.keys():
            event[field] = own.text
    return msgspec.structs.replace(msgspec.convert(said, Recorded), seen=seen)


_PUBLIC: Final = msgspec.json.Decoder(dict[str, Any])


def _parts_of(line: Recorded) -> tuple[bytes, tuple[bytes, ...]]:
    """The public part and the private ones."""
    event = line.event
    digest = event.digest if isinstance(event, Started | Drawn | Moved) else ""
    shown = msgspec.structs.replace(line, event=as_seen(event, "", ""), seen=())
    whole = Seen(ply_of(event) or "", digest)
    return text_of(shown), tuple(text_of(each) for each in (*line.seen, whole))


class Writer:
    """Turns the lines of one match into text, each linked to those before it.

    Args:
        seed: The header's; what salts the private parts.
    """

    def __init__(self, seed: str) -> None:
        self._secret: Final = bytes.fromhex(seed)
        self._chain: Final = Chain()

    @property
    def link(self) -> bytes:
        """What stands for all lines so far."""
        return self._chain.link

    def go_on(self, link: bytes) -> None:
        """There are lines already, of which this is the last link."""
        self._chain.link = link

    def write(self, line: Header | Early | Recorded) -> bytes:
        """The line with its link and its end."""
        text = _ENCODER.encode(line)
        if type(line) is Recorded and not line.seen:
            self._chain.add(text)
        else:
            text = self._add_with_secrets(line, text)
        return b'%b,"link":"%b"}\n' % (text[:-1], self._chain.link.hex().encode())

    def _add_with_secrets(self, line: Header | Early | Recorded, text: bytes) -> bytes:
        """Takes in a line that may have private parts; returns its text."""
        public, seq = text, 0
        parts: tuple[bytes, ...] = ()
        if isinstance(line, Header):
            public, _, secret = text[:-1].partition(_SECRET)
            public, parts = public + b"}", (secret,)
        elif isinstance(line, Recorded):
            seq = line.event.seq
            public, parts = _parts_of(line)
            text = b"%b%b[%b]}" % (public[:-1], _SECRET, b",".join(parts))
        self._chain.add(public, self.seals(parts, seq))
        return text

    def follow(self, text: Text, seq: int) -> bool:
        """Takes in a line that is written already; whether it has the right link.

        Args:
            text: The line.
            seq: The number of its event; 0 for all lines before the first.
        """
        self._chain.add(text.public, self.seals(text.parts, seq))
        return text.link == self._chain.link.hex()

    def seals(self, parts: Sequence[bytes], seq: int) -> list[bytes]:
        """What stands for the private parts of a line."""
        return [seal(salt_of(self._secret, seq, place), part) for place, part in enumerate(parts)]


def decode(text: bytes) -> Line:
    """The line that this text says.

    Raises:
        msgspec.DecodeError: It is none.
        ValueError: It has private parts and no link.
    """
    if _SECRET + b"[" not in text:
        return _DECODER.decode(text)
    apart = Text.of(text.removesuffix(b"\n"))
    *seen, whole = (_SEEN.decode(part) for part in apart.parts)
    return event_line(apart.public, whole, tuple(seen))
