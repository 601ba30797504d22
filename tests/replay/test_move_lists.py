"""Tests of carcbot.replay.move_lists: tables and lists have what the record has."""

import csv
import io

from carcbot.messages.events import Moved
from carcbot.replay.move_lists import csv_of, moves_of
from carcbot.replay.record_moments import moments_of
from tests.replay.records import record_of, text_of_match

RECORD = record_of(text_of_match("carcassonne", "seats=3"))
MOVES = [line for line in RECORD.events if isinstance(line.event, Moved)]


def test_csv() -> None:
    """Each move is a row, in which a reader of such tables finds every value again."""
    rows = list(csv.DictReader(io.StringIO(csv_of([RECORD]))))
    assert len(rows) == len(MOVES)
    for number, (row, line) in enumerate(zip(rows, MOVES, strict=True), 1):
        event = line.event
        assert isinstance(event, Moved)
        assert (row["match"], row["move"], row["text"]) == (event.match, str(number), event.move)
        assert row["account"] == f"p{event.seat}"
        assert [int(row[f"points_{seat}"]) for seat in range(3)] == list(event.scores)
        assert row["by"] == event.by
        assert int(row["spent_us"]) == event.spent_us
        assert int(row["possible"]) > 0
        assert row["received_us"] == ("" if line.received_us is None else str(line.received_us))


def test_moves() -> None:
    """A line for each move, from which the game can be played again."""
    lines = [line.split() for line in moves_of(RECORD).splitlines()]
    assert [int(words[0]) for words in lines] == list(range(1, len(MOVES) + 1))
    plies: list[str] = []
    for _, _, move, *draws in lines:
        plies += [*draws, move]
    assert tuple(plies) == moments_of(RECORD)[-1].plies
