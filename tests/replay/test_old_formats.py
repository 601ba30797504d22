"""Tests of carcbot.replay.old_formats: records of the first format can still be looked at."""

import json
from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.replay.intact_part import intact_part
from carcbot.replay.judgement import judge
from carcbot.replay.old_formats import is_older, older_record
from carcbot.replay.packed import pack
from tests.replay.records import record_of, signed, text_of_match

NEW = record_of(text_of_match("carcassonne", "seats=3"))


def first_format(text: bytes) -> bytes:
    """The record as it was written in the first format: an open seed, no links, no signature."""
    lines = []
    for line in map(json.loads, text.splitlines()):
        line.pop("link", None)
        if line["line"] == "header":
            line["format"] = "carcbot match 1"
            line["seed"] = line.pop("secret")
        if line["line"] == "event":
            line["event"].pop("chain", None)
        if line["line"] != "signature":
            lines.append(json.dumps(line, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()


OLD = first_format(signed(NEW.raw))


@pytest.mark.parametrize("content", (OLD, pack(OLD)))
def test_an_older_record(content: bytes, tmp_path: Path) -> None:
    """All of its match can be seen, and it is said that its format is not known any more."""
    file = tmp_path / "old.jsonl"
    file.write_bytes(content)
    part = intact_part(file)
    assert part.record.game().text == NEW.game().text
    assert part.record.accounts == NEW.accounts
    assert part.record.lines.header.seed == NEW.lines.header.seed
    assert part.trouble is not None
    assert "'carcbot match 1' is not known; expected carcbot match 2" in str(part.trouble)
    assert judge(file).word == "wrong"


def test_broken(tmp_path: Path) -> None:
    """Of one that is broken, the lines before can be seen; without its first line nothing can."""
    file = tmp_path / "old.jsonl"
    lines = OLD.splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:50], b"garbage\n", *lines[50:]]))
    assert len(intact_part(file).record.events) == 46
    with pytest.raises(FileInputError, match="x, line 1"):
        older_record(OLD.replace(b'"game"', b'"name"', 1), "x")


def test_newer_ones_are_none() -> None:
    """What is written today is not taken for an older record."""
    assert is_older(OLD)
    assert not is_older(NEW.raw)
    assert not is_older(NEW.raw + OLD)
