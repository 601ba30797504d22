"""Tests of carcbot.referee.journal."""

import json
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import FileInputError
from carcbot.messages.events import Drawn, Moved, Out, Result, Started
from carcbot.messages.parts import Analysis
from carcbot.referee import journal_reader
from carcbot.referee.journal import Header, Line, Recorded, Seated
from tests.games.random_games import GAMES
from tests.referee.hosts import EPOCH_US, Script, header, raw


def played(name: str = "pot", options: str = "") -> list[Line]:
    """The lines of a whole game."""
    script = Script(header(name, options))
    script.finish(random.Random(1), 900)
    return script.lines


LINES = played()
TEXT = raw(LINES)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_round_trip(name: str, options: str) -> None:
    """What was written is what is read, for every line of a game."""
    lines = played(name, options)
    read = journal_reader.read(raw(lines), "m1")
    assert [read.header, *read.early, *read.events] == lines
    assert read.size == len(raw(lines))
    assert read.is_over


def test_lines_are_json() -> None:
    """Each line is one JSON object that says what it is; whoever reads it needs nothing of ours."""
    objects = [json.loads(line) for line in TEXT.split(b"\n")[:-1]]
    assert [each["line"] for each in objects] == ["header", "seated", "seated"] + ["event"] * (
        len(LINES) - 3
    )
    assert objects[0]["format"] == "carcbot match 2"
    assert objects[0]["secret"] == bytes(range(32)).hex()
    kinds = {"start": Started, "draw": Drawn, "move": Moved, "out": Out, "result": Result}
    for line, each in zip(LINES[3:], objects[3:], strict=True):
        assert isinstance(line, Recorded)
        assert type(line.event) is kinds[each["event"]["type"]]
    assert objects[3]["event"]["seq"] == 1


def test_times() -> None:
    """A move's line tells when it was asked for, arrived and was answered, as time of day."""
    script = Script(header("pot"), now_ns=7_000_123_456)
    script.move(us=250, later_us=40)
    line = next(
        each
        for each in script.lines
        if isinstance(each, Recorded) and isinstance(each.event, Moved)
    )
    asked = EPOCH_US + 7_000_123
    assert (line.requested_us, line.received_us, line.sent_us) == (asked, asked + 250, asked + 290)
    others = [
        each
        for each in script.lines
        if isinstance(each, Recorded) and not isinstance(each.event, Moved)
    ]
    assert others
    assert all(each.requested_us is each.received_us is None for each in others)
    assert {each.sent_us for each in others} <= {asked, asked + 290}


@given(st.integers(0, len(TEXT)))
def test_cut(size: int) -> None:
    """Wherever it was cut, the whole lines count, and nothing else; without a header it is none."""
    text = TEXT[:size]
    count = text.count(b"\n")
    if not count:
        with pytest.raises(FileInputError, match="m1, line 1"):
            journal_reader.read(text, "m1")
        return
    read = journal_reader.read(text, "m1")
    assert [read.header, *read.early, *read.events] == LINES[:count]
    assert read.size == len(raw(LINES[:count]))
    assert read.is_over == (count == len(LINES))


@given(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1))
def test_wrong_order(one: int, other: int) -> None:
    """Lines in another order are refused with the number of a line; seats may change places."""
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    if one == other or {one, other} == {1, 2}:
        assert journal_reader.read(raw(lines), "m1").header == LINES[0]
        return
    with pytest.raises(FileInputError, match=r"m1, line [0-9]+"):
        journal_reader.read(raw(lines), "m1")


@given(st.integers(3, len(LINES) - 2))
def test_missing_or_double_event(place: int) -> None:
    """A missing event, and one that is there twice, is named by the line where that shows."""
    with pytest.raises(FileInputError, match=rf"m1, line {place + 1}: event {place - 1} "):
        journal_reader.read(raw([*LINES[:place], *LINES[place + 1 :]]), "m1")
    with pytest.raises(FileInputError, match=rf"m1, line {place + 2}: event {place - 2} "):
        journal_reader.read(raw([*LINES[: place + 1], *LINES[place:]]), "m1")


@pytest.mark.parametrize("place", (1, 2, 3, 5, len(LINES)))
def test_line_too_early_or_late(place: int) -> None:
    """A second header, or a seat that is taken when the match has begun, is refused."""
    late: list[Line] = [LINES[0]]
    if place > 3:
        late.append(Seated(0, "late"))
    for line in late:
        with pytest.raises(FileInputError, match=rf"m1, line {place + 1}: such a line comes"):
            journal_reader.read(raw([*LINES[:place], line, *LINES[place:]]), "m1")


@pytest.mark.parametrize(
    "broken",
    (b"", b"{}", b"[]", b"{", b'{"line":"poem"}', b'{"line":"event"}', b'{"line":"seated"}', b"\0"),
)
def test_broken_line(broken: bytes) -> None:
    """A line that is none is refused with its number, wherever it stands."""
    pieces = TEXT.splitlines(keepends=True)
    for place in range(len(pieces) + 1):
        text = b"".join([*pieces[:place], broken + b"\n", *pieces[place:]])
        with pytest.raises(FileInputError, match=f"m1, line {place + 1}"):
            journal_reader.read(text, "m1")


def test_no_journal() -> None:
    """A file that is empty, begins otherwise or has another format is no journal."""
    for text in (b"", b"\n", raw(LINES[1:]), raw(LINES[3:]), b"hello\n"):
        with pytest.raises(FileInputError, match="m1, line 1"):
            journal_reader.read(text, "m1")
    head = LINES[0]
    assert isinstance(head, Header)
    other = msgspec.structs.replace(head, format="carcbot match 1")
    with pytest.raises(FileInputError, match=r"'carcbot match 1' is not known; .* match 2"):
        journal_reader.read(raw([other]), "m1")


@given(st.text('{}[]",:abe\\0\n\r 1\u00e9', max_size=60))
def test_any_text(text: str) -> None:
    """Lines that follow and say nothing are refused as input of a file; half a line is not."""
    if "\n" in text:
        with pytest.raises(FileInputError, match=r"^m1, line "):
            journal_reader.read(TEXT + text.encode(), "m1")
    else:
        assert journal_reader.read(TEXT + text.encode(), "m1") == journal_reader.read(TEXT, "m1")


def test_names_and_thoughts_in_other_letters() -> None:
    """Names and what a player thought come back as they were, line ends in them included."""
    account = 'J\u00fcrgen "\n\r\u2028\x85\U0001f600'
    lines: list[Line] = [LINES[0], Seated(0, account), Seated(0), *LINES[1:3]]
    event = LINES[3]
    assert isinstance(event, Recorded)
    thought = Analysis(0.1 + 0.2, 3, 10**12, ("\n",))
    lines.append(msgspec.structs.replace(event, analysis=thought))
    read = journal_reader.read(raw(lines), "m1")
    assert [read.header, *read.early, *read.events] == lines
    assert read.early[0] == Seated(0, account)
    assert read.events[0].analysis == thought
    assert not read.is_over
