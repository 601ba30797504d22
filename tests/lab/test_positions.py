"""Tests of carcbot.lab.positions and carcbot.lab.make_positions."""

from collections import Counter
from importlib.resources import files

import pytest

from carcbot.errors import OptionsError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.lab.make_positions import written
from carcbot.lab.positions import (
    OPENING_TILES,
    TILES_LEFT_AT_THE_END,
    Position,
    chosen,
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
    """A few positions come from all stages; asking for more than there are is an error."""
    assert chosen(50) == POSITIONS
    assert {each.stage for each in chosen(3)} == {"opening", "middle", "end"}
    assert chosen(1) == POSITIONS[25:26]
    for wrong in (0, 51):
        with pytest.raises(OptionsError, match="there are no"):
            chosen(wrong)
