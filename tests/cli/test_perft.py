"""Tests of carcbot.cli.perft."""

import json
import re

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games.carcassonne import CARCASSONNE


def counts(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[int]:
    """The counts that `carcbot perft --json` gives, one for each depth."""
    assert run(["perft", "--json", *arguments]) == ExitCode.OK
    found = json.loads(capsys.readouterr().out)
    assert [count["depth"] for count in found["counts"]] == list(range(1, len(found["counts"]) + 1))
    return [count["sequences"] for count in found["counts"]]


def test_carcassonne(capsys: pytest.CaptureFixture[str]) -> None:
    """Counting in steps gives what the core counts in one go, at every depth."""
    draws = ["E", "V", "U", "D"]
    start = CARCASSONNE.new()
    expected = [start.perft(draws, depth) for depth in range(1, 5)]
    assert counts(capsys, "--draws", "E,V,U,D") == expected
    assert counts(capsys, "--draws", "E, V,U,D", "--depth", "3") == expected[:3]


def test_pot(capsys: pytest.CaptureFixture[str]) -> None:
    """Another game is counted by its name."""
    assert counts(capsys, "--game", "pot", "--draws", "1,2,3") == [3, 10, 35]


def test_kuhn(capsys: pytest.CaptureFixture[str]) -> None:
    """A sequence that ends the game earlier does not count."""
    assert counts(capsys, "--game", "kuhn", "--draws", "J,Q", "--depth", "4") == [2, 4, 2, 0]


def test_position(capsys: pytest.CaptureFixture[str]) -> None:
    """It can be counted from any position, and from where a game stands."""
    state = CARCASSONNE.new("seats=3")
    state.apply("E")
    expected = [len(state.legal_moves()), state.perft(["V"], 2)]
    assert counts(capsys, state.text, "--draws", "V", "--depth", "2") == expected
    game = "carcassonne/1 game seats=3 E"
    assert counts(capsys, game, "--draws", "V", "--depth", "2") == expected


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    """A game that begins may have options."""
    with_abbot = CARCASSONNE.new("expansions=abbot").perft(["B"], 1)
    assert counts(capsys, "--options", "expansions=abbot", "--draws", "B") == [with_abbot]


def test_page(capsys: pytest.CaptureFixture[str]) -> None:
    """Each depth is a line for people."""
    assert run(["perft", "--draws", "E,V"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"depth 2: +402  in \d+\.\d{3} s", lines[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (["--depth", "2"], "the draws: there are too few"),
        (["--draws", "E", "--depth", "3"], "the draws: there are too few"),
        (["--draws", "C,C"], "C"),
        (["--draws", "Q9"], "'Q9' is not a tile"),
        (["--draws", "E", "--depth", "0"], "--depth"),
        (["--game", "chess"], "--game"),
        (["pot/1 position", "--draws", "1"], "the position breaks off"),
        (["--options", "seats=9", "--draws", "E"], "9 seats cannot play"),
    ),
)
def test_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Draws that are missing or impossible, and wrong arguments, are told in a line."""
    assert run(["perft", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err
