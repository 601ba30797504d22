"""Tests of carcbot.bot.session."""

import random
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.bot.chair import Chair
from carcbot.bot.session import Again, Answered, Over, Refused, Seen, Send, Session, Think, Trouble
from carcbot.games.contract import view_of
from carcbot.messages.client import ClientHello, Command, Desync, Move, Resign, Resume, Sit
from carcbot.messages.codec import Malformed, Unknown
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import Analysis, ErrorCode, ProtocolRange, SeatRef, Welcome
from carcbot.messages.server import (
    Ack,
    Analysed,
    Error,
    Message,
    Notice,
    Presence,
    Request,
    ServerHello,
)
from carcbot.referee.event_log import digest_text
from carcbot.referee.table import Table
from tests.bot.pairing import LIMITS, Cut, Pair

HELLO = ServerHello("test/1", {}, LIMITS)
WRONG = "0123456789abcdef"
SHORT_POT = "ones=2,twos=1,threes=1"
SHORT_GAMES = [("pot", SHORT_POT, 2), ("pot", f"seats=3,{SHORT_POT}", 3), ("kuhn", "", 2)]
GAMES = [
    ("carcassonne", "", 2),
    ("carcassonne", "seats=3,expansions=river+inns_and_cathedrals+abbot", 3),
    ("carcassonne", "seats=4,farm_scoring=off", 4),
    ("pot", "", 2),
    ("pot", "seats=4,ones=9,twos=0,threes=5", 4),
    ("grove", "", 2),
    ("grove", "seats=3,decisions=8,moves=9,weights=9+8+5+4,ragged=on,turns=mixed,seed=7", 3),
    ("kuhn", "", 2),
]
WAYS: list[Literal["both", "up", "down"]] = ["both", "up", "down"]


def names(count: int) -> list[str]:
    """Accounts."""
    return [f"p{number}" for number in range(count)]


def welcome_session() -> Session:
    """A session that was welcomed, and has no match."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    session.hear(HELLO)
    session.hear(Ack(1, Welcome(1, "ann")))
    return session


def match_of(seed: int = 0) -> tuple[list[Event], list[Request]]:
    """What seat 0 was told in a match of pot, and what it was asked."""
    pair = Pair(seed=seed)
    table = pair.open("pot")
    pair.play()
    return table.log.since(0, 0), pair.notes[table.accounts[0] or ""].thinks


def asked_session() -> tuple[Session, Chair, Request, list[Event]]:
    """A session that thinks about its first request, and the events that would follow."""
    events, (request, *_) = match_of()
    session = welcome_session()
    for event in events[: request.seq]:
        session.hear(event)
    chair = session.chairs["m1"]
    assert session.hear(request) == [Think(chair, request)]
    return session, chair, request, events[request.seq :]


# ------------------------------------------------------------ whole matches


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_whole_matches(game: str, options: str, seats: int, seed: int) -> None:
    """A match of random moves ends normally, and all have the same digests and the same result."""
    pair = Pair(names(seats), seed=seed)
    table = pair.open(game, options)
    pair.play()
    pair.check(table)
    for account, notes in pair.notes.items():
        assert not notes.troubles
        assert not notes.refused
        (over,) = notes.overs
        assert [each.place for each in over.result.standings] == table.state.ranking()
        assert [each.points for each in over.result.standings] == table.state.scores()
        if game != "kuhn":
            assert over.chair.digest == digest_text(table.state.digest)
        numbers = [command.id for who, command in pair.said if who == account]
        assert numbers == list(range(1, len(numbers) + 1))


def test_two_matches_at_once() -> None:
    """Matches of different games go on side by side, and do not get into each other's way."""
    pair = Pair(names(2), cuts={40: Cut(), 90: Cut("down", 3), 150: Cut("up", None)})
    tables = [pair.open("pot"), pair.open("carcassonne"), pair.open("kuhn")]
    pair.play()
    for table in tables:
        pair.check(table)


# ------------------------------------------------------------ connections that are lost


@pytest.mark.parametrize(("game", "options", "seats"), SHORT_GAMES)
@pytest.mark.parametrize("loses", WAYS)
@pytest.mark.parametrize("away", (0, 5, None))
def test_cut_anywhere(
    game: str,
    options: str,
    seats: int,
    loses: Literal["both", "up", "down"],
    away: int | None,
) -> None:
    """Wherever a connection is lost, all is seen once, moves are made once, and the end is same."""
    whole = Pair(names(seats))
    uncut = whole.open(game, options)
    whole.play()
    for step in range(whole.steps):
        pair = Pair(names(seats), cuts={step: Cut(loses, away)})
        table = pair.open(game, options)
        pair.play()
        pair.check(table)
        assert table.state.digest == uncut.state.digest
        assert not any(notes.troubles or notes.refused for notes in pair.notes.values())


@given(st.data())
def test_cut_again_and_again(data: st.DataObject) -> None:
    """Connections that are lost often, while others come back, change nothing either."""
    cuts = st.builds(Cut, st.sampled_from(WAYS), st.sampled_from([0, 1, 7, 30, None]))
    pair = Pair(
        names(3),
        seed=data.draw(st.integers(0, 1000)),
        cuts=data.draw(st.dictionaries(st.integers(0, 120), cuts, max_size=12)),
    )
    table = pair.open("pot", "seats=3")
    pair.play()
    pair.check(table)


@pytest.mark.parametrize("seed", range(5))
def test_carcassonne_with_cuts(seed: int) -> None:
    """A whole match of four, in which connections are lost all the time, ends as without that."""
    whole = Pair(names(4), seed=seed)
    uncut = whole.open("carcassonne", "seats=4")
    whole.play()
    rng = random.Random(seed)
    steps = rng.sample(range(whole.steps), 40)
    cuts = {step: Cut(rng.choice(WAYS), rng.choice([0, 5, 50, None])) for step in steps}
    pair = Pair(names(4), seed=seed, cuts=cuts)
    table = pair.open("carcassonne", "seats=4")
    pair.play()
    pair.check(table)
    assert table.state.digest == uncut.state.digest


def moves_said(pair: Pair, account: str) -> list[tuple[int, str]]:
    """The moves of a session that reached the referee."""
    found = [each for who, each in pair.said if who == account and isinstance(each, Move)]
    return [(move.seq, move.move) for move in found]


def until_a_move_is_sent(pair: Pair) -> str:
    """Plays until a move is on its way to the referee; whose."""
    found: list[str] = []

    def is_reached() -> bool:
        found[:] = [
            account
            for account, line in pair._lines.items()
            if any(b'"type":"move"' in frame for frame in line.up)
        ]
        return bool(found)

    pair.play_until(is_reached)
    return found[0]


@pytest.mark.parametrize("loses", WAYS)
def test_move_on_its_way(loses: Literal["both", "up", "down"]) -> None:
    """A move that was lost is sent again; one whose ack was lost is made already, and is not."""
    pair = Pair()
    table = pair.open("pot")
    account = until_a_move_is_sent(pair)
    seq = table.seq
    pair.cut(account, Cut(loses, None))
    assert table.seq == (seq if loses != "down" else seq + 2)
    pair.play()
    pair.check(table)
    moves = moves_said(pair, account)
    assert len(moves) == len(set(moves)) == 3


def test_decided_while_away() -> None:
    """What was decided while there was no connection is sent when the match is resumed."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    pair.cut(account, Cut("both", None))
    pair.sessions[account].connected()
    pair.think(account, match)
    (decided,) = pair.notes[account].decided.items()
    assert not moves_said(pair, account)
    pair.play()
    pair.check(table)
    assert ((match, moves_said(pair, account)[0][0]), moves_said(pair, account)[0][1]) == decided


def test_move_sent_twice() -> None:
    """A move sent before the request is repeated goes out again, and is made once."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    saved = pair._thoughts.pop((account, match))
    pair.cut(account, Cut())
    pair.step()
    pair.play_until(lambda: pair.sessions[account].is_welcome)
    pair._thoughts[account, match] = saved
    pair.think(account, match)
    pair.play()
    pair.check(table)
    moves = moves_said(pair, account)
    assert moves[0] == moves[1]
    assert len(set(moves)) == 3


def test_welcome_resumes() -> None:
    """After each welcome all matches are resumed: those known here, and those the referee names."""
    session, chair, _, _ = asked_session()
    session.connected()
    was_welcome = [session.is_welcome]
    (sent,) = session.hear(HELLO)
    welcome = Welcome(1, "ann", (SeatRef("m9", 1, 12),))
    assert isinstance(sent, Send)
    ack = Ack(sent.command.id, welcome)
    answered, *resumes = session.hear(ack)
    was_welcome.append(session.is_welcome)
    assert was_welcome == [False, True]
    assert session.account == "ann"
    assert answered == Answered(ack)
    commands = [wish.command for wish in resumes if isinstance(wish, Send)]
    assert len(commands) == len(resumes)
    resumed = {each.match: each.last_seq for each in commands if isinstance(each, Resume)}
    assert resumed == {"m1": chair.seq, "m9": 0}


# ------------------------------------------------------------ messages twice, or not at all


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
def test_doubled_messages(game: str, options: str, seats: int, seed: int) -> None:
    """If everything is said twice, it counts once."""
    pair = Pair(
        names(seats),
        seed=seed,
        meddle=lambda _, message: [message] if isinstance(message, ServerHello) else [message] * 2,
    )
    table = pair.open(game, options)
    pair.play()
    pair.check(table)


@pytest.mark.parametrize("seq", range(2, 14))
def test_skipped_events(seq: int) -> None:
    """An event that is missing is asked for again by what comes after it, and seen in its place."""
    lost: list[Message] = []

    def meddle(account: str, message: Message) -> list[Message]:
        if account == "ann" and isinstance(message, Drawn | Moved) and message.seq == seq:
            lost.append(message)
            return [message] if len(lost) > 1 else []
        return [message]

    pair = Pair(meddle=meddle)
    table = pair.open("pot")
    pair.play()
    pair.check(table)
    assert table.seq == 14  # the result
    assert len(lost) > 1


def test_gap_is_resumed() -> None:
    """Before a gap the session asks for what it misses, and takes in nothing."""
    events, _ = match_of()
    session = welcome_session()
    session.hear(events[0])
    (wish,) = session.hear(events[2])
    assert wish == Send(Resume(2, "m1", 1))
    chair = session.chairs["m1"]
    assert session.hear(events[1]) == [Seen(chair, events[1])]
    assert session.hear(events[1]) == []
    assert session.hear(events[2]) == [Seen(chair, events[2])]


def test_repeated_request() -> None:
    """A request that comes again while it is thought about is no reason to begin again."""
    session, chair, request, _ = asked_session()
    again = msgspec.structs.replace(request, time_us=request.time_us - 5)
    assert session.hear(again) == []
    assert chair.request == again
    (wish,) = session.decided(chair, request.seq, "1", None)
    assert wish == Send(Move(2, "m1", request.seq, "1"))
    # once it was answered, the answer is given again
    assert session.hear(request) == [Send(Move(3, "m1", request.seq, "1"))]


def test_request_of_another_moment() -> None:
    """What is asked about a position that is yet to come here is not thought about."""
    session, chair, request, _ = asked_session()
    seq = chair.seq
    (wish,) = session.hear(msgspec.structs.replace(request, seq=seq + 1))
    assert wish == Send(Resume(2, "m1", seq))
    assert chair.request == request


def test_analysis_goes_along() -> None:
    """What was thought is sent with the move."""
    session, chair, request, _ = asked_session()
    analysis = Analysis(1.5, 3, 100, ("1",))
    assert session.decided(chair, request.seq, "1", analysis) == [
        Send(Move(2, "m1", request.seq, "1", analysis))
    ]


# ------------------------------------------------------------ decisions that come too late


def test_late_because_it_was_made() -> None:
    """If the referee has moved, a decision is no longer sent, nor after the next request."""
    session, chair, request, (moved, *_) = asked_session()
    assert isinstance(moved, Moved)
    session.hear(msgspec.structs.replace(moved, by="referee"))
    assert session.decided(chair, request.seq, "1", None) == []
    newer = msgspec.structs.replace(request, seq=chair.seq)
    assert session.hear(newer) == [Think(chair, newer)]
    assert session.decided(chair, request.seq, "1", None) == []
    assert session.hear(newer) == []


@pytest.mark.parametrize("is_over", (False, True))
def test_late_because_it_is_over(is_over: bool) -> None:  # noqa: FBT001 - a parameter of pytest's
    """If one is out, or the match is over, a decision is not sent."""
    session, chair, request, _ = asked_session()
    seq = chair.seq + 1
    end: Event = Out("m1", seq, 0, "time")
    if is_over:
        end = Result("m1", seq, "abort", (), "0" * 64)
    session.hear(end)
    assert session.decided(chair, request.seq, "1", None) == []


def test_late_because_of_a_sync() -> None:
    """What was thought about a position that was wrong is not sent, but thought about anew."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    chair, request = pair._thoughts[account, match]
    session = pair.sessions[account]
    sync = table.sync(chair.seat)
    (wish,) = session.hear(sync)
    assert isinstance(wish, Send)
    assert isinstance(wish.command, Resume)
    assert wish.command.last_seq == sync.seq
    assert session.decided(chair, request.seq, "1", None) == []
    assert session.hear(request) == [Think(chair, request)]


def test_sync_after_a_decision() -> None:
    """A move that was sent before a sync is not sent again after it: it is thought about anew."""
    pair = Pair()
    table = pair.open("pot")
    account = until_a_move_is_sent(pair)
    session = pair.sessions[account]
    (request,) = pair.notes[account].thinks
    chair = session.chairs[table.match]
    session.hear(table.sync(chair.seat))
    assert session.hear(request) == [Think(chair, request)]


def test_out() -> None:
    """Who is out is asked nothing more; the others play on, and it sees how that ends."""
    pair = Pair(names(3))
    table = pair.open("pot", "seats=3")
    pair.play_until(lambda: table.has_begun)
    seat = table._pending.seat if table._pending else -1
    account = table.accounts[seat]
    assert account is not None
    pair.play_until(lambda: bool(pair._thoughts))
    pair._thoughts.clear()
    pair.send(account, Resign(pair.sessions[account].number(), table.match))
    pair.play()
    assert table.result is not None
    assert table.result.reason == "normal"
    for other, notes in pair.notes.items():
        assert notes.seen == table.log.since(0, table.seat_of(other))
        assert len(notes.overs) == 1
        assert notes.overs[0].chair.is_out == (other == account)
        assert len(notes.thinks) == (1 if other == account else 2)


@pytest.mark.parametrize("loses", ("", *WAYS))
def test_another_is_out(loses: Literal["", "both", "up", "down"]) -> None:
    """That another goes while one thinks changes nothing, even if one's connection is lost then."""
    pair = Pair(names(3))
    table = pair.open("pot", "seats=3")
    pair.play_until(lambda: bool(pair._thoughts))
    ((account, match),) = pair._thoughts
    saved = pair._thoughts.pop((account, match))
    gone = next(other for other in pair.sessions if other != account)
    pair.send(gone, Resign(pair.sessions[gone].number(), match))
    pair.play()
    assert isinstance(table.log.since(table.seq - 1, None)[0], Out)
    pair._thoughts[account, match] = saved
    if loses:
        pair.cut(account, Cut(loses))
    pair.play()
    assert table.result is not None
    assert table.result.reason == "normal"
    for notes in pair.notes.values():
        assert len(notes.overs) == 1
    asked = [request.seq for request in pair.notes[account].thinks]
    assert len(asked) == len(set(asked)) == 2
    assert set(moves_said(pair, account)) == {
        (seq, move) for (_, seq), move in pair.notes[account].decided.items()
    }


def test_asked_though_out() -> None:
    """Who is asked plays, as a house bot does that reads of its predecessor's end.

    A request in a match that is not known is no reason to think.
    """
    session, chair, request, _ = asked_session()
    assert session.hear(msgspec.structs.replace(request, match="m2")) == []
    session.hear(Out("m1", chair.seq + 1, 0, "time", house=True))
    assert chair.is_out
    asked = msgspec.structs.replace(request, seq=chair.seq)
    assert session.hear(asked) == [Think(chair, asked)]
    assert not chair.is_out


# ------------------------------------------------------------ views that differ


def tampered(
    seq: int, changes: dict[str, str], seed: int = 0, game: str = "pot"
) -> tuple[Pair, Table]:
    """A match in which ann is told something wrong once."""
    done: list[Event] = []

    def meddle(account: str, message: Message) -> list[Message]:
        if account != "ann" or done or not isinstance(message, Started | Drawn | Moved):
            return [message]
        if message.seq != seq:
            return [message]
        done.append(message)
        here = {key: text for key, text in changes.items() if hasattr(message, key)}
        return [msgspec.structs.replace(message, **here)]

    pair = Pair(seed=seed, meddle=meddle, is_slow=True)
    table = pair.open(game)
    pair.play()
    assert done
    return pair, table


@pytest.mark.parametrize("changes", ({"digest": WRONG}, {"draw": "nonsense", "move": "nonsense"}))
@pytest.mark.parametrize("seq", range(2, 14))
def test_desync(changes: dict[str, str], seq: int) -> None:
    """A wrong event is reported with its number; after the sync the match goes on and ends."""
    untampered = Pair(is_slow=True)
    whole = untampered.open("pot")
    untampered.play()
    pair, table = tampered(seq, changes)
    reports = [each for who, each in pair.said if isinstance(each, Desync)]
    before = table.log.since(seq - 2, 0)
    own = before[1 if "digest" in changes else 0]
    assert isinstance(own, Started | Drawn | Moved)
    assert (reports[0].seq, reports[0].digest) == (seq, own.digest)
    troubles = pair.notes["ann"].troubles
    assert len(troubles) == len(reports)
    assert f"event {seq}:" in troubles[0]
    assert own.digest in troubles[0]
    assert not pair.notes["bob"].troubles
    assert table.result is not None
    assert table.result.reason == "normal"
    assert table.state.digest == whole.state.digest
    for notes in pair.notes.values():
        (over,) = notes.overs
        assert over.result == table.result
        seqs = [event.seq for event in notes.seen]
        assert seqs == sorted(set(seqs))
    assert seq not in [event.seq for event in pair.notes["ann"].seen]
    if seq < 12:
        chair = pair.notes["ann"].overs[0].chair
        assert chair.digest == digest_text(table.state.digest)


def test_desync_at_the_start() -> None:
    """A match whose first digest is another one is reported too, and can be played."""
    pair, table = tampered(1, {"digest": WRONG})
    assert next(each.seq for _, each in pair.said if isinstance(each, Desync)) == 1
    assert table.result is not None
    assert table.result.reason == "normal"
    assert pair.notes["ann"].overs[0].chair.digest == digest_text(table.state.digest)


@pytest.mark.parametrize("seq", (2, 3, 4))
def test_desync_with_secrets(seq: int) -> None:
    """In a game with secrets one goes on from one's own view, as the referee writes it."""
    pair, table = tampered(seq, {"digest": WRONG}, game="kuhn")
    assert [each.seq for who, each in pair.said if isinstance(each, Desync)] == [seq]
    assert all(each.last_seq >= seq for who, each in pair.said if isinstance(each, Resume))
    assert table.result is not None
    assert table.result.reason == "normal"
    chair = pair.notes["ann"].overs[0].chair
    assert chair.digest == digest_text(view_of(table.state, chair.seat).digest)


def test_sync_that_contradicts_itself() -> None:
    """If even the referee's own view differs, all is told anew once; then people are told."""
    pair = Pair()
    table = pair.open("pot")
    pair.play_until(lambda: table.match in pair.sessions["ann"].chairs)
    sync = msgspec.structs.replace(table.sync(0), digest=WRONG)
    (wish,) = pair.sessions["ann"].hear(sync)
    assert isinstance(wish, Send)
    assert isinstance(wish.command, Resume)
    assert (wish.command.match, wish.command.last_seq) == (table.match, 0)
    (wish,) = pair.sessions["ann"].hear(sync)
    assert isinstance(wish, Trouble)
    assert table.match in wish.text
    assert pair.sessions["ann"].hear(msgspec.structs.replace(sync, match="m9")) == []


# ------------------------------------------------------------ everything else that may be said


def test_hello() -> None:
    """The referee's hello is answered with one's own; its limits are remembered."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    known = [session.hello]
    hello = ClientHello(1, "test/1", "secret", features=("digest", "joint"))
    assert session.hear(HELLO) == [Send(hello)]
    known.append(session.hello)
    assert known == [None, HELLO]
    assert not session.is_welcome


@pytest.mark.parametrize("spoken", (ProtocolRange(2, 3), ProtocolRange(5, 5)))
def test_another_protocol(spoken: ProtocolRange) -> None:
    """To a referee that speaks only other versions nothing is said, and that is the end."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    (wish,) = session.hear(msgspec.structs.replace(HELLO, protocol=spoken))
    assert isinstance(wish, Refused)
    assert wish.error.fatal
    assert f"{spoken.min} to {spoken.max}" in wish.error.text


def test_unknown_requirement() -> None:
    """A referee that asks for a feature that is not known here is left, any other is greeted."""
    for feature, known in (("digest", True), ("telepathy", False)):
        session = Session("test/1", "secret", lambda: "5" * 64)
        session.connected()
        (wish,) = session.hear(msgspec.structs.replace(HELLO, requires=(feature,)))
        assert isinstance(wish, Send if known else Refused)
        assert known or feature in str(wish)


def test_newer_referee() -> None:
    """A referee that speaks newer versions besides this one is greeted."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    (wish,) = session.hear(msgspec.structs.replace(HELLO, protocol=ProtocolRange(1, 7)))
    assert isinstance(wish, Send)
    assert isinstance(wish.command, ClientHello)


def test_unknown_messages() -> None:
    """What is not known, or of no concern, changes nothing in the middle of a match."""
    session, chair, request, (moved, *_) = asked_session()
    for message in (
        Unknown("weather"),
        Presence("m1", 1, here=False, grace_us=5),
        Analysed("m1", 1, 2, Analysis(1.0)),
    ):
        assert session.hear(message) == []
    assert chair.request == request
    assert session.hear(moved) == [Seen(chair, moved)]


def test_unknown_messages_in_a_match() -> None:
    """A referee that says new things between all others is played with as usual."""
    pair = Pair(cuts={30: Cut()})
    table = pair.open("pot")
    while pair.step():
        assert pair.steps < pair.most_steps
        for line in pair._lines.values():
            if line.down and pair.steps % 3 == 0:
                line.down.appendleft(b'{"type":"weather","match":"m1","seq":7}')
    pair.check(table)


def test_malformed() -> None:
    """People are told of what cannot be understood."""
    (wish,) = welcome_session().hear(Malformed("bad_json", "this is no JSON"))
    assert isinstance(wish, Trouble)
    assert "this is no JSON" in wish.text


def test_events_of_others() -> None:
    """Events of matches in which one has no seat are no concern."""
    events, _ = match_of()
    start = events[0]
    assert isinstance(start, Started)
    session = welcome_session()
    assert session.hear(msgspec.structs.replace(start, seat=None)) == []
    assert session.hear(events[1]) == []
    assert session.hear(events[-1]) == []
    assert session.chairs == {}


def test_over() -> None:
    """The result is told once; then the match is forgotten."""
    events, _ = match_of()
    session = welcome_session()
    for event in events[:-1]:
        session.hear(event)
    chair, result = session.chairs["m1"], events[-1]
    assert isinstance(result, Result)
    assert session.hear(result) == [Seen(chair, result), Over(chair, result)]
    assert session.chairs == {}
    assert session.hear(result) == []


@pytest.mark.parametrize("code", ("unknown_match", "not_seated"))
def test_match_is_gone(code: ErrorCode) -> None:
    """A match that the referee does not know, or has given to another, is forgotten."""
    session, _, _, _ = asked_session()
    error = Error(code, "gone", 1, "m1")
    assert session.hear(error) == [Refused(error)]
    assert session.chairs == {}


@pytest.mark.parametrize("code", ("not_your_turn", "too_fast", "match_over"))
def test_other_refusals(code: ErrorCode) -> None:
    """Other errors are told, and change nothing."""
    session, chair, request, _ = asked_session()
    for match in ("m1", "m9", None):
        error = Error(code, "no", 1, match)
        assert session.hear(error) == [Refused(error)]
    assert session.chairs == {"m1": chair}
    assert chair.request == request


def test_refused_move() -> None:
    """A legal move that the referee calls illegal shows that the view is wrong."""
    session, chair, request, _ = asked_session()
    session.decided(chair, request.seq, "any", None)
    wishes = session.hear(Error("illegal_move", "no", 1, "m1"))
    sent = [wish.command for wish in wishes if isinstance(wish, Send)]
    assert [type(command) for command in sent] == [Desync]
    assert chair.request is None
    assert session.hear(request) == []


def test_too_fast() -> None:
    """A move that came too soon after others is sent again when it may be."""
    session, chair, request, _ = asked_session()
    session.decided(chair, request.seq, "any", None)
    error = Error("too_fast", "wait", 1, "m1", retry_after=0.5)
    assert session.hear(error) == [Refused(error), Again(chair, 0.5)]
    (again,) = session.again(chair)
    assert isinstance(again, Send)
    assert isinstance(again.command, Move)
    assert (again.command.seq, again.command.move) == (request.seq, "any")


def test_stale() -> None:
    """Whose move is for an old request asks what it has missed; who has made none begins anew."""
    session, chair, _, (moved, *_) = asked_session()
    error = Error("stale", "no", 1, "m1")
    refused, wish = session.hear(error)
    assert refused == Refused(error)
    assert isinstance(wish, Send)
    assert isinstance(wish.command, Resume)
    assert (wish.command.match, wish.command.last_seq) == ("m1", chair.seq)
    assert chair.request is None
    session.hear(moved)
    refused, wish = session.hear(error)
    assert refused == Refused(error)
    assert isinstance(wish, Send)
    assert isinstance(wish.command, Resume)
    assert (wish.command.match, wish.command.last_seq) == ("m1", 0)


def test_sit() -> None:
    """A seat that was taken has a chair, and keeps it."""
    session = welcome_session()
    chair = session.sit("m4")
    assert session.chairs == {"m4": chair}
    assert session.sit("m4") is chair
    assert chair.seq == 0


def test_draining_is_heard() -> None:
    """That the referee drains is remembered until the next connection."""
    session = welcome_session()
    drains = [session.drains]
    assert session.hear(Notice("draining", "soon")) == []
    drains.append(session.drains)
    session.connected()
    drains.append(session.drains)
    assert drains == [False, True, False]


def test_draining() -> None:
    """While the referee drains a match goes on to its end, and no seat can be taken."""
    pair = Pair(cuts={50: Cut("both", 3)})
    table = pair.open("pot")
    pair.play_until(lambda: table.has_begun)
    other = pair.open("pot")
    pair.hall.drains = True
    for account, session in pair.sessions.items():
        pair.put(account, Notice("draining"))
        late: Command = Sit(session.number(), other.match)
        pair.send(account, late)
    pair.play()
    pair.check(table)
    for notes in pair.notes.values():
        assert set(notes.refused) == {"draining"}
    assert not other.has_begun
