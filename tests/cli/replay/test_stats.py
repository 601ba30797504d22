"""Tests of ``carcbot replay stats``."""

import json
from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from tests.cli.replay.conftest import OTHER_TEXT, TEXT, Say
from tests.replay.records import record_of, text_of_match


def test_stats(record: Path, say: Say) -> None:
    """A column for each player, a row for each figure, on average over the matches."""
    one = say("stats", record)
    record.with_name("m2.jsonl").write_bytes(OTHER_TEXT)
    two = say("stats", record.parent)
    rows = {line[:22].strip(): line[22:].split() for line in one.splitlines()}
    assert rows["a match"] == ["p0", "p1"]
    assert rows["matches"] == ["1", "1"]
    assert [float(each) for each in rows["moves"]] == [36, 35]
    both = {line[:22].strip(): line[22:].split() for line in two.splitlines()}
    assert both["matches"] == ["2", "2"]


def test_twice_the_same(record: Path, say: Say) -> None:
    """A record that is there twice counts once, and that is said."""
    one = say("stats", record)
    packed = record.with_name("m1.jsonl.zst")
    packed.write_bytes(pack(TEXT))
    note = f"note: {packed} is the same record as {record}, and counts once\n"
    assert say("stats", record.parent) == one + note
    assert say("stats", record, packed) == one + note


def test_the_view_of_a_seat(record: Path, say: Say) -> None:
    """A seat's view does not have what others could choose, and no figure is invented for it."""
    view = record.with_name("view.jsonl")
    view.write_bytes(own_view(record_of(text_of_match("kuhn")), 1))
    rows = {line[:22].strip(): line[22:].split() for line in say("stats", view).splitlines()}
    assert rows["choices a move"] == ["-", "-"]


def test_json(record: Path, say: Say) -> None:
    """Programs get every count as a whole number."""
    figures = json.loads(say("stats", "--json", record))
    assert [each["player"] for each in figures] == ["p0", "p1"]
    assert sum(each["counts"]["moves"] for each in figures) == 71


def test_cut_off(record: Path, say: Say) -> None:
    """Of a record that is cut off, what is whole is counted, and then it is said what is wrong."""
    lines = TEXT.splitlines(keepends=True)
    record.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:20])
    record.with_name("m2.jsonl").write_bytes(b"nothing")
    rows = say("stats", record, record.with_name("m2.jsonl"), code=ExitCode.INPUT).splitlines()
    assert rows[0].split() == ["a", "match", "p0", "p1"]
    assert rows[1].split() == ["matches", "1", "1"]
    assert (
        f"error: {record}, line {len(lines) // 2 + 1}: the last line is cut off; expected its end"
        in rows
    )
    assert any(row.startswith("error: ") and "m2.jsonl" in row for row in rows)
