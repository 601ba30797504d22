"""Tests of carcbot.referee.table: turns of several decisions, on pure tables with injected time."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.games import registry
from carcbot.games.contract import CHANCE, OVER, Game
from carcbot.match.moments import Moments
from carcbot.messages import codec
from carcbot.messages.events import Drawn, Moved
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Clocks, Request
from carcbot.referee import journal_reader
from carcbot.referee.journal import Line, Recorded
from carcbot.referee.table import Table
from tests.games.random_games import GAMES
from tests.hypothesis_profiles import examples
from tests.referee.hosts import EPOCH_US, Script, header, raw

CLOCKS = (
    ClockSpec("per_move", 0, 1000),
    ClockSpec("sudden_death", 90_000),
    ClockSpec("fischer", 6000, 500),
    ClockSpec("delay", 6000, 500),
    ClockSpec("bank", 5000, 700),
)
EVERY_CLOCK = pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.kind)
WITH_STEPS = {"hoard", "thurn_and_taxis", "ticket_to_ride"}
"""Games in which a turn has several decisions."""
ONE_DECISION = tuple(game for game in GAMES if game[0] not in WITH_STEPS)
LONG_HOARD = "seats=3,turns=5"
LATE = 10**9


def hoard(clock: ClockSpec, policy: Policy | None = None, options: str = LONG_HOARD) -> Script:
    """A game with two or three decisions in a turn."""
    return Script(header("hoard", options, clock=clock, policy=policy))


def asked_now(script: Script) -> tuple[int, str]:
    """Which turn and step the last request is about."""
    return script.asked().turn, script.asked().step


# ------------------------------------------------------------ clocks


def main_after(clock: ClockSpec, main: int, billed: int) -> int:
    """The rule for whole turns: what is on the clock behind one that was billed so much in all."""
    match clock.kind:
        case "per_move":
            return 0
        case "sudden_death":
            return main - billed
        case "fischer":
            return main - billed + clock.move_us
        case "delay":
            return main - billed + min(billed, clock.move_us)
        case "bank":
            return main - max(billed - clock.move_us, 0)


def main_within(clock: ClockSpec, main: int, billed: int) -> int:
    """The same within a turn: nothing has come back yet."""
    match clock.kind:
        case "per_move" | "bank":
            return main_after(clock, main, billed)
        case _:
            return main - billed


def allowed(clock: ClockSpec, main: int, billed: int) -> int:
    """How long a decision may take in a turn that was billed so much before."""
    match clock.kind:
        case "per_move":
            return clock.move_us - billed
        case "bank":
            return main_within(clock, main, billed) + max(clock.move_us - billed, 0)
        case _:
            return main - billed


@EVERY_CLOCK
@given(seed=st.integers(0, 2**32))
@examples(10)
def test_a_turn_is_billed_as_one(clock: ClockSpec, seed: int) -> None:
    """Each decision is billed when it is made, and what a clock gives for a move it gives a turn.

    Main times, times that are allowed and what the turn was billed are exact at every decision.
    """
    rng = random.Random(seed)
    script = hoard(clock)
    main = [0 if clock.kind == "per_move" else clock.main_us] * 3
    turn, billed, decisions = 0, 0, set()
    while script.table.result is None:
        asked, state = script.asked(), script.table.state
        seat = asked.seat
        if asked.turn != turn:
            turn, billed = asked.turn, 0
        left = allowed(clock, main[seat], billed)
        assert (asked.turn, asked.step) == (state.turn, state.step)
        assert (asked.time_us, asked.turn_us) == (left, billed)
        assert asked.remaining_us == main_within(clock, main[seat], billed)
        clocks = script.table.play.clocks(script.now_ns)
        assert clocks == Clocks("m1", script.table.seq, clocks.remaining_us, seat, left)
        spent = rng.randint(0, min(left, rng.choice((0, 100, 450, 900))))
        script.move(rng.choice(state.legal_moves()), spent)
        billed += spent
        decisions.add(asked.step)
        event = script.moves[-1]
        ends = state.over or state.turn != turn
        if ends:
            main[seat] = main_after(clock, main[seat], billed)
        assert event.remaining_us == (
            main[seat] if ends else main_within(clock, main[seat], billed)
        )
        assert (event.turn, event.step, event.spent_us) == (turn, asked.step, spent)
    assert {"draw", "play"} <= decisions
    assert script.result.reason == "normal"


@pytest.mark.parametrize(
    ("clock", "decisions"),
    (
        # what each decision takes; what is allowed for it, and what is on the clock after it
        (ClockSpec("fischer", 60, 5), [(10, 60, 50), (3, 50, 47 + 5)]),
        (ClockSpec("delay", 60, 5), [(3, 60, 57), (1, 57, 56 + 4)]),
        (ClockSpec("delay", 60, 5), [(3, 60, 57), (4, 57, 53 + 5)]),
        (ClockSpec("per_move", 0, 5), [(3, 5, 0), (2, 2, 0)]),
        (ClockSpec("bank", 60, 5), [(3, 65, 60), (2, 62, 60)]),
        (ClockSpec("bank", 60, 5), [(3, 65, 60), (9, 62, 53)]),
        (ClockSpec("bank", 60, 5), [(8, 65, 57), (9, 57, 48)]),
        (ClockSpec("sudden_death", 60), [(8, 60, 52), (9, 52, 43)]),
    ),
    ids=lambda each: each.kind if isinstance(each, ClockSpec) else str(each),
)
def test_worked_example(clock: ClockSpec, decisions: list[tuple[int, int, int]]) -> None:
    """A first turn of two decisions, worked out by hand."""
    script = hoard(clock)
    for text, (spent, time, left) in zip(("open", "drop1"), decisions, strict=True):
        assert script.asked().time_us == time
        script.move(text, spent)
        assert script.moves[-1].remaining_us == left
    assert asked_now(script) == (2, "draw")


@EVERY_CLOCK
def test_the_last_microsecond_of_a_turn(clock: ClockSpec) -> None:
    """What earlier decisions took is gone for a later one: a microsecond more is too late."""
    for late in (0, 1):
        script = hoard(clock)
        script.move("open", 300)
        script.move("drop1", script.asked().time_us + late)
        assert script.table.sync(0).out[0] == ("time" if late else None)


@pytest.mark.parametrize(("name", "options"), ONE_DECISION)
@EVERY_CLOCK
def test_one_decision_a_turn_is_as_before(name: str, options: str, clock: ClockSpec) -> None:
    """Where a turn has one decision, clocks show what they did when each decision was a turn."""

    def time_for(main: int) -> int:
        if clock.kind == "per_move":
            return clock.move_us
        return main + clock.move_us if clock.kind == "bank" else main

    def after(main: int, billed: int) -> int:
        match clock.kind:
            case "per_move":
                return 0
            case "sudden_death":
                return main - billed
            case "fischer":
                return main - billed + clock.move_us
            case "delay" | "bank":
                return main - max(billed - clock.move_us, 0)

    rng = random.Random(5)
    script = Script(header(name, options, clock=clock))
    main = [0 if clock.kind == "per_move" else clock.main_us] * script.table.state.seats
    while script.table.result is None:
        asked = script.asked()
        seat = asked.seat
        assert (asked.time_us, asked.remaining_us) == (time_for(main[seat]), main[seat])
        assert (asked.turn, asked.step, asked.turn_us) == (len(script.moves) + 1, "move", 0)
        spent = rng.randint(0, min(time_for(main[seat]), rng.choice((0, 600))))
        script.move(rng.choice(script.table.state.legal_moves()), spent)
        main[seat] = after(main[seat], spent)
        assert script.moves[-1].remaining_us == main[seat]


# ------------------------------------------------------------ stalls and lengths


@EVERY_CLOCK
def test_the_referee_finishes_the_turn(clock: ClockSpec) -> None:
    """With default moves a seat that is late loses the rest of this turn, and no other."""
    script = hoard(clock, Policy("default_move", stalls=3))
    script.move("open", 200)
    assert asked_now(script) == (1, "play")
    script.wake(LATE)
    by = [(event.turn, event.by) for event in script.moves]
    assert by[:2] == [(1, "player"), (1, "referee")]
    assert set(by[1:]) == {(1, "referee")}
    assert asked_now(script) == (2, "draw")
    # the first move of the referee counts as one that took all of the time, the others as none
    first, *more = script.moves[1:]
    assert first.spent_us == LATE
    assert all(event.spent_us == 0 for event in more)
    all_of_it = main_after(clock, clock.main_us, 200 + allowed(clock, clock.main_us, 200))
    assert script.moves[-1].remaining_us == (0 if clock.kind == "per_move" else all_of_it)


def play_turn(script: Script, *, late_at: int = -1) -> None:
    """Plays a whole turn; the clock runs out at one of its decisions."""
    turn, number = script.asked().turn, 0
    while script.table.result is None and script.asked().turn == turn:
        if number == late_at:
            script.wake(LATE)
        else:
            script.move()
        number += 1
        if script.table.state.turn != turn:
            break


@pytest.mark.parametrize("late_at", (0, 1))
def test_stalls_are_turns(late_at: int) -> None:
    """A seat is out when it stalls in one turn too many in a row, however many moves that were."""
    script = hoard(CLOCKS[0], Policy("default_move", stalls=2), "turns=6")
    for turn in range(1, 7):
        if turn in (5, 6):  # nobody is out for two turns in a row
            play_turn(script)
        else:
            play_turn(script, late_at=late_at if turn % 2 else -1)
        assert script.table.result is None
    # a turn of its own has ended the row: seat 0 may stall twice again
    for turn in range(7, 11):
        play_turn(script, late_at=late_at if turn % 2 else -1)
        assert script.table.result is None
    play_turn(script, late_at=late_at)
    assert script.result.reason == "stall"
    assert script.table.sync(0).out == ("stall", None)


def test_a_move_of_its_own_in_a_turn_that_stalls() -> None:
    """Who makes a first decision and lets the clock run at the second has stalled in that turn."""
    script = hoard(CLOCKS[0], Policy("default_move", stalls=1), "turns=6")
    play_turn(script, late_at=1)
    play_turn(script)
    play_turn(script, late_at=1)
    assert script.result.reason == "stall"


@pytest.mark.parametrize("turns", (1, 4, 7))
def test_length_is_counted_in_turns(turns: int) -> None:
    """A match is adjudicated behind the last decision of so many turns of all seats together."""
    script = hoard(CLOCKS[0], Policy(adjudicate_after=turns))
    script.finish(random.Random(turns))
    assert (script.result.reason, script.result.text) == ("adjudicated", f"after {turns} turns")
    assert {event.turn for event in script.moves} == set(range(1, turns + 1))
    assert len(script.moves) >= 2 * turns
    assert script.table.state.turn == turns + 1


# ------------------------------------------------------------ what is said and written


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_messages_carry_turns(name: str, options: str) -> None:
    """Draws, moves, requests and syncs say their turn, and which step of it, for every viewer."""
    script = Script(header(name, options))
    rng = random.Random(1)
    while script.table.result is None:
        state, sync = script.table.state, script.table.sync(0)
        assert asked_now(script) == (sync.turn, sync.step) == (state.turn, state.step)
        script.move(rng.choice(state.legal_moves()))
    events = [each for each in script.events if isinstance(each, Drawn | Moved)]
    for viewer in (*range(script.table.state.seats), None):
        told = [
            each for each in script.table.log.since(0, viewer) if isinstance(each, Drawn | Moved)
        ]
        assert [each.turn for each in told] == [each.turn for each in events]
        steps = [each.step for each in told if isinstance(each, Moved)]
        assert steps == [each.step for each in events if isinstance(each, Moved)]
        assert all(steps)
    if name not in WITH_STEPS:  # the usual step is not said
        assert not any(b'"step"' in codec.encode(each) for each in events)


@EVERY_CLOCK
@given(st.integers(0, 2**32))
@examples(5)
def test_restored_within_a_turn(clock: ClockSpec, seed: int) -> None:
    """A table that comes back from its journal asks as it did, in the middle of a turn too."""
    rng = random.Random(seed)
    script = hoard(clock, Policy("default_move", stalls=2))
    for _ in range(rng.randrange(1, 12)):
        if script.table.result:
            return
        if rng.random() < 0.15:
            script.wake(LATE)
        else:
            script.move(rng.choice(script.table.state.legal_moves()), rng.randrange(400))
    if script.table.result:
        return
    again = back_again(b"".join(script.texts))
    assert again == script.asked()


def back_again(text: bytes) -> Request:
    """What is asked at the table of which this is the journal."""
    lines = journal_reader.read(text, "journal")
    table, _ = Table.restore(lines, Moments(EPOCH_US), 1)
    for seat in range(table.state.seats):
        for say in table.came(seat, table.seq, 1).says:
            if isinstance(say.message, Request):
                return say.message
    raise AssertionError


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_journals_of_before(name: str, options: str) -> None:
    """A journal that does not say turns is gone on with, and does not say them later either."""
    script = Script(header(name, options))
    for _ in range(3):
        if script.table.result is None:
            script.move()
    if script.table.result:
        return
    head, *others = script.lines
    lines = [msgspec.structs.replace(head, turns=False), *map(without_turn, others)]
    old = raw(lines)
    assert b'"turn"' not in old
    assert back_again(old) == script.asked()
    table, _ = Table.restore(journal_reader.read(old, "journal"), Moments(EPOCH_US), 1)
    assert table.log.whole(0) == [each.event for each in lines if isinstance(each, Recorded)]
    again = Script(lines[0], table)  # type: ignore[arg-type]
    again.request = script.asked()
    again.move()
    assert all(each.turn == 0 for each in again.moves)


def without_turn(line: Line) -> Line:
    """The line as it was written before turns were."""
    changes: dict[str, object] = {}
    if not isinstance(line, Recorded):
        return line
    if isinstance(line.event, Drawn | Moved):
        changes["turn"] = 0
    if isinstance(line.event, Moved):
        changes["step"] = "move"
    event = msgspec.structs.replace(line.event, **changes)
    return msgspec.structs.replace(line, event=event)


# ------------------------------------------------------------ a turn that a draw ends


class Press:
    """A game for two: a seat rolls as often as it dares; a 1 ends its turn, and so does it."""

    options, seats, digest = "seats=2", 2, 0

    def __init__(self) -> None:
        self.turn, self.points, self.rolls = 1, [0, 0], False

    @property
    def over(self) -> bool:
        """Each has had three turns."""
        return self.turn > 6

    @property
    def to_move(self) -> int:
        """A roll is chance's."""
        return OVER if self.over else CHANCE if self.rolls else (self.turn - 1) % 2

    @property
    def step(self) -> str:
        """There may be any number of these."""
        return "roll" if self.to_move >= 0 else ""

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.turn} {self.points} {self.rolls}"

    def legal_moves(self) -> list[str]:
        """What a seat may do."""
        return ["roll", "stop"] if self.to_move >= 0 else []

    def outcomes(self) -> list[tuple[str, int]]:
        """What is rolled."""
        return [("1", 1), ("6", 1)] if self.rolls else []

    def canonical_move(self, text: str) -> str:
        """There is one way to say it."""
        return text

    def apply(self, text: str) -> None:
        """A roll or a decision."""
        if text == "6":
            self.points[(self.turn - 1) % 2] += 6
        self.rolls = text == "roll"
        self.turn += text in {"1", "stop"}

    def copy(self) -> "Press":
        """Another one like it."""
        other = Press()
        other.turn, other.points, other.rolls = self.turn, [*self.points], self.rolls
        return other

    def scores(self) -> list[int]:
        """All that was rolled."""
        return [*self.points]

    def ranking(self) -> list[int]:
        """The more the better."""
        return [1 + (self.points[0] < self.points[1]), 1 + (self.points[1] < self.points[0])]


@pytest.fixture
def press() -> Iterator[None]:
    """The game above, known by its name."""
    begin: Any = Press
    game: Game[Any] = Game(
        "press", "Press", range(2, 3), (), has_secrets=False,
        new_game=lambda _: begin(), parse_position=lambda _: begin(),
    )  # fmt: skip
    registry.add(game)
    yield
    registry.remove("press")


@EVERY_CLOCK
@pytest.mark.usefixtures("press")
def test_a_turn_that_a_draw_ends(clock: ClockSpec) -> None:
    """What a turn brings comes with the draw that ends it; who stalls is asked again after that."""
    ended_by = set()
    for seed in range(12):
        script = Script(header("press", clock=clock, seed=bytes([seed]) * 32))
        main = [0 if clock.kind == "per_move" else clock.main_us] * 2
        turn, billed = 1, 0
        while script.table.result is None:
            asked = script.asked()
            if asked.turn != turn:
                seat = turn % 2 == 0
                main[seat] = main_after(clock, main[seat], billed)
                turn, billed = asked.turn, 0
            assert asked.remaining_us == main_within(clock, main[asked.seat], billed)
            assert (asked.turn_us, asked.step) == (billed, "roll")
            script.move("roll" if len(script.moves) % 5 else "stop", 100)
            billed += 100
            ended_by.add(script.moves[-1].move if script.asked().turn != turn else "")
        text = b"".join(script.texts)
        table, _ = Table.restore(journal_reader.read(text, "journal"), Moments(EPOCH_US), 1)
        assert table.sync(0) == script.table.sync(0)
    assert {"roll", "stop", ""} <= ended_by
