"""Tests of ``carcbot replay stats``."""

import json
from pathlib import Path

from carcbot.cli.exit_code import ExitCode
from tests.cli.replay.conftest import TEXT, Say


def test_stats(record: Path, say: Say) -> None:
    """A column for each player, a row for each figure, on average over the matches."""
    one = say("stats", record)
    record.with_name("m2.jsonl").write_bytes(TEXT)
    two = say("stats", record.parent)
    rows = {line[:22].strip(): line[22:].split() for line in one.splitlines()}
    assert rows["a match"] == ["p0", "p1"]
    assert rows["matches"] == ["1", "1"]
    assert [float(each) for each in rows["moves"]] == [36, 35]
    assert two == one.replace("         1           1\n", "         2           2\n")


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
