"""The compact observation against its slow twin, a worked example, and its symmetries."""

import random
import re

import pytest

from carcbot import _native
from carcbot.env import NO_ACTION, Batch
from carcbot.env.one_seat import OneSeat
from carcbot.games import contract
from carcbot.games.carcassonne import CARCASSONNE
from tests.env.carcassonne.compact_twin import twin_numbers
from tests.env.carcassonne.turned_board import rotated
from tests.games.carcassonne.random_play import OPTION_SETS, is_draw, new_game, random_ply
from tests.twin.side_by_side import covering_array, options_text, twin_options
from tests.twin.state import Twin

State = _native.carcassonne.State
SETTINGS = covering_array(1)


def told(batch: Batch, state: State, seat: int) -> dict[str, float]:
    """Every number that is not 0, by its name."""
    batch.put(0, state)
    numbers = batch.observation(0, seat).tolist()
    return {name: number for name, number in zip(batch.names, numbers, strict=True) if number}


@pytest.mark.parametrize("row", range(len(SETTINGS)))
def test_against_the_twin(row: int) -> None:
    """Every number, from every seat, is what the twin finds on the table."""
    options = twin_options(SETTINGS[row])
    text = options_text(options)
    batch = Batch("carcassonne", text, games=1, restarts=False)
    core, twin = new_game(text), Twin(options)
    rng = random.Random(row)
    while not core.over:
        ply = random_ply(core, rng)
        core.apply(ply)
        if is_draw(ply):
            twin.draw(ply)
        else:
            twin.play(ply)
        if core.to_move >= 0 and (core.turn % 9 == 0 or core.turn > 60):
            seat = rng.randrange(core.seats)
            assert told(batch, core, seat) == pytest.approx(twin_numbers(twin, seat), abs=1e-5)
    assert told(batch, core, 0) == pytest.approx(twin_numbers(twin, 0), abs=1e-5)


def test_a_worked_example() -> None:
    """Two tiles, a farmer and a tile in hand, read off by hand."""
    batch = Batch("carcassonne", games=1)
    state = CARCASSONNE.parse(
        "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0sfNL 0:0 place:1:K A2.V7 -"
    )
    # the city of D is open to the north, the road runs from D's west through V to the north of it
    assert told(batch, state, 1) == pytest.approx(
        {
            "tiles left": 9 / 72,
            "in hand: K": 1,
            "left: A": 1,
            "left: V": 7 / 9,
            "meeples left of player 0": 1,
            "meeples left of player 1": 6 / 7,
            "turn of player 0": 1,
            "cities owned by nobody": 0.1,
            "points of cities owned by nobody": 0.1,
            "open ends of cities owned by nobody": 0.1,
            "roads owned by nobody": 0.1,
            "points of roads owned by nobody": 0.2,
            "open ends of roads owned by nobody": 0.2,
            "fields owned by nobody": 0.1,
            "fields owned by player 1": 0.1,
            "field 1: figures of player 1": 1,
        }
    )


@pytest.mark.parametrize("options", OPTION_SETS[:4])
def test_a_turned_board_looks_the_same(options: str) -> None:
    """No number depends on how the board lies."""
    state = new_game("seats=2")
    rng = random.Random(options)
    batch = Batch("carcassonne", "seats=2", games=1)
    while not state.over:
        state.apply(random_ply(state, rng))
        if state.to_move < 0 or state.turn % 12:
            continue
        turned = rotated(state)
        there = Batch("carcassonne", turned.options, games=1)
        assert told(there, turned, 0) == told(batch, state, 0)
        assert len(there.moves(0)) == len(batch.moves(0))


def board_of(state: object) -> set[tuple[int, int]]:
    """The cells that hold a tile."""
    assert isinstance(state, State)
    return {(x, y) for x, y, _, _ in state.tiles()}


def seen_from(name: str, seat: int) -> str:
    """What seat 0 calls by this name, as another of four seats calls it."""
    return re.sub(r"player (\d)", lambda found: f"player {(int(found[1]) - seat) % 4}", name)


def test_seats_are_told_alike() -> None:
    """What one seat sees is what another sees, with the players counted from it."""
    options = "seats=4,expansions=inns_and_cathedrals+abbot"
    batch = Batch("carcassonne", options, games=1)
    state = new_game(options)
    rng = random.Random(1)
    for _ in range(80):
        state.apply(random_ply(state, rng))
    if state.to_move < 0:
        state.apply(random_ply(state, rng))
    for seat in range(4):
        # areas that are worth the same may stand in another order: only the rest is compared
        own = {
            name: told(batch, state, seat).get(name, 0) for name in batch.names if ":" not in name
        }
        for name, number in told(batch, state, 0).items():
            if ":" in name:
                continue
            assert own[seen_from(name, seat)] == number, (seat, name)


@pytest.mark.parametrize(("version", "window"), ((0, 27), (1, 33)))
def test_an_action_says_where_it_lies_in_the_window(version: int, window: int) -> None:
    """The number of a move, worked by hand: D alone in the middle of the cells."""
    batch = Batch("carcassonne", games=1, version=version)
    state = CARCASSONNE.new()
    state.apply("V")
    batch.put(0, state)
    moves = batch.moves(0)
    # D is in the middle; what follows: nothing, then 18 spots, of which c and r have 4 each
    middle = window // 2
    assert batch.actions == window * window * 4 * 19
    assert moves["0,1/0"] == (((middle + 1) * window + middle) * 4 + 0) * 19
    field = moves["1,0/1+sfNL"]
    assert field == ((middle * window + middle + 1) * 4 + 1) * 19 + 1 + 8
    assert NO_ACTION not in moves.values()


def test_moves_beyond_the_window_stay_playable() -> None:
    """On a board that grows to one side only, moves at its ends have no action but their text."""
    batch = Batch("carcassonne", games=1, seed=2, version=0, restarts=False)
    while not batch.over[0]:
        moves = batch.moves(0)
        columns = {text: int(text.partition(",")[0]) for text in moves}
        outside = [text for text, action in moves.items() if action == NO_ACTION]
        west, east = min(columns.values()), max(columns.values())
        # the window reaches a cell beyond the board until that is 25 cells wide
        assert not outside if east - west < 26 else outside or east - west <= 28
        text = outside[0] if outside else min(columns, key=columns.__getitem__)
        before_move = batch.position(0)
        before = board_of(before_move)
        batch.choose(0, text)
        batch.step([NO_ACTION])
        if outside:
            x, y = map(int, text.partition("/")[0].split(","))
            assert board_of(batch.position(0)) - before == {(x, y)}
            check_text_is_an_action(before_move, text)
            return
    pytest.fail("the board never left the window")


def check_text_is_an_action(position: contract.State, text: str) -> None:
    """In environments such a move is told by `outside`, and made by its text."""
    environment = OneSeat(
        "carcassonne", version=0, illegal="raise", opponents=lambda view: view.legal_moves()[0]
    )
    environment.reset(seed=1)
    environment._games.batch.put(0, position)
    environment._games.seats[0] = position.to_move
    info = environment._info()
    assert text in info["outside"]
    assert text not in info["moves"].values()
    assert NO_ACTION not in info["moves"]
    x, y = map(int, text.partition("/")[0].split(","))
    environment.step(text)
    assert (x, y) in board_of(environment._games.batch.position(0))
