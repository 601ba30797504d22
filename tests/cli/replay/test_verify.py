"""Tests of ``carcbot replay verify``: many files, folders, and what is told of them."""

from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.replay.verify import judged
from carcbot.replay.packed import pack
from tests.replay.records import PUBLIC, signed, text_of_match

TEXT = signed(text_of_match("pot"))


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In place of a folder its records are checked, packed or not, and counted at the end."""
    (tmp_path / "in").mkdir()
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    (tmp_path / "in" / "b.jsonl.zst").write_bytes(pack(TEXT))
    (tmp_path / "c.txt").write_text("something else")
    assert run(["replay", "verify", "--key", PUBLIC, str(tmp_path)]) == ExitCode.OK
    printed = capsys.readouterr()
    assert [line.split(":")[0] for line in printed.out.splitlines()] == ["ok", "ok"]
    assert printed.out.count("genuine") == 2
    assert printed.err.startswith("2 files in ")
    assert printed.err.endswith(" s: 2 ok\n")
    (tmp_path / "a.jsonl").write_bytes(TEXT.replace(b"p0", b"p9"))
    assert run(["replay", "verify", "--quiet", str(tmp_path)]) == ExitCode.INPUT
    printed = capsys.readouterr()
    assert printed.out.startswith(f"wrong: {tmp_path}/a.jsonl, line 2: ")
    assert len(printed.out.splitlines()) == 1
    assert printed.err.endswith("1 ok, 1 wrong\n")


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without records is a mistake, and not a success."""
    assert run(["replay", "verify", str(tmp_path)]) == ExitCode.INPUT
    assert "there are no records in this folder" in capsys.readouterr().err


def test_many(tmp_path: Path) -> None:
    """Many files are shared out to processes, and the verdicts come in their order."""
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(TEXT)
    bad.write_bytes(TEXT[1:])
    paths = [bad if place % 7 == 3 else good for place in range(600)]
    words = ["unreadable" if path == bad else "ok" for path in paths]
    assert [verdict.word for verdict in judged(paths, PUBLIC, 2)] == words
    assert [verdict.word for verdict in judged(paths[:20], PUBLIC, 2)] == words[:20]


def test_no_key_is_no_signer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names an empty key, as a variable may be, is not told that all is well."""
    assert run(["replay", "verify", "--key", "", str(tmp_path)]) == ExitCode.INPUT
    assert "an empty key is nobody's" in capsys.readouterr().err
