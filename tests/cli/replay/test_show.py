"""Tests of ``carcbot replay show``: pages, moments, films, and what is broken."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.picture import picture_of
from carcbot.games.contract import is_position, view_of
from carcbot.messages.events import Moved
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from carcbot.replay.record import MatchRecord
from tests.cli.replay.conftest import TEXT, Say
from tests.replay.records import record_of, signed, text_of_match
from tests.waiting import PATIENCE_S


def test_a_page(record: Path, say: Say) -> None:
    """The page of a packed record is that of the record."""
    page = say("show", record)
    packed = record.with_name("m1.jsonl.zst")
    packed.write_bytes(pack(TEXT))
    assert say("show", packed) == page
    assert "carcassonne/1 game seats=2 " in page


def test_turns_in_words(tmp_path: Path, say: Say) -> None:
    """In a game that has words for turns each is told beneath the move that ends it."""
    record = tmp_path / "m1.jsonl"
    record.write_bytes(text_of_match("thurn_and_taxis"))
    page = say("show", record)
    told = re.findall(r"(?m)^      (p\d \(seat \d\)) (?!is out)", page)
    turns = MatchRecord.load(record).last_position().turn
    assert turns - 1 <= len(told) <= turns
    assert told[:3] == ["p0 (seat 0)", "p1 (seat 1)", "p0 (seat 0)"]


def test_what_is_whole(record: Path, say: Say) -> None:
    """Of a broken record the moves before are shown, then what is wrong, and where."""
    whole = say("show", record)
    lines = TEXT.splitlines(keepends=True)
    for broken, where in (
        (b"".join(lines[:60]) + lines[60][:50], "line 61: the last line is cut off"),
        (b"".join([*lines[:60], b"garbage\n", *lines[61:]]), "line 61: JSON is malformed"),
    ):
        record.write_bytes(broken)
        page = say("show", record, code=ExitCode.INPUT)
        moves = [line for line in page.splitlines() if re.match(r" +\d+  \d ", line)]
        assert 20 < len(moves) < 40
        assert all(line in whole for line in moves)
        assert f"error: {record}, {where}" in page


def test_a_moment(record: Path, say: Say) -> None:
    """The board after a move is drawn, or what its points came from."""
    moves = [line for line in say("show", record).splitlines() if re.match(r" +30  \d ", line)]
    (move,) = (line.split()[3] for line in moves)
    board = say("show", record, "--move", 30)
    assert f" {move}" in board.splitlines()[0]
    assert "turn 30" in board
    assert "before move 1 of p0, p1" in say("show", record, "--move", 0)
    assert "there is no move 999" in say("show", record, "--move", 999, code=ExitCode.INPUT)
    sheet = say("show", record, "--features")
    totals = [int(line.split()[-1]) for line in sheet.splitlines()[-2:]]
    standings = MatchRecord.load(record).result
    assert standings is not None
    assert totals == [each.points for each in standings.standings]


def test_what_a_seat_saw(record: Path, say: Say) -> None:
    """One seat's view of a match with secrets shows all of its moves and boards, as it saw them."""
    whole = record_of(signed(text_of_match("kuhn")))
    record.write_bytes(own_view(whole, 1))
    page = say("show", record)
    moves = [line.event for line in whole.events if isinstance(line.event, Moved)]
    assert len(re.findall(r"(?m)^ +\d+  [01] ", page)) == len(moves) > 1
    end = whole.last_position()
    assert is_position(end)
    assert page.splitlines()[-1] == view_of(end, 1).text
    assert end.text not in page
    first = say("show", record, "--move", 0).splitlines()
    assert "  seat 1  card -  chips in the pot: 1" in first
    last = say("show", record, "--move", len(moves))
    assert last.splitlines()[2:] == picture_of(view_of(end, 1), (), 80)
    rows = say("extract", "csv", record).splitlines()
    assert len(rows) == len(moves) + 1


def test_a_damaged_one(record: Path, say: Say) -> None:
    """A damaged record among others is told of when those were shown."""
    other = record.with_name("m2.jsonl")
    other.write_bytes(record.read_bytes())
    damaged = record.with_name("m0.jsonl")
    damaged.write_bytes(b"nonsense\n")
    told = say("show", damaged, record, other, code=ExitCode.INPUT)
    assert told.count("carcassonne/1 game seats=2 ") == 2
    assert f"error: {damaged}: this is no record of a match" in told


def test_several(record: Path, say: Say) -> None:
    """Only one match is a film."""
    assert "2 records are too many" in say("show", "--step", record, record, code=ExitCode.INPUT)


def test_a_film_without_a_terminal(record: Path, say: Say) -> None:
    """Where there is no terminal, a film is a line for each move."""
    lines = say("show", "--play", 100, "--move", 60, record).splitlines()
    assert lines[0].startswith("move 61  p0 (seat 0)  ")
    assert len(lines) == 71 - 60


def test_a_film(record: Path) -> None:
    """In a terminal keys step and jump, flip to the scores, and end it; then all is as before."""
    terminal, other = pty.openpty()
    program = (
        f"from carcbot.cli.main import run; run(['replay', 'show', '--step', {str(record)!r}])"
    )
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    done = subprocess.Popen(
        [sys.executable, "-c", program], stdin=other, stdout=other, stderr=other, env=environment
    )
    os.close(other)
    try:
        seen = until(terminal, "before move 1 of p0, p1")
        for key, expected in (
            (b"n", "move 1  p0"),
            (b"\x1b[C", "move 2  p1"),
            (b"4", "jump to 4"),
            (b"2\r", "move 42  p1"),
            (b"s", "turn  feature   tiles  points  for"),
            (b"+", "stands still"),
            (b"\x1b[H", "before move 1"),
        ):
            os.write(terminal, key)
            seen = until(terminal, expected)
        os.write(terminal, b" ")
        seen = until(terminal, "move 3  p0")
        assert "plays, 2 moves a second" in seen
        os.write(terminal, b"q")
        assert until(terminal, "\x1b[?1049l")
        assert done.wait(PATIENCE_S) == 0
    finally:
        done.kill()
        done.wait()
        os.close(terminal)


def until(terminal: int, expected: str) -> str:
    """What is written until this is in it."""
    seen = ""
    end = time.monotonic() + PATIENCE_S
    while expected not in seen:
        ready, _, _ = select.select([terminal], [], [], max(end - time.monotonic(), 0))
        assert ready, seen[-2000:]
        seen += os.read(terminal, 65536).decode(errors="replace")
    return seen
