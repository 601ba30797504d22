"""Tests of carcbot.bot.seated_match."""

import re

import msgspec
import pytest

from carcbot.bot.seated_match import OutOfSyncError, SeatedMatch
from carcbot.games import registry
from carcbot.games.contract import is_position, view_of
from carcbot.match.story import digest_text
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import Policy, Standing, Why
from carcbot.messages.server import Request
from carcbot.referee.table import Table
from tests.bot.pairing import Pair

WRONG = "0123456789abcdef"
OUTS: tuple[tuple[int, Why], ...] = ((0, "time"), (1, "resign"), (0, "stall"))
REQUEST = Request("m1", 2, 0, 1000, 1000)


def match_of(game: str = "pot", options: str = "", seats: int = 2, seed: int = 0) -> Table:
    """A match that is over."""
    pair = Pair([f"p{seat}" for seat in range(seats)], seed=seed)
    table = pair.open(game, options)
    pair.play()
    assert table.result
    return table


def told(events: list[Event]) -> SeatedMatch:
    """A seated match that was told all of these."""
    seated = SeatedMatch("m1")
    for event in events:
        assert seated.see(event)
    return seated


def what(seated: SeatedMatch) -> tuple[object, ...]:
    """All that a seated match knows."""
    view = seated.view.text if seated.view else None
    return seated.seq, view, tuple(seated.plies), seated.result, seated.is_out, seated.request


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    (
        ("carcassonne", "", 2),
        ("carcassonne", "seats=3,expansions=river+abbot", 3),
        ("pot", "seats=4", 4),
        ("grove", "", 2),
        ("kuhn", "", 2),
        ("hoard", "seats=3", 3),
    ),
)
def test_whole_match(game: str, options: str, seats: int) -> None:
    """Each seat's view follows from its events alone, and has the referee's digest after each."""
    table = match_of(game, options, seats)
    for seat in range(seats):
        seated = SeatedMatch("m1")
        plies = []
        for event in table.log.since(0, seat):
            assert seated.see(event)
            assert seated.seq == event.seq
            if isinstance(event, Started | Drawn | Moved):
                assert seated.digest == event.digest
            if isinstance(event, Drawn | Moved):
                plies.append(event.draw if isinstance(event, Drawn) else event.move)
        assert seated.plies == plies
        assert seated.result == table.result
        assert seated.view is not None
        assert seated.view.text == view_of(table.state, seat).text


def test_start() -> None:
    """The first event tells all that is said about the match; before it nothing is known."""
    table = match_of("pot", "seats=3,ones=2,twos=1,threes=0", 3)
    start = table.log.since(0, 2)[0]
    assert isinstance(start, Started)
    seated = SeatedMatch("m1")
    assert what(seated) == (0, None, (), None, False, None)
    assert seated.digest == "0" * 16
    assert seated.game_key == "m1"
    seated.see(start)
    assert (seated.game, seated.options, seated.seat) == ("pot", table.state.options, 2)
    assert seated.clock == table.header.clock
    assert seated.game_key == start.commitment


def test_old_events() -> None:
    """What is known already changes nothing, whatever it says."""
    events = match_of().log.since(0, 0)
    for count in range(1, len(events) + 1):
        seated = told(events[:count])
        seated.request = REQUEST
        before = what(seated)
        for event in events[:count]:
            assert not seated.see(event)
            if isinstance(event, Started | Drawn | Moved):
                assert not seated.see(msgspec.structs.replace(event, digest=WRONG))
        assert what(seated) == before


def test_skipped_events() -> None:
    """An event before which one is missing is an error with the own digest, and not taken in."""
    events = match_of().log.since(0, 0)
    for count in range(1, len(events) - 1):
        seated = told(events[:count])
        before, digest = what(seated), seated.digest
        for event in events[count + 1 :]:
            with pytest.raises(OutOfSyncError) as caught:
                seated.see(event)
            assert caught.value.digest == digest
            assert what(seated) == before
        assert seated.see(events[count])


def test_wrong_digest() -> None:
    """A digest that is not that of the own view is an error that tells the own one."""
    events = match_of().log.since(0, 0)
    for count, event in enumerate(events):
        if isinstance(event, Started | Drawn | Moved):
            seated = told(events[:count])
            with pytest.raises(OutOfSyncError) as caught:
                seated.see(msgspec.structs.replace(event, digest=WRONG))
            assert caught.value.digest == event.digest
            assert seated.seq == event.seq


def test_impossible_plies() -> None:
    """A draw or move that the rules forbid is an error, and leaves the view as it was."""
    events = match_of().log.since(0, 0)
    for count, event in enumerate(events):
        seated = told(events[:count])
        digest = seated.digest
        if isinstance(event, Drawn):
            wrong: Event = msgspec.structs.replace(event, draw="nonsense")
        elif isinstance(event, Moved):
            wrong = msgspec.structs.replace(event, move="nonsense")
        else:
            continue
        with pytest.raises(OutOfSyncError) as caught:
            seated.see(wrong)
        assert caught.value.digest == digest == seated.digest


def test_other_plies() -> None:
    """Another ply than the one that was made is found by its digest, even if it is possible."""
    tried = 0
    table = match_of("carcassonne")
    events = table.log.since(0, 0)
    seated = told(events[:1])
    for event in events[1:]:
        state = seated.view
        assert state is not None
        if isinstance(event, Moved):
            assert is_position(state)
            others = [move for move in state.legal_moves() if move != event.move]
            if others:
                tried += 1
                wrong = told(events[: event.seq - 1])
                with pytest.raises(OutOfSyncError):
                    wrong.see(msgspec.structs.replace(event, move=others[0]))
        seated.see(event)
    assert tried > 60


def test_nothing_before_the_start() -> None:
    """A draw or move of a match that has not begun here cannot be taken in."""
    for event in (Drawn("m1", 1, "1", WRONG), Moved("m1", 1, 0, "1", 0, 0, 0, (), WRONG)):
        with pytest.raises(OutOfSyncError) as caught:
            SeatedMatch("m1").see(event)
        assert caught.value.digest == "0" * 16


def test_request_is_answered() -> None:
    """The own move ends a request; a draw or another's move does not."""
    table = match_of()
    for seat in range(2):
        seated = SeatedMatch("m1")
        ended = 0
        for event in table.log.since(0, seat):
            seated.request = REQUEST
            seated.see(event)
            is_mine = isinstance(event, Moved) and event.seat == seat
            assert (seated.request is None) == (is_mine or isinstance(event, Result))
            ended += is_mine
        assert ended == 3


def test_out() -> None:
    """Who is out has nothing to answer; that another is out changes nothing for oneself."""
    seated = told(match_of().log.since(0, 1)[:2])
    assert seated.seat == 1
    knows = []
    for seq, (seat, why) in enumerate(OUTS, 3):
        seated.request = REQUEST
        assert seated.see(Out("m1", seq, seat, why))
        knows.append((seated.is_out, seated.request))
    assert knows == [(False, REQUEST), (True, None), (True, None)]


def test_result() -> None:
    """The result is kept, and ends a request."""
    seated = told(match_of().log.since(0, 0)[:2])
    seated.request = REQUEST
    result = Result("m1", 3, "resign", (Standing(1, 0), Standing(2, 0, "resign")), "0" * 64)
    assert seated.see(result)
    assert seated.result is result
    assert seated.request is None


@pytest.mark.parametrize("game", ("carcassonne", "pot", "grove"))
def test_sync(game: str) -> None:
    """From what the referee says a match that was out of sync knows all that the others know."""
    pair = Pair()
    table = pair.open(game)
    pair.play_until(lambda: table.seq >= 6)
    sync = table.sync(1)
    seated = told(table.log.since(0, 1)[:4])
    assert seated.plies
    seated.resume(sync)
    assert (seated.seq, seated.seat, seated.game) == (sync.seq, 1, game)
    assert seated.options == table.state.options
    assert seated.clock == table.header.clock
    assert seated.digest == sync.digest
    assert seated.plies == []
    pair.play()
    following = table.log.since(sync.seq, 1)
    assert len(following) > 1
    for event in following:
        assert seated.see(event)
    assert seated.digest == digest_text(table.state.digest)
    assert len(seated.plies) == len(following) - 1


def test_sync_tells_all() -> None:
    """Who knows nothing of a match learns what is done when a seat fails, and who is out of it."""
    pair = Pair(policy=Policy(substitutes=False))
    sync = pair.open("pot").sync(1)
    for out, is_out in ((("time", None), False), ((None, "time"), True)):
        seated = SeatedMatch("m1")
        seated.is_out = not is_out
        seated.resume(msgspec.structs.replace(sync, out=out))
        assert seated.policy == Policy(substitutes=False)
        assert seated.is_out == is_out


def test_sync_that_contradicts_itself() -> None:
    """A position that has not the digest that is said with it is an error."""
    sync = match_of().sync(0)
    seated = SeatedMatch("m1")
    with pytest.raises(OutOfSyncError) as caught:
        seated.resume(msgspec.structs.replace(sync, digest=WRONG))
    assert caught.value.digest == sync.digest


def test_hidden_card() -> None:
    """In Kuhn poker a seat follows to the end although the other card is never told to it."""
    cards: dict[str, set[str]] = {}
    digests: dict[str, set[tuple[str, ...]]] = {}
    for seed in range(30):
        pair = Pair(seed=seed, choose=lambda seated, _: "bet" if len(seated.plies) == 2 else "pass")
        table = pair.open("kuhn")
        pair.play()
        draws = [event.draw for event in table.log.whole(0) if isinstance(event, Drawn)]
        seen = table.log.since(0, 0)
        seated = told(seen)
        assert seated.plies == [draws[0], "?", "bet", "pass"]
        assert seated.view is not None
        assert re.findall("[JQK]", seated.view.text) == [draws[0]]
        assert seated.digest != digest_text(table.state.digest)
        cards.setdefault(draws[0], set()).add(draws[1])
        all_digests = tuple(x.digest for x in seen if isinstance(x, Drawn | Moved))
        digests.setdefault(draws[0], set()).add(all_digests)
    # whatever the other card was, the seat has known the same
    assert {card: len(others) for card, others in cards.items()} == {"J": 2, "Q": 2, "K": 2}
    assert {len(each) for each in digests.values()} == {1}


@pytest.mark.parametrize("game", ("pot", "kuhn", "hoard"))
def test_moves_out_of_turn(game: str) -> None:
    """A move of a seat whose turn it is not cannot be taken in, whatever its digest says."""
    seats = registry.get(game).new().seats
    events = match_of(game).log.since(0, 0)
    tried = 0
    for count, event in enumerate(events):
        if isinstance(event, Moved):
            for seat in set(range(seats + 1)) - {event.seat}:
                seated = told(events[:count])
                digest = seated.digest
                with pytest.raises(OutOfSyncError) as caught:
                    seated.see(msgspec.structs.replace(event, seat=seat))
                assert caught.value.digest == digest == seated.digest
                tried += 1
    assert tried > seats
