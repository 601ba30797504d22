"""Tests of ``carcbot replay pack``."""

import errno
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.replay.packed import unpack
from tests.cli.replay.conftest import TEXT, Say


def test_pack(record: Path, say: Say) -> None:
    """A record is replaced by a small one with the same bytes; what is packed stays as it is."""
    packed = record.with_name("m1.jsonl.zst")
    assert say("pack", record.parent) == f"wrote {packed}\n"
    assert list(record.parent.iterdir()) == [packed]
    assert unpack(packed.read_bytes(), "") == TEXT
    assert say("pack", record.parent) == ""


def test_nothing_is_lost(record: Path, say: Say) -> None:
    """Files may be kept, and none is overwritten."""
    packed = record.with_name("m1.jsonl.zst")
    say("pack", "--keep", record)
    assert record.read_bytes() == TEXT
    before = packed.read_bytes()
    assert "there is such a file already" in say("pack", record, code=ExitCode.INPUT)
    assert (record.read_bytes(), packed.read_bytes()) == (TEXT, before)


def test_what_is_no_record_stays(record: Path, say: Say) -> None:
    """Another file that somebody names is not taken away; records beside it are packed."""
    letter = record.with_name("letter.jsonl")
    letter.write_text("dear ann\n", encoding="ascii")
    told = say("pack", letter, record, code=ExitCode.INPUT)
    packed = record.with_name("m1.jsonl.zst")
    assert told == (
        f"wrote {packed}\nerror: {letter}: this is no record of a match, and stays as it is\n"
    )
    assert sorted(record.parent.iterdir()) == [letter, packed]


def test_nothing_half_written_stays(
    record: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full the record is as it was, and nothing lies beside it."""
    real = Path.write_bytes

    def to_full_disk(path: Path, data: bytes) -> int:
        real(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", to_full_disk)
    assert "No space left" in say("pack", record, code=ExitCode.UNAVAILABLE)
    assert list(record.parent.iterdir()) == [record]
    assert record.read_bytes() == TEXT


@pytest.mark.parametrize(
    ("place", "beside"),
    (("open/m1.jsonl", "lock"), ("cup/games.jsonl", "cup/contest.json")),
)
def test_what_is_in_use_stays(record: Path, say: Say, place: str, beside: str) -> None:
    """A journal of a match that goes on, and the games of a contest, are not taken away."""
    file = record.parent / place
    file.parent.mkdir()
    record.rename(file)
    (record.parent / beside).touch()
    told = say("pack", record.parent)
    assert told == f"left {file}: a referee or a contest goes on with it\n"
    assert file.read_bytes() == TEXT


def test_who_may_not_read_it_still_may_not(record: Path, say: Say) -> None:
    """The packed file is as private as the other was."""
    record.chmod(0o600)
    say("pack", record)
    assert record.with_name("m1.jsonl.zst").stat().st_mode & 0o777 == 0o600
