"""Tests of carcbot.cli.watch: what it says of events and tables."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from carcbot.cli.event_lines import Teller, listed
from carcbot.cli.words import clock_in_words
from carcbot.errors import InputError
from carcbot.games.contract import CHANCE, State, seen_ply, view_of
from carcbot.games.game_text import GameRecord
from carcbot.match.story import digest_text
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import ClockSpec, Policy, Standing, TableInfo
from carcbot.messages.server import Presence
from tests.games.random_games import positions, random_record

CLOCK = ClockSpec("bank", 60_000_000, 1_000_000)
STARTED = Started(
    "m1", 1, "carcassonne", 1, "seats=2", ("ann", "bob"), CLOCK, Policy(), "0" * 64, "0" * 16
)


def test_events() -> None:
    """Players are told by name and seat; who goes, who comes back; the ranking, best first."""
    teller = Teller()
    lines = [
        teller.line(event)
        for event in (
            STARTED,
            Drawn("m1", 2, "E", "0" * 16),
            Moved("m1", 3, 0, "0,-1/2+scS", 1_500_000, 0, 60_000_000, (4, 0), "0" * 16),
            Presence("m1", 0, here=False, grace_us=20_000_000),
            Presence("m1", 0, here=True),
            Out("m1", 4, 0, "disconnect", house=True),
            Result("m1", 5, "normal", (Standing(2, 4, "disconnect"), Standing(1, 9)), "0" * 64),
        )
    ]
    assert lines == [
        "carcassonne, seats=2; 1 s a move, and a bank of 60 s: ann (seat 0), bob (seat 1)",
        "   2  draw  E",
        "   3  ann (seat 0)  0,-1/2+scS         1.500 s  4 0",
        "      ann (seat 0) went, 20 s to come back",
        "      ann (seat 0) is back",
        "   4  ann (seat 0) is out: disconnect, a house bot plays on",
        "result: normal\n1. bob (seat 1): 9 points\n2. ann (seat 0): 4 points, out: disconnect",
    ]


def _events(record: GameRecord[State]) -> Iterator[Event]:
    """A game as a referee tells it to those who watch, without its result."""
    digests = [digest_text(view_of(state, None).digest) for state in positions(record)]
    yield Started(
        "m1",
        1,
        record.game.name,
        record.game.rules,
        record.position(0).options,
        ("ann", "bob"),
        CLOCK,
        Policy(),
        "0" * 64,
        digests[0],
    )
    for number, (state, ply) in enumerate(zip(positions(record), record.plies, strict=False), 2):
        seen, digest = seen_ply(state, ply, None), digests[number - 1]
        if state.to_move == CHANCE:
            yield Drawn("m1", number, seen, digest)
        else:
            yield Moved("m1", number, state.to_move, seen, 0, 0, 0, (0, 0), digest)


def test_turns_in_words() -> None:
    """A turn stands in a sentence beneath the move that ends it, with the names of the players."""
    record = random_record("thurn_and_taxis", "", 1)
    teller = Teller()
    told = [sentence for sentence in map(teller.turn, _events(record)) if sentence]
    assert len(told) == record.state.turn
    assert told[0].startswith("ann (seat 0) draws ")
    assert told[1].startswith("bob (seat 1) draws ")
    assert "\n".join(told).isascii()


def test_no_words_for_turns() -> None:
    """A game without them, an unknown one and one by newer rules are told by their moves alone."""
    carcassonne = list(_events(random_record("carcassonne", "", 1)))
    started, *plies = _events(random_record("thurn_and_taxis", "", 1))
    assert isinstance(started, Started)
    newer = structs.replace(started, rules=started.rules + 1)
    unknown = structs.replace(started, game="unknown")
    for events in (carcassonne, [newer, *plies], [unknown, *plies]):
        teller = Teller()
        assert not any(map(teller.turn, events))


def test_untrue_event() -> None:
    """A referee that tells what cannot be is found out, where turns are followed."""
    started, first, *_ = _events(random_record("thurn_and_taxis", "", 1))
    teller = Teller()
    teller.turn(started)
    assert isinstance(first, Drawn)
    with pytest.raises(InputError, match="event 2"):
        teller.turn(structs.replace(first, draw="Zzz"))


def test_tables() -> None:
    """The list has the names of matches, who plays, who is missing, and the clock."""
    assert list(listed(())) == ["no match goes on, and no table is open"]
    tables = (
        TableInfo("m1", "carcassonne", "seats=2", ("ann", None), "open", 0, CLOCK),
        TableInfo("m2", "pot", "seats=2", ("ann", "bob"), "playing", 7, CLOCK, rated=True),
    )
    assert list(listed(tables)) == [
        "m2  playing, event 7: ann, bob",
        "    pot, seats=2; 1 s a move, and a bank of 60 s, rated",
        "m1  open: ann, (free)",
        "    carcassonne, seats=2; 1 s a move, and a bank of 60 s",
    ]


def test_clocks() -> None:
    """Each kind of clock is told in words."""
    words = {
        kind: clock_in_words(ClockSpec(kind, 30_000_000, 500_000))
        for kind in ("per_move", "sudden_death", "fischer", "delay", "bank")
    }
    assert words == {
        "per_move": "0.5 s a move",
        "sudden_death": "30 s for all moves",
        "fischer": "30 s for all moves, and each move brings 0.5 s",
        "delay": "30 s for all moves, and the first 0.5 s of each are free",
        "bank": "0.5 s a move, and a bank of 30 s",
    }
