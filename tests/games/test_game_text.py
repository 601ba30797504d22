"""Tests of carcbot.games.game_text."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import (
    IllegalMoveError,
    InputError,
    NotationError,
    OptionsError,
    OutOfTurnError,
    UnknownGameError,
)
from carcbot.games import registry
from carcbot.games.game_text import GameRecord
from carcbot.games.pot import POT
from carcbot.games.random_plies import random_ply
from tests.games.random_games import GAMES, random_record

POT_GAME = "pot/1 game seats=2 2 stack 1 take 1 sweep"


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_round_trip(name: str, options: str) -> None:
    """The text of a game is read as the same game, ply by ply and position by position."""
    for seed in range(3):
        record = random_record(name, options, seed)
        again = GameRecord.parse(record.text)
        assert again.text == record.text
        assert again.plies == record.plies
        assert [again.position(ply).digest for ply in range(len(again) + 1)] == [
            record.position(ply).digest for ply in range(len(record) + 1)
        ]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_turns(name: str, options: str) -> None:
    """Turns written in a line each are read again as the same game, and only as whole ones."""
    record = random_record(name, options, 2)
    assert " ".join(record.turns).split(" ") == list(record.plies)
    again = GameRecord(record.game, options)
    for line in record.turns:
        before = again.text
        head, _, last = line.rpartition(" ")
        for wrong in {head, f"{line} {last}", f"{line} ", "", f"{head} nonsense"} - {line}:
            with pytest.raises(InputError):
                again.apply_turn(wrong)
            assert again.text == before
        assert again.apply_turn(line) == line
    assert again.text == record.text


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_undo(name: str, options: str) -> None:
    """Each ply taken back leaves exactly what was there before it."""
    record = random_record(name, options, 1)
    texts = [record.position(ply).text for ply in range(len(record) + 1)]
    plies = list(record.plies)
    while plies:
        assert record.state.text == texts[len(plies)]
        assert record.undo() == plies.pop()
        assert record.plies == tuple(plies)
        assert GameRecord.parse(record.text).state.digest == record.state.digest
    assert record.state.text == texts[0]
    with pytest.raises(OutOfTurnError):
        record.undo()


@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 2**32),
    steps=st.lists(st.booleans(), max_size=40),
)
def test_undo_and_play_on(game: tuple[str, str], seed: int, steps: list[bool]) -> None:
    """However often a game is taken back and played on, its text tells the game as it stands."""
    rng = random.Random(seed)
    record = GameRecord(registry.get(game[0]), game[1])
    for forward in steps:
        if forward and not record.state.over:
            record.apply(random_ply(record.state, rng))
        elif len(record):
            record.undo()
    assert GameRecord.parse(record.text).state.text == record.state.text


def test_text() -> None:
    """A record is one line: the game, its options, and what happened."""
    record = GameRecord(POT)
    for ply in ("2", "stack", "1", "take", "1", "sweep"):
        record.apply(ply)
    assert record.text == POT_GAME
    assert repr(record) == f"<{POT_GAME}>"
    assert len(record) == 6


def test_plies_are_canonical() -> None:
    """A move in another text of the same meaning is kept in its canonical one."""
    record = GameRecord(registry.get("carcassonne"))
    record.apply("X")
    assert record.apply("1,0/3") == "1,0/0"
    assert record.text == "carcassonne/1 game seats=2 X 1,0/0"


def test_options_are_canonical() -> None:
    """Options that say what is the default anyhow, or in another order, are written briefly."""
    record = GameRecord.parse("carcassonne/1 game expansions=abbot+river,farm_scoring=current")
    assert record.text == "carcassonne/1 game seats=2,expansions=river+abbot"


def test_states_are_copies() -> None:
    """Whoever plays on with a state of the record leaves the record as it is."""
    record = GameRecord.parse(POT_GAME)
    record.state.play_randomly(1)
    record.position(2).play_randomly(1)
    assert record.text == POT_GAME
    assert record.state.text == GameRecord.parse(POT_GAME).state.text


@pytest.mark.parametrize("ply", (-1, 7, 10**30))
def test_positions_that_do_not_exist(ply: int) -> None:
    """A game has positions from 0 to the number of its plies, and no others."""
    record = GameRecord.parse(POT_GAME)
    with pytest.raises(OutOfTurnError, match="expected a number from 0 to 6"):
        record.position(ply)


@pytest.mark.parametrize("ply", ("4", "take", "", "3 take", "\N{GRINNING FACE}"))
def test_refused_plies_change_nothing(ply: str) -> None:
    """A ply that cannot be made leaves the record as it was."""
    record = GameRecord.parse(POT_GAME)
    with pytest.raises(InputError):
        record.apply(ply)
    assert record.text == POT_GAME


@pytest.mark.parametrize(
    ("text", "error", "message"),
    (
        ("pot/1 game seats=2 2 stack 2 fly", NotationError, "ply 4 'fly', a move: 'fly' is not"),
        ("pot/1 game seats=2 3 take 3", IllegalMoveError, "ply 3 '3', pot/1 position seats=2 3:0"),
        ("pot/1 game seats=2 2 sweep", IllegalMoveError, "ply 2 'sweep', move sweep: the pot is"),
        ("pot/1 game twos=1,ones=0,threes=0 2 take 2", OutOfTurnError, "ply 3 '2'"),
        ("pot/1 game seats=2 2  take", NotationError, "ply 2 '', a move: '' is not a move"),
        ("pot/1 game seats=2 ", NotationError, "ply 1 ''"),
        ("pot/1 game seats=9 2", OptionsError, "the number of seats"),
        ("pot/1 game", NotationError, "the second word: 'pot/1 game' is not a game"),
        ("pot/1 position seats=2", NotationError, "the second word"),
        ("go/1 game seats=2", UnknownGameError, "there is no game 'go'"),
    ),
)
def test_what_is_wrong(text: str, error: type[InputError], message: str) -> None:
    """Text that is no game is refused with its kind of error, naming the ply that is wrong."""
    with pytest.raises(error) as refused:
        GameRecord.parse(text)
    assert message in str(refused.value)


def test_long_plies_are_cut_short() -> None:
    """A message stays readable however long the ply is that it names."""
    with pytest.raises(NotationError) as refused:
        GameRecord.parse("pot/1 game seats=2 " + "x" * 100_000)
    assert len(str(refused.value)) < 300
