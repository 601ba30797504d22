"""The planes against their slow twin, and their symmetries."""

import random
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from carcbot import _native
from carcbot.env.carcassonne.planes import number_names, plane_names, printed_names
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.errors import IllegalMoveError, NotationError, OptionsError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.board import PlacedTile
from carcbot.games.carcassonne.tiles import tile_kinds
from tests.env.carcassonne.planes_twin import (
    HALF_NAMES,
    SIDE_NAMES,
    printed,
    twin_planes,
)
from tests.env.carcassonne.turned_board import rotated
from tests.games.carcassonne.random_play import OPTION_SETS, new_game, random_ply

BIG = "seats=3,expansions=river+inns_and_cathedrals+abbot"

State = _native.carcassonne.State


def names_at(planes: NDArray[np.float32], row: int, column: int, seats: int) -> set[str]:
    """The planes, but the last, that are not 0 in this cell."""
    names = plane_names(seats)[:-1]
    return {name for name, plane in zip(names, planes, strict=False) if plane[row, column]}


def at_random(options: str, seed: int, plies: int) -> State:
    """A position of a random game, in which a seat is to move if it is not over."""
    rng = random.Random(seed)
    state = new_game(options)
    while not state.over and (plies > 0 or state.to_move < 0):
        state.apply(random_ply(state, rng))
        plies -= 1
    return state


def test_there_are_as_many_as_the_article_counts() -> None:
    """For two players 117 planes: 10, 10, 10, 36, 4, 4, then 5, 1, 5, 5, 5 for each, then one."""
    names = plane_names(2)
    assert len(names) == len(set(names)) == 117
    assert new_game("seats=2").planes().shape == (117, 30, 30)
    for first, count, begins in (
        (0, 10, "city "),
        (10, 10, "road "),
        (20, 10, "river "),
        (30, 36, "field "),
        (66, 4, ("chapel", "flowers", "shield", "cathedral")),
        (70, 4, "inn "),
        (74, 10, "meeple of "),
        (84, 2, "abbot of "),
        (86, 10, "farmer of "),
        (96, 10, "big farmer of "),
        (106, 10, "big meeple of "),
        (116, 1, "numbers"),
    ):
        assert all(name.startswith(begins) for name in names[first : first + count])
    assert [len(plane_names(seats)) for seats in (3, 6)] == [138, 201]


def test_a_worked_example() -> None:
    """Two tiles, a farmer and a tile in hand, read off by hand."""
    state = CARCASSONNE.parse(
        "carcassonne/1 position seats=2 D0@0,0;V1@1,0+0sfNL 0:0 place:1:K A2.V7 -"
    )
    planes = state.planes()
    # two columns and a row in the middle of 30: columns 14 and 15, row 14
    assert state.plane_corner() == (-14, -14)
    # D: a city at the top, a road from right to left, one field above it and one below
    assert names_at(planes, 14, 14, 2) == {
        "city top-center",
        "road right-left",
        "field top_right_right-top_left_left",
        "field bottom_right_right-bottom_right_bottom",
        "field bottom_right_right-bottom_left_bottom",
        "field bottom_right_right-bottom_left_left",
        "field bottom_right_bottom-bottom_left_bottom",
        "field bottom_right_bottom-bottom_left_left",
        "field bottom_left_bottom-bottom_left_left",
    }
    # V: a road from the top to the left, and within its bend a field with a farmer
    here = names_at(planes, 14, 15, 2)
    assert {name for name in here if not name.startswith("field")} == {
        "road top-left",
        "farmer of player 0 top_left",
    }
    assert "field top_left_top-top_left_left" in here
    numbers = {name: planes[-1][place] for place, name in number_names(2).items()}
    told = {name: much for name, much in numbers.items() if much and "field" not in name}
    assert told == {
        "tiles left": 9,
        "player 1 is to move": 1,
        "meeples left of player 0": 6,
        "meeples left of player 1": 7,
        "tiles A left": 2,
        "tiles V left": 7,
        "current tile: city top-center": 1,
        "current tile: road bottom-left": 1,
    }
    assert planes[-1].sum() == sum(numbers.values())


def test_every_tile_in_every_rotation() -> None:
    """What is printed on a tile is what the facts of tiles say, and every plane is some tile's."""
    used = set()
    for kind in (each for each in tile_kinds().values() if not each.river):
        for rotation in range(4):
            abbot = "+abbot" if kind.garden else ""
            options = f"expansions=inns_and_cathedrals{abbot},start={kind.name}{rotation}@0,0"
            names = names_at(new_game(options).planes(), 14, 14, 2)
            assert names == printed(PlacedTile(0, 0, kind, rotation)), (kind.name, rotation)
            used |= names
    assert used == {name for name in printed_names() if not name.startswith("river")}


@pytest.mark.parametrize("options", OPTION_SETS)
def test_against_the_twin(options: str) -> None:
    """All planes, in both phases and after the end, from any seat, as the twin has them."""
    rng = random.Random(options)
    state = new_game(options)
    while not state.over:
        if state.to_move >= 0 and rng.random() < 0.1:
            first = rng.randrange(state.seats)
            np.testing.assert_array_equal(
                state.planes(None, first), twin_planes(state, None, first)
            )
            laid = rng.choice(TwoPhases(state).parts())
            np.testing.assert_array_equal(
                state.planes(laid, first), twin_planes(state, laid, first)
            )
        state.apply(random_ply(state, rng))
    np.testing.assert_array_equal(state.planes(), twin_planes(state))


def test_from_another_seat() -> None:
    """From another seat everybody's planes and numbers are the same, in turn."""
    state = at_random(BIG, 5, 150)
    mine, theirs = state.planes(), state.planes(first=1)
    np.testing.assert_array_equal(mine[:74], theirs[:74])
    names, numbers = plane_names(3), number_names(3)

    def as_they_say(name: str) -> str:
        return re.sub(r"player (\d)", lambda found: f"player {(int(found[1]) - 1) % 3}", name)

    for name, plane in zip(names[74:-1], mine[74:-1], strict=True):
        np.testing.assert_array_equal(plane, theirs[names.index(as_they_say(name))])
    places = {name: place for place, name in numbers.items()}
    for name, place in places.items():
        assert mine[-1][place] == theirs[-1][places[as_they_say(name)]], name
    assert mine[74:].any()
    assert not np.array_equal(mine, theirs)


@pytest.mark.parametrize("seed", range(4))
def test_a_turned_board(seed: int) -> None:
    """Who turns the board by a quarter finds the same in the planes, turned and under new names."""
    state = at_random(BIG, seed, 90 + 30 * seed)
    before, after = state.planes(), rotated(state).planes()
    names = plane_names(3)
    # of an odd number of rows 30 leave one more on the far side, which is now the near one
    rows = {y for _, y, *_ in state.tiles()}
    odd = (max(rows) - min(rows) + 1) % 2
    for name, plane in zip(names[:-1], before, strict=False):
        turned_plane = np.roll(np.rot90(plane, -1), -odd, axis=1)
        np.testing.assert_array_equal(turned_plane, after[names.index(turned_name(name))], name)
    np.testing.assert_array_equal(before[-1], after[-1])


def test_laid_is_a_placement() -> None:
    """What is laid before a figure is a placement that the rules allow, without the figure."""
    state = at_random("seats=2", 1, 40)
    with pytest.raises(IllegalMoveError):
        state.planes("90,90/0")
    with pytest.raises(NotationError):
        state.planes(next(move for move in state.legal_moves() if "+" in move))
    with pytest.raises(OptionsError):
        state.planes(first=2)


def turned_name(name: str) -> str:
    """What a plane is called when the board was turned clockwise by a quarter."""
    words = name.split(" ")
    if words[0] in {"city", "road", "river", "field", "inn"}:
        places = [place_turned(place) for place in words[1].split("-")]
        order = [*SIDE_NAMES.values(), *HALF_NAMES.values(), "center"]
        words[1] = "-".join(sorted(places, key=order.index))
    elif "player" in words and "abbot" not in words:
        words[-1] = place_turned(words[-1])
    return " ".join(words)


def place_turned(place: str) -> str:
    """Where a side, half-edge or corner comes to lie."""
    for names in (list(SIDE_NAMES.values()), list(HALF_NAMES.values())):
        if place in names:
            return names[(names.index(place) + len(names) // 4) % len(names)]
    corners = ["top_left", "top_right", "bottom_right", "bottom_left"]
    return corners[(corners.index(place) + 1) % 4] if place in corners else place
