"""Tests of carcbot.games.thurn_and_taxis.turn_words."""

from typing import Any

import pytest

from carcbot.games.thurn_and_taxis import THURN_AND_TAXIS
from carcbot.games.thurn_and_taxis.table import Seat, Table
from carcbot.games.thurn_and_taxis.turn_words import TableStep, say_turn
from tests.games.marked_turns import marked_turns, told_game
from tests.games.thurn_and_taxis.told_turns import TOLD_TURNS
from tests.games.told_turn import ToldTurn

EAGER = {"take", "blind", "carrier", "left", "right"}
"""Moves that soon lead to where the carrier is asked in vain."""


def table(picture: dict[str, Any]) -> Table:
    """What lies there where a picture shows this."""
    seats = [
        Seat(each["route"], each["houses"], each["level"], each["tiles"], [], [], 0)
        for each in picture["seats"]
    ]
    done, step = picture["to_move"], picture["step"]
    rest: dict[str, Any] = {"options": {}, "official": "none", "drawn": 0, "placed": 0}
    rest |= {"display": [], "supply": 0, "discards": [], "stacks": [], "viewer": None}
    return Table(done=done, step=step, end=picture["end"], seats=seats, **rest)


@pytest.mark.parametrize("told", TOLD_TURNS, ids=lambda told: told.sentence[:30])
def test_turns_in_words(told: ToldTurn) -> None:
    """A turn is one sentence, the same as on the page."""
    steps = [
        TableStep(
            each["move"], table(each["before"]), each["drawn"], has_failed="!" in each["move"]
        )
        for each in told.steps
    ]
    assert say_turn(steps, table(told.after)) == told.sentence


@pytest.mark.parametrize("viewer", ("referee", "table", 0, 1))
def test_whole_games(viewer: str | int) -> None:
    """Every turn of a game is told in the terminal, by all that anybody knows of it."""
    record, told = told_game("thurn_and_taxis", viewer)
    assert sum("closes" in each for each in told) == sum(ply == "close" for ply in record.plies)


@pytest.mark.parametrize("is_whole", (True, False), ids=("referee", "table"))
def test_what_only_marks_tell(*, is_whole: bool) -> None:
    """Each carrier for which no card fits is told, also where plies have no marks."""
    marked, plain = marked_turns(
        THURN_AND_TAXIS, "seats=2,reading=thesis", EAGER, is_whole=is_whole
    )
    assert len(marked) > 3
    assert all("no second card" in sentence for sentence in marked)
    assert not any("no second card" in sentence for sentence in plain)
