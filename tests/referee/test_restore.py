"""Tests of carcbot.referee.table: a match that comes back from its journal."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.messages.events import Drawn, Event, Moved, Out, Result
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.referee import journal_reader
from carcbot.referee.journal import Header, Line, Recorded
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table
from carcbot.replay.verification import UNKNOWN, verify
from tests.games.random_games import OPTION_SETS
from tests.referee.hosts import EPOCH_US, LONG_POT, MATCH, Script, identity, raw
from tests.referee.hosts import header as head_of
from tests.replay.records import record_of, signed

LAG = (400, 300, 20)
LAG_US = 500
CLOCKS = (
    ClockSpec("per_move", 0, 1000),
    ClockSpec("fischer", 50_000, 500),
    ClockSpec("bank", 50_000, 400),
)
SMALL = [(name, options) for name in ("pot", "kuhn", "grove") for options in OPTION_SETS[name]]


def restored(lines: list[Line], now_ns: int, rest: bytes = b"") -> Script:
    """What comes back from these lines and the beginning of one more."""
    text = raw(lines)
    read = journal_reader.read(text + rest, "m1.jsonl")
    assert read.size == len(text)
    table, step = Table.restore(read, Moments(EPOCH_US), now_ns)
    script = Script(read.header, table, now_ns)
    script.lines = list(lines)
    script.take(step)
    return script


def played_with_all(name: str, options: str, clock: ClockSpec, policy: Policy, seed: int) -> Script:
    """A game in which there are late moves, lag, and seats that go as far as two are left."""
    script = Script(head_of(name, options, clock=clock, policy=policy, lag=LAG))
    rng, outs = random.Random(seed), 0
    seats = script.table.state.seats
    while script.table.result is None:
        seat = rng.randrange(seats)
        is_in = script.table.sync(seat).out[seat] is None
        if outs < seats - 2 and rng.random() < 0.1 and is_in:
            script.resign(seat)
            outs += 1
        elif rng.random() < 0.2 and policy.on_expiry == "default_move":
            script.wake(10**6)
        else:
            text = rng.choice(script.table.state.legal_moves())
            script.move(text, rng.randint(0, 900), LAG_US)
    return script


def go_on_like(script: Script, original: Script) -> None:
    """Plays what is left of the original game: all come back and do the same in the same time."""
    for seat in range(script.table.state.seats):
        script.take(script.table.came(seat, script.table.seq, script.now_ns))
    for event in original.events:
        if event.seq <= script.table.seq:
            continue
        if isinstance(event, Out):
            script.resign(event.seat)
        elif isinstance(event, Moved) and event.by == "player":
            script.move(event.move, event.spent_us, LAG_US)
        else:
            assert isinstance(event, Moved)  # draws and the result come by themselves
            assert script.move(None, event.spent_us).seq is None  # too late, so the referee's


def happened(events: Sequence[Event]) -> list[Event]:
    """The events without what only tells when they were: the chain of a later match is another."""
    return [
        msgspec.structs.replace(event, chain="") if isinstance(event, Result) else event
        for event in events
    ]


def same_so_far(script: Script, original: Script) -> None:
    """What every seat may see of the one is the beginning of what it saw of the other."""
    for seat in (*range(script.table.state.seats), None):
        seen = happened(script.table.log.since(0, seat))
        assert seen == happened(original.table.log.since(0, seat)[: len(seen)])
    assert happened(script.events) == happened(original.events[: script.table.seq])
    read = journal_reader.read(raw(script.lines), "m1")
    assert read.link == script.table.link


@pytest.mark.parametrize(("name", "options"), SMALL)
@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.kind)
def test_every_prefix(name: str, options: str, clock: ClockSpec) -> None:
    """From every line on the same match comes back, goes on by itself alike, and can be finished.

    The draws, clocks, lag accounts, stalls and standings come out as they did.
    """
    for seed, policy in enumerate(
        (
            Policy(),
            Policy("default_move", stalls=10**3),
            Policy("house"),
            Policy(adjudicate_after=4),
        )
    ):
        original = played_with_all(name, options, clock, policy, seed)
        assert original.result.reason in {"normal", "adjudicated"}
        now_ns = original.now_ns + 10**9
        for count in range(1, len(original.lines) + 1):
            script = restored(original.lines[:count], now_ns)
            same_so_far(script, original)
            if not script.table.has_begun:
                for seat in range(count - 1, script.table.state.seats):
                    script.take(script.table.sit(f"p{seat}", seat, now_ns))
            go_on_like(script, original)
            assert script.table.result is not None
            assert script.table.seq == original.table.seq
            same_so_far(script, original)


@pytest.mark.parametrize("options", OPTION_SETS["carcassonne"][1:4])
def test_prefixes_of_carcassonne(options: str) -> None:
    """A game of many tiles comes back from every line, and from some it is finished."""
    policy = Policy("default_move", stalls=10**3)
    original = played_with_all("carcassonne", options, CLOCKS[1], policy, 1)
    state = registry.get("carcassonne").new(options)
    texts = {0: state.text}
    for event in original.events:
        if isinstance(event, Drawn | Moved):
            state.apply(event.draw if isinstance(event, Drawn) else event.move)
        texts[event.seq] = state.text
    for count in range(1 + state.seats, len(original.lines) + 1):
        script = restored(original.lines[:count], original.now_ns)
        assert script.table.seq >= count - 1 - state.seats
        assert script.table.state.text == texts[script.table.seq]
        assert script.events == original.events[: script.table.seq]
        if count % 25 == 0:
            go_on_like(script, original)
            assert happened(script.events) == happened(original.events)


def test_cut_anywhere() -> None:
    """A last line that was not written to its end does not count, wherever it was cut."""
    original = played_with_all("pot", "", CLOCKS[0], Policy(), 1)
    for count in range(1, len(original.lines)):
        rest = raw(original.lines[: count + 1])[len(raw(original.lines[:count])) :]
        whole = identity(restored(original.lines[:count], 10**10).table)
        for cut in range(0, len(rest), 7):
            assert identity(restored(original.lines[:count], 10**10, rest[:cut]).table) == whole
        assert identity(restored(original.lines[:count], 10**10, rest[:-1]).table) == whole


def test_nobody_is_billed_for_the_rest() -> None:
    """No clock runs until the request is sent again, and then all of it is there again."""
    original = Script(head_of("pot", LONG_POT, clock=ClockSpec("sudden_death", 10_000)))
    original.move(us=1500)
    original.now_ns += 10**9
    read = journal_reader.read(raw(original.lines), "m1")
    now_ns = original.now_ns + 3600 * 10**9
    table, step = Table.restore(read, Moments(EPOCH_US), now_ns)
    grace_ns = 60 * 10**9
    due = [table.wake_at_ns]
    assert step.lines == []
    for seat in (0, 1):
        table.came(seat, table.seq, now_ns + 5 * 10**9)
    assert [*due, table.wake_at_ns] == [now_ns + grace_ns, None]
    script = Script(read.header, table, now_ns + 10**10)
    script.take(step)
    other = original.moves[0].seat
    assert script.asked().remaining_us == (8500 if script.asked().seat == other else 10_000)
    assert script.asked().time_us == script.asked().remaining_us
    script.move(us=400)
    assert script.moves[-1].spent_us == 400


def test_stamps_go_on() -> None:
    """If the machine's clock was set back meanwhile, nothing seems to happen before what did."""
    original = Script(head_of("pot", LONG_POT))
    original.move(us=700)
    read = journal_reader.read(raw(original.lines), "m1")
    for behind_us in (-(10**9), 10**9):
        table, step = Table.restore(read, Moments(EPOCH_US - behind_us), original.now_ns)
        script = Script(read.header, table, original.now_ns)
        script.take(step)
        script.move(us=300)
        stamps = [line.sent_us for line in (*read.events, *events_of(script.lines))]
        assert stamps == sorted(stamps)
        last, first = stamps[len(read.events) - 1 :][:2]
        assert first - last == 300 + max(-behind_us, 0)


def test_nobody_comes_back() -> None:
    """Who does not come back within the grace period is out."""
    clock = ClockSpec("sudden_death", 10**10)
    original = Script(head_of("pot", LONG_POT, clock=clock, policy=Policy(grace_us=10**6)))
    script = restored(original.lines, 10**12)
    script.take(script.table.came(0, 0, 10**12))
    script.take(script.table.wake(10**12 + 10**9 - 1))
    assert script.table.result is None
    script.take(script.table.wake(10**12 + 10**9))
    assert script.result.reason == "disconnect"
    assert [each.place for each in script.result.standings] == [1, 2]


def test_move_that_was_acknowledged_before() -> None:
    """A move that comes again after the referee came back has its number, and is not made twice."""
    original = Script(head_of("pot", LONG_POT))
    seat, command = original.asked().seat, original.command()
    seq = original.move().seq
    for _ in range(3):
        original.move()
    script = restored(original.lines, original.now_ns)
    before = identity(script.table)
    step = script.table.play.move(seat, command, original.now_ns, original.now_ns, 0)
    assert (step.seq, step.lines, step.says) == (seq, [], [])
    assert identity(script.table) == before


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_ended_after_any_event(name: str, options: str) -> None:
    """A table that is as its journal has it goes no step further, and can be ended there."""
    original = played_with_all(name, options, CLOCKS[0], Policy(), 4)
    texts = original.texts
    for count in range(len(texts) - len(original.events) + 1, len(texts)):
        read = journal_reader.read(b"".join(texts[:count]), "m1")
        table = Table.as_written(read, Moments(EPOCH_US), original.now_ns)
        assert (table.seq, table.link) == (len(read.events), read.link)
        if table.state.over:  # the result is written together with the last move
            break
        step = table.play.end("referee_fault", "a bug", original.now_ns)
        record = record_of(signed(b"".join((*texts[:count], *step.lines))))
        assert verify(record) == UNKNOWN
        assert record.result is not None
        assert (record.result.seq, record.result.standings) == (len(read.events) + 1, ())


# ---------------------------------------------------------------- journals that somebody changed


def events_of(lines: list[Line]) -> list[Recorded]:
    """The lines of events."""
    return [line for line in lines if isinstance(line, Recorded)]


def changed(lines: list[Line], seq: int, **changes: object) -> bytes:
    """The journal with one event changed."""
    return raw(
        [
            msgspec.structs.replace(line, event=msgspec.structs.replace(line.event, **changes))
            if isinstance(line, Recorded) and line.event.seq == seq
            else line
            for line in lines
        ]
    )


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_another_digest(name: str, options: str) -> None:
    """A digest that is not the position's is refused, at whatever event, and that is named."""
    original = played_with_all(name, options, CLOCKS[0], Policy(), 2)
    for event in original.events:
        if isinstance(event, Drawn | Moved):
            digest = f"{int(event.digest, 16) ^ 1:016x}"
            text = changed(original.lines, event.seq, digest=digest)
            with pytest.raises(FileInputError, match=f"event {event.seq}\\b.*{digest}"):
                Table.restore(journal_reader.read(text, "m1"), Moments(EPOCH_US), 0)


@pytest.mark.parametrize(("name", "options"), SMALL)
@given(st.integers(0, 2**32))
def test_another_ply(name: str, options: str, seed: int) -> None:
    """Another move or draw, legal or not, is refused where it stands or at the next digest."""
    rng = random.Random(seed)
    original = Script(head_of(name, options))
    original.finish(rng)
    plies = [event for event in original.events if isinstance(event, Drawn | Moved)]
    event = rng.choice(plies)
    field = "draw" if isinstance(event, Drawn) else "move"
    texts = {getattr(each, "draw", getattr(each, "move", "")) for each in plies} | {"x", "?", "99"}
    text = rng.choice(sorted(texts - {getattr(event, field)}))
    with pytest.raises(FileInputError, match=f"event {event.seq}\\b"):
        Table.restore(
            journal_reader.read(changed(original.lines, event.seq, **{field: text}), "m1"),
            Moments(EPOCH_US),
            0,
        )


def test_impossible_headers() -> None:
    """A journal of options or a clock that do not exist is refused."""
    original = Script(head_of("pot"))
    head = original.lines[0]
    assert isinstance(head, Header)
    several: tuple[dict[str, object], ...] = (
        {"options": "seats=9"},
        {"game": "chess"},
        {"clock": ClockSpec()},
    )
    for changes in several:
        line = msgspec.structs.replace(head, **changes)
        read = journal_reader.read(raw([line, *original.lines[1:]]), "m1")
        with pytest.raises(InputError, match=r"seats|chess|clock"):
            Table.restore(read, Moments(EPOCH_US), 0)


def test_over_is_over() -> None:
    """A match that had its result comes back with it, and with nothing to add."""
    original = played_with_all("pot", "seats=3", CLOCKS[0], Policy(), 3)
    read = journal_reader.read(raw(original.lines), "m1")
    assert read.is_over
    table, step = Table.restore(read, Moments(EPOCH_US), 0)
    assert (step.lines, step.says) == ([], [])
    assert table.result == original.table.result
    assert table.wake_at_ns is None
    with pytest.raises(Refusal):
        table.play.move(0, Move(1, MATCH, table.seq, "1"), 0, 0, 0)
