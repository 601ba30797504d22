"""Tests of carcbot.cli.train."""

from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games.carcassonne import judge


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
    assert "the same course, or another --folder" in capsys.readouterr().err


@pytest.mark.parametrize("file", ("course.json", "rounds.jsonl"))
@pytest.mark.parametrize("text", ("", "nonsense\n", '{"number": 1}\n'))
def test_a_damaged_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, text: str
) -> None:
    """What a full disk may have left there is told, with what to do; nothing is written over."""
    assert trained(tmp_path, "--rounds", "1") == ExitCode.OK
    (tmp_path / file).write_text(text)
    assert trained(tmp_path, "--rounds", "1") == ExitCode.INPUT
    assert "another --folder" in capsys.readouterr().err
    assert (tmp_path / file).read_text() == text


@pytest.mark.parametrize(
    "options", ("farm_scoring=off", "seats=3,expansions=river,river_rule=strict")
)
def test_only_usual_games_have_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str
) -> None:
    """Weights of other rules do not take the place of the usual ones; that is said before."""
    assert trained(tmp_path, "--ship", "--options", options) == ExitCode.INPUT
    assert "seats and expansions alone" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_only_a_checkout_ships(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a wheel the weights would get into no core."""
    monkeypatch.setattr(judge, "SHIPPED", tmp_path / "a" / "b" / "c" / "judge_weights.txt")
    assert trained(tmp_path, "--ship") == ExitCode.INPUT
    assert "a checkout of carcbot" in capsys.readouterr().err


def test_no_judge(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game without a judge that learns it is said which have one."""
    assert run(["train", "pot"]) == ExitCode.INPUT
    assert "carcassonne" in capsys.readouterr().err
