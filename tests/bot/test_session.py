"""Tests of carcbot.bot.session: whole matches, hello, messages and refusals."""

import msgspec
import pytest

from carcbot.bot.session import EventSeen, MatchOver, Refused, Retry, Send, Session, Trouble
from carcbot.games import registry
from carcbot.match.story import digest_text
from carcbot.messages.client import ClientHello, Command, Desync, Move, Resign, Resume, Sit
from carcbot.messages.codec import Malformed, Unknown
from carcbot.messages.events import Result, Started
from carcbot.messages.parts import Analysis, ErrorCode, ProtocolRange, Welcome
from carcbot.messages.server import (
    Ack,
    Analysed,
    Error,
    Notice,
    Presence,
)
from tests.bot.pairing import Cut, Pair
from tests.bot.sessions import GAMES, HELLO, asked_session, match_of, names, welcome_session


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
            assert over.seated.digest == digest_text(table.state.digest)
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


def test_hello() -> None:
    """The referee's hello is answered with one's own; its limits are remembered."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    known = [session.hello]
    games = {name: registry.get(name).rules for name in registry.names()}
    hello = ClientHello(1, "test/1", "secret", features=("digest", "joint"), games=games)
    assert session.hear(HELLO) == [Send(hello)]
    known.append(session.hello)
    assert known == [None, HELLO]
    assert not session.is_welcome


@pytest.mark.parametrize("spoken", (ProtocolRange(2, 3), ProtocolRange(5, 5)))
def test_another_protocol(spoken: ProtocolRange) -> None:
    """To a referee that speaks only other versions nothing is said, and that is the end."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    (action,) = session.hear(msgspec.structs.replace(HELLO, protocol=spoken))
    assert isinstance(action, Refused)
    assert action.error.fatal
    assert f"{spoken.min} to {spoken.max}" in action.error.text


def test_unknown_requirement() -> None:
    """A referee that asks for a feature that is not known here is left, any other is greeted."""
    for feature, known in (("digest", True), ("telepathy", False)):
        session = Session("test/1", "secret", lambda: "5" * 64)
        session.connected()
        (action,) = session.hear(msgspec.structs.replace(HELLO, requires=(feature,)))
        assert isinstance(action, Send if known else Refused)
        assert known or feature in str(action)


def test_newer_referee() -> None:
    """A referee that speaks newer versions besides this one is greeted."""
    session = Session("test/1", "secret", lambda: "5" * 64)
    session.connected()
    (action,) = session.hear(msgspec.structs.replace(HELLO, protocol=ProtocolRange(1, 7)))
    assert isinstance(action, Send)
    assert isinstance(action.command, ClientHello)


def test_unknown_messages() -> None:
    """What is not known, or of no concern, changes nothing in the middle of a match."""
    session, seated, request, (moved, *_) = asked_session()
    for message in (
        Unknown("weather"),
        Presence("m1", 1, here=False, grace_us=5),
        Analysed("m1", 1, 2, Analysis(1.0)),
    ):
        assert session.hear(message) == []
    assert seated.request == request
    assert session.hear(moved) == [EventSeen(seated, moved)]


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
    (action,) = welcome_session().hear(Malformed("bad_json", "this is no JSON"))
    assert isinstance(action, Trouble)
    assert "this is no JSON" in action.text


def test_events_of_others() -> None:
    """Events of matches in which one has no seat are no concern."""
    events, _ = match_of()
    start = events[0]
    assert isinstance(start, Started)
    session = welcome_session()
    assert session.hear(msgspec.structs.replace(start, seat=None)) == []
    assert session.hear(events[1]) == []
    assert session.hear(events[-1]) == []
    assert session.matches == {}


def test_over() -> None:
    """The result is told once; then the match is forgotten."""
    events, _ = match_of()
    session = welcome_session()
    for event in events[:-1]:
        session.hear(event)
    seated, result = session.matches["m1"], events[-1]
    assert isinstance(result, Result)
    assert session.hear(result) == [EventSeen(seated, result), MatchOver(seated, result)]
    assert session.matches == {}
    assert session.hear(result) == []


@pytest.mark.parametrize("code", ("unknown_match", "not_seated"))
def test_match_is_gone(code: ErrorCode) -> None:
    """A match that the referee does not know, or has given to another, is forgotten."""
    session, _, _, _ = asked_session()
    error = Error(code, "gone", 1, "m1")
    assert session.hear(error) == [Refused(error)]
    assert session.matches == {}


@pytest.mark.parametrize("code", ("not_your_turn", "too_fast", "match_over"))
def test_other_refusals(code: ErrorCode) -> None:
    """Other errors are told, and change nothing."""
    session, seated, request, _ = asked_session()
    for match in ("m1", "m9", None):
        error = Error(code, "no", 1, match)
        assert session.hear(error) == [Refused(error)]
    assert session.matches == {"m1": seated}
    assert seated.request == request


def test_refused_move() -> None:
    """A legal move that the referee calls illegal shows that the view is wrong."""
    session, seated, request, _ = asked_session()
    session.decided(seated, request.seq, "any", None)
    actions = session.hear(Error("illegal_move", "no", 1, "m1"))
    sent = [action.command for action in actions if isinstance(action, Send)]
    assert [type(command) for command in sent] == [Desync]
    assert seated.request is None
    assert session.hear(request) == []


def test_too_fast() -> None:
    """A move that came too soon after others is sent again when it may be."""
    session, seated, request, _ = asked_session()
    analysis = Analysis(by="substitute")
    session.decided(seated, request.seq, "any", analysis)
    error = Error("too_fast", "wait", 1, "m1", retry_after=0.5)
    assert session.hear(error) == [Refused(error), Retry(seated, 0.5)]
    (again,) = session.retry(seated)
    assert isinstance(again, Send)
    assert isinstance(again.command, Move)
    assert (again.command.seq, again.command.move) == (request.seq, "any")
    assert again.command.analysis == analysis
    session.connected()
    assert session.retry(seated) == []


def test_given_up() -> None:
    """Where no move can be found the bot resigns, and again where the referee asks again."""
    session, seated, request, _ = asked_session()
    (said,) = session.give_up(seated)
    assert isinstance(said, Send)
    assert isinstance(said.command, Resign)
    assert said.command.match == "m1"
    session.connected()
    assert session.give_up(seated) == []  # nobody would hear it
    session.hear(HELLO)
    session.hear(Ack(3, Welcome(1, "ann")))
    (again,) = session.hear(request)
    assert isinstance(again, Send)
    assert isinstance(again.command, Resign)


def test_stale() -> None:
    """Whose move is for an old request asks what it has missed; who has made none begins anew."""
    session, seated, _, (moved, *_) = asked_session()
    error = Error("stale", "no", 1, "m1")
    refused, action = session.hear(error)
    assert refused == Refused(error)
    assert isinstance(action, Send)
    assert isinstance(action.command, Resume)
    assert (action.command.match, action.command.last_seq) == ("m1", seated.seq)
    assert seated.request is None
    session.hear(moved)
    refused, action = session.hear(error)
    assert refused == Refused(error)
    assert isinstance(action, Send)
    assert isinstance(action.command, Resume)
    assert (action.command.match, action.command.last_seq) == ("m1", 0)


def test_sit() -> None:
    """A seat that was taken has a match, and keeps it."""
    session = welcome_session()
    seated = session.sit("m4")
    assert session.matches == {"m4": seated}
    assert session.sit("m4") is seated
    assert seated.seq == 0


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
