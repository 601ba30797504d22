"""A bot's own record of a match: the events that it received, and its decisions.

JSON Lines, as `carcbot bot run --records` writes them. Nobody has signed it, and what nobody told
the bot is not in it: the referee's stamps, the links of the chain, and in games with secrets what
others saw. But the referee is held to everything that it has said, and all of that is made again.
A bot that was started again in the middle of a match has heard its first events twice.
"""

from collections import defaultdict
from typing import Final

import msgspec

from carcbot.errors import FileInputError, InputError
from carcbot.games.contract import is_position
from carcbot.messages.codec import NO_JSON
from carcbot.messages.events import Event, Moved, Result, Started
from carcbot.replay.seat_story import SeatStory

__all__ = ["OwnRecord", "is_own_record", "verify_own_record"]


class Heard(msgspec.Struct, frozen=True, tag_field="line", tag="event"):
    """An event, and when it came in microseconds since 1970."""

    event: Event
    received_us: int


class Decided(msgspec.Struct, frozen=True, tag_field="line", tag="decision"):
    """What was decided after the event of this number."""

    seq: int
    move: str


class OwnRecord(msgspec.Struct, frozen=True):
    """The match of a bot's own record, and how far it goes.

    Attributes:
        match: Which match.
        account: The bot's account.
        events: How many events it has.
        result: How the match ended, if it has.
    """

    match: str
    account: str
    events: int
    result: Result | None


class _Kind(msgspec.Struct):
    """The first line of a bot's own record, by which it is recognized."""

    line: str = ""
    received_us: int = 0


_KIND: Final = msgspec.json.Decoder(_Kind)
_LINE: Final[msgspec.json.Decoder[Heard | Decided]] = msgspec.json.Decoder(Heard | Decided)


def is_own_record(raw: bytes) -> bool:
    """Whether a file is a bot's own record, by its first line."""
    try:
        kind = _KIND.decode(raw.split(b"\n", 1)[0])
    except NO_JSON:
        return False
    return kind.line == "decision" or (kind.line == "event" and kind.received_us > 0)


def verify_own_record(raw: bytes, name: str) -> OwnRecord:
    """Checks all that a bot was told of a match, and that its moves are those it decided.

    Args:
        raw: All of the file. A last line without its end does not count.
        name: Of it, for errors.

    Raises:
        FileInputError: Something is not true; the error says where.
    """
    events: list[Event] = []
    decided: defaultdict[int, set[str]] = defaultdict(set)
    for at, text in enumerate(raw.split(b"\n")[:-1], 1):
        line = _decoded(text, f"{name}, line {at}")
        if isinstance(line, Decided):
            decided[line.seq].add(line.move)
        elif line.event.seq > len(events):
            events.append(line.event)
        elif line.event not in events[line.event.seq - 1 : line.event.seq]:
            raise FileInputError(
                f"event {line.event.seq} was told before, and differently",
                where=f"{name}, line {at}",
            )
    start = events[0] if events else None
    seat = start.seat if isinstance(start, Started) else None
    if not isinstance(start, Started) or seat is None or seat >= len(start.seats):
        raise FileInputError(
            "the match does not begin", where=name, expected="its start, as a seat hears it"
        )
    story = SeatStory(start.match, start.game, start.options, seat, name)
    asked = 0
    for event in events:
        if isinstance(event, Moved) and event.seat == seat and event.by == "player":
            _check_decision(event, story, decided, asked)
            asked = event.seq
        story.see(event)
    story.check_chance()
    last = events[-1]
    result = last if isinstance(last, Result) else None
    return OwnRecord(start.match, start.seats[seat], len(events), result)


def _decoded(text: bytes, where: str) -> Heard | Decided:
    try:
        return _LINE.decode(text)
    except NO_JSON as error:
        raise FileInputError(str(error), where=where) from error


def _check_decision(
    move: Moved, story: SeatStory, decided: dict[int, set[str]], after_seq: int
) -> None:
    """Looks whether a move of one's own is one that was decided since the one before it.

    There may be more than one decision, where the bot was started again, and none, where that was
    before it was written down.
    """
    texts = {text for seq in range(after_seq, move.seq) if seq in decided for text in decided[seq]}
    view = story.view
    if not texts or not is_position(view):
        return
    try:
        made = {view.canonical_move(text) for text in texts}
    except InputError as error:
        raise FileInputError(
            f"what was decided is no move: {error}", where=f"match {move.match}, event {move.seq}"
        ) from error
    if move.move not in made:
        raise FileInputError(
            f"the move {move.move!r} is not the one that was decided",
            where=f"match {move.match}, event {move.seq}",
            expected=" or ".join(sorted(made)),
        )
