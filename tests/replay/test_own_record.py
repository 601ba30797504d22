"""Tests of carcbot.replay.own_record: a bot's own record is true, or it is said where it is not."""

import random
from pathlib import Path

import msgspec
import pytest

from carcbot.errors import FileInputError
from carcbot.games import registry
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import ChanceMode
from carcbot.replay.judgement import judge
from carcbot.replay.own_record import is_own_record, verify_own_record
from carcbot.replay.own_view import own_view, read_view
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

GAMES = (("kuhn", ""), ("pot", "seats=3"), ("carcassonne", "seats=2"))
SEAT = 1


def events_of(game: str, options: str = "", chance: ChanceMode = "seed") -> list[Event]:
    """The events of a match as the bot at the seat hears them."""
    record = record_of(signed(text_of_match(game, options, chance=chance)))
    events = [line.event for line in read_view(own_view(record, SEAT), "view").events]
    return [
        msgspec.structs.replace(each, seat=SEAT) if isinstance(each, Started) else each
        for each in events
    ]


def heard(event: Event) -> bytes:
    """The line of an event."""
    return msgspec.json.encode({"line": "event", "event": event, "received_us": 7}) + b"\n"


def decided(seq: int, move: str) -> bytes:
    """The line of a decision."""
    return msgspec.json.encode({"line": "decision", "seq": seq, "move": move, "nodes": 9}) + b"\n"


def written(events: list[Event]) -> bytes:
    """The whole record, with a decision before each move that the bot made."""
    lines = []
    for event in events:
        if isinstance(event, Moved) and event.seat == SEAT and event.by == "player":
            lines.append(decided(event.seq - 1, event.move))
        lines.append(heard(event))
    return b"".join(lines)


def first_move(events: list[Event]) -> Moved:
    """The first move that the bot made."""
    return next(
        each
        for each in events
        if isinstance(each, Moved) and each.seat == SEAT and each.by == "player"
    )


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("chance", ("seed", "joint"))
def test_true(game: str, options: str, chance: ChanceMode) -> None:
    """What a bot was told of a match is true, to the end and at every place before it."""
    events = events_of(game, options, chance)
    raw = written(events)
    assert is_own_record(raw)
    own = verify_own_record(raw, "own")
    assert (own.match, own.account, own.events) == ("m1", "p1", len(events))
    assert own.result == events[-1]
    for place in random.Random(1).sample(range(len(raw.splitlines()[0]) + 1, len(raw)), 20):
        part = verify_own_record(raw[:place], "own")
        assert part.result is None
        assert part.events == raw[:place].count(b'{"line":"event"') - (
            b'{"line":"event"' in raw[:place].rpartition(b"\n")[2]
        )


def test_started_again() -> None:
    """A bot that was started again hears all from the first event; so it stands there twice."""
    events = events_of("pot", "seats=3")
    raw = written(events[:9]) + written(events)
    assert verify_own_record(raw, "own").events == len(events)
    other = msgspec.structs.replace(events[0], rated=True)
    with pytest.raises(FileInputError, match="event 1 was told before, and differently"):
        verify_own_record(written(events[:9]) + heard(other), "own")


def changed(event: Event) -> list[tuple[Event, str]]:
    """The event with lies in it, and what is said of each."""
    match event:
        case Started():
            return [
                (msgspec.structs.replace(event, digest="0" * 16), "the digest"),
                (msgspec.structs.replace(event, commitment="0" * 64), "the commitment"),
                (msgspec.structs.replace(event, game="chess"), "there is no game 'chess'"),
                (msgspec.structs.replace(event, seat=None), "the match does not begin"),
            ]
        case Drawn():
            return [(msgspec.structs.replace(event, digest="0" * 16), "the digest")]
        case Moved():
            return [
                (msgspec.structs.replace(event, digest="0" * 16), "the digest"),
                (msgspec.structs.replace(event, seq=event.seq + 1), "out of order"),
                (msgspec.structs.replace(event, match="m2"), "expected match m1"),
                (msgspec.structs.replace(event, scores=(99, 99)), "the points"),
                (msgspec.structs.replace(event, seat=5), "seat|time that is left|points"),
            ]
        case Out():
            return [(msgspec.structs.replace(event, seat=5), "there is no seat 5")]
        case Result():
            return [
                (msgspec.structs.replace(event, seed="0" * 64), "the commitment"),
                (msgspec.structs.replace(event, standings=()), "the standings"),
                (msgspec.structs.replace(event, reason="resign"), "being over"),
            ]


def test_lies() -> None:
    """Whatever is not true of an event is found, and said where."""
    events = events_of("carcassonne", "seats=2")
    kinds = set()
    for place, event in enumerate(events):
        if type(event) in kinds:
            continue
        kinds.add(type(event))
        for lie, told in changed(event):
            with pytest.raises(FileInputError, match=told):
                verify_own_record(written([*events[:place], lie, *events[place + 1 :]]), "own")
    assert {Started, Drawn, Moved, Result} <= kinds


def test_clocks() -> None:
    """A move that is billed otherwise than it took is found."""
    events = events_of("carcassonne", "seats=2")
    move = first_move(events)
    lie = msgspec.structs.replace(move, remaining_us=move.remaining_us + 1)
    with pytest.raises(FileInputError, match="the time that is left"):
        verify_own_record(written([*events[: move.seq - 1], lie, *events[move.seq :]]), "own")


def test_decisions() -> None:
    """A move that the bot did not decide is found; a decision may be missing, or be made again."""
    events = events_of("carcassonne", "seats=2")
    state = registry.get("carcassonne").new("seats=2")
    move = first_move(events)
    for event in events[: move.seq - 1]:
        if isinstance(event, Drawn | Moved):
            state.apply(event.draw if isinstance(event, Drawn) else event.move)
    raw, right = written(events), decided(move.seq - 1, move.move)
    assert raw.count(right) == 1
    other = decided(move.seq - 1, next(text for text in state.legal_moves() if text != move.move))
    for fine in (b"", right + right, other + right):
        verify_own_record(raw.replace(right, fine), "own")
    with pytest.raises(FileInputError, match="is not the one that was decided"):
        verify_own_record(raw.replace(right, other), "own")
    with pytest.raises(FileInputError, match="what was decided is no move"):
        verify_own_record(raw.replace(right, decided(move.seq - 1, "nonsense")), "own")


def test_verdicts(tmp_path: Path) -> None:
    """It is said what was checked, and that no key vouches for it; broken ones are wrong."""
    raw = written(events_of("pot", "seats=3"))
    file = tmp_path / "m1-p1.jsonl"
    for content, key, word, told in (
        (raw, "", "ok", "p1's own record of match m1: rules, points, clocks, digests, chance"),
        (raw, PUBLIC, "unsigned", "but sound: a bot's own record; "),
        (raw[:-300], "", "unfinished", "the match goes on; p1's own record"),
        (raw + b"nonsense\n", "", "wrong", f"line {len(raw.splitlines()) + 1}"),
    ):
        file.write_bytes(content)
        verdict = judge(file, key)
        assert verdict.word == word, verdict
        assert told in verdict.text
