"""Tests of carcbot.replay.judgement: each kind of file gets its word."""

from pathlib import Path

import pytest

from carcbot.replay.judgement import judge
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

TEXT = signed(text_of_match("kuhn"))
LINES = TEXT.splitlines(keepends=True)
LF = b"\n"
CUT = TEXT[:-600]
HALF = f"line {CUT.count(LF) + 1} is cut off"
NOBODY = ": it is unfinished or was cut off, so nobody vouches for it"
VIEW = own_view(record_of(TEXT), 1)


@pytest.mark.parametrize(
    ("content", "key", "word", "end"),
    (
        (TEXT, PUBLIC, "ok", " events, normal; genuine"),
        (TEXT, "", "ok", " events, normal; intact, signer unknown"),
        (pack(TEXT), PUBLIC, "ok", " events, normal; genuine"),
        (TEXT, "0" * 64, "wrong", "expected " + "0" * 64),
        (b"".join(LINES[:-3]), "", "unfinished", "goes on; intact so far, not signed"),
        (b"".join(LINES[:-3]), PUBLIC, "unsigned", f"goes on; intact so far, not signed{NOBODY}"),
        (b"".join(LINES[:-1]), PUBLIC, "wrong", "expected a signature at its end"),
        (
            TEXT[:-9],
            "",
            "wrong",
            f"line {len(LINES)}: this is not signed; expected a signature at its end",
        ),
        (CUT, "", "unfinished", f"goes on, {HALF}; intact so far, not signed"),
        (CUT, PUBLIC, "unsigned", f"goes on, {HALF}; intact so far, not signed{NOBODY}"),
        (pack(CUT), PUBLIC, "unsigned", NOBODY),
        (pack(TEXT)[:-1], "", "wrong", "expected a whole file of zstd"),
        (TEXT.replace(b"p0", b"p9"), "", "wrong", ""),
        (VIEW, PUBLIC, "ok", "one seat's view; genuine"),
        (b"".join(VIEW.splitlines(keepends=True)[:-3]), "", "unfinished", "not signed"),
        (b"".join(VIEW.splitlines(keepends=True)[:-3]), PUBLIC, "unsigned", NOBODY),
        (b"".join(VIEW.splitlines(keepends=True)[:-1]), PUBLIC, "wrong", "a signature at its end"),
        (VIEW[:-1], "", "wrong", f"line {VIEW.count(LF)}: the last line has no end"),
        (VIEW.replace(b"p0", b"p9"), PUBLIC, "wrong", ""),
        (b"hello", "", "unreadable", "a referee's, with a header"),
        (b"", "", "unreadable", "a referee's, with a header"),
    ),
)
def test_words(content: bytes, key: str, word: str, end: str, tmp_path: Path) -> None:
    """Good files, unfinished ones, wrong ones and others are told apart, packed or not."""
    file = tmp_path / "file"
    file.write_bytes(content)
    verdict = judge(file, key)
    assert verdict.word == word
    assert verdict.text.startswith(str(file))
    assert verdict.text.endswith(end)
    assert verdict.is_good == (word in {"ok", "unfinished"})


def test_no_file(tmp_path: Path) -> None:
    """What is not there is unreadable."""
    assert judge(tmp_path / "none").word == "unreadable"
