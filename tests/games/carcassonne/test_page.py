"""What the browser page is told of positions of Carcassonne."""

import random
from typing import Any

import pytest

from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.page import picture
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw

ALL = "expansions=river+inns_and_cathedrals+abbot"


def positions(options: str, seed: int) -> list[tuple[Any, str | None]]:
    """Some positions of a random game, each with the last move."""
    chance = random.Random(seed)
    state = CARCASSONNE.new(options)
    last = None
    found = []
    while not state.over:
        if state.to_move == CHANCE:
            state.apply(draw(state, chance))
        else:
            last = chance.choice(state.legal_moves())
            state.apply(last)
        if chance.random() < 0.1:
            found.append((state.copy(), last))
    return [*found, (state, last)]


@pytest.mark.parametrize("options", ("seats=2", f"seats=3,{ALL}", f"seats=6,{ALL},inn_on_EC=c2"))
@pytest.mark.parametrize("seed", range(3))
def test_areas_add_up_to_the_outlook(options: str, seed: int) -> None:
    """What areas are worth now to their owners is what the seats would get if the game ended."""
    for state, last in positions(options, seed):
        shown: Any = picture(state, last)
        sums = [0] * state.seats
        for kind, _, owners, points, complete in shown["areas"]:
            if not complete or kind == "field":
                for seat in owners:
                    sums[seat] += points
        table = state.scores()
        if not state.over:
            assert [a + b for a, b in zip(table, sums, strict=True)] == shown["outlook"]


@pytest.mark.parametrize("seed", range(3))
def test_every_segment_lies_in_one_area(seed: int) -> None:
    """Each segment of each tile is in exactly one area, and has its drawn shape."""
    assert CARCASSONNE.page is not None
    art: Any = CARCASSONNE.page.art()
    for state, last in positions(f"seats=4,{ALL}", seed):
        shown: Any = picture(state, last)
        found = [tuple(each) for area in shown["areas"] for each in area[1]]
        wanted = [
            (i, name)
            for i, (_, _, kind, _) in enumerate(shown["tiles"])
            for name in art["kinds"][kind]
        ]
        assert sorted(found) == sorted(wanted)


def test_moves_are_those_of_the_rules() -> None:
    """The moves of a picture, one after the other, are the legal moves; figures have a place."""
    for state, last in positions(f"seats=2,{ALL}", 1):
        shown: Any = picture(state, last)
        texts = [then[0] for place in shown["moves"] for then in place[3]]
        assert sorted(texts) == sorted(state.legal_moves())
        assert all(len(then) in {3, 4, 5} for place in shown["moves"] for then in place[3])


def test_art_needs_no_style_of_its_own() -> None:
    """The art has neither styles nor scripts, which the policy of the pages would refuse."""
    assert CARCASSONNE.page is not None
    defs = str(CARCASSONNE.page.art()["defs"])
    assert "style" not in defs
    assert "script" not in defs
    assert ".r0{" in CARCASSONNE.page.style()
