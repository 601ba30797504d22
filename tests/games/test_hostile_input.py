"""Whatever is passed in, nothing crashes: it is used, or refused by a typed error.

An InputError says that the text or number cannot be used; a TypeError that it is none. The state
that was asked is as before.
"""

import copy
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from carcbot.errors import InputError, OptionsError
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, view_of
from carcbot.games.game_text import GameRecord
from tests.games.random_games import GAMES, positions, random_record

EVERY_NAME = pytest.mark.parametrize("name", registry.names())
EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)

NO_TEXT: tuple[Any, ...] = (None, 7, 1.5, True, b"E", bytearray(b"E"), ["E"], {"E": 1}, object())
STRANGE_TEXT = (
    "",
    " ",
    "\n",
    "\0",
    "E\0",
    "\0" * 1000,
    "%s%n%d",
    "-",
    "+",
    ",",
    "=",
    "seats",
    "seats=",
    "=2",
    "seats=2,",
    ",seats=2",
    "seats=2,seats=3",
    "seats=\0",
    "seats=+2",
    "seats=0x2",
    "seats=99999999999999999999999999",
    "seats=-2147483649",
    "expansions=",
    "expansions=+",
    "expansions=river+",
    "start=",
    "start=D",
    "start=D9@0,0",
    "start=D0@",
    "start=D0@,",
    "start=D0@0",
    "start=D0@99,99",
    "start=@0,0",
    "1,1/0+",
    "1,1/0+s",
    "1,1/0+sf",
    "1,1/9",
    "999999999999,0/0",
    "-129,128/0",
    "nan,inf/0",
    "9" * 100_000,
    "E" * 1_000_000,
    "A1." * 100_000,
    "carcassonne/1 position",
    "carcassonne/1 position ",
    "carcassonne/1 game ",
    "\N{LATIN SMALL LETTER E WITH ACUTE}",
    "\N{FULLWIDTH DIGIT TWO}",
    "\N{GRINNING FACE}" * 1000,
)
NO_UNICODE = ("\ud800", "E\udfff", "seats=\ud83d")
HUGE_NUMBERS = (2**31, -(2**31) - 1, 2**63, 2**64, -(2**64), 10**40)


def identity(state: State) -> tuple[str, int]:
    """What tells whether a state has changed."""
    return state.text, state.digest


def some_position(name: str) -> State:
    """A position in which a seat is to move."""
    record = random_record(name, "", 3)
    return next(state for state in positions(record) if state.to_move >= 0)


def takers_of_text(name: str) -> dict[str, Callable[[Any], object]]:
    """Everything that text from outside can reach: while a game waits for each thing, and after."""
    game = registry.get(name)
    takers: dict[str, Callable[[Any], object]] = {
        "new": game.new,
        "parse": game.parse,
        "registry.parse": registry.parse,
        "parse_view": game.parse_view,
        "registry.parse_view": registry.parse_view,
        "GameRecord.parse": GameRecord.parse,
        "GameRecord.apply": GameRecord(game).apply,
    }
    over = random_record(name, "", 1).state
    for phase, state in (("draw", game.new()), ("move", some_position(name)), ("over", over)):
        takers[f"apply at {phase}"] = state.apply
        takers[f"canonical_move at {phase}"] = state.canonical_move
        if registry.is_native(name):  # elsewhere nobody knows what is a draw before one is due
            takers[f"perft at {phase}"] = perft_with(state)
    return takers


def perft_with(state: State) -> Callable[[Any], object]:
    """Perft of the state as something that takes a draw."""
    return lambda text: state.perft([text], 2)


def tried(taker: Callable[[Any], Any], thing: object) -> Any:  # noqa: ANN401
    """What the taker makes of it, or the InputError with which it refuses; other errors go on."""
    try:
        return taker(thing)
    except InputError as error:
        return error


def is_clear(error: InputError) -> bool:
    """Whether the message says what is wrong and what was expected."""
    return bool(error.what and error.expected)


def mutated(text: str, rng: random.Random) -> str:
    """The text with one thing done to it that hands, disks and enemies do."""
    place, other = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    letter = rng.choice(text + "0123456789+-,;:.@/^* =gEA\0")
    words = text.split(" ")
    first, second = rng.randrange(len(words)), rng.randrange(len(words))
    words[first], words[second] = words[second], words[first]
    return rng.choice(
        (
            text[:place],
            text[:place] + letter + text[place + 1 :],
            text[:place] + letter + text[place:],
            text[:place] + text[place + 1 :],
            text[:place] + text[other:],
            text[:other] + text[place:],
            " ".join(words),
        )
    )


def play_on(state: State, seed: int) -> None:
    """Uses a state in every way, to its end; a state that was accepted must bear it."""
    assert identity(registry.parse(state.text)) == identity(state)
    for ply in [*state.legal_moves(), *dict(state.outcomes())][:20]:
        state.copy().apply(ply)
    for seat in range(state.seats):
        low, high = state.value_bounds(seat)
        assert low <= high
        assert state.turns_left(seat) >= 0
    end = state.copy()
    end.play_randomly(seed)
    assert end.over
    assert min(end.ranking()) == 1
    assert identity(registry.parse(end.text)) == identity(end)


@EVERY_NAME
@pytest.mark.parametrize("thing", NO_TEXT, ids=lambda thing: type(thing).__name__)
def test_no_text(name: str, thing: object) -> None:
    """What is no text is a TypeError, wherever text is wanted."""
    for where, taker in takers_of_text(name).items():
        if where == "new" and isinstance(thing, dict):
            continue  # options may be a mapping
        with pytest.raises(TypeError):
            taker(thing)


@EVERY_NAME
@pytest.mark.parametrize("text", STRANGE_TEXT, ids=range(len(STRANGE_TEXT)))
def test_strange_text(name: str, text: str) -> None:
    """Text that means nothing is refused in words that can be read."""
    for where, taker in takers_of_text(name).items():
        answer = tried(taker, text)
        assert not isinstance(answer, InputError) or is_clear(answer), where


@EVERY_NAME
def test_messages_are_for_a_terminal(name: str) -> None:
    """A message is one short line without control characters, whatever it quotes."""
    for text in ("\x1b[2J", "E\0E", "seats=\r\n", "E" * 1_000_000, "seats=" + "9" * 100_000):
        for where, taker in takers_of_text(name).items():
            answer = tried(taker, text)
            assert isinstance(answer, InputError)
            assert str(answer).isprintable(), where
            assert len(str(answer)) < 3000, where


@EVERY_NAME
@pytest.mark.parametrize("text", NO_UNICODE, ids=ascii)
def test_text_that_cannot_be_encoded(name: str, text: str) -> None:
    """Half a character, as it comes from broken decoding, is refused before anything happens."""
    for taker in takers_of_text(name).values():
        # nanobind takes it for no text at all
        with pytest.raises((InputError, TypeError)):
            taker(text)


@EVERY_NAME
def test_options_that_are_no_options(name: str) -> None:
    """A mapping with strange keys or values is refused; values cannot smuggle other options in."""
    game = registry.get(name)
    refused: tuple[dict[Any, Any], ...] = (
        {"": "2"},
        {"seats": "2,seats=3"},
        {"seats": "2,expansions"},
        {"seats=2,seats": 2},
        {"seats": -(10**400)},
        {"seats": 10**5000},
        {"seats": "\ud800"},
        {"\ud800": 2},
        {"wings": 2},
        {"seats": True},
        {"seats": ["2", "3"]},
    )
    for options in refused:
        with pytest.raises(OptionsError):
            game.new(options)
    for wrong in ({"seats": None}, {"seats": 2.0}, {2: 2}, {None: 2}, {"seats": [2]}):
        with pytest.raises(TypeError):
            game.new(wrong)  # type: ignore[arg-type]
    for seats in ("2", 2.0, True):
        with pytest.raises(TypeError):
            game.new(seats=seats)  # type: ignore[arg-type]


@EVERY_NAME
@pytest.mark.parametrize("number", HUGE_NUMBERS)
def test_huge_numbers(name: str, number: int) -> None:
    """Numbers that no game has are refused, or used as the seed that they are."""
    state = some_position(name)
    before = identity(state)
    for taker in (state.turns_left, state.value_bounds):
        with pytest.raises((InputError, TypeError)):
            taker(number)
    for draws in ([], ["E"], ["1"] * 50):
        if number < 0 or number >= 2**31:
            with pytest.raises((InputError, TypeError)):
                state.perft(draws, number)
    assert identity(state) == before
    with pytest.raises((InputError, TypeError)):
        registry.get(name).new(seats=number)


@EVERY_NAME
def test_refused_text_changes_nothing(name: str) -> None:
    """After all that was refused the state is the one it was."""
    for state in (registry.get(name).new(), some_position(name), random_record(name, "", 1).state):
        before = identity(state)
        for text in STRANGE_TEXT:
            takers = [state.apply, state.canonical_move]
            for taker in [*takers, perft_with(state)] if registry.is_native(name) else takers:
                assert isinstance(tried(taker, text), InputError)
                assert identity(state) == before


@EVERY_GAME
def test_mutated_positions(name: str, options: str) -> None:
    """A position with a mistake in it is refused, or is another position that can be played."""
    rng = random.Random(1)
    texts = [state.text for state in positions(random_record(name, options, 2))]
    accepted = 0
    for attempt in range(600):
        text = mutated(rng.choice(texts), rng)
        if rng.random() < 0.3:
            text = mutated(text, rng)
        state = tried(registry.parse, text)
        if isinstance(state, InputError):
            assert is_clear(state), text
        else:
            accepted += 1
            play_on(state, attempt)
    assert accepted > 0


@EVERY_GAME
def test_mutated_views(name: str, options: str) -> None:
    """A view with a mistake in it is refused, or is another view with the text that was read."""
    rng = random.Random(4)
    texts = [view_of(state, 1).text for state in positions(random_record(name, options, 2))]
    for _ in range(600):
        text = mutated(rng.choice(texts), rng)
        view = tried(registry.parse_view, text)
        if isinstance(view, InputError):
            assert is_clear(view), text
        else:
            assert registry.parse_view(view.text).digest == view.digest


@EVERY_GAME
def test_mutated_games(name: str, options: str) -> None:
    """A game with a mistake in it is refused, or is another game that could have been played."""
    rng = random.Random(2)
    text = random_record(name, options, 3).text
    for _ in range(400):
        record = tried(GameRecord.parse, mutated(text, rng))
        if isinstance(record, InputError):
            assert is_clear(record)
        else:
            assert GameRecord.parse(record.text).text == record.text


@EVERY_GAME
def test_mutated_plies(name: str, options: str) -> None:
    """A ply with a mistake in it is refused and changes nothing, or is another legal one."""
    rng = random.Random(3)
    record = random_record(name, options, 4)
    for ply, state in zip(record.plies, positions(record), strict=False):
        before = identity(state)
        for _ in range(8):
            text = mutated(ply, rng)
            after = state.copy()
            if isinstance(tried(after.apply, text), InputError):
                assert identity(after) == before
            elif state.to_move == CHANCE:
                assert text in dict(state.outcomes())
            else:
                assert state.canonical_move(text) in state.legal_moves()


@EVERY_GAME
def test_mutated_options(name: str, options: str) -> None:
    """Options with a mistake in them are refused, or are other options that can be played."""
    rng = random.Random(4)
    game = registry.get(name)
    text = game.new(options).options
    for attempt in range(200):
        state = tried(game.new, mutated(text, rng))
        if isinstance(state, InputError):
            assert isinstance(state, OptionsError)
            assert is_clear(state)
        elif attempt % 10 == 0:
            play_on(state, attempt)


@EVERY_NAME
@pytest.mark.filterwarnings("ignore:nanobind. attempted to:RuntimeWarning")
def test_states_made_by_force(name: str) -> None:
    """A state that no game made can do nothing, and no state can be changed from behind."""
    state_type: Any = type(registry.get(name).new())
    with pytest.raises(TypeError):
        state_type()
    empty = state_type.__new__(state_type)
    for use in (repr, copy.copy, copy.deepcopy, state_type.copy, state_type.legal_moves):
        with pytest.raises(TypeError):
            use(empty)
    with pytest.raises(InputError):
        empty.__setstate__("nonsense")
    with pytest.raises(TypeError):
        repr(empty)
    state: Any = registry.get(name).new()
    for text in (state.text, "nonsense"):
        with pytest.raises(TypeError):
            state.__setstate__(text)
    with pytest.raises(AttributeError):
        state.seats = 3
    assert state.text == registry.get(name).new().text


@pytest.mark.parametrize(
    "call",
    (
        "core.list_repeatedly([None], 1)",
        "core.copy_and_apply([None], 1)",
        "core.copy_and_apply([core.new_game('')], 1)",
        "core.list_repeatedly([core.new_game('')], 1)",
        "core.list_repeatedly([], 10**9)",
        "core.playouts(core.new_game(''), 'all_moves', -1, 0)",
        "core.playouts(core.new_game(''), 'fly', 1, 0)",
        "core.playouts(None, 'all_moves', 1, 0)",
    ),
)
def test_loops_for_bench(call: str) -> None:
    """The loops that `carcbot bench` times do not crash on what they are not made for."""
    program = f"from carcbot._native import carcassonne as core\n{call}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode in {0, 1}


THREADS = """
from threading import Thread
from carcbot._native import carcassonne as core
state = core.new_game("seats=2")
core_state = state.copy()
def play():
    for seed in range(60):
        state.play_randomly(seed)
        state.perft([], 0)
        core.playouts(state, "all_moves", 3, seed)
threads = [Thread(target=play) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert state.over and state.digest == state.recomputed_digest()
for seed in range(40):
    shared = core_state.copy()
    threads = [Thread(target=shared.play_randomly, args=(seed + n,)) for n in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert shared.over and shared.digest == shared.recomputed_digest()
"""


def test_threads_may_share_a_state() -> None:
    """Threads that play on one State neither crash nor leave it broken."""
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
