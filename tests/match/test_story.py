"""Tests of carcbot.match.story: one fold for everybody, whatever they know of the match."""

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

import carcbot
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import State, View, view_of
from carcbot.match.story import Story, UntrueEventError, ply_of
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from tests.games.random_games import GAMES
from tests.referee.hosts import MATCH, Script, header

EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)


@cache
def played(name: str, options: str, seed: int = 1) -> Script:
    """A match at a table of the referee, in which all but two may give up."""
    script = Script(header(name, options))
    rng, seats = random.Random(seed), script.table.state.seats
    left = set(range(seats))
    while script.table.result is None:
        if len(left) > 2 and rng.random() < 0.05:
            seat = rng.choice(sorted(left))
            left.remove(seat)
            script.resign(seat)
        else:
            script.move(rng.choice(script.table.state.legal_moves()))
    return script


def positions_of(events: Sequence[Event], options: str) -> list[State]:
    """The position after each event, by the rules alone."""
    start = events[0]
    assert isinstance(start, Started)
    states = [registry.get(start.game).new(options)]
    for event in events[1:]:
        state = states[-1].copy()
        if isinstance(event, Drawn):
            state.apply(event.draw)
        elif isinstance(event, Moved):
            state.apply(event.move)
        states.append(state)
    return states


def what(story: Story[View]) -> tuple[object, ...]:
    """All that a story knows."""
    view = story.view
    return view.text, view.digest, view.to_move, story.seq, tuple(story.plies), story.is_over


@EVERY_GAME
def test_over_a_view_as_over_the_position(name: str, options: str) -> None:
    """At each event, the story that is told to a seat has the view of the story that tells all.

    So it is for those at the table who have no seat; and turn, decision and points are the same for
    all of them.
    """
    log = played(name, options).table.log
    whole = log.whole(0)
    states = positions_of(whole, options)
    start = states[0]
    changes = list(map(Story(start, MATCH, digests=True).tell, whole))
    assert [(each.after.text, each.after.digest) for each in changes] == [
        (state.text, state.digest) for state in states
    ]
    seats: list[int | None] = [*range(start.seats), None]
    for seat in seats:
        events = log.since(0, seat)
        story = Story(view_of(start, seat), MATCH, digests=True)
        before = view_of(start, seat).text
        for change, seen in zip(changes, map(story.tell, events), strict=True):
            assert seen.before.text == before
            assert seen.after.text == view_of(change.after, seat).text
            assert (seen.ply, seen.turn, seen.step) == (change.ply, change.turn, change.step)
            assert seen.after.scores() == change.after.scores()
            before = seen.after.text
        assert story.plies == [ply for ply in map(ply_of, events) if ply is not None]
        assert story.seq == len(events)
        assert story.is_over


@EVERY_GAME
def test_what_each_event_was(name: str, options: str) -> None:
    """A change says which turn and which decision of it its event belongs to, and the points."""
    whole = played(name, options).table.log.whole(0)
    states = positions_of(whole, options)
    plies = 0
    story = Story(states[0])
    for number, change in enumerate(map(story.tell, whole)):
        assert change.event is whole[number]
        before = states[max(number - 1, 0)]
        plies += isinstance(change.event, Drawn | Moved)
        assert change.ply == plies
        assert change.turn == before.turn
        assert change.step == (before.step if isinstance(change.event, Moved) else "")
        assert change.after.scores() == states[number].scores()
        if isinstance(change.event, Moved):
            assert change.step
            assert list(change.event.scores) == change.after.scores()


@EVERY_GAME
def test_what_was_handed_out_stays(name: str, options: str) -> None:
    """The views of a change are as they were, however the story goes on; so is the first one."""
    whole = played(name, options).table.log.whole(0)
    first = registry.get(name).new(options)
    texts, changes = [], []
    for change in map(Story(first).tell, whole):
        changes.append(change)
        texts.append((change.before.text, change.after.text))
    assert [(each.before.text, each.after.text) for each in changes] == texts
    assert first.text == registry.get(name).new(options).text


def untrue(story: Story[View], true: Event) -> list[Event]:
    """Events that cannot be in the place of this one."""
    view, seq = story.view, true.seq
    replaced = msgspec.structs.replace
    wrong: list[Event] = [replaced(true, seq=seq + 1), replaced(true, match="other")]
    if seq:
        wrong.append(replaced(true, seq=seq - 1))
    digest = "0123456789abcdef"
    wrong += [
        Drawn(MATCH, seq, "no such draw", digest),
        Moved(MATCH, seq, max(view.to_move, 0), "no such move", 0, 0, 0, (), digest),
        Out(MATCH, seq, view.seats, "resign"),
    ]
    if isinstance(true, Started | Drawn | Moved):
        wrong.append(replaced(true, digest=digest))
    if isinstance(true, Started):
        wrong += [Out(MATCH, seq, 0, "resign"), Result(MATCH, seq, "abort", (), "0" * 64)]
    if isinstance(true, Drawn):
        wrong.append(Moved(MATCH, seq, 0, true.draw, 0, 0, 0, (), true.digest))
    if isinstance(true, Moved):
        others = [seat for seat in range(view.seats) if seat != true.seat]
        wrong += [replaced(true, seat=seat) for seat in [*others, view.seats]]
        wrong.append(Drawn(MATCH, seq, true.move, true.digest))
    return wrong


@EVERY_GAME
def test_refusals(name: str, options: str) -> None:
    """What cannot be true is refused with its number, and the story is as it was and goes on."""
    log = played(name, options).table.log
    start = registry.get(name).new(options)
    for seat in (0, None):
        view: View = start if seat is None else view_of(start, seat)
        story = Story(view, MATCH, digests=True)
        events = log.whole(0) if seat is None else log.since(0, seat)
        for event in events:
            before = what(story)
            for wrong in untrue(story, event):
                with pytest.raises(UntrueEventError) as caught:
                    story.tell(wrong)
                assert caught.value.where == f"event {wrong.seq}"
                assert what(story) == before
            story.tell(event)
        before = what(story)
        later = Out(MATCH, len(events) + 1, 0, "resign")
        for wrong in (*events, later, msgspec.structs.replace(events[0], seq=len(events) + 1)):
            with pytest.raises(UntrueEventError):
                story.tell(wrong)
        assert what(story) == before


@EVERY_GAME
def test_wrong_digests(name: str, options: str) -> None:
    """Who asks for it is told the true digest where an event has a wrong one; others are not."""
    events = played(name, options).table.log.since(0, 0)
    start = registry.get(name).new(options)
    strict = Story(view_of(start, 0), MATCH, digests=True)
    lenient = Story(view_of(start, 0), MATCH)
    for event in events:
        if isinstance(event, Started | Drawn | Moved):
            wrong = msgspec.structs.replace(event, digest="0" * 16)
            with pytest.raises(UntrueEventError) as caught:
                strict.tell(wrong)
            assert caught.value.digest == caught.value.expected == event.digest
            lenient.tell(wrong)
        else:
            lenient.tell(event)
        strict.tell(event)
    assert what(strict) == what(lenient)


def test_sentences() -> None:
    """Errors say what is wrong, where, and what would be right."""
    events = played("pot", "").table.log.whole(0)
    states = positions_of(events, "")
    moved = next(event for event in events if isinstance(event, Moved))
    drawn = next(event for event in events if isinstance(event, Drawn))

    def said(before: int, event: Event) -> str:
        story = Story(states[0], MATCH, digests=True)
        list(map(story.tell, events[:before]))
        with pytest.raises(InputError) as caught:
            story.tell(event)
        return str(caught.value)

    assert said(0, events[1]) == "event 2: it is out of order; expected event 1"
    at = drawn.seq - 1
    early = msgspec.structs.replace(moved, seq=drawn.seq)
    text = f"event {drawn.seq}: a move of seat {moved.seat} is not due; expected a draw"
    assert said(at, early) == text
    at = moved.seq - 1
    other = msgspec.structs.replace(moved, seat=1 - moved.seat)
    text = f"event {moved.seq}: a move of seat {1 - moved.seat} is not due; expected "
    assert said(at, other) == text + f"a move of seat {moved.seat}"
    text = f"event {moved.seq}: there is no seat 2; expected a seat from 0 to 1"
    assert said(at, msgspec.structs.replace(moved, seat=2)) == text
    text = f"event {moved.seq}: the digest {'0' * 16} is not true; expected {moved.digest}"
    assert said(at, msgspec.structs.replace(moved, digest="0" * 16)) == text
    text = f"event {moved.seq}: it is of match m2; expected match m1"
    assert said(at, msgspec.structs.replace(moved, match="m2")) == text
    last = events[-1].seq
    late = Out(MATCH, last + 1, 0, "resign")
    text = f"event {last + 1}: the match is over; expected nothing after the result"
    assert said(last, late) == text


def test_nobody_else_folds() -> None:
    """Only the story changes positions by what events say; others do who make events of moves."""
    house = Path(carcbot.__file__).parent
    found = {
        path.relative_to(house).as_posix()
        for path in house.rglob("*.py")
        if re.search(r"\bDrawn\b", text := path.read_text("utf-8")) and ".apply(" in text
    }
    makers = {"net/web/episode_story.py", "referee/match_course.py"}
    assert found == {"match/story.py", *makers}
