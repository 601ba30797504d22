"""Tests of carcbot.replay.stamps: moments that cannot be true are found, signed or not."""

from typing import Literal

import msgspec
import pytest

from carcbot.errors import FileInputError
from carcbot.messages.events import Drawn, Moved, Out
from carcbot.messages.parts import Analysis, Policy
from carcbot.referee.journal import Line, Recorded
from carcbot.replay.verification import GENUINE, verify
from tests.referee.hosts import EPOCH_US, parsed, raw
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

TEXT = text_of_match("pot", "seats=3,ones=9,twos=5,threes=5", thinks=True)
LINES: list[Line] = [parsed(line) for line in TEXT.splitlines(keepends=True)]
LONG_AGO_US = EPOCH_US - 10**9
LATE_US = EPOCH_US + 10**15


def judged(place: int, lines: list[Line], **changes: object) -> str:
    """The verdict on the record with other moments there."""
    other = msgspec.structs.replace(lines[place], **changes)
    return verify(record_of(signed(raw([*lines[:place], other, *lines[place + 1 :]]))), PUBLIC)


def placed(kind: str) -> list[int]:
    """Where the lines of a kind are: moves, moves of the referee's for the late, or others."""
    found = []
    for place, line in enumerate(LINES):
        if not isinstance(line, Recorded):
            continue
        event, is_kind = line.event, kind == "other"
        if isinstance(event, Moved):
            by = "late" if event.spent_us else "other"
            is_kind = kind == ("move" if event.by == "player" else by)
        if is_kind:
            found.append(place)
    return found


def test_kinds() -> None:
    """There are moves of all kinds in the record, and it is true."""
    assert verify(record_of(signed(TEXT)), PUBLIC) == GENUINE
    for kind in ("move", "late", "other"):
        assert placed(kind)
    assert {Drawn, Out} & {
        type(line.event) for place in placed("other") if isinstance(line := LINES[place], Recorded)
    }


@pytest.mark.parametrize(
    ("kind", "changes", "told"),
    (
        ("move", {"received_us": None}, "the moment of arrival None"),
        ("move", {"received_us": LATE_US}, "the moment of arrival"),
        ("move", {"received_us": LATE_US, "sent_us": LATE_US}, "the time that was spent"),
        ("move", {"requested_us": LATE_US}, "the moment of the request"),
        ("move", {"requested_us": LONG_AGO_US}, "the moment of the request"),
        ("move", {"sent_us": LONG_AGO_US}, "the moment of"),
        ("late", {"requested_us": LATE_US}, "the moment of the request"),
        ("late", {"requested_us": LONG_AGO_US}, "the moment of the request"),
        ("late", {"sent_us": LATE_US}, "the time that was spent"),
        ("late", {"received_us": EPOCH_US}, "the moment of arrival"),
        ("late", {"analysis": Analysis(1.0)}, "what was thought"),
        ("other", {"requested_us": EPOCH_US}, "the moment of a request"),
        ("other", {"received_us": EPOCH_US}, "the moment of arrival"),
        ("other", {"analysis": Analysis(1.0)}, "what was thought"),
    ),
)
def test_moments(kind: str, changes: dict[str, object], told: str) -> None:
    """What was asked, came and was sent has its moments, in this order; other things have none."""
    for place in placed(kind):
        with pytest.raises(FileInputError, match=told):
            judged(place, LINES, **changes)


def test_a_move_without_a_request() -> None:
    """A move whose request was not sent took no time: else a stamp that is left out hides it."""
    tried = 0
    for place in placed("move"):
        line = LINES[place]
        assert isinstance(line, Recorded)
        assert isinstance(line.event, Moved)
        if line.event.spent_us:
            tried += 1
            with pytest.raises(FileInputError, match="the time that was spent"):
                judged(place, LINES, requested_us=None)
    assert tried > 5


def test_back_in_time() -> None:
    """Nothing was sent before what happened before it."""
    tried = 0
    for place in placed("other"):
        line = LINES[place]
        assert isinstance(line, Recorded)
        if isinstance(line.event, Drawn):
            tried += 1
            with pytest.raises(FileInputError, match="the moment of sending"):
                judged(place, LINES, sent_us=line.sent_us - 1)
    assert tried > 1


def test_opened_after_it_began() -> None:
    """Nor was anything sent before the table was opened."""
    with pytest.raises(FileInputError, match="the moment of sending"):
        judged(0, LINES, opened_us=LATE_US)


@pytest.mark.parametrize("expiry", ("loss", "house"))
def test_out_before_the_time_was_over(expiry: Literal["loss", "house"]) -> None:
    """Who is out because its time was over had all of it."""
    text = text_of_match("pot", "seats=3", policy=Policy(expiry), seed=6)
    assert verify(record_of(signed(text)), PUBLIC) == GENUINE
    lines: list[Line] = [parsed(line) for line in text.splitlines(keepends=True)]
    tried = 0
    for place, line in enumerate(lines):
        if isinstance(line, Recorded) and isinstance(line.event, Out) and line.event.why == "time":
            tried += 1
            before = lines[place - 1]
            assert isinstance(before, Recorded)
            with pytest.raises(FileInputError, match="the moment of the end of the time"):
                judged(place, lines, sent_us=before.sent_us + 1)
    assert tried
