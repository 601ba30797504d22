"""Tests of carcbot.bot.session: requests, and what is decided when it is too late."""

from typing import Literal

import msgspec
import pytest

from carcbot.bot.session import Send, Think
from carcbot.messages.client import Move, Resign, Resume
from carcbot.messages.events import Event, Moved, Out, Result
from carcbot.messages.parts import Analysis
from tests.bot.pairing import Cut, Pair
from tests.bot.sessions import WAYS, asked_session, moves_said, names, until_a_move_is_sent


def test_repeated_request() -> None:
    """A request that comes again while it is thought about is no reason to begin again."""
    session, seated, request, _ = asked_session()
    again = msgspec.structs.replace(request, time_us=request.time_us - 5)
    assert session.hear(again) == []
    assert seated.request == again
    (action,) = session.decided(seated, request.seq, "1", None)
    assert action == Send(Move(2, "m1", request.seq, "1"))
    # once it was answered, the answer is given again
    assert session.hear(request) == [Send(Move(3, "m1", request.seq, "1"))]


def test_request_of_another_moment() -> None:
    """What is asked about a position that is yet to come here is not thought about."""
    session, seated, request, _ = asked_session()
    seq = seated.seq
    (action,) = session.hear(msgspec.structs.replace(request, seq=seq + 1))
    assert action == Send(Resume(2, "m1", seq))
    assert seated.request == request


def test_analysis_goes_along() -> None:
    """What was thought is sent with the move."""
    session, seated, request, _ = asked_session()
    analysis = Analysis(1.5, 3, 100, ("1",))
    assert session.decided(seated, request.seq, "1", analysis) == [
        Send(Move(2, "m1", request.seq, "1", analysis))
    ]


# ------------------------------------------------------------ decisions that come too late


def test_late_because_it_was_made() -> None:
    """If the referee has moved, a decision is no longer sent, nor after the next request."""
    session, seated, request, (moved, *_) = asked_session()
    assert isinstance(moved, Moved)
    session.hear(msgspec.structs.replace(moved, by="referee"))
    assert session.decided(seated, request.seq, "1", None) == []
    newer = msgspec.structs.replace(request, seq=seated.seq)
    assert session.hear(newer) == [Think(seated, newer)]
    assert session.decided(seated, request.seq, "1", None) == []
    assert session.hear(newer) == []


@pytest.mark.parametrize("is_over", (False, True))
def test_late_because_it_is_over(is_over: bool) -> None:  # noqa: FBT001 - a parameter of pytest's
    """If one is out, or the match is over, a decision is not sent."""
    session, seated, request, _ = asked_session()
    seq = seated.seq + 1
    end: Event = Out("m1", seq, 0, "time")
    if is_over:
        end = Result("m1", seq, "abort", (), "0" * 64)
    session.hear(end)
    assert session.decided(seated, request.seq, "1", None) == []


def test_late_because_of_a_sync() -> None:
    """What was thought about a position that was wrong is not sent, but thought about anew."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    seated, request = pair._thoughts[account, match]
    session = pair.sessions[account]
    sync = table.sync(seated.seat)
    (action,) = session.hear(sync)
    assert isinstance(action, Send)
    assert isinstance(action.command, Resume)
    assert action.command.last_seq == sync.seq
    assert session.decided(seated, request.seq, "1", None) == []
    assert session.hear(request) == [Think(seated, request)]


def test_sync_after_a_decision() -> None:
    """A move that was sent before a sync is not sent again after it: it is thought about anew."""
    pair = Pair()
    table = pair.open("pot")
    account = until_a_move_is_sent(pair)
    session = pair.sessions[account]
    (request,) = pair.notes[account].thinks
    seated = session.matches[table.match]
    session.hear(table.sync(seated.seat))
    assert session.hear(request) == [Think(seated, request)]


def test_out() -> None:
    """Who is out is asked nothing more; the others play on, and it sees how that ends."""
    pair = Pair(names(3))
    table = pair.open("pot", "seats=3")
    pair.play_until(lambda: table.has_begun)
    seat = table.play.clocks(0).seat
    assert seat is not None
    account = table.accounts[seat]
    assert account is not None
    pair.play_until(lambda: bool(pair._thoughts))
    pair._thoughts.clear()
    pair.send(account, Resign(pair.sessions[account].number(), table.match))
    pair.play()
    assert table.result is not None
    assert table.result.reason == "normal"
    for other, notes in pair.notes.items():
        assert notes.seen == table.log.since(0, table.seat_of(other))
        assert len(notes.overs) == 1
        assert notes.overs[0].seated.is_out == (other == account)
        assert len(notes.thinks) == (1 if other == account else 2)


@pytest.mark.parametrize("loses", ("", *WAYS))
def test_another_is_out(loses: Literal["", "both", "up", "down"]) -> None:
    """That another goes while one thinks changes nothing, even if one's connection is lost then."""
    pair = Pair(names(3))
    table = pair.open("pot", "seats=3")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    saved = pair._thoughts.pop((account, match))
    gone = next(other for other in pair.sessions if other != account)
    pair.send(gone, Resign(pair.sessions[gone].number(), match))
    pair.play()
    assert isinstance(table.log.since(table.seq - 1, None)[0], Out)
    pair._thoughts[account, match] = saved
    if loses:
        pair.cut(account, Cut(loses))
    pair.play()
    assert table.result is not None
    assert table.result.reason == "normal"
    for notes in pair.notes.values():
        assert len(notes.overs) == 1
    asked = [request.seq for request in pair.notes[account].thinks]
    assert len(asked) == len(set(asked)) == 2
    assert set(moves_said(pair, account)) == {
        (seq, move) for (_, seq), move in pair.notes[account].decided.items()
    }


def test_asked_though_out() -> None:
    """Who is asked plays, as a house bot does that reads of its predecessor's end.

    A request in a match that is not known is no reason to think.
    """
    session, seated, request, _ = asked_session()
    assert session.hear(msgspec.structs.replace(request, match="m2")) == []
    session.hear(Out("m1", seated.seq + 1, 0, "time", house=True))
    assert seated.is_out
    asked = msgspec.structs.replace(request, seq=seated.seq)
    assert session.hear(asked) == [Think(seated, asked)]
    assert not seated.is_out


# ------------------------------------------------------------ views that differ
