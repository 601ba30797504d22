"""Tests of carcbot.games.ticket_to_ride.turn_words."""

from typing import Any

import pytest

from carcbot.games.ticket_to_ride import TICKET_TO_RIDE
from carcbot.games.ticket_to_ride.table import Table
from carcbot.games.ticket_to_ride.turn_words import TableStep, say_turn
from tests.games.marked_turns import marked_turns, told_game
from tests.games.ticket_to_ride.told_turns import TOLD_TURNS
from tests.games.told_turn import ToldTurn


def table(picture: dict[str, Any]) -> Table:
    """What lies there where a picture shows this."""
    rest: dict[str, Any] = {"step": "turn", "row": [], "deck": 0, "discards": {}, "first": 0}
    rest |= {"offered": [], "seats": [], "viewer": None}
    left, tickets = picture["turns_left"], picture["ticket_deck"]
    return Table(done=2, turns_left=left, ticket_deck=tickets, **rest)


@pytest.mark.parametrize("told", TOLD_TURNS, ids=lambda told: told.sentence[:40])
def test_turns_in_words(told: ToldTurn) -> None:
    """A turn is one sentence, the same as on the page."""
    steps = [
        TableStep(
            each["move"],
            table(each["before"]),
            each["drawn"],
            is_reset="!" in f"{each['move']}{each['drawn']}",
        )
        for each in told.steps
    ]
    assert say_turn(steps, table(told.after)) == told.sentence


@pytest.mark.parametrize("viewer", ("referee", "table", 0, 1))
def test_whole_games(viewer: str | int) -> None:
    """Every turn of a game is told in the terminal, by all that anybody knows of it."""
    record, told = told_game("ticket_to_ride", viewer)
    claims = [ply for ply in record.plies if ply.startswith("claim:")]
    assert sum(" claims " in each for each in told) == len(claims)
    kept = [ply for ply in record.plies if ply.startswith("keep:")]
    assert sum(" keeps " in each for each in told) == len(kept)
    hidden = [each for each in told if each.startswith("seat 0 keeps first tickets")]
    assert len(hidden) == (viewer in {"table", 1})
    assert sum("the last round begins" in each for each in told) == 1


@pytest.mark.parametrize("is_whole", (True, False), ids=("referee", "table"))
def test_what_only_marks_tell(*, is_whole: bool) -> None:
    """Each reset of the row is told, also where plies have no marks."""
    marked, plain = marked_turns(TICKET_TO_RIDE, "seats=2", {"take", "blind"}, is_whole=is_whole)
    assert len(marked) > 2
    assert all("the row is reset" in sentence for sentence in marked)
    assert not any("the row is reset" in sentence for sentence in plain)
