"""What protocol/games/carcassonne/notation.md shows is what the core reads and writes."""

import re

import pytest

from carcbot import _native
from carcbot.errors import IllegalMoveError, InputError, NotationError, OptionsError, OutOfTurnError
from tests.games.carcassonne.random_play import OPTION_SETS, new_game, positions
from tests.games.carcassonne.reference import PROTOCOL

PROSE = (PROTOCOL / "notation.md").read_text(encoding="utf-8")
TILE = r"(?:[A-X]|E[A-Q]|R[A-L])g?"
TARGET = r"(?:[cr][NESW]|f[NESW][LR]|f\*|m|g)"
NUMBER = r"(?:0|-?[1-9][0-9]*)"
MOVE = re.compile(rf"{NUMBER},{NUMBER}/[0-3](?:\+[sba]{TARGET}|\^)?")
LAID = rf"{TILE}[0-3]@{NUMBER},{NUMBER}(?:\+[0-5][sba]{TARGET})?"
POSITION = re.compile(
    rf"carcassonne/1 position [\w=,+@-]+ {LAID}(?:;{LAID})* {NUMBER}(?::{NUMBER})+ "
    rf"(?:draw:[0-5]|place:[0-5]:{TILE}|end) "
    rf"(?:-|{TILE}\d+(?:\.{TILE}\d+)*) (?:-|{TILE}(?:\.{TILE})*)"
)


@pytest.mark.parametrize("options", OPTION_SETS)
def test_texts_follow_the_grammar(options: str) -> None:
    """Positions, moves and draws of a random game are written as the grammar says."""
    for state in positions(options, seed=1):
        assert POSITION.fullmatch(state.text)
        assert all(MOVE.fullmatch(move) for move in state.legal_moves())
        assert all(re.fullmatch(TILE, kind) for kind, _ in state.outcomes())
        assert state.text.split(" ")[2] == state.options == options


def test_the_examples_of_the_prose() -> None:
    """The position, the options and the game that the prose shows are ours."""
    position = re.search(r"^    (carcassonne/1 position seats.*)$", PROSE, re.MULTILINE)
    options = re.search(r"^    (seats=.*)$", PROSE, re.MULTILINE)
    game = re.search(r"^    carcassonne/1 game (seats.*)$", PROSE, re.MULTILINE)
    assert position is not None
    assert options is not None
    assert game is not None

    assert _native.carcassonne.parse_position(position[1]).text == position[1]
    assert new_game(options[1]).options == options[1]
    first, *plies = game[1].split()
    state = new_game(first)
    for ply in plies:
        state.apply(ply)
    assert state.scores() == [0, 4]


def test_every_option_of_the_prose() -> None:
    """Each value in the table of options can be played with, and the first one is the default."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", PROSE, re.MULTILINE)
    assert [key for key, _ in rows] == [
        *("seats", "expansions", "farm_scoring", "two_tile_city", "unplaceable"),
        *("river_start_tile", "river_rule", "river_look_ahead", "inn_on_EC", "start"),
    ]
    for key, cell in rows:
        if key == "start":
            assert new_game("start=D0@0,0").text == new_game("").text
            continue
        for number, value in enumerate(re.findall(r"`([\w]+)`", cell)):
            with_inns = value == "6"
            options = f"{key}={value}" + ",expansions=inns_and_cathedrals" * with_inns
            state = new_game(options)
            is_default = number == 0 and key != "expansions"
            assert (state.text == new_game("").text) == is_default


def test_equivalent_texts_mean_the_same_move() -> None:
    """Another rotation that looks the same, or another edge of the feature, is the same move."""
    state = new_game("seats=2,start=B0@0,0")
    state.apply("U")  # a straight road from north to south
    assert state.canonical_move("1,0/0+srS") == "1,0/0+srN"
    assert state.canonical_move("1,0/2+srN") == "1,0/0+srN"
    assert state.canonical_move("1,0/2+sfER") == "1,0/0+sfNR"


@pytest.mark.parametrize(
    ("text", "error"),
    (
        ("", NotationError),
        ("1,0", NotationError),
        ("1,0/0+", NotationError),
        ("1,0/0+sx", NotationError),
        ("1,0/0 ", NotationError),
        ("1,0/0\x00", NotationError),
        ("\uff11,0/0", NotationError),
        ("9,9/0", IllegalMoveError),
        ("0,0/0", IllegalMoveError),
        ("1,0/1", IllegalMoveError),
        ("1,0/0+scN", IllegalMoveError),
        ("1,0/0+brN", IllegalMoveError),
        ("1,0/0^", IllegalMoveError),
    ),
)
def test_what_is_no_move_is_refused(text: str, error: type[InputError]) -> None:
    """A text that is no legal move is refused with a reason, and the position stays as it was."""
    state = new_game("seats=2,start=B0@0,0")
    state.apply("U")
    before = state.text
    with pytest.raises(error) as raised:
        state.apply(text)
    assert raised.value.where
    assert raised.value.expected
    assert state.text == before


def test_draws_and_moves_out_of_turn_are_refused() -> None:
    """A move where chance draws, a draw where a seat moves, anything after the end: refused."""
    state = new_game("seats=2")
    with pytest.raises(OutOfTurnError):
        state.canonical_move("1,0/0")
    with pytest.raises(NotationError):
        state.apply("1,0/0")
    with pytest.raises(IllegalMoveError):
        state.apply("EA")
    state.apply("V")
    with pytest.raises(NotationError):
        state.apply("V")
    state.play_randomly(1)
    with pytest.raises(OutOfTurnError):
        state.apply("V")


@pytest.mark.parametrize(
    "options",
    ("seats=6", "seats=7", "table=round", "seats", "seats=2,seats=2", "expansions=", "start=X"),
)
def test_options_that_cannot_be_played_are_refused(options: str) -> None:
    """Unknown, doubled, empty or impossible options are refused with a reason."""
    with pytest.raises(OptionsError) as raised:
        new_game(options)
    assert raised.value.where
    assert raised.value.expected
