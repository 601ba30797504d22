"""Tests of carcbot.cli.train."""

import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games.carcassonne import judge
from carcbot.games.course import Weights
from tests.waiting import PATIENCE_S


def trained(folder: Path, *more: str) -> int:
    """The exit code of a small training that is kept there."""
    return run(["train", "carcassonne", "--games", "20", "--folder", str(folder), *more])


def test_it_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round is a line; the same command with more rounds goes on after those that it has."""
    assert trained(tmp_path, "--rounds", "1", "--workers", "1") == ExitCode.OK
    head, first, kept = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["round", "samples", "error"]
    # of 20 games hardly anything is known: of ten decks each has 0, 1/4, 1/2, 3/4 or 1
    won = re.search(r"(\d+\.\d) % \((\d+\.\d) to (\d+\.\d)\)$", first)
    assert won
    share, low, high = map(float, won.groups())
    assert low < share < high
    assert 6 < high - low < 80
    assert str(tmp_path) in kept
    assert trained(tmp_path, "--rounds", "2", "--workers", "1") == ExitCode.OK
    _, again, second, _ = capsys.readouterr().out.splitlines()
    assert again == first
    assert second.split()[0] == "2"


def test_from_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game in which the judge can learn from choices does; of others it is said before."""
    assert trained(tmp_path, "--rounds", "1", "--softness", "0.3", "--further") == ExitCode.OK
    samples = int(capsys.readouterr().out.splitlines()[1].split()[1])
    # choices, of which a game has one a tile that fits somewhere, and not two seats of 70 positions
    assert 19 * 71 < samples <= 20 * 71
    mixed = ("--folder", str(tmp_path / "mixed"), "--mixed")
    assert trained(tmp_path, "--rounds", "1", "--softness", "0.3", *mixed) == ExitCode.OK
    # each of the 16 parts has one game in which all learn, and of some a second one
    assert 19 * 71 < int(capsys.readouterr().out.splitlines()[1].split()[1]) <= 20 * 71
    assert trained(tmp_path, *mixed) == ExitCode.INPUT
    assert "--softness beside it" in capsys.readouterr().err
    code = run(["train", "thurn_and_taxis", "--softness", "0.3", "--folder", str(tmp_path / "two")])
    assert code == ExitCode.INPUT
    assert "thurn_and_taxis learns from positions alone" in capsys.readouterr().err
    assert not (tmp_path / "two").exists()


def test_no_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no Ray is it is said before a game is played."""
    assert trained(tmp_path, "--ray", "127.0.0.1:1") == ExitCode.INPUT
    assert "no cluster at '127.0.0.1:1'" in capsys.readouterr().err
    assert not (tmp_path / "rounds.jsonl").exists()


def test_another_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds of other games are not mixed with these."""
    assert trained(tmp_path, "--rounds", "1") == ExitCode.OK
    assert trained(tmp_path, "--rounds", "1", "--options", "seats=3") == ExitCode.INPUT
    assert "the same course, or another --folder" in capsys.readouterr().err


@pytest.fixture(scope="module")
def one_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a course of one round, to be copied."""
    folder = tmp_path_factory.mktemp("course")
    assert trained(folder, "--rounds", "1") == ExitCode.OK
    return folder


@pytest.mark.parametrize("file", ("course.json", "rounds.jsonl", "weights-1.npy"))
@pytest.mark.parametrize("text", ("", "nonsense\n", '{"number": 1}\n'))
def test_a_damaged_folder(
    tmp_path: Path, one_round: Path, capsys: pytest.CaptureFixture[str], file: str, text: str
) -> None:
    """What a full disk may have left there is told, with what to do; nothing is written over."""
    shutil.copytree(one_round, tmp_path, dirs_exist_ok=True)
    (tmp_path / file).write_text(text)
    assert trained(tmp_path, "--rounds", "1") == ExitCode.INPUT
    assert "another --folder" in capsys.readouterr().err
    assert (tmp_path / file).read_text() == text


@pytest.mark.parametrize("dtype", (np.int32, np.float64))
def test_weights_of_another_judge(
    tmp_path: Path, one_round: Path, capsys: pytest.CaptureFixture[str], dtype: type
) -> None:
    """A course that was begun when the judge knew other facts does not go on, and says why."""
    shutil.copytree(one_round, tmp_path, dirs_exist_ok=True)
    np.save(tmp_path / "weights-1.npy", np.zeros(12, dtype))
    assert trained(tmp_path, "--rounds", "2") == ExitCode.INPUT
    assert "weights-1.npy has 12 numbers of" in capsys.readouterr().err


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends it at once, however long the games take that are being played."""
    command = [sys.executable, "-m", "carcbot", "train", "carcassonne", "--games", "1000000"]
    with subprocess.Popen(
        [*command, "--folder", str(tmp_path)], stdout=PIPE, stderr=PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the head of its table
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == ExitCode.INTERRUPTED
    assert "interrupted: the same command begins this round again" in said


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


def test_nothing_ships(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who would ship worse weights has to say that they ship."""
    assert trained(tmp_path, "--even-if-worse") == ExitCode.INPUT
    assert (
        "--even-if-worse: nothing ships\nhint: expected --ship beside it" in capsys.readouterr().err
    )


def test_only_a_checkout_ships(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a wheel the weights would get into no core."""
    monkeypatch.setattr(judge, "SHIPPED", tmp_path / "a" / "b" / "c" / "d" / "judge.txt")
    assert trained(tmp_path, "--ship") == ExitCode.INPUT
    assert "a checkout of carcbot" in capsys.readouterr().err


def test_what_ships_met_what_shipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights are written with their course, and with how they fared against those before."""
    written = []

    def put_weights(options: str, weights: Weights, record: str) -> Path:
        written.append((options, weights.tolist(), record))
        return tmp_path / "there"

    monkeypatch.setattr(judge, "TEACHER", replace(judge.TEACHER, put_weights=put_weights))
    monkeypatch.setattr(import_module("carcbot.cli.train"), "_MET", 40)
    course = ("--ship", "--rounds", "1", "--options", "seats=2")
    assert trained(tmp_path, *course) == ExitCode.INPUT
    assert "they are worse, and those that ship stay" in capsys.readouterr().err
    assert not written
    assert trained(tmp_path, *course, "--even-if-worse") == ExitCode.OK
    *_, met, wrote = capsys.readouterr().out.splitlines()
    ((options, weights, record),) = written
    assert (options, wrote) == ("seats=2", f"wrote {tmp_path / 'there'}")
    assert record.startswith("from nothing, 1 rounds of 20 games from seed 1")
    assert record.endswith(f"; {met}")
    shipped = judge.shipped_weights("seats=2")
    by_deck = judge.TEACHER.shares_by_deck(
        "seats=2", np.array(weights, np.int32), shipped, seed=1, decks=20
    )
    assert met.startswith(f"first in {100 * by_deck.mean():.1f} % (")
    assert by_deck.mean() < 0.5


def test_no_judge(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game without a judge that learns it is said which have one."""
    assert run(["train", "pot"]) == ExitCode.INPUT
    assert "carcassonne or thurn_and_taxis" in capsys.readouterr().err
