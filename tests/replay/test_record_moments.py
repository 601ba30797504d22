"""Tests of carcbot.replay.record_moments: a position for each move, and what led to it."""

from carcbot.games import registry
from carcbot.games.contract import is_position, view_of
from carcbot.messages.events import Drawn, Moved
from carcbot.replay.own_view import own_view, read_view
from carcbot.replay.record_moments import moments_of
from tests.replay.records import record_of, text_of_match


def test_moments() -> None:
    """Each moment has the move with its draws, and is the position of all plies up to it."""
    record = record_of(text_of_match("carcassonne", "seats=3"))
    moments = moments_of(record)
    moves = [line for line in record.events if isinstance(line.event, Moved)]
    assert [moment.line for moment in moments] == [None, *moves]
    assert [moment.number for moment in moments] == list(range(len(moves) + 1))
    draws = [line.event.draw for line in record.events if isinstance(line.event, Drawn)]
    assert [draw for moment in moments for draw in moment.draws] == draws[: len(moments[-1].plies)]
    for moment in moments[::17]:
        state = registry.get("carcassonne").new("seats=3")
        for ply in moment.plies:
            state.apply(ply)
        assert moment.view.text == state.text
        if moment.event is not None:
            assert moment.before.to_move == moment.event.seat
            assert is_position(moment.before)
            assert moment.event.move in moment.before.legal_moves()
            assert list(moment.event.scores) == moment.view.scores()
            before = moment.before.copy()
            before.apply(moment.event.move)
            assert before.digest == moment.view.digest


def test_moments_that_a_seat_saw() -> None:
    """Of one seat's view of a match with secrets each moment is what the seat knew then."""
    for seed in range(6):
        record = record_of(text_of_match("kuhn", seed=seed))
        whole = moments_of(record)
        for seat in (0, 1):
            moments = moments_of(read_view(own_view(record, seat), "view"))
            assert len(moments) == len(whole)
            for moment, true in zip(moments, whole, strict=True):
                assert is_position(true.view)
                assert moment.view.text == view_of(true.view, seat).text
                assert moment.view.scores() == true.view.scores()
                assert moment.view.to_move == true.view.to_move


def test_what_is_shown_at_the_end_counts() -> None:
    """Tickets are shown behind the last move: the last moment has the points that they bring."""
    record = record_of(text_of_match("ticket_to_ride", "seats=2"))
    last = moments_of(record)[-1]
    assert record.result is not None
    assert record.result.standings is not None
    assert last.view.over
    assert last.view.scores() == [each.points for each in record.result.standings]
    assert last.plies[-1] != (last.event and last.event.move)
