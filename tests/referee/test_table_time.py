"""Tests of carcbot.referee.table: what a move is billed, and what happens when time is over."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.messages.events import Event, Out
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Request
from carcbot.referee.journal import Recorded
from carcbot.referee.step import Refusal, Step
from tests.referee.hosts import LONG_POT, NO_LAG, Script, header, identity, parsed, rebuilt

CLOCKS = (
    ClockSpec("per_move", 0, 1000),
    ClockSpec("sudden_death", 9000),
    ClockSpec("fischer", 3000, 500),
    ClockSpec("delay", 6000, 500),
    ClockSpec("bank", 5000, 400),
)
EVERY_CLOCK = pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.kind)
MINUTE_US = 60_000_000


def left_after(clock: ClockSpec, main: int, billed: int) -> int:
    """What is on the clock after a move, as ClockSpec tells it; less than 0 is too late."""
    rest = main - billed
    match clock.kind:
        case "per_move":
            return 0 if billed <= clock.move_us else -1
        case "sudden_death":
            return rest
        case "fischer":
            return rest + clock.move_us if rest >= 0 else -1
        case "delay":
            return rest + min(billed, clock.move_us) if rest >= 0 else -1
        case "bank":
            return main if billed <= clock.move_us else rest + clock.move_us


def pot(
    clock: ClockSpec, policy: Policy | None = None, lag: tuple[int, int, int] = NO_LAG
) -> Script:
    """A game of some moves with this clock."""
    return Script(header("pot", LONG_POT, clock=clock, policy=policy, lag=lag))


def recorded(script: Script, event: Event) -> Recorded:
    """The line of an event."""
    return next(line for line in script.lines if isinstance(line, Recorded) and line.event == event)


@EVERY_CLOCK
@given(
    st.tuples(st.integers(0, 2000), st.integers(0, 500), st.integers(0, 200)),
    st.lists(
        st.tuples(st.integers(0, 1200), st.integers(0, 600), st.integers(0, 5000)), min_size=19
    ),
)
def test_billing(
    clock: ClockSpec, lag: tuple[int, int, int], moves: list[tuple[int, int, int]]
) -> None:
    """What was spent, credited and left is exact, whenever the moves were handled.

    Nobody is credited more lag than the move took, than is allowed for a move, or than is left of
    the quota. Who oversteps, by the stamp of arrival, has lost.
    """
    script = pot(clock, lag=lag)
    main = [0 if clock.kind == "per_move" else clock.main_us] * 2
    account = [lag[0]] * 2
    for spent, lag_us, later in moves:
        request = script.asked()
        seat = request.seat
        assert request.remaining_us == main[seat]
        credit = min(lag_us, spent, lag[1], account[seat])
        left = left_after(clock, main[seat], spent - credit)
        step = script.move(None, spent, lag_us, later)
        if left < 0:
            assert step.seq is None
            assert script.result.reason == "time"
            assert [each.place for each in script.result.standings] == [1 + (seat == 0), 1 + seat]
            return
        event = script.moves[-1]
        assert (event.seat, event.spent_us, event.lag_us) == (seat, spent, credit)
        assert event.remaining_us == left
        main[seat] = left
        account[seat] = min(account[seat] - credit + lag[2], lag[0])
        assert script.table.sync(0).remaining_us == tuple(main)
        if script.table.result:
            assert script.result.reason == "normal"
            return
    raise AssertionError


@EVERY_CLOCK
def test_to_the_microsecond(clock: ClockSpec) -> None:
    """A move that takes all of its time is made, one that takes a microsecond more has lost."""
    allowed = pot(clock).asked().time_us
    first = clock.main_us + (clock.move_us if clock.kind in {"per_move", "bank"} else 0)
    assert allowed == (first if clock.kind != "fischer" else clock.main_us)
    in_time = pot(clock)
    assert in_time.move(us=allowed, later_us=MINUTE_US).seq is not None
    late = pot(clock)
    late.move(us=allowed + 1)
    assert late.result.reason == "time"


@EVERY_CLOCK
def test_the_timer(clock: ClockSpec) -> None:
    """Nothing happens until the moment that was named; a microsecond after it time is over."""
    script = pot(clock, lag=(700, 300, 0))
    allowed = script.asked().time_us
    due = script.table.wake_at_ns
    assert due == script.sent_ns + (allowed + 301) * 1000  # as much as could be credited
    before = identity(script.table)
    assert script.wake(allowed + 300) == Step()
    assert identity(script.table) == before
    script.wake(allowed + 301)
    assert script.result.reason == "time"
    out = script.events[-2]
    assert isinstance(out, Out)
    assert (out.seat, out.why, out.house) == (script.asked().seat, "time", False)


def test_arrival_counts() -> None:
    """A move that arrived in time is good though handled late; a late one is not, without timer."""
    script = pot(CLOCKS[0])
    assert script.move(us=1000, later_us=10 * MINUTE_US).seq is not None
    assert script.moves[-1].spent_us == 1000
    assert script.sent_ns == script.now_ns  # the next clock runs from when it was sent
    script.move(us=999)
    script.move(us=1001)
    assert script.result.reason == "time"
    assert len(script.moves) == 2


def test_lag_is_only_credited_by_what_was_measured() -> None:
    """Beyond its time a move is saved by its connection's lag, not by what others might have."""
    for lag_us, reason in ((200, None), (199, "time")):
        script = pot(CLOCKS[0], lag=(10_000, 300, 0))
        script.move(us=1200, lag_us=lag_us)
        assert (script.table.result.reason if script.table.result else None) == reason


def test_request_not_sent() -> None:
    """No clock runs before its request was sent, and a move that comes anyway is billed nothing."""
    script = pot(CLOCKS[1])
    seat, command = script.asked().seat, script.command()
    script.move(us=5)
    step = script.table.play.move(
        script.asked().seat, script.command(), script.now_ns, script.now_ns, 0
    )
    script.lines += map(parsed, step.lines)  # its request is not sent
    assert script.table.wake_at_ns is None
    assert script.table.wake(script.now_ns + 10**12) == Step()
    request = next(say.message for say in step.says if isinstance(say.message, Request))
    assert request.seat == seat
    script.request = request
    command = script.command()
    later_ns = script.now_ns + 10**11
    script.take(script.table.play.move(seat, command, later_ns, later_ns, 0))
    assert script.moves[-1].spent_us == 0
    assert script.moves[-1].remaining_us == script.moves[0].remaining_us == 8995


def test_stamp_before_the_request() -> None:
    """A move that arrived before its request was sent is billed nothing, and gains nothing."""
    script = pot(CLOCKS[2], lag=(100, 100, 0))
    seat = script.asked().seat
    early_ns = script.sent_ns - 7_000_000
    script.take(script.table.play.move(seat, script.command(), early_ns, script.now_ns, 50))
    event = script.moves[-1]
    assert (event.spent_us, event.lag_us, event.remaining_us) == (0, 0, 3500)


def test_loss() -> None:
    """With two seats, whose time is over has lost, and the points on the table stay as they are."""
    script = pot(CLOCKS[0])
    script.move(us=1)
    seat, scores = script.asked().seat, tuple(script.table.state.scores())
    script.wake(MINUTE_US)
    result = script.result
    assert result.reason == "time"
    assert tuple(each.points for each in result.standings) == scores
    assert [each.out for each in result.standings] == [
        "time" if i == seat else None for i in (0, 1)
    ]
    assert [why is not None for why in script.table.sync(0).out] == [i == seat for i in (0, 1)]


def test_default_move() -> None:
    """The referee makes the move at random, each `stalls` times in a row; a move starts anew."""
    policy = Policy("default_move", stalls=2)
    script = pot(CLOCKS[0], policy)
    seat = script.asked().seat
    missed = {0: 0, 1: 0}
    while missed[seat] < 2:
        if script.asked().seat == seat:
            missed[seat] += 1
            script.wake(1001)
            last = script.moves[-1]
            assert (last.seat, last.by, last.spent_us) == (seat, "referee", 1001)
            line = recorded(script, last)
            assert line.requested_us == line.sent_us - 1001  # what it took can be seen later
            assert line.received_us is None
        else:
            script.move()
    while script.asked().seat != seat:
        script.move()
    script.move()  # in time again: it may stall twice more
    while script.table.result is None:
        if script.asked().seat == seat:
            script.wake(1001)
        else:
            script.move()
    assert script.result.reason == "stall"
    by = [move.by for move in script.moves if move.seat == seat]
    assert by == ["referee", "referee", "player", "referee", "referee"]
    rebuilt(script.table.header, script.events)


def test_default_move_when_a_move_is_late() -> None:
    """A late move is not made: the referee's is, and the late one is not taken for it."""
    script = pot(CLOCKS[0], Policy("default_move", stalls=5))
    seat, command = script.asked().seat, script.command()
    step = script.move(us=1001)
    assert step.seq is None
    assert script.moves[-1].by == "referee"
    before = identity(script.table)
    with pytest.raises(Refusal):
        script.table.play.move(seat, command, script.now_ns, script.now_ns, 0)
    assert identity(script.table) == before


def test_stalls_at_once() -> None:
    """With no stalls allowed, the first one puts the seat out."""
    script = pot(CLOCKS[0], Policy("default_move", stalls=0))
    script.wake(1001)
    assert script.result.reason == "stall"
    assert script.moves == []


@pytest.mark.parametrize(("clock", "left"), ((CLOCKS[1], 0), (CLOCKS[2], 500), (CLOCKS[4], 0)))
def test_clock_after_a_default_move(clock: ClockSpec, left: int) -> None:
    """After a stall there is no time left on the clock but what each move brings."""
    script = pot(clock, Policy("default_move", stalls=5))
    seat = script.asked().seat
    script.wake(MINUTE_US)
    assert script.moves[-1].remaining_us == left
    while script.asked().seat != seat:
        script.move()
    extra = clock.move_us if clock.kind == "bank" else 0
    assert (script.asked().remaining_us, script.asked().time_us) == (left, left + extra)


def test_house() -> None:
    """Under the policy house another account takes the seat, with a full clock, and plays on."""
    script = pot(CLOCKS[1], Policy("house"))
    script.move(us=4000)
    script.move(us=4000)
    seat = script.asked().seat
    script.wake(MINUTE_US)
    out = script.events[-1]
    assert isinstance(out, Out)
    assert (out.seat, out.why, out.house) == (seat, "time", True)
    house_accounts = script.table.house_accounts()
    assert list(house_accounts) == [seat]
    assert script.table.seat_of(f"p{seat}") is None
    assert script.table.seat_of(house_accounts[seat]) == seat
    assert (script.asked().seat, script.asked().remaining_us) == (seat, 9000)
    script.take(script.table.came(seat, 0, script.now_ns))
    script.finish(random.Random(1))
    assert script.result.reason == "normal"
    assert [each.place for each in script.result.standings] == [1 + (seat == 0), 1 + seat]
    assert {each.by for each in script.moves} == {"player"}
    rebuilt(script.table.header, script.events)


def test_no_house_comes() -> None:
    """If no house bot comes, or its time is over too, the seat is out for good."""
    for came in (False, True):
        script = pot(ClockSpec("sudden_death", MINUTE_US), Policy("house"))
        seat = script.asked().seat
        script.resign(seat)
        assert script.table.result is None
        if came:
            script.take(script.table.came(seat, 0, script.now_ns))
        due = script.table.wake_at_ns
        assert due == script.now_ns + (MINUTE_US * 1000 + 1000 if came else 20 * 10**9)
        script.take(script.table.wake(due + 1000))
        assert script.result.reason == ("time" if came else "resign")
        standing = script.result.standings[seat]
        assert (standing.place, standing.out) == (2, "resign")  # the player did, whoever sat there


def test_house_for_everybody() -> None:
    """House bots do not play on among themselves."""
    script = pot(CLOCKS[1], Policy("house"))
    script.resign(0)
    assert script.table.result is None
    script.resign(1)
    assert script.result.reason == "resign"
    assert [each.place for each in script.result.standings] == [2, 1]


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_coming_back_with_the_clock_running(first: int, later: int) -> None:
    """The request that is said again tells how much of its time is left."""
    script = pot(ClockSpec("sudden_death", 10**9))
    seat, sent_ns = script.asked().seat, script.sent_ns
    now_ns = sent_ns + (first + later) * 1000
    step = script.table.came(seat, script.table.seq, now_ns)
    assert [say.to for say in step.says] == [seat]
    request = step.says[0].message
    assert isinstance(request, Request)
    assert request.time_us == max(10**9 - first - later, 0)
    assert (request.remaining_us, request.seq) == (10**9, script.table.seq)
    script.table.play.request_sent(seat, now_ns)
    assert script.table.wake_at_ns == sent_ns + 10**12 + 1000  # it runs from when it was first sent
