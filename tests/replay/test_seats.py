"""Tests of carcbot.replay.seats: what a referee does for seats, and what it cannot have done."""

import random
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import FileInputError
from carcbot.games import registry
from carcbot.match.moments import Moments
from carcbot.match.story import Change
from carcbot.messages.events import Moved, Out, Result, Started
from carcbot.messages.parts import ClockSpec, Policy, Standing
from carcbot.referee import journal_reader
from carcbot.referee.journal import Line, Recorded
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table
from carcbot.replay.own_view import own_view, verify_own_view
from carcbot.replay.seats import Seats
from carcbot.replay.verification import GENUINE, GOES_ON, verify
from tests.hypothesis_profiles import examples
from tests.referee.hosts import EPOCH_US, MATCH, Script, header, parsed, raw
from tests.replay.records import PUBLIC, numbered, record_of, signed, text_of_match

CLOCKS = (
    ClockSpec("per_move", 0, 600),
    ClockSpec("sudden_death", 3000),
    ClockSpec("fischer", 1500, 200),
    ClockSpec("delay", 2000, 300),
    ClockSpec("bank", 1000, 500),
)
LONG = "seats=3,ones=9,twos=5,threes=5"
WRONG_CLOCK = r"the (time that|lag credit|moment of a request)"
Lines = Sequence[Line]


def lines_of(options: str = LONG, seed: int = 1, clock: ClockSpec = CLOCKS[0]) -> Lines:
    """The lines of a match of pot in which time is over now and then, without its signature."""
    text = text_of_match("pot", options, seed, clock=clock)
    return [parsed(line) for line in text.splitlines(keepends=True)]


def placed(lines: Lines, kind: type) -> list[int]:
    """Where the events of a kind are."""
    return [
        place
        for place, line in enumerate(lines)
        if isinstance(line, Recorded) and isinstance(line.event, kind)
    ]


def judged(lines: Lines) -> str:
    """The verdict on a record of these lines, chained and signed anew."""
    return verify(record_of(signed(raw(numbered(lines)))), PUBLIC)


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.kind)
def test_clocks_of_the_referees_moves(clock: ClockSpec) -> None:
    """Each clock figure of a move that the referee made is judged, whoever has signed it.

    A seat whose time was over has spent more than it had, and nothing is left of that; one that is
    out spends nothing.
    """
    kinds, tried = set(), 0
    for seed in range(1, 5):
        lines = lines_of(seed=seed, clock=clock)
        assert judged(lines) == GENUINE
        for place in placed(lines, Moved):
            line = lines[place]
            assert isinstance(line, Recorded)
            assert isinstance(line.event, Moved)
            if line.event.by == "player":
                continue
            kinds.add(line.event.spent_us > 0)
            for name in ("spent_us", "lag_us", "remaining_us"):
                figure = getattr(line.event, name)
                for other in {0, 1, figure - 2, figure + 2, figure + 1000} - {figure, figure - 1}:
                    if other < 0:
                        continue
                    event = msgspec.structs.replace(line.event, **{name: other})
                    lie = msgspec.structs.replace(line, event=event)
                    tried += 1
                    with pytest.raises(FileInputError, match=WRONG_CLOCK):
                        judged([*lines[:place], lie, *lines[place + 1 :]])
    assert kinds == {True, False}
    assert tried > 50


def test_clocks_in_a_view() -> None:
    """A seat's own view of a record is judged in the same way."""
    lines = lines_of()
    for place in placed(lines, Moved):
        line = lines[place]
        assert isinstance(line, Recorded)
        assert isinstance(line.event, Moved)
        for name, other in (("lag_us", 5), ("remaining_us", 7)):
            event = msgspec.structs.replace(line.event, **{name: other})
            lie = msgspec.structs.replace(line, event=event)
            record = record_of(signed(raw([*lines[:place], lie, *lines[place + 1 :]])))
            if event.by == "referee":
                with pytest.raises(FileInputError, match=WRONG_CLOCK):
                    verify_own_view(own_view(record, 0), "view", PUBLIC)


def test_older_records() -> None:
    """A record that does not say when those were asked who let their time run out is as good."""
    lines = lines_of()
    older = [
        msgspec.structs.replace(line, requested_us=None)
        if isinstance(line, Recorded)
        and isinstance(line.event, Moved)
        and line.event.by != "player"
        else line
        for line in lines
    ]
    assert older != lines
    assert judged(older) == GENUINE


# ---------------------------------------------------------------- what a crooked referee might add


def event_of(line: Line) -> Started | Moved | Out | Result:
    """The event of a line that has one of these."""
    assert isinstance(line, Recorded)
    assert isinstance(line.event, Started | Moved | Out | Result)
    return line.event


def with_event(line: Line, **changes: object) -> Line:
    """The line with another event of its kind."""
    assert isinstance(line, Recorded)
    return msgspec.structs.replace(line, event=msgspec.structs.replace(line.event, **changes))


def out(lines: Lines, place: int, seat: int, why: str, *, house: bool = False) -> Lines:
    """The lines with a player out there."""
    before = lines[place - 1]
    assert isinstance(before, Recorded)
    event = msgspec.convert(
        {"type": "out", "match": MATCH, "seq": 0, "seat": seat, "why": why, "house": house}, Out
    )
    return [*lines[:place], Recorded(event, before.sent_us), *lines[place:]]


def mover(lines: Lines) -> tuple[int, int]:
    """Where the third move is, and whose it is."""
    place = placed(lines, Moved)[2]
    event = event_of(lines[place])
    assert isinstance(event, Moved)
    return place, event.seat


def second_start(lines: Lines) -> Lines:
    """The match begins twice."""
    place = placed(lines, Started)[0]
    return [*lines[: place + 1], *lines[place:]]


def ended(lines: Lines, reason: str, standings: tuple[Standing, ...] = ()) -> Lines:
    """The lines up to the third move, with a result."""
    place, _ = mover(lines)
    before, end = lines[place - 1], with_event(lines[-1], reason=reason, standings=standings)
    assert isinstance(before, Recorded)
    return [*lines[:place], msgspec.structs.replace(end, sent_us=before.sent_us)]


def two_results(lines: Lines) -> Lines:
    """The match is called off, and goes on."""
    first = ended(lines, "abort")
    return [*first, *lines[len(first) - 1 :]]


def nobody_is_out(lines: Lines) -> Lines:
    """Somebody has resigned, but nobody is out."""
    points = event_of(lines[placed(lines, Moved)[1]])
    assert isinstance(points, Moved)
    ranks = [1 + sum(other > score for other in points.scores) for score in points.scores]
    true = tuple(map(Standing, ranks, points.scores))
    return ended(lines, "resign", true)


LIES: tuple[tuple[str, Callable[[Lines], Lines], str], ...] = (
    ("start", second_start, "the match has begun; expected anything but the start"),
    ("results", two_results, "expected nothing after the result"),
    ("reason", nobody_is_out, "the reason 'resign' is not true"),
    ("over", lambda lines: out(lines, len(lines) - 1, 0, "disconnect"), "what happens 'out'"),
    ("decided", lambda lines: out(lines, mover(lines)[0], 0, "crash"), "expected the result"),
    ("house", lambda lines: out(lines, *mover(lines), "crash", house=True), "a house bot"),
    ("time", lambda lines: out(lines, *mover(lines), "time"), "the reason 'time' is not true"),
    ("stall", lambda lines: out(lines, *mover(lines), "stall"), "before 1000 stalls in a row"),
    (
        "turn",
        lambda lines: out(lines, mover(lines)[0], 1 - mover(lines)[1], "illegal"),
        "the seat that is out for 'illegal'",
    ),
)


@pytest.mark.parametrize(
    ("lie", "told"), [each[1:] for each in LIES], ids=[each[0] for each in LIES]
)
def test_what_never_happens(lie: Callable[[Lines], Lines], told: str) -> None:
    """What no referee does by the rules and the policy is wrong, chained and signed or not."""
    lines = lines_of("seats=2,ones=9,twos=5,threes=5")
    assert judged(lines) == GENUINE
    with pytest.raises(FileInputError, match=told):
        judged(lie(lines))


def test_out_twice() -> None:
    """Who is out is not out again, and neither is a seat while a draw is due."""
    lines = lines_of()
    place = placed(lines, Out)[0]
    event = event_of(lines[place])
    assert isinstance(event, Out)
    with pytest.raises(FileInputError, match="what happens 'out'"):
        judged([*lines[: place + 1], *lines[place:]])
    with pytest.raises(FileInputError, match="what happens 'out'"):
        judged(out(lines, placed(lines, Started)[0] + 1, event.seat, "crash"))


def test_what_goes_on() -> None:
    """Of a match that goes on everything is true at each place, and a fault may end it anywhere."""
    lines = lines_of()
    for place in range(placed(lines, Started)[0], len(lines) - 1):
        assert verify(record_of(raw(lines[:place]))) == GOES_ON
    assert judged(ended(lines, "referee_fault")) == GENUINE


# ---------------------------------------------------------------- seats alone


def need(what: str, said: object, true: object) -> None:
    """As who judges a record compares things."""
    if said != true:
        raise FileInputError(f"{what} {said!r}", expected=f"{true}")


def moved(seat: int, spent_us: int, remaining_us: int, by: str) -> Moved:
    """A move."""
    event = Moved(MATCH, 2, seat, "1", spent_us, 0, remaining_us, (), "0" * 16)
    return msgspec.structs.replace(event, by=by)


def move(seats: Seats, event: Moved, turn: int = 1) -> None:
    """A move that is its whole turn."""
    seats.move(event, turn, ends=True)


def test_who_may_move() -> None:
    """The referee moves for those who are out, and as often as the policy says for the late."""
    clock = ClockSpec("sudden_death", 1000)
    seats = Seats(3, clock, Policy("default_move", stalls=1), need)
    seats.out(Out(MATCH, 2, 2, "resign"), 0, 1)
    move(seats, moved(2, 0, 1000, "referee"))
    with pytest.raises(FileInputError, match="who moved 'player'"):
        move(seats, moved(2, 0, 1000, "player"))
    with pytest.raises(FileInputError, match="the time that was spent 1000"):
        move(seats, moved(0, 1000, 0, "referee"))
    move(seats, moved(0, 1001, 0, "referee"))
    with pytest.raises(FileInputError, match="who moved 'referee'"):
        move(seats, moved(0, 5, 0, "referee"))
    move(seats, moved(1, 10, 990, "player"))
    with pytest.raises(FileInputError, match="the reason 'time'"):
        seats.out(Out(MATCH, 3, 0, "time"), 0, 1)
    seats.out(Out(MATCH, 3, 0, "stall"), 0, 1)
    assert (seats.outs, seats.whys) == ([2, 0], ["stall", None, "resign"])
    others = Seats(3, clock, Policy(), need)
    with pytest.raises(FileInputError, match="who moved 'referee'"):
        move(others, moved(0, 1001, 0, "referee"))
    with pytest.raises(FileInputError, match="the reason 'stall'"):
        others.out(Out(MATCH, 3, 0, "stall"), 0, 1)


def test_credit() -> None:
    """Nobody is credited more lag than the move took."""
    seats = Seats(2, ClockSpec("fischer", 1000, 10), Policy(), need)
    with pytest.raises(FileInputError, match="the lag credit 9"):
        move(seats, msgspec.structs.replace(moved(0, 8, 1011, "player"), lag_us=9))


def test_reason() -> None:
    """When nobody is left to play against, it ends for the reason of the last one who went."""
    seats = Seats(2, ClockSpec("fischer", 1000, 10), Policy(), need)
    seats.out(Out(MATCH, 3, 0, "crash"), 1, 1)
    for reason in ("normal", "adjudicated", "abort", "resign"):
        with pytest.raises(FileInputError, match=f"the reason '{reason}'"):
            seats.end(Result(MATCH, 4, reason, (), "0" * 64))
    seats.end(Result(MATCH, 4, "crash", (), "0" * 64))


def test_house_bots() -> None:
    """A house bot begins with a fresh clock, and is not replaced."""
    view = registry.get("pot").new()
    seats = Seats(2, ClockSpec("sudden_death", 1000), Policy("house"), need)
    move(seats, moved(0, 400, 600, "player"))
    with pytest.raises(FileInputError, match="what is said of a house bot False"):
        seats.out(Out(MATCH, 3, 0, "time"), 0, 1)
    seats.out(Out(MATCH, 3, 0, "time", house=True), 0, 1)
    move(seats, moved(0, 1, 999, "player"))
    with pytest.raises(FileInputError, match="what is said of a house bot True"):
        seats.out(Out(MATCH, 4, 0, "time", house=True), 1, 1)
    seats.out(Out(MATCH, 4, 0, "time"), 1, 1)
    with pytest.raises(FileInputError, match="expected the result"):
        seats.follow(Change(moved(1, 1, 999, "player"), view, view, 1))


def test_enough_moves() -> None:
    """After as many turns as the policy says nobody moves any more, and nobody is out."""
    seats = Seats(2, ClockSpec("per_move", 0, 1000), Policy(adjudicate_after=2), need)
    move(seats, moved(0, 1, 0, "player"))
    move(seats, moved(1, 1, 0, "player"), 2)
    with pytest.raises(FileInputError, match="what happens 'out'"):
        seats.out(Out(MATCH, 4, 0, "resign"), 0, 3)
    with pytest.raises(FileInputError, match="the turn 3"):
        move(seats, moved(0, 1, 0, "player"), 3)


def test_a_turn_of_several_decisions() -> None:
    """What comes back comes with the end of a turn, and the referee goes on where it has begun."""
    seats = Seats(2, ClockSpec("fischer", 1000, 10), Policy("default_move", stalls=1), need)
    seats.move(moved(0, 100, 900, "player"), 1, ends=False)
    seats.draw(ends=False)
    with pytest.raises(FileInputError, match="the time that was spent 900"):
        seats.move(moved(0, 900, 0, "referee"), 1, ends=False)
    seats.move(moved(0, 901, 0, "referee"), 1, ends=False)
    with pytest.raises(FileInputError, match="who moved 'player'"):
        seats.move(moved(0, 0, 0, "player"), 1, ends=False)
    with pytest.raises(FileInputError, match="the reason 'stall'"):
        seats.out(Out(MATCH, 3, 0, "stall"), 0, 1)
    seats.move(moved(0, 0, 10, "referee"), 1, ends=True)
    seats.move(moved(1, 300, 700, "player"), 2, ends=False)
    seats.draw(ends=True)  # the turn ends with a draw
    seats.move(moved(0, 10, 10, "player"), 3, ends=True)
    seats.move(moved(1, 300, 420, "player"), 4, ends=True)
    seats.out(Out(MATCH, 3, 0, "crash"), 0, 5)


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.kind)
def test_the_clock_of_each_turn(clock: ClockSpec) -> None:
    """A record in which time came back with each decision, or with none, is none of a referee's."""
    text = text_of_match("hoard", "seats=3", clock=clock)
    lines = [parsed(line) for line in text.splitlines(keepends=True)]
    assert judged(lines) == GENUINE
    tried = 0
    for place in placed(lines, Moved):
        line = lines[place]
        assert isinstance(line, Recorded)
        assert isinstance(line.event, Moved)
        for other in {line.event.remaining_us + each for each in (clock.move_us, -clock.move_us)}:
            if other >= 0 and other != line.event.remaining_us:
                tried += 1
                lie = with_event(line, remaining_us=other)
                with pytest.raises(FileInputError, match=WRONG_CLOCK):
                    judged([*lines[:place], lie, *lines[place + 1 :]])
        for changes in ({"turn": line.event.turn + 1}, {"turn": 0}, {"step": "move"}):
            lie = with_event(line, **changes)
            with pytest.raises(FileInputError, match="the turn and step"):
                judged([*lines[:place], lie, *lines[place + 1 :]])
    assert tried > 20 or not clock.move_us
    for seat in range(3):
        verify_own_view(own_view(record_of(signed(raw(lines))), seat), "view", PUBLIC)


POLICIES = st.builds(
    Policy,
    on_expiry=st.sampled_from(("loss", "default_move", "house")),
    stalls=st.integers(0, 2),
    illegal_moves=st.integers(0, 2),
    adjudicate_after=st.sampled_from((0, 0, 3, 6)),
)


@given(st.integers(0, 2**32), st.sampled_from(CLOCKS), POLICIES)
@examples(70)
def test_whatever_happens_within_turns(seed: int, clock: ClockSpec, policy: Policy) -> None:
    """Seats that are late, give up or say nonsense in the middle of a turn, under every policy.

    A referee that is started again at any moment has the same clocks, and the record is genuine.
    """
    rng = random.Random(seed)
    options = rng.choice(("seats=2,turns=9", "seats=3,turns=5", "seats=4,turns=3"))
    lag = rng.choice(((0, 0, 0), (3000, 500, 100)))
    script = Script(header("hoard", options, clock=clock, policy=policy, lag=lag))
    seats = range(script.table.state.seats)
    while script.table.result is None:
        happens = rng.random()
        try:
            if happens < 0.08:
                script.wake(10**9)
            elif happens < 0.1:
                script.resign(rng.choice(seats))
            elif happens < 0.14:
                script.move("nonsense", rng.randrange(50))
            else:
                move = rng.choice(script.table.state.legal_moves())
                spent = rng.randint(0, min(script.asked().time_us, 600))
                script.move(move, spent, rng.choice((0, 100, 400)))
        except Refusal:
            continue
        text = b"".join(script.texts)
        again, _ = Table.restore(
            journal_reader.read(text, MATCH), Moments(EPOCH_US), script.sent_ns
        )
        assert again.play.clocks(0) == script.table.play.clocks(script.sent_ns)
        assert [again.sync(seat) for seat in seats] == [script.table.sync(seat) for seat in seats]
    assert verify(record_of(signed(b"".join(script.texts))), PUBLIC) == GENUINE
