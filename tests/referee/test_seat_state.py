"""Tests of carcbot.referee.seat_state: what can happen to a seat, and that tables follow it."""

import random
from collections.abc import Callable
from typing import get_args

import pytest

from carcbot.errors import FileInputError, InternalError
from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.messages.events import Out
from carcbot.messages.parts import Policy
from carcbot.referee import journal_reader
from carcbot.referee.clocks import LagAccount
from carcbot.referee.journal import Line, Recorded, Seated
from carcbot.referee.match_course import Player
from carcbot.referee.seat_state import (
    EMPTY,
    STATES,
    TABLE,
    Phase,
    RequestStage,
    SeatEvent,
    SeatState,
)
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table
from tests.referee.hosts import EPOCH_US, MATCH, Script, header, raw

EVENTS: tuple[SeatEvent, ...] = get_args(SeatEvent)
Parts = tuple[Phase, bool, RequestStage]
NOW_NS = 5_000_000_000
SEAT = 2
"""The seat that is looked at: others begin."""
THREE = "seats=3,ones=9,twos=5,threes=5"


def parts(state: SeatState) -> Parts:
    """A state in its parts."""
    return state.phase, state.is_here, state.request


def model(state: Parts, event: SeatEvent) -> Parts | None:  # noqa: C901, PLR0911, PLR0912 - slow
    """What an event makes of a state, said once more in other words; None if it cannot happen."""
    phase, is_here, request = state
    is_played = phase in {"player", "house"}
    if event == "sit":
        return ("seated", True, "none") if phase == "empty" else None
    if phase == "empty":
        return None
    if event == "come":
        return phase, True, request
    if event == "go":
        return (phase, False, request) if is_here and phase != "over" else None
    if event == "get_up":
        return ("empty", False, "none") if phase == "seated" else None
    if event == "begin":
        return ("player", is_here, request) if phase == "seated" else None
    if phase in {"seated", "over"}:
        return None
    if event == "end":
        return "over", is_here, "none"
    if not is_played:
        return None
    if event == "put_out":
        return "out", is_here, "none"
    if event == "replace":
        return ("house", False, "none") if phase == "player" else None
    if event == "ask":
        return (phase, is_here, "unsent") if request == "none" else None
    if event == "answer":
        return (phase, is_here, "none") if request != "none" else None
    assert event == "send"
    if request != "unsent" or (phase == "house" and not is_here):
        return None
    return phase, is_here, "running"


def reachable() -> set[Parts]:
    """All states that the model comes to."""
    found: set[Parts] = {("empty", False, "none")}
    while True:
        after = {model(state, event) for state in found for event in EVENTS} - {None}
        if after <= found:
            return found
        found |= {each for each in after if each is not None}


def test_every_state_and_event() -> None:
    """The table says of each state and event what the model says, and knows the same states."""
    assert {parts(state) for state in STATES} == reachable()
    assert len(STATES) == len(reachable())
    for state in STATES:
        for event in EVENTS:
            after = state.after.get(event)
            assert (after and parts(after)) == model(parts(state), event), (state, event)


def test_rows_do_not_overlap() -> None:
    """No two rows of the table say anything of the same state and event, and none says nothing."""
    for row in TABLE:
        hit = 0
        for state in STATES:
            fits = [
                each
                for each in TABLE
                if each.event == row.event
                and state.phase in each.phases
                and each.here in {None, state.is_here}
                and state.request in each.requests
            ]
            assert len(fits) <= 1, (state, fits)
            hit += row in fits
        assert hit, row


def test_players_refuse_what_is_not_in_the_table() -> None:
    """Whatever happens to a seat, in any order: it can as the model says, or nothing changes."""
    rng = random.Random(20)
    refused = 0
    for _ in range(300):
        player, state, away_ns = Player(0, LagAccount(0, 0, 0)), parts(EMPTY), 0
        for now_ns in range(1, 30):
            event = rng.choice(EVENTS)
            after = model(state, event)
            assert player.can(event) is (after is not None)
            if after is None:
                refused += 1
                with pytest.raises(InternalError, match=event):
                    player.change(event, now_ns)
            else:
                player.change(event, now_ns)
                if event in {"go", "replace"} or (event == "get_up" and state[1]):
                    away_ns = now_ns
                state = after
            assert parts(player.state) == state
            assert player.away_ns == (None if state[1] else away_ns)
    assert refused > 300


# ------------------------------------------------------------ a table, event by event


def opened(*, house: bool) -> Table:
    """A table at which nobody sits."""
    return Table(
        header("pot", THREE, policy=Policy(on_expiry="house" if house else "loss")),
        Moments(EPOCH_US),
    )


def _sit(table: Table) -> None:
    table.sit("me", SEAT, NOW_NS)


def _get_up(table: Table) -> None:
    table.leave("me")


def _begin(table: Table) -> None:
    """The others sit down, if that is possible."""
    for seat in range(SEAT):
        table.sit(f"p{seat}", seat, NOW_NS)


def _ask(table: Table) -> None:
    """The others move until it is this seat's turn, if ever it is."""
    for _ in range(SEAT):
        mover = table.state.to_move
        if table.result is None and table.has_begun and mover != SEAT:
            _move(table, mover)


def _move(table: Table, seat: int) -> None:
    text = next(iter(table.state.legal_moves()), "none")
    pending = table.play._pending
    asked = pending.seq if pending else table.seq
    table.play.move(seat, Move(1, MATCH, asked, text), NOW_NS, NOW_NS, 0)


HAPPENS: dict[SeatEvent, Callable[[Table], object]] = {
    "sit": _sit,
    "get_up": _get_up,
    "begin": _begin,
    "come": lambda table: table.came(SEAT, table.seq, NOW_NS),
    "go": lambda table: table.left(SEAT, NOW_NS),
    "ask": _ask,
    "send": lambda table: table.play.request_sent(SEAT, NOW_NS),
    "answer": lambda table: _move(table, SEAT),
    "replace": lambda table: table.play.fail(SEAT, "crash", NOW_NS),
    "put_out": lambda table: table.play.fail(SEAT, "crash", NOW_NS),
    "end": lambda table: table.play.end("adjudicated", "", NOW_NS),
}


def way_to(state: SeatState) -> tuple[SeatEvent, ...]:
    """The shortest way to a state."""
    ways: dict[SeatState, tuple[SeatEvent, ...]] = {EMPTY: ()}
    known = [EMPTY]
    for each in known:  # it grows meanwhile
        for event, after in each.after.items():
            if after not in ways:
                ways[after] = (*ways[each], event)
                known.append(after)
    return ways[state]


def state_at(table: Table) -> Parts:
    """The state of the seat that is looked at."""
    return parts(table._players[SEAT].state)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: "-".join(map(str, parts(state))))
def test_tables_follow_the_table(state: SeatState, event: SeatEvent) -> None:
    """A seat of a real table that was led to a state changes as the table says, or not at all."""
    way = way_to(state)
    table = opened(house="replace" in way or (event == "replace" and state.phase == "player"))
    for each in way:
        HAPPENS[each](table)
    assert state_at(table) == parts(state), way
    if event == "replace" and state.phase == "house":
        event = "put_out"  # nobody replaces a house bot
    expected = model(parts(state), event)
    if event == "replace" and expected and state.request != "none":
        expected = model(expected, "ask")  # at once
    try:
        HAPPENS[event](table)
    except (Refusal, InternalError):
        assert expected is None, "it can happen"
    if expected is None:
        expected = parts(state)
    assert state_at(table) == expected


# ------------------------------------------------------------ journals that cannot be


def lines_of(*, out: bool = False) -> list[Line]:
    """The journal of a match at three seats in which one is out."""
    script = Script(header("pot", THREE))
    if out:
        script.take(script.table.play.fail(SEAT, "crash", script.now_ns))
    return list(script.lines)


def refused(lines: list[Line]) -> str:
    """Why a table cannot be made of such a journal."""
    with pytest.raises(FileInputError) as caught:
        Table.as_written(journal_reader.read(raw(lines), "m1.jsonl"), Moments(EPOCH_US), NOW_NS)
    return str(caught.value)


def test_nobody_sits_down_on_another() -> None:
    """A journal in which a taken seat is taken, or a free one given up, is refused."""
    lines = lines_of()
    taken = [lines[0], *lines[1:3], Seated(0, "eve"), *lines[3:]]
    assert "the seats" in refused(taken)
    free = [lines[0], Seated(1), *lines[1:]]
    assert "somebody who gets up" in refused(free)


def test_nobody_is_out_twice() -> None:
    """A journal in which somebody who is out goes out again is refused."""
    lines = lines_of(out=True)
    last = lines[-1]
    assert isinstance(last, Recorded)
    assert isinstance(last.event, Out)
    again = Out(MATCH, last.event.seq + 1, SEAT, "crash", house=False)
    twice = [*lines, Recorded(again, last.sent_us)]
    assert "somebody who is not out" in refused(twice)
