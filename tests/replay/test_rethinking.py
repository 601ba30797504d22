"""Tests of carcbot.replay.rethinking: the questions of a match are those that its players had."""

from carcbot.games import registry
from carcbot.messages.events import Moved
from carcbot.replay.rethinking import questions_of
from tests.replay.records import record_of, text_of_match


def test_questions() -> None:
    """Each decision of a player is a question, and plies since its last lead to its position."""
    record = record_of(text_of_match("carcassonne", "seats=3"))
    made = [
        line.event
        for line in record.events
        if isinstance(line.event, Moved) and line.event.by == "player"
    ]
    questions = list(questions_of(record))
    assert [(each.seat, each.seq, each.move) for each in questions] == [
        (event.seat, event.seq - 1, event.move) for event in made
    ]
    assert len(questions) < questions[-1].number
    for seat in range(3):
        state = registry.get("carcassonne").new("seats=3")
        for each in questions:
            if each.seat == seat:
                for ply in each.plies:
                    state.apply(ply)
                assert state.text == each.position
