"""Tests of carcbot.cli.show."""

import io
import re
import sys
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from tests.games.random_games import random_record
from tests.replay.records import signed, text_of_match

GAME = "carcassonne/1 game seats=2 E 0,-1/2+scS V 1,0/1+srW"
POSITION = "pot/1 position seats=2 0:0 0 0:2 3.1.1"
PNG = b"\x89PNG\r\n\x1a\n"


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `carcbot show` prints of something that it can show."""
    assert run(["show", *arguments]) == ExitCode.OK
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `carcbot show` says to something that it cannot show."""
    assert run(["show", *arguments]) == ExitCode.INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err


def test_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game its last position is shown, with the last tile marked."""
    page = shown(capsys, GAME)
    assert "Last tile: 1,0" in page
    assert "turn 2" in page
    assert all(len(line) <= 80 for line in page.splitlines())


def test_ply(capsys: pytest.CaptureFixture[str]) -> None:
    """--ply goes back to any moment of the game."""
    assert "turn 0" in shown(capsys, GAME, "--ply", "0")
    page = shown(capsys, GAME, "--ply", "3")
    assert "In hand: V" in page
    assert "Last tile: 0,-1" in page


def test_record_that_is_cut_off(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is left of a record is shown, and on stderr where it is cut off."""
    record = signed(text_of_match("carcassonne", "seats=2")).splitlines(keepends=True)
    file = tmp_path / "cut.jsonl"
    file.write_bytes(b"".join(record[:12])[:-9])
    assert run(["show", str(file)]) == ExitCode.OK
    printed = capsys.readouterr()
    assert "Last tile" in printed.out
    assert printed.err == f"{str(file)!a}, line 12: the last line is cut off\n"


def test_ply_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """A ply behind the end is refused, with how many there are; so is a ply of a position."""
    assert "expected a number from 0 to 4" in refused(capsys, GAME, "--ply", "5")
    assert "--ply: this is a position" in refused(capsys, POSITION, "--ply", "0")


def test_position(capsys: pytest.CaptureFixture[str]) -> None:
    """A position is shown like a game, but does not know its last tile."""
    text = random_record("carcassonne", "seats=3", 1).position(40).text
    page = shown(capsys, text)
    assert "In hand" in page
    assert "Last tile" not in page


@pytest.mark.parametrize("ending", ("", "\n", "\r\n", "\n\n"))
def test_file(ending: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The argument may be a file that holds the text."""
    file = tmp_path / "game.txt"
    file.write_text(GAME + ending)
    assert shown(capsys, str(file)) == shown(capsys, GAME)


def test_stdin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{GAME}\n".encode())))
    assert shown(capsys, "-") == shown(capsys, GAME)


@pytest.mark.parametrize(
    ("content", "message"),
    (
        (b"", "there are 0 lines of text"),
        (b"pot/1 x\npot/1 y\n", "there are 2 lines of text"),
        (b"\xff\xfe\x00", "it is not plain ASCII text"),
        (b"x" * 10_000_001, "there is too much text"),
        (b"hello", "'hello' does not name its game"),
    ),
)
def test_file_of_something_else(
    content: bytes, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A file that holds no position or game is refused, saying what it holds."""
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    assert message in refused(capsys, str(file))


@pytest.mark.parametrize("name", ("no/such/file", "carcassonne/1", "", "\0", "x" * 5000, "."))
def test_no_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is neither text of ours nor a file is refused with what would be."""
    message = refused(capsys, name)
    assert "cannot read" in message
    assert "hint: expected a position, a game, or a file" in message


def test_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours are for terminals, unless they are asked for."""
    assert "\x1b[" not in shown(capsys, GAME)
    assert "\x1b[" not in shown(capsys, GAME, "--colour", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("COLORTERM", raising=False)
    coloured = shown(capsys, GAME, "--colour", "always")
    assert "48;5;" in coloured
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "48;2;" in shown(capsys, GAME, "--colour", "always")


def test_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """--ascii draws with what every terminal has."""
    assert shown(capsys, GAME, "--ascii").isascii()
    assert not shown(capsys, GAME).isascii()


def test_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the output cannot be more than ASCII, it is not."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    assert run(["show", GAME]) == ExitCode.OK


def test_width(capsys: pytest.CaptureFixture[str]) -> None:
    """--width limits the columns; less than a board needs is refused."""
    text = random_record("carcassonne", "", 2).text
    page = shown(capsys, text, "--width", "50")
    assert all(len(line) <= 50 for line in page.splitlines())
    assert "--width" in refused(capsys, text, "--width", "20")


def test_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--svg writes a picture and says so."""
    file = tmp_path / "board.svg"
    assert shown(capsys, GAME, "--svg", str(file)) == f"wrote {file}\n"
    assert file.read_text().startswith("<svg")


def test_png(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--png writes a picture, as wide as --width says."""
    file = tmp_path / "board.png"
    assert shown(capsys, GAME, "--png", str(file), "--width", "200") == f"wrote {file}\n"
    picture = file.read_bytes()
    assert picture.startswith(PNG)
    assert int.from_bytes(picture[16:20]) == 200


def test_picture_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder that does not exist is the caller's mistake."""
    message = refused(capsys, GAME, "--svg", str(tmp_path / "no" / "board.svg"))
    assert re.search(r"error: '.*board\.svg': cannot write: No such file", message)


def test_other_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every game is drawn as it draws itself, and has pictures."""
    assert "chip in hand: 2" in shown(capsys, POSITION)
    assert "bag: 3 of 1, 2 of 2, 1 of 3" in shown(capsys, "pot/1 game seats=2")
    assert "the game is over" in shown(capsys, "kuhn/1 game seats=2 J Q pass pass")
    assert "wrote" in shown(capsys, POSITION, "--png", str(tmp_path / "pot.png"))
    assert (tmp_path / "pot.png").read_bytes().startswith(PNG)


def test_turns_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """--words tells each turn in a sentence, as many as --turns writes down; not every game can."""
    text = random_record("thurn_and_taxis", "", 1).text
    told = shown(capsys, text, "--words").splitlines()
    assert len(told) == len(shown(capsys, text, "--turns").splitlines())
    assert told[0].startswith("   1  seat 0 draws ")
    assert "--words: turns of carcassonne have no words" in refused(capsys, GAME, "--words")
    assert "--words: this is a position" in refused(capsys, POSITION, "--words")


@pytest.mark.parametrize("other", (("--svg", "x.svg"), ("--png", "x.png"), ("--seat", "0")))
def test_turns_are_not_drawn(
    other: tuple[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Who wants turns and a picture hears that it is one or the other, and nothing is written."""
    name, value = other
    value = str(tmp_path / value) if value.startswith("x") else value
    assert f"{name}: with --turns and --words" in refused(capsys, GAME, "--turns", name, value)
    assert not list(tmp_path.iterdir())


def test_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """With --seat it is what that seat may know; such a view may be given as text, too."""
    game = "kuhn/1 game seats=2 J Q pass"
    assert shown(capsys, game).count("card J") == 1
    page = shown(capsys, game, "--seat", "1")
    assert "card Q" in page
    assert "card J" not in page
    assert shown(capsys, "kuhn/1 view seats=2 1:Q- 2 p") == page
    assert "there is no seat 2" in refused(capsys, game, "--seat", "2")
    view = "kuhn/1 view seats=2 1:Q- 2 p"
    assert "this is what a seat may know" in refused(capsys, view, "--seat", "0")


def test_wrong_game(capsys: pytest.CaptureFixture[str]) -> None:
    """A game with a ply that cannot be made names the ply."""
    assert "error: ply 5 'Q9', a draw: 'Q9' is not a tile" in refused(capsys, GAME + " Q9")
