"""How two records differ."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import msgspec

from carcbot.messages.events import Drawn, Moved, Out, Result
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two records.

    Attributes:
        what: What differs, in words: ``the clock`` or ``event 17, before move 8 is over``.
        one: What the first record has there; empty if nothing.
        other: What the other record has there.
    """

    what: str
    one: str
    other: str


def differences(one: MatchRecord, other: MatchRecord) -> Iterator[Difference]:
    """How two records differ: what their heads say, and the first event in which they part.

    If the same happened in both to the end, it is the first event of which they tell another time
    or thought.
    """
    head, head_too = one.lines.header, other.lines.header
    for name in head.__struct_fields__:
        said, said_too = getattr(head, name), getattr(head_too, name)
        if said != said_too:
            yield Difference(f"the header's {name}", _text(said), _text(said_too))
    accounts = zip_longest(one.accounts, other.accounts, fillvalue="")
    for seat, (account, account_too) in enumerate(accounts):
        if account != account_too:
            yield Difference(f"seat {seat}", account, account_too)
    event = _first(one, other, _course) or _first(one, other, _detail)
    if event is not None:
        yield event


def _first(
    one: MatchRecord, other: MatchRecord, tell: Callable[[Recorded], str]
) -> Difference | None:
    """The first event of which they do not tell the same."""
    moves = 0
    for seq, (line, line_too) in enumerate(zip_longest(one.events, other.events), 1):
        said = "" if line is None else tell(line)
        said_too = "" if line_too is None else tell(line_too)
        if said != said_too:
            return Difference(f"event {seq}, after {moves} moves", said, said_too)
        moves += line is not None and isinstance(line.event, Moved)
    return None


def _course(line: Recorded) -> str:
    """What happened, without times and the name of the match."""
    match line.event:
        case Drawn() as drawn:
            return f"draw {drawn.draw}"
        case Moved() as move:
            return f"seat {move.seat} moves {move.move}, by {move.by}"
        case Out() as out:
            return f"seat {out.seat} is out: {out.why}"
        case Result() as result:
            return f"result {result.reason}, {_text(result.standings)}"
        case _:
            return "the start"


def _detail(line: Recorded) -> str:
    """Times and thoughts."""
    stamps = {name: getattr(line, name) for name in ("sent_us", "requested_us", "received_us")}
    if isinstance(line.event, Moved):
        for name in ("spent_us", "lag_us", "remaining_us"):
            stamps[name] = getattr(line.event, name)
    told = ", ".join(f"{name} {value}" for name, value in stamps.items() if value is not None)
    return told if line.analysis is None else f"{told}, {_text(line.analysis)}"


def _text(value: object) -> str:
    """A value as the record's text has it."""
    return msgspec.json.encode(value).decode()
