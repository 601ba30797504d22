"""Tests of carcbot.replay.intact_part: what of a broken record is whole, and what is broken."""

from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.games.contract import is_position, view_of
from carcbot.referee import journal_reader
from carcbot.replay.intact_part import IntactPart, intact_part
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from tests.referee.hosts import parsed, raw
from tests.replay.records import record_of, signed, text_of_match

TEXT = signed(text_of_match("pot", "seats=3"))
LINES = TEXT.splitlines(keepends=True)
EVENTS = len(LINES) - 5  # a header, three seats, and the signature


def whole(content: bytes, folder: Path) -> IntactPart:
    """What is whole of a file with this content."""
    file = folder / "m1.jsonl"
    file.write_bytes(content)
    return intact_part(file)


@pytest.mark.parametrize("content", (TEXT, pack(TEXT)))
def test_whole(content: bytes, tmp_path: Path) -> None:
    """Of a good record everything is whole, and nothing is wrong."""
    part = whole(content, tmp_path)
    assert part.trouble is None
    assert part.record.raw == TEXT
    assert len(part.record.events) == EVENTS


def test_cut_off(tmp_path: Path) -> None:
    """Wherever a record ends, the lines before are whole, and half a line is named."""
    for count in range(1, len(LINES)):
        begun = b"".join(LINES[:count])
        events = max(count - 4, 0)
        for rest in (b"", LINES[count][:10], LINES[count][:-1]):
            part = whole(begun + rest, tmp_path)
            assert len(part.record.events) == min(events, EVENTS)
            if rest:
                assert part.trouble is not None
                assert part.trouble.where == f"{tmp_path / 'm1.jsonl'}, line {count + 1}"
            else:
                assert part.trouble is None


def test_broken_line(tmp_path: Path) -> None:
    """Up to a line that is broken, was changed, or is gone, all is whole; the line is named."""
    for place in range(1, len(LINES)):
        for instead in ([b"garbage\n"], [LINES[place].replace(b'":', b'" :', 1)], [b"\xff\n"]):
            part = whole(b"".join([*LINES[:place], *instead, *LINES[place + 1 :]]), tmp_path)
            assert part.trouble is not None
            assert part.trouble.where.startswith(f"{tmp_path / 'm1.jsonl'}, line {place + 1}")
            assert part.record.raw == b"".join(LINES[:place])


def test_packed_and_cut_off(tmp_path: Path) -> None:
    """Of a packed file that is cut off, whole lines come out."""
    text = signed(text_of_match("carcassonne", "seats=2"))
    packed = pack(text)
    part = whole(packed[: len(packed) // 2], tmp_path)
    lines = part.record.raw.count(b"\n")
    assert f"m1.jsonl, behind line {lines}: this packed file is cut off" in str(part.trouble)
    assert text.startswith(part.record.raw)
    assert 20 < len(part.record.events) < 120


def test_one_seat_s_view(tmp_path: Path) -> None:
    """Of one seat's view all of the match is shown, in a game with secrets as the seat saw it."""
    text = signed(text_of_match("carcassonne", "seats=2"))
    part = whole(own_view(record_of(text), 1), tmp_path)
    assert part.trouble is None
    assert part.record.game().text == record_of(text).game().text
    assert part.record.accounts == ["p0", "p1"]
    record = record_of(signed(text_of_match("kuhn")))
    part = whole(own_view(record, 1), tmp_path)
    assert part.trouble is None
    assert part.record.seat == 1
    assert len(part.record.events) == len(record.events)
    end = record.last_position()
    assert is_position(end)
    assert part.record.last_position().text == view_of(end, 1).text


def test_against_the_rules(tmp_path: Path) -> None:
    """A record whose chain is whole and that breaks the rules is shown up to there."""
    lines = [parsed(line) for line in LINES[:-1]]
    place = next(i for i, line in enumerate(lines) if b'"draw"' in LINES[i] and i > 8)
    changed = parsed(LINES[place].replace(b'"draw":"', b'"draw":"X', 1).replace(b"\n", b"\n"))
    part = whole(raw([*lines[:place], changed, *lines[place + 1 :]]), tmp_path)
    assert part.trouble is not None
    assert f"event {place - 3}" in part.trouble.where
    assert len(part.record.events) == place - 4
    assert journal_reader.read(part.record.raw, "").events[place - 4] == changed


@pytest.mark.parametrize(
    ("content", "message"),
    (
        (b"", "no record of a match"),
        (b"garbage", "no record of a match"),
        (pack(TEXT)[:8], "cut off"),
        (TEXT.replace(b"carcbot match 2", b"carcbot match 9", 1), "expected carcbot match 2"),
        (TEXT.replace(b'"game":"pot"', b'"game":"go"', 1), "line 1: this line does not belong"),
    ),
)
def test_nothing_is_whole(content: bytes, message: str, tmp_path: Path) -> None:
    """A file of which nothing can be read is refused with what is wrong in it, and where."""
    with pytest.raises(FileInputError, match=message):
        whole(content, tmp_path)
