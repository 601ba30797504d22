"""What the tests of sessions share: games, sessions that have begun, and what was said."""

from typing import Literal

from carcbot.bot.seated_match import SeatedMatch
from carcbot.bot.session import Session, Think
from carcbot.messages.client import Move
from carcbot.messages.events import Event
from carcbot.messages.parts import Welcome
from carcbot.messages.server import (
    Ack,
    Request,
    ServerHello,
)
from tests.bot.pairing import LIMITS, Pair

__all__ = [
    "GAMES",
    "HELLO",
    "SHORT_GAMES",
    "SHORT_POT",
    "WAYS",
    "WRONG",
    "asked_session",
    "match_of",
    "moves_said",
    "names",
    "until_a_move_is_sent",
    "welcome_session",
]

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


def asked_session() -> tuple[Session, SeatedMatch, Request, list[Event]]:
    """A session that thinks about its first request, and the events that would follow."""
    events, (request, *_) = match_of()
    session = welcome_session()
    for event in events[: request.seq]:
        session.hear(event)
    seated = session.matches["m1"]
    assert session.hear(request) == [Think(seated, request)]
    return session, seated, request, events[request.seq :]


# ------------------------------------------------------------ whole matches


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
