"""Tests of carcbot.replay.difference: where two records part is found."""

import msgspec

from carcbot.messages.events import Moved
from carcbot.replay.difference import differences
from carcbot.replay.record import MatchRecord
from tests.replay.records import record_of, text_of_match

ONE = record_of(text_of_match("pot", "seats=3"))


def changed(place: int, **fields: object) -> MatchRecord:
    """The record with another event at this place."""
    events = list(ONE.events)
    event = msgspec.structs.replace(events[place].event, **fields)
    events[place] = msgspec.structs.replace(events[place], event=event)
    return MatchRecord("m2", msgspec.structs.replace(ONE.lines, events=tuple(events)), b"")


def moves() -> list[int]:
    """Where the moves are."""
    return [place for place, line in enumerate(ONE.events) if isinstance(line.event, Moved)]


def test_the_same() -> None:
    """A record does not differ from itself, whatever its file is called."""
    assert list(differences(ONE, MatchRecord("m2", ONE.lines, b""))) == []


def test_every_other_move_is_found() -> None:
    """The first event in which something else happened is named, with both."""
    for number, place in enumerate(moves()):
        (difference,) = differences(ONE, changed(place, move="sweep!"))
        assert difference.what == f"event {place + 1}, after {number} moves"
        assert " moves sweep!, by " in difference.other
        assert "sweep!" not in difference.one


def test_times_come_after_the_course() -> None:
    """Another time counts only where the same happened to the end."""
    early, late = moves()[1], moves()[5]
    (difference,) = differences(ONE, changed(early, spent_us=77))
    assert difference.what == f"event {early + 1}, after 1 moves"
    assert "spent_us 77" in difference.other
    both = changed(early, spent_us=77)
    events = list(both.events)
    events[late] = changed(late, move="x").events[late]
    other = MatchRecord("m2", msgspec.structs.replace(both.lines, events=tuple(events)), b"")
    (difference,) = differences(ONE, other)
    assert difference.what == f"event {late + 1}, after 5 moves"


def test_one_is_shorter() -> None:
    """Where one record ends, the other's next event is told."""
    lines = msgspec.structs.replace(ONE.lines, events=ONE.events[:7])
    (difference,) = differences(ONE, MatchRecord("m2", lines, b""))
    assert difference.what.startswith("event 8, ")
    assert (bool(difference.one), difference.other) == (True, "")


def test_heads() -> None:
    """What stands in headers and who sits where is told first."""
    header = msgspec.structs.replace(ONE.lines.header, product="other/2")
    early = tuple(
        msgspec.structs.replace(line, account="eve") if i == 1 else line
        for i, line in enumerate(ONE.lines.early)
    )
    lines = msgspec.structs.replace(ONE.lines, header=header, early=early)
    product, seat = differences(ONE, MatchRecord("m2", lines, b""))
    assert (product.what, product.one, product.other) == (
        "the header's product",
        '"test/1"',
        '"other/2"',
    )
    assert (seat.what, seat.one, seat.other) == ("seat 1", "p1", "eve")
