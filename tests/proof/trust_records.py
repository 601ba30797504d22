"""How records are manipulated, and what has to be said of them.

Whoever manipulates here makes all that he can fit again: events are numbered anew, the chain is
made anew, and the referee itself signs it. What remains is the contradiction, and its place.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.games.contract import State
from carcbot.match.chance.deck import ChanceDraw
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import ChanceSource
from carcbot.messages.events import Drawn, Started
from carcbot.messages.parts import ChanceMode, JointSeed
from carcbot.referee import journal, journal_reader
from carcbot.referee.journal import Line, Recorded, Signed
from carcbot.referee.signature import sign
from carcbot.referee.table import Table
from tests.referee.hosts import raw
from tests.replay.records import KEY, text_of_match

__all__ = [
    "THIEF",
    "Lie",
    "cheat",
    "event_at",
    "is_named",
    "lines_of",
    "numbered",
    "places_of",
    "played_on",
    "signature_of",
    "vandals",
    "vouched",
    "with_changes",
    "words",
]

THIEF: Final = Ed25519PrivateKey.from_private_bytes(b"thief" * 6 + b"!!")


def vouched(text: bytes, key: Ed25519PrivateKey = KEY) -> bytes:
    """A journal with a signature, whatever it says."""
    return text + journal.text_of(signature_of(text, key)) + b"\n"


def signature_of(text: bytes, key: Ed25519PrivateKey = KEY) -> Signed:
    """The signature of a journal."""
    link = journal.Text.of(text.splitlines()[-1]).link
    return sign(text, bytes.fromhex(link), key)


class Lie(msgspec.Struct, frozen=True):
    """A manipulated record.

    Attributes:
        sort: What was manipulated.
        named: What the verdict on it has to say, as a regular expression.
        lines: All of it without the signature; chain and signature are made when it is written.
        written: The whole file, if it is not to be written so.
    """

    sort: str
    named: str
    lines: tuple[Line, ...] = ()
    written: bytes = b""

    @property
    def record(self) -> bytes:
        """The file."""
        return self.written or vouched(raw(self.lines))


def lines_of(text: bytes) -> tuple[Line, ...]:
    """The lines of a journal, with all in its header that a referee writes there."""
    read = journal_reader.read(text, "m1")
    start = read.events[0].event
    assert isinstance(start, Started)
    commitment = commitment_of(bytes.fromhex(read.header.seed))
    header = msgspec.structs.replace(read.header, seats=len(start.seats), commitment=commitment)
    return (header, *read.early, *read.events)


def is_named(verdict: str, lie: Lie) -> bool:
    """Whether a verdict says what it has to."""
    return re.search(lie.named, verdict) is not None


# ---------------------------------------------------------------- how a line is changed


def places_of(lines: Sequence[Line], kind: type) -> list[int]:
    """At which places there is such a line, or such an event."""
    return [
        place
        for place, line in enumerate(lines)
        if isinstance(line.event if isinstance(line, Recorded) else line, kind)
    ]


def event_at(lines: Sequence[Line], place: int) -> Any:  # noqa: ANN401 - the caller knows which
    """The event of a line."""
    line = lines[place]
    assert isinstance(line, Recorded)
    return line.event


def with_changes(lines: tuple[Line, ...], place: int, **changes: object) -> tuple[Line, ...]:
    """The lines with one in which something else stands."""
    line = lines[place]
    if isinstance(line, Recorded):
        event = msgspec.structs.replace(line.event, **changes)
        line = msgspec.structs.replace(line, event=event)
    else:
        line = msgspec.structs.replace(line, **changes)
    return (*lines[:place], line, *lines[place + 1 :])


def numbered(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with their events numbered without gaps."""
    found, seq = list(lines), 0
    for place, line in enumerate(found):
        if isinstance(line, Recorded):
            seq += 1
            event = msgspec.structs.replace(line.event, seq=seq)
            found[place] = msgspec.structs.replace(line, event=event)
    return tuple(found)


# ---------------------------------------------------------------- a referee that draws otherwise


def cheat(number: int, has_cheated: list[bool]) -> Callable[[Table], None]:
    """Makes a referee draw something else, at this draw; notes whether that was possible."""

    def tamper(table: Table) -> None:
        count = 0
        draw = ChanceSource.draw

        def crooked(source: ChanceSource, state: State) -> ChanceDraw:
            nonlocal count
            count += 1
            drawn = draw(source, state)
            others = [text for text, _ in state.outcomes() if text != drawn.text]
            if count != number + 1 or not others:
                return drawn
            has_cheated.append(True)
            return ChanceDraw(others[0], drawn.salt, drawn.deck)

        course = table._course
        agree = course.agree

        def bend() -> None:
            source = course._chance
            source.draw = lambda state: crooked(source, state)  # type: ignore[method-assign]  # a trick

        def agreed(joint: JointSeed, secret: str) -> None:
            agree(joint, secret)
            bend()

        course.agree = agreed  # type: ignore[method-assign]  # it is a trick
        bend()

    return tamper


def played_on(game: str, options: str, chance: ChanceMode, seed: int, text: bytes) -> Iterator[Lie]:
    """For each draw, the match that was played on after the referee drew something else there."""
    lines = lines_of(text)
    for number, place in enumerate(places_of(lines, Drawn)):
        has_cheated: list[bool] = []
        other = text_of_match(game, options, seed, chance, cheat(number, has_cheated))
        if has_cheated:
            named = f", event {event_at(lines, place).seq}: the draw "
            yield Lie("draw", named, lines_of(other))


# ---------------------------------------------------------------- what is the referee's word


def words(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """What a record cannot prove: when something happened, what was thought, and an invented match.

    Signed by the referee these are as genuine as any other record; by anybody else they are not.
    """
    for place, line in enumerate(lines):
        if isinstance(line, Recorded):
            later = msgspec.structs.replace(line, sent_us=line.sent_us + 1)
            yield (*lines[:place], later, *map(_a_moment_later, lines[place + 1 :]))
    yield lines


def _a_moment_later(line: Line) -> Line:
    """A line with all that it tells of an event a microsecond later."""
    if not isinstance(line, Recorded):
        return line
    stamps = {"sent_us": line.sent_us + 1}
    for name in ("requested_us", "received_us"):
        if (moment := getattr(line, name)) is not None:
            stamps[name] = moment + 1
    return msgspec.structs.replace(line, **stamps)


# ---------------------------------------------------------------- who has no pen


def vandals(true: bytes, rng: random.Random, tries: int, *, first: int = 1) -> Iterator[Lie]:
    """Changes of single lines and bytes, with nothing made anew.

    Args:
        true: The lines.
        rng: Which.
        tries: How many.
        first: The number of the first line in its file.
    """
    lines = true.splitlines(keepends=True)
    for _ in range(tries):
        others = list(lines)
        place = rng.randrange(len(lines))
        what = rng.choice(("byte", "remove", "double", "swap", "encode"))
        if what == "byte":
            line = bytearray(others[place])
            at = rng.randrange(len(line))
            line[at] = rng.choice([each for each in b'0123456789abcdefNESW",:' if each != line[at]])
            others[place] = bytes(line)
        elif what == "remove":
            del others[place]
        elif what == "double":
            others.insert(place, others[place])
        elif what == "swap":
            place = rng.randrange(len(lines) - 1)
            others[place], others[place + 1] = lines[place + 1], lines[place]
        else:
            others[place] = others[place].replace(b":", b": ", 1)
        if others != lines:
            written = b"".join(others)
            named = _near(place, len(lines), first)
            yield Lie("single byte or line", named, written=written)


def _near(place: int, count: int, first: int) -> str:
    """The line in question or one behind it; at the ends also the file, or the signature."""
    line = place + first
    named = f", line ({line}|{line + 1}|{line + 2})[:,]"
    if place == 0:
        named += "|this is no |[0-9]+.jsonl: "
    if place >= count - 2:
        named += "|sign"
    return named
