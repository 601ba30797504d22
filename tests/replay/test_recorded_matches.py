"""Tests of carcbot.replay.recorded_matches, which is what carcbot.replay offers to programs."""

import math
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from carcbot import replay
from carcbot.errors import FileInputError, OptionsError
from carcbot.games.contract import is_position
from carcbot.messages.events import Drawn, Moved
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from tests.replay.records import record_of, signed, text_of_match

PLAIN = text_of_match("carcassonne", "seats=3", thinks=True)
SECRET = signed(text_of_match("hoard", "seats=2"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two records, one of them packed."""
    (tmp_path / "a.jsonl").write_bytes(SECRET)
    (tmp_path / "b.jsonl.zst").write_bytes(pack(PLAIN))
    return tmp_path


def test_read(folder: Path) -> None:
    """A file has its header, its events, and a position for each ply, after the first one."""
    record = replay.read(str(folder / "b.jsonl.zst"))
    assert (record.header.game, record.accounts) == ("carcassonne", ["p0", "p1", "p2"])
    assert record.events == record_of(PLAIN).events
    positions = list(record.positions())
    plies = [line.event for line in record.events if isinstance(line.event, Drawn | Moved)]
    assert len(positions) == len(plies) + 1
    assert positions[0].text == record.first_position().text
    assert [f"{each.digest:016x}" for each in positions[1:]] == [ply.digest for ply in plies]
    assert positions[-1].text == record.last_position().text


def test_read_all(folder: Path) -> None:
    """Files and folders, in the order in which they were said and of their names; none twice."""
    (folder / "c.jsonl").write_bytes(PLAIN)
    games = [each.header.game for each in replay.read_all(folder / "b.jsonl.zst", folder)]
    assert games == ["carcassonne", "hoard"]


def test_damaged(folder: Path) -> None:
    """A file with anything wrong is refused, with the place."""
    file = folder / "c.jsonl"
    lines = SECRET.splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:5], b"nonsense\n", *lines[5:]]))
    with pytest.raises(FileInputError, match=r"c\.jsonl, line 6"):
        replay.read(file)


def test_hidden_cards(folder: Path) -> None:
    """As a seat saw it there is nothing that it did not see; from its own file nothing else."""
    file, view = folder / "a.jsonl", folder / "view.jsonl"
    assert all(map(is_position, replay.read(file).positions()))
    seen = [each.text for each in replay.read(file, seat=1).positions()]
    assert not any(map(is_position, replay.read(file, seat=1).positions()))
    view.write_bytes(own_view(replay.read(file), 1))
    assert [each.text for each in replay.read(view).positions()] == seen
    assert [each.text for each in replay.read(view, seat=1).positions()] == seen
    with pytest.raises(FileInputError, match="seat 0"):
        replay.read(view, seat=0)


def test_arrays(folder: Path) -> None:
    """Each column is an array with a value for each move; what is not known is nan or None."""
    records = [replay.read(folder / name) for name in ("a.jsonl", "b.jsonl.zst")]
    columns = replay.arrays(iter(records))
    moves = [line for each in records for line in each.events if isinstance(line.event, Moved)]
    assert {len(column) for column in columns.values()} == {len(moves)}
    events = [line.event for line in moves if isinstance(line.event, Moved)]
    assert columns["spent_us"].dtype == np.int64
    assert columns["spent_us"].tolist() == [event.spent_us for event in events]
    assert columns["text"].tolist() == [event.move for event in events]
    thoughts = [None if line.analysis is None else line.analysis.score for line in moves]
    for score, thought in zip(columns["score"], thoughts, strict=True):
        assert math.isnan(score) if thought is None else score == thought
    assert math.isnan(columns["points_2"][0])
    assert columns["points_2"][-1] == events[-1].scores[2]
    assert all(each.size == 0 for each in replay.arrays([]).values())


def test_frame(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data frame is made by the library that was asked for; where it is missing that is said."""
    record = replay.read(folder / "a.jsonl")
    monkeypatch.setitem(sys.modules, "polars", SimpleNamespace(DataFrame=dict))
    assert list(replay.frame(record, "polars")) == list(replay.arrays(record))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(OptionsError, match="pandas is not installed; expected pip install pandas"):
        replay.frame(record)
