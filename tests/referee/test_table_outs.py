"""Tests of carcbot.referee.table: who is out, who is away, and how a match ends early."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.games import registry
from carcbot.messages.events import Moved, Out, Result
from carcbot.messages.parts import Analysis, ClockSpec, Policy, Why
from carcbot.messages.server import Presence, Request
from carcbot.referee.journal import Recorded
from carcbot.referee.step import EVERYBODY, Refusal, Step
from tests.referee.hosts import LONG_POT, Script, header, identity, rebuilt

SECOND_US = 1_000_000
SLOW = ClockSpec("sudden_death", 10**12)
POT4 = "seats=4,ones=9,twos=9,threes=9"
SIX = "seats=6,expansions=river+inns_and_cathedrals+abbot"
WHYS: tuple[Why, ...] = ("time", "crash", "illegal", "protocol", "disconnect")


def pot(options: str = LONG_POT, policy: Policy | None = None) -> Script:
    """A game of some moves, with time for everything."""
    return Script(header("pot", options, clock=SLOW, policy=policy))


def test_illegal_moves() -> None:
    """So many illegal moves are refused in a match; one more and the seat is out."""
    script = pot(policy=Policy(illegal_moves=3))
    seat = script.asked().seat
    for _ in range(3):
        while script.asked().seat != seat:
            script.move()
        before = identity(script.table)
        with pytest.raises(Refusal) as caught:
            script.move("999")
        assert caught.value.code == "illegal_move"
        assert identity(script.table) == before
        script.move()  # a legal one does not make good for it
    while script.asked().seat != seat:
        with pytest.raises(Refusal):
            script.move("999")  # everybody has their own
        script.move()
    assert script.move("999").seq is None
    assert script.result.reason == "illegal"
    assert script.result.standings[seat].out == "illegal"


@pytest.mark.parametrize("allowed", (True, False))
def test_a_move_of_a_substitute(*, allowed: bool) -> None:
    """It counts and is in the journal as what it is, or its seat is out."""
    script = pot(policy=Policy(substitutes=allowed))
    script.move()
    script.thought = Analysis(by="substitute")
    seat = script.asked().seat
    with pytest.raises(Refusal):
        script.move("999")
    script.move()
    if allowed:
        (line,) = (line for line in script.lines if isinstance(line, Recorded) and line.analysis)
        assert line.event == script.moves[-1]
        assert line.analysis == Analysis(by="substitute")
        assert script.table.result is None
    else:
        assert len(script.moves) == 1
        assert script.result.reason == "crash"
        assert [each.out for each in script.result.standings][seat] == "crash"


def test_an_illegal_move_takes_time() -> None:
    """The clock runs on after an illegal move; one that comes too late is too late."""
    script = Script(header("pot", clock=ClockSpec("per_move", 0, 1000)))
    with pytest.raises(Refusal):
        script.move("999", us=500)
    late = Script(header("pot", clock=ClockSpec("per_move", 0, 1000)))
    script.move(us=700)
    assert script.moves[-1].spent_us == 700
    late.move("999", us=1001)
    assert late.result.reason == "time"


def test_resign() -> None:
    """With two seats, who resigns has lost, whoever is to move."""
    for seat in (0, 1):
        script = pot()
        script.move()
        step = script.resign(seat)
        assert [type(say.message) for say in step.says] == [Out, Result]
        assert all(say.to == EVERYBODY for say in step.says)
        assert script.result.reason == "resign"
        assert script.result.standings[seat].place == 2
        assert script.result.standings[1 - seat].place == 1


def test_abort() -> None:
    """The match ends without standings when all seats that play have wished it."""
    script = pot("seats=3")
    script.resign(1)
    before = identity(script.table)
    assert script.take(script.table.play.abort(2, script.now_ns)) == Step()
    assert script.take(script.table.play.abort(2, script.now_ns)) == Step()
    assert identity(script.table) == before
    with pytest.raises(Refusal) as caught:
        script.table.play.abort(1, script.now_ns)
    assert caught.value.code == "not_allowed"
    script.take(script.table.play.abort(0, script.now_ns))
    assert (script.result.reason, script.result.standings) == ("abort", ())


def test_end_from_outside() -> None:
    """An adjudication counts the points on the table; a fault of the referee counts nothing."""
    script = pot()
    script.move()
    scores, ranking = script.table.state.scores(), script.table.state.ranking()
    script.take(script.table.play.end("adjudicated", "enough", script.now_ns))
    assert [each.points for each in script.result.standings] == scores
    assert [each.place for each in script.result.standings] == ranking
    assert (script.result.reason, script.result.text) == ("adjudicated", "enough")
    script = pot()
    script.take(script.table.play.end("referee_fault", "a bug", script.now_ns))
    assert (script.result.reason, script.result.standings) == ("referee_fault", ())


@pytest.mark.parametrize("moves", (1, 2, 7, 12))
def test_adjudicate_after(moves: int) -> None:
    """After so many moves the match ends by the points on the table."""
    script = pot(policy=Policy(adjudicate_after=moves))
    script.finish(random.Random(3))
    assert len(script.moves) == moves
    assert script.result.reason == "adjudicated"
    assert [each.points for each in script.result.standings] == script.table.state.scores()
    assert not script.table.state.over


def test_adjudicate_after_the_end() -> None:
    """A game that ends by itself in time ends normally."""
    moves = 9 + 5 + 5
    for limit in (moves, moves + 1, 0):
        script = pot(policy=Policy(adjudicate_after=limit))
        script.finish(random.Random(3))
        assert (len(script.moves), script.result.reason) == (moves, "normal")


@pytest.mark.parametrize("why", WHYS)
def test_fail(why: Why) -> None:
    """A player can be out for what was found outside; once."""
    script = pot("seats=3")
    step = script.take(script.table.play.fail(0, why, script.now_ns))
    outs = [event for event in script.events if isinstance(event, Out)]
    assert [(out.seat, out.why, out.house) for out in outs] == [(0, why, False)]
    assert [say.message for say in step.says if isinstance(say.message, Out)] == outs
    assert script.table.sync(0).out[0] == why
    before = identity(script.table)
    assert script.table.play.fail(0, "crash", script.now_ns) == Step()
    assert identity(script.table) == before
    with pytest.raises(Refusal) as caught:
        script.table.play.resign(0, script.now_ns)
    assert caught.value.code == "not_allowed"
    assert script.table.result is None


@pytest.mark.parametrize(
    ("game", "options"),
    (("pot", "seats=3"), ("pot", POT4), ("grove", "seats=3"), ("carcassonne", "seats=5")),
)
@given(st.integers(0, 2**32))
def test_others_play_on(game: str, options: str, seed: int) -> None:
    """The others play on while there are two, and the referee moves for those who are out."""
    play_with_outs(Script(header(game, options, clock=SLOW)), random.Random(seed), 0.1)


def test_six_seats() -> None:
    """Six seats of a whole game with all pieces, of whom some resign."""
    for seed in range(3):
        play_with_outs(Script(header("carcassonne", SIX, clock=SLOW)), random.Random(seed), 0.02)


def play_with_outs(script: Script, rng: random.Random, often: float) -> None:
    """A game in which seats resign now and then, all of whose events are checked."""
    seats = script.table.state.seats
    outs: list[int] = []
    while script.table.result is None:
        if rng.random() < often:
            outs.append(rng.choice([seat for seat in range(seats) if seat not in outs]))
            request = script.request
            step = script.resign(outs[-1])
            if request is not None and request.seat != outs[-1] and not script.table.result:
                assert script.request == request  # which still waits
                assert not any(isinstance(say.message, Request) for say in step.says)
        else:
            script.move(rng.choice(script.table.state.legal_moves()))
            assert script.moves[-1].seat not in outs or script.moves[-1].by == "referee"
    rebuilt(script.table.header, script.events)
    gone: set[int] = set()
    for event in script.events:
        if isinstance(event, Out):
            gone.add(event.seat)
            assert not event.house
        elif isinstance(event, Moved):
            assert (event.by == "referee") == (event.seat in gone)
            assert not (event.by == "referee" and event.spent_us)
    standings = script.result.standings
    assert (script.result.reason == "resign") == (len(outs) == seats - 1)
    inside = [seat for seat in range(seats) if seat not in outs]
    assert [standings[seat].place for seat in outs] == list(range(seats, len(inside), -1))
    assert [each.points for each in standings] == script.table.state.scores()
    ranking = script.table.state.ranking()
    for one in inside:
        assert standings[one].place == 1 + sum(ranking[each] < ranking[one] for each in inside)
    assert [each.out for each in standings] == [
        "resign" if i in outs else None for i in range(seats)
    ]


def test_grace() -> None:
    """Who is away for as long as the grace period is out; who comes back before, is not."""
    script = pot(policy=Policy(grace_us=5 * SECOND_US))
    away_ns = script.now_ns
    step = script.take(script.table.left(1, away_ns))
    assert [(say.to, say.message) for say in step.says] == [
        (EVERYBODY, Presence("m1", 1, here=False, grace_us=5 * SECOND_US))
    ]
    assert script.table.left(1, away_ns + 1) == Step()
    due = away_ns + 5 * 10**9
    assert script.table.wake_at_ns == due
    assert script.table.wake(due - 1) == Step()
    step = script.table.came(1, script.table.seq, due - 1)
    assert Presence("m1", 1, here=True) in [say.message for say in step.says]
    assert script.table.wake(due + 10**10) == Step()
    script.take(script.table.left(1, away_ns))
    script.take(script.table.wake(due))
    assert (script.result.reason, script.result.standings[1].out) == ("disconnect", "disconnect")


@pytest.mark.parametrize("in_its_turn", (True, False))
def test_gone_without_a_close(*, in_its_turn: bool) -> None:
    """Who is lost and not back has crashed, whichever limit ends it; who was back has not."""
    clock = ClockSpec("per_move", 0, (2 if in_its_turn else 9) * SECOND_US)
    script = Script(header("pot", clock=clock, policy=Policy(grace_us=5 * SECOND_US)))
    seat = script.asked().seat
    script.take(script.table.left(seat, script.now_ns, is_lost=True))
    again = Script(script.table.header)
    again.take(again.table.left(seat, again.now_ns, is_lost=True))
    again.take(again.table.came(seat, again.table.seq, again.now_ns))
    again.take(again.table.left(seat, again.now_ns))
    for each in (script, again):
        while each.table.result is None:
            due = each.table.wake_at_ns
            assert due is not None
            each.now_ns = due
            each.take(each.table.wake(due))
    assert script.result.reason == script.result.standings[seat].out == "crash"
    assert again.result.reason == ("time" if in_its_turn else "disconnect")


def test_away_in_its_turn() -> None:
    """The clock runs while a seat is away, and may be over before the grace period."""
    clock = ClockSpec("per_move", 0, 2 * SECOND_US)
    script = Script(header("pot", clock=clock, policy=Policy(grace_us=5 * SECOND_US)))
    script.take(script.table.left(script.asked().seat, script.now_ns))
    assert script.table.wake_at_ns == script.sent_ns + 2 * 10**9 + 1000
    script.wake(2 * SECOND_US + 1)
    assert script.result.reason == "time"


def test_all_away() -> None:
    """If all stay away they are out one after the other, until one is left, who has won."""
    script = pot("seats=4", Policy(grace_us=SECOND_US))
    for seat in (2, 0, 3, 1):
        script.now_ns += 1000
        script.take(script.table.left(seat, script.now_ns))
    for _ in range(3):
        due = script.table.wake_at_ns
        assert due is not None
        script.now_ns = due
        script.take(script.table.wake(due))
    assert [each.seat for each in script.events if isinstance(each, Out)] == [2, 0, 3]
    assert [each.place for each in script.result.standings] == [3, 1, 4, 2]


@given(st.integers(0, 60))
def test_what_was_missed(last_seq: int) -> None:
    """Who comes back is told the events that it does not have, then of its turn."""
    script = pot()
    for _ in range(6):
        script.move()
    last_seq = min(last_seq, script.table.seq)
    for seat in (0, 1):
        step = script.table.came(seat, last_seq, script.now_ns)
        messages = [say.message for say in step.says]
        assert {say.to for say in step.says} <= {seat}
        if seat == script.asked().seat:
            assert messages.pop() == script.asked()
        assert messages == script.table.log.since(last_seq, seat)
        assert [each.seq for each in script.table.log.since(last_seq, seat)] == list(
            range(last_seq + 1, script.table.seq + 1)
        )


def test_sync() -> None:
    """A sync has all that a seat may see: it can go on from there."""
    script = pot("seats=3")
    script.move(us=5)
    gone = script.asked().seat
    script.resign(gone)
    for seat in range(3):
        sync = script.table.sync(seat)
        state = registry.get("pot").parse(sync.view)
        assert f"{state.digest:016x}" == sync.digest
        assert sync.scores == tuple(state.scores())
        assert (sync.seq, sync.seat) == (script.table.seq, seat)
        assert sync.out == tuple("resign" if each == gone else None for each in range(3))
        assert sync.remaining_us[script.moves[0].seat] == 10**12 - 5
