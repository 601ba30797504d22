"""Tests of carcbot.lab.positions, of how they are made and of how studies choose of them."""

from collections import Counter
from importlib.resources import files

import pytest

from carcbot.errors import OptionsError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.chosen_positions import chosen
from carcbot.lab.make_positions import QUOTAS, written
from carcbot.lab.positions import (
    OPENING_TILES,
    TILES_LEFT_AT_THE_END,
    Position,
    lead_of,
    load,
    stage_of,
)

POSITIONS = load()


def test_there_are_fifty() -> None:
    """Fifty positions, no two alike, of all stages and with leads of all kinds."""
    assert len(POSITIONS) == 50
    assert len({each.name for each in POSITIONS}) == 50
    assert len({each.text for each in POSITIONS}) == 50
    assert Counter(each.stage for each in POSITIONS) == {"opening": 18, "middle": 18, "end": 14}
    assert min(each.lead for each in POSITIONS) < -30
    assert max(each.lead for each in POSITIONS) > 30
    assert sum(each.lead == 0 for each in POSITIONS) >= 3


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_each_is_what_it_says(position: Position) -> None:
    """What the file says of a position is so."""
    check_what_it_says(position)


def check_what_it_says(position: Position) -> None:
    """It is written as the core writes it, a seat of two is to move, and stage and lead are so."""
    state = CARCASSONNE.parse(position.text)
    assert state.text == position.text
    assert state.seats == 2
    assert state.to_move in {0, 1}
    assert len(state.legal_moves()) > 1
    assert stage_of(position.text) == position.stage
    assert lead_of(state) == position.lead
    left = sum(state.bag().values()) + 1
    assert left >= 3
    assert (len(state.tiles()) <= OPENING_TILES) == (position.stage == "opening")
    assert (left <= TILES_LEFT_AT_THE_END) == (position.stage == "end")


def test_the_generator_makes_the_file() -> None:
    """The committed file is what the generator writes, to the letter."""
    text = files("carcbot.lab").joinpath("positions.txt").read_text(encoding="ascii")
    assert written() == text


def test_chosen_positions_spread_over_all() -> None:
    """A few positions come from all stages; asking for none is an error."""
    assert chosen(50) == POSITIONS
    assert {each.stage for each in chosen(3)} == {"opening", "middle", "end"}
    assert chosen(1) == POSITIONS[25:26]
    with pytest.raises(OptionsError, match="there are no 0 positions"):
        chosen(0)


def test_who_asks_for_more_gets_further_ones() -> None:
    """After the fifty come others, of the same stages and with leads of the same kinds."""
    many = chosen(100)
    further = many[50:]
    assert many[:50] == POSITIONS
    assert len({each.name for each in many}) == len({each.text for each in many}) == 100
    assert Counter(each.stage for each in further) == {"opening": 18, "middle": 18, "end": 14}
    for position in further:
        check_what_it_says(position)
    for wish in QUOTAS:
        fitting = [each for each in further if each.stage == wish.stage and not wish.off(each.lead)]
        assert len(fitting) >= wish.count
    assert (further[0].name, further[-1].name) == ("opening-19", "end-28")
