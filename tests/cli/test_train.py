"""Tests of carcbot.cli.train."""

from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run


def trained(folder: Path, *more: str) -> int:
    """The exit code of a small training that is kept there."""
    return run(["train", "carcassonne", "--games", "20", "--folder", str(folder), *more])


def test_it_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round is a line; the same command with more rounds goes on after those that it has."""
    assert trained(tmp_path, "--rounds", "1", "--workers", "1") == ExitCode.OK
    head, first, kept = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["round", "samples", "error"]
    assert str(tmp_path) in kept
    assert trained(tmp_path, "--rounds", "2", "--workers", "1") == ExitCode.OK
    _, again, second, _ = capsys.readouterr().out.splitlines()
    assert again == first
    assert second.split()[0] == "2"


def test_another_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds of other games are not mixed with these."""
    assert trained(tmp_path, "--rounds", "1") == ExitCode.OK
    assert trained(tmp_path, "--rounds", "1", "--options", "seats=3") == ExitCode.INPUT
    assert "another folder, or the same course" in capsys.readouterr().err


def test_no_judge(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game without a judge that learns it is said which have one."""
    assert run(["train", "pot"]) == ExitCode.INPUT
    assert "carcassonne" in capsys.readouterr().err
