"""Tests of carcbot.replay.decisions: the questions of a match are those that its players had."""

import pytest

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import State, View, is_position, seen_ply, view_of
from carcbot.messages.events import Drawn, Moved
from carcbot.replay.decisions import RecordedDecision, recorded_decisions
from carcbot.replay.own_view import own_view, read_view
from carcbot.replay.record import MatchRecord
from tests.replay.records import record_of, text_of_match

SECRET = (
    ("kuhn", "seats=2"),
    ("hoard", "seats=2"),
    ("hoard", "seats=4,ranks=5,copies=4,hand=3,turns=10"),
)


def asked_of(record: MatchRecord) -> list[RecordedDecision]:
    """What players were asked, found out by the rules from the referee's whole record."""
    state: State = registry.get(record.lines.header.game).new(record.lines.header.options)
    seen: list[list[str]] = [[] for _ in range(state.seats)]
    questions, number = [], 0
    for line in record.events:
        event = line.event
        if not isinstance(event, Drawn | Moved):
            continue
        ply = event.draw if isinstance(event, Drawn) else event.move
        if isinstance(event, Moved):
            number += 1
            if event.by == "player":
                text, seat = view_of(state, event.seat).text, event.seat
                plies = tuple(seen[seat])
                questions.append(RecordedDecision(number, event.seq - 1, seat, text, plies, ply))
                seen[seat] = []
        for seat, plies_of_seat in enumerate(seen):
            plies_of_seat.append(seen_ply(state, ply, seat))
        state.apply(ply)
    return questions


@pytest.mark.parametrize(("game", "options"), (("carcassonne", "seats=3"), *SECRET))
def test_questions(game: str, options: str) -> None:
    """Each decision of a player is a question, put as the seat that decided saw it."""
    left_out = 0
    for seed in range(1, 12):
        record = record_of(text_of_match(game, options, seed))
        questions = list(recorded_decisions(record))
        assert questions == asked_of(record)
        assert questions
        moves = sum(isinstance(line.event, Moved) for line in record.events)
        left_out += moves - len(questions)
    assert left_out or game == "kuhn"  # what the referee chose for somebody is no question


@pytest.mark.parametrize(("game", "options"), (("carcassonne", "seats=3"), *SECRET))
def test_plies_lead_to_positions(game: str, options: str) -> None:
    """What a seat has seen since its last question makes of what it knew what it knows."""
    record = record_of(text_of_match(game, options))
    start = registry.get(game).new(options)
    for seat in range(start.seats):
        view: View = view_of(start, seat)
        for each in recorded_decisions(record):
            if each.seat == seat:
                for ply in each.plies:
                    view.apply(ply)
                assert view.text == each.position
                assert each.move in view.legal_moves()


@pytest.mark.parametrize(("game", "options"), SECRET)
def test_nobody_sees_more(game: str, options: str) -> None:
    """A question of a game with secrets is what one seat knows of a position, not the position."""
    for each in recorded_decisions(record_of(text_of_match(game, options))):
        view = registry.parse_view(each.position)
        assert getattr(view, "seat", None) == each.seat
        assert not is_position(view)
        with pytest.raises(InputError):
            registry.parse(each.position)


@pytest.mark.parametrize(("game", "options"), SECRET)
def test_from_what_one_seat_has(game: str, options: str) -> None:
    """A seat's view of a match with secrets has the questions of that seat, and no others."""
    whole = record_of(text_of_match(game, options))
    for seat in range(registry.get(game).new(options).seats):
        own = read_view(own_view(whole, seat), "own")
        theirs = [each for each in recorded_decisions(whole) if each.seat == seat]
        assert list(recorded_decisions(own)) == theirs


def test_from_what_one_seat_has_where_nothing_is_hidden() -> None:
    """Without secrets a seat's view of a match has all questions."""
    whole = record_of(text_of_match("carcassonne", "seats=3"))
    own = read_view(own_view(whole, 1), "own")
    assert list(recorded_decisions(own)) == list(recorded_decisions(whole))


def test_what_others_saw() -> None:
    """What a seat has of a match with secrets does not say what another seat saw of it."""
    whole = record_of(text_of_match("kuhn", "seats=2"))
    own = read_view(own_view(whole, 1), "own")
    assert own.seen_by(1) is own
    with pytest.raises(InputError, match="own, event 1: it is not said what seat 0 saw"):
        own.seen_by(0)
    with pytest.raises(InputError, match="m1, event 1: it is not said what seat 2 saw"):
        whole.seen_by(2)
