"""Tests of ``carcbot replay extract``."""

from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from carcbot.games.game_text import GameRecord
from carcbot.replay.move_lists import csv_of, moves_of
from carcbot.replay.record import MatchRecord
from tests.cli.replay.conftest import OTHER_TEXT, Say


def test_texts(record: Path, say: Say) -> None:
    """Moves, tables and the game are printed, or written into a file."""
    match = MatchRecord.load(record)
    assert say("extract", "moves", record) == moves_of(match)
    assert GameRecord.parse(say("extract", "game", record).strip()).text == match.game().text
    table = record.with_name("m1.csv")
    assert say("extract", "csv", record, "--output", table) == f"wrote {table}\n"
    assert table.read_bytes().decode() == csv_of([match])


def test_several(record: Path, say: Say) -> None:
    """Files and folders make one table, and a damaged one is told of after the others."""
    match = MatchRecord.load(record)
    other = record.with_name("m2.jsonl")
    other.write_bytes(record.read_bytes())
    note = f"note: {other} is the same record as {record}, and counts once\n"
    assert say("extract", "csv", record.parent) == csv_of([match]) + note
    other.write_bytes(OTHER_TEXT)
    both = [match, MatchRecord.load(other)]
    assert say("extract", "csv", record.parent) == csv_of(both)
    assert say("extract", "game", record, other) == "".join(f"{e.game().text}\n" for e in both)
    assert say("extract", "moves", record, other) == "\n".join(map(moves_of, both))
    assert "one file" in say("extract", "view", record, other, "--seat", 0, code=ExitCode.INPUT)
    other.write_bytes(b"nonsense\n")
    told = say("extract", "csv", other, record, code=ExitCode.INPUT)
    assert csv_of([match]) in told
    assert f"error: {other}: this is no record of a match" in told


def test_views(record: Path, say: Say) -> None:
    """A seat's view is a file that is found true by itself; nothing but a view has a seat."""
    view = record.with_name("view.jsonl")
    say("extract", "view", record, "--seat", 1, "--output", view)
    assert "one seat's view; intact, signer unknown" in say("verify", view)
    assert "nobody sits on seat 5" in say(
        "extract", "view", record, "--seat", 5, code=ExitCode.INPUT
    )
    assert "the view of one seat already" in say(
        "extract", "view", view, "--seat", 1, code=ExitCode.INPUT
    )
    for words in (("view",), ("csv", "--seat", 1)):
        what, *rest = words
        assert "--seat" in say("extract", what, record, *rest, code=ExitCode.INPUT)


def test_no_place(record: Path, say: Say) -> None:
    """A file that cannot be written is named."""
    place = record.parent / "none" / "m1.csv"
    told = say("extract", "csv", record, "--output", place, code=ExitCode.INPUT)
    assert f"error: {place}: cannot be written" in told
