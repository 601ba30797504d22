"""Tests of carcbot.referee.table: whole games, and what each seat is told of them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import view_of
from carcbot.match.chance.numbers import commitment_of
from carcbot.messages import codec
from carcbot.messages.client import Move
from carcbot.messages.events import Drawn, Event, Moved, Result, Started
from carcbot.messages.parts import Analysis, Policy
from carcbot.messages.server import Analysed, Request
from carcbot.referee.step import EVERYBODY, WATCHERS, Refusal, Step
from tests.games.random_games import GAMES
from tests.referee.hosts import (
    EVENTS,
    LONG_POT,
    MATCH,
    SEED,
    Script,
    drawn,
    header,
    identity,
    parsed,
    rebuilt,
)

EVERY_GAME = pytest.mark.parametrize(("name", "options"), GAMES)
SECRET_GAME = pytest.mark.parametrize(
    ("name", "options"), [game for game in GAMES if registry.get(game[0]).has_secrets]
)


def played(name: str, options: str, seed: int = 1) -> Script:
    """A whole random game."""
    script = Script(header(name, options))
    script.finish(random.Random(seed))
    return script


def heard(steps: list[Step], seat: int) -> list[Event]:
    """The events that a seat was told, in order."""
    return [
        say.message
        for step in steps
        for say in step.says
        if say.to in {seat, EVERYBODY} and isinstance(say.message, EVENTS)
    ]


@EVERY_GAME
def test_whole_game(name: str, options: str) -> None:
    """The events, numbered without gaps, are a game by the rules, with the draws of the seed."""
    script = Script(header(name, options))
    rng, said = random.Random(2), []
    while script.table.result is None:
        said.append(rng.choice(script.table.state.legal_moves()))
        step = script.move(said[-1])
        assert step.seq is not None
        assert script.events[step.seq - 1] == script.moves[-1]
    state = rebuilt(script.table.header, script.events[:-1], said)
    assert state.over
    assert (state.text, state.digest) == (script.table.state.text, script.table.state.digest)
    assert len(said) == len(script.moves)
    result = script.events[-1]
    assert isinstance(result, Result)
    assert (result.reason, result.seed, result.seq) == ("normal", SEED.hex(), script.table.seq)
    assert [each.points for each in result.standings] == state.scores()
    assert [each.place for each in result.standings] == state.ranking()
    start = script.events[0]
    assert isinstance(start, Started)
    assert start.commitment == commitment_of(bytes.fromhex(result.seed))
    assert start.seats == tuple(f"p{seat}" for seat in range(state.seats))


@EVERY_GAME
def test_every_seat_can_follow(name: str, options: str) -> None:
    """A seat's view, fed with the events that the seat is told, has their digests."""
    script = played(name, options)
    for seat in range(script.table.state.seats):
        events = heard(script.steps, seat)
        assert [event.seq for event in events] == list(range(1, script.table.seq + 1))
        assert events == script.table.log.since(0, seat)
        view = view_of(registry.get(name).new(options), seat)
        for event in events:
            if isinstance(event, Started):
                assert event.seat == seat
            elif isinstance(event, Drawn):
                view.apply(event.draw)
            elif isinstance(event, Moved):
                view.apply(event.move)
            if isinstance(event, Started | Drawn | Moved):
                assert event.digest == f"{view.digest:016x}"
        assert script.table.sync(seat).view == view.text


@EVERY_GAME
def test_request_comes_last(name: str, options: str) -> None:
    """Each answer ends with one request, for the seat to move, after all events; or the match."""
    script = played(name, options)
    state = registry.get(name).new(options)
    for step in script.steps[state.seats - 1 :]:
        messages = [say.message for say in step.says]
        events = [each for each in messages if isinstance(each, EVENTS)]
        last = messages[-1]
        assert sum(isinstance(each, Request) for each in messages) == isinstance(last, Request)
        if isinstance(last, Request):
            assert last.seq == max(event.seq for event in events)
        else:
            assert isinstance(last, Result)
            assert step is script.steps[-1]
    requests = [
        say.message
        for each in script.steps
        for say in each.says
        if isinstance(say.message, Request)
    ]
    assert [each.seat for each in requests] == [move.seat for move in script.moves]


@EVERY_GAME
def test_messages_survive_the_wire(name: str, options: str) -> None:
    """Everything that is said can be written, and is read as what it was."""
    for step in played(name, options).steps:
        for say in step.says:
            assert codec.decode_message(codec.encode(say.message)) == say.message


def test_watchers_see_it_all() -> None:
    """Who watches a game without secrets is told every event, without a seat in it."""
    script = played("pot", "")
    told = [
        say.message
        for step in script.steps
        for say in step.says
        if say.to in {WATCHERS, EVERYBODY} and isinstance(say.message, EVENTS)
    ]
    assert told == script.events == script.table.log.since(0, None) == script.table.log.whole(0)


@SECRET_GAME
def test_watchers_see_what_everybody_does(name: str, options: str) -> None:
    """With secrets those who watch are told what the view for nobody is, and not an event more."""
    script = Script(header(name, options))
    known = view_of(registry.get(name).new(options), None)
    rng, seen = random.Random(3), 0
    while script.table.result is None:
        script.move(rng.choice(script.table.state.legal_moves()))
        told = script.table.log.since(0, None)
        assert len(told) == script.table.seq
        for event in told[seen:]:
            if isinstance(event, Drawn | Moved):
                known.apply(event.draw if isinstance(event, Drawn) else event.move)
            if isinstance(event, Started | Drawn | Moved):
                assert event.digest == f"{known.digest:016x}"
        seen = len(told)
        assert known.text == view_of(script.table.state, None).text
    said = [
        say.message
        for step in script.steps
        for say in step.says
        if say.to in {WATCHERS, EVERYBODY} and isinstance(say.message, EVENTS)
    ]
    assert said == script.table.log.since(0, None)
    assert script.table.log.whole(0) == script.events != said


@SECRET_GAME
def test_a_refusal_is_made_from_the_view(name: str, options: str) -> None:
    """What is wrong with a move is told from what its seat may know, and has nothing else in it."""
    for seed in range(6):
        script = Script(header(name, options, policy=Policy(illegal_moves=1000)))
        rng = random.Random(seed)
        while script.table.result is None and len(script.moves) < 100:  # of long games a part
            seat, state = script.asked().seat, script.table.state
            view = view_of(state, seat)
            for text in ("?", "bet/A", "lay9", "cash", "pass", "open", "keep", "Drop1"):
                if text.lower() in state.legal_moves():
                    continue
                with pytest.raises(InputError) as known:
                    view.canonical_move(text)
                with pytest.raises(Refusal) as caught:
                    script.move(text)
                assert (caught.value.code, caught.value.text) == ("illegal_move", str(known.value))
                assert state.text not in caught.value.text
            script.move(rng.choice(state.legal_moves()))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 5))
def test_no_card_leaks(seed: bytes, moves: int) -> None:
    """In Kuhn poker a seat is told the same, whatever the card that it cannot see.

    Who watches is told the same whatever both cards are.
    """
    told: dict[tuple[int | None, str, tuple[str, ...]], set[bytes]] = {}
    hands = set()
    for extra in range(24):
        script = Script(header("kuhn", seed=bytes([*seed[:-1], extra])))
        rng = random.Random(moves)
        while script.table.result is None:
            line = tuple(event.move for event in script.moves)
            for seat in (0, 1, None):
                told_now = b"\n".join(
                    codec.encode(say.message)
                    for step in script.steps
                    for say in step.says
                    if say.to in {WATCHERS if seat is None else seat, EVERYBODY}
                )
                # the commitment differs from seed to seed, and tells nothing
                told_now = told_now.replace(commitment_of(script_seed(script)).encode(), b"")
                if seat is None:
                    told.setdefault((None, "", line), set()).add(told_now)
                    continue
                told_now += codec.encode(script.table.sync(seat)) + refused(script).encode()
                card = next(
                    event.draw
                    for event in script.table.log.since(0, seat)
                    if isinstance(event, Drawn) and event.draw in "JQK"
                )
                told.setdefault((seat, card, line), set()).add(told_now)
            script.move(rng.choice(script.table.state.legal_moves()))
        hands.add(tuple(event.draw for event in script.events if isinstance(event, Drawn)))
    assert len(hands) > 3
    assert {len(texts) for texts in told.values()} == {1}


def script_seed(script: Script) -> bytes:
    """What the draws come from."""
    return bytes.fromhex(script.table.header.seed)


def refused(script: Script) -> str:
    """What a seat hears when it tries a move that does not exist, at a table like this one."""
    head = script.table.header
    other = Script(head)
    for event in script.moves:
        other.move(event.move)
    with pytest.raises(Refusal) as caught:
        other.move("bet/A")
    return caught.value.text


def test_secrets() -> None:
    """A log knows whether those who watch see more than players may."""
    assert Script(header("kuhn")).table.log.has_secrets
    assert not Script(header("pot")).table.log.has_secrets


def test_duplicate() -> None:
    """A move that comes again has the same number again, and changes nothing."""
    script = Script(header("pot", LONG_POT))
    done: list[tuple[int, Move, int | None]] = []
    while script.table.result is None:
        seat, command = script.asked().seat, script.command()
        done.append((seat, command, script.move().seq))
        before = identity(script.table)
        for who, again, seq in done:
            step = script.table.play.move(who, again, script.now_ns, script.now_ns, 0)
            assert (step.seq, step.lines, step.says) == (seq, [], [])
        assert identity(script.table) == before
    assert len({seq for _, _, seq in done}) == len(script.moves) == len(done)


def test_refusals_change_nothing() -> None:
    """A move of another seat or of another number is refused, and all is as it was."""
    script = Script(header("pot", LONG_POT))
    for _ in range(3):
        script.move(us=10)
    before, request, now = identity(script.table), script.asked(), script.now_ns
    text = script.table.state.legal_moves()[0]
    cases = [(1 - request.seat, request.seq, "not_your_turn")]
    cases += [(request.seat, seq, "stale") for seq in (request.seq - 1, request.seq + 1, 0, 10**6)]
    for seat, seq, code in cases:
        with pytest.raises(Refusal) as caught:
            script.table.play.move(seat, Move(1, MATCH, seq, text), now, now, 0)
        assert caught.value.code == code
        assert identity(script.table) == before
    with pytest.raises(Refusal) as caught:
        script.table.came(0, script.table.seq + 1, now)
    assert caught.value.code == "stale"
    assert identity(script.table) == before


def test_after_the_end() -> None:
    """When the match is over nothing can be done any more, and no time runs."""
    script = played("pot", "")
    before, now = identity(script.table), script.now_ns
    seat = script.asked().seat
    command = Move(1, MATCH, script.table.seq, "x")
    with pytest.raises(Refusal) as moved:
        script.table.play.move(seat, command, now, now, 0)
    with pytest.raises(Refusal) as resigned:
        script.table.play.resign(seat, now)
    with pytest.raises(Refusal) as aborted:
        script.table.play.abort(seat, now)
    assert {each.value.code for each in (moved, resigned, aborted)} == {"match_over"}
    for step in (
        script.table.wake(now + 10**15),
        script.table.play.fail(seat, "crash", now),
        script.table.play.end("adjudicated", "", now),
        script.table.left(seat, now),
    ):
        assert step == Step()
    assert script.table.wake_at_ns is None
    assert identity(script.table) == before


def test_other_ways_to_write_a_move() -> None:
    """The event has the move as the game writes it, whichever way the player did."""
    options = "seats=2,start=B0@0,0"
    outcomes = registry.get("carcassonne").new(options).outcomes()
    seeds = (bytes([k] * 32) for k in range(256))
    seed = next(seed for seed in seeds if drawn(seed, 0, outcomes) == "U")
    for text, canonical in (("1,0/0+srS", "1,0/0+srN"), ("1,0/2+sfER", "1,0/0+sfNR")):
        script = Script(header("carcassonne", options, seed=seed))
        script.move(text)
        assert script.moves[0].move == canonical


def test_analysis() -> None:
    """What a seat thinks is for those who watch and the journal, if the policy shows it."""
    thought = Analysis(score=1.5, depth=3, line=("a",))
    for policy, shown in ((Policy(), 1), (Policy(analysis=False), 0)):
        script = Script(header("pot", policy=policy))
        request = script.asked()
        command = Move(1, MATCH, request.seq, script.table.state.legal_moves()[0], thought)
        step = script.table.play.move(request.seat, command, script.now_ns, script.now_ns, 0)
        said = [say for say in step.says if isinstance(say.message, Analysed)]
        assert [say.to for say in said] == [WATCHERS] * shown
        assert all(
            say.message == Analysed(MATCH, request.seat, request.seq, thought) for say in said
        )
        assert getattr(parsed(step.lines[0]), "analysis", None) == thought
