"""Hello: who speaks first, what both can do, who may come in."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from carcbot.net.conform.kit import Check, Message, SkippedError, need
from carcbot.net.conform.peer import PRODUCT, Peer
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import Visit

KNOWN_FEATURES: Final = {"analysis", "digest", "resume", "watch"}
_LONGEST_HANDSHAKE_S: Final = 15.0


@SERVER.check("hello.first")
async def first(visit: Visit) -> None:
    """The referee speaks first: one hello with product, games and limits, and then it waits."""
    peer = await visit.stranger()
    greeting = await peer.take("hello")
    need(len(greeting["product"]) > 0, "a product with a name", greeting)
    need(greeting["games"], "at least one game", greeting)
    rules = greeting["games"].values()
    need(all(isinstance(version, int) for version in rules), "versions of rules", greeting)
    await visit.peer()
    need(len(peer.heard) == 1, "nothing after hello before the client has spoken", peer.heard)


@SERVER.check("hello.limits")
async def limits(visit: Visit) -> None:
    """Every limit in the hello leaves room to play: no size, rate or number is 0."""
    for name in ("frame_bytes", "commands_per_s", "burst", "queue_bytes", "heartbeat_s", "matches"):
        need(visit.limits[name] > 0, f"{name} above 0", visit.limits)
    need(visit.limits["frame_bytes"] >= 1024, "frame_bytes of 1024 at least", visit.limits)


@SERVER.check("hello.protocol-range")
async def protocol_range(visit: Visit) -> None:
    """The versions that the referee speaks are a range, and 1 is in it."""
    spoken = visit.greeting.get("protocol", {"min": 1, "max": 1})
    need(spoken["min"] <= 1 <= spoken["max"], "a range with 1 in it", visit.greeting)


@SERVER.check("hello.requires-nothing-unknown")
async def requires(visit: Visit) -> None:
    """The referee requires no feature of a client that this version of the protocol lacks."""
    required = set(visit.greeting.get("requires", ()))
    need(required <= KNOWN_FEATURES, "only features of this protocol", visit.greeting)


@SERVER.check("hello.welcome")
async def welcome(visit: Visit) -> None:
    """A hello with a good token is acknowledged with version, account, and no seats at first."""
    _, answer = await visit.greeted()
    need(set(answer) == {"type", "id", "welcome"}, "an ack with id and welcome only", answer)
    need(answer["id"] == 1, "the id of the hello", answer)
    need(answer["welcome"]["protocol"] == 1, "protocol 1", answer)
    need(answer["welcome"]["account"], "the name of the account", answer)
    need(not answer["welcome"].get("seats"), "no seats", answer)


@SERVER.check("hello.same-account")
async def same_account(visit: Visit) -> None:
    """A token proves the same account every time."""
    names = [(await visit.greeted())[1]["welcome"]["account"] for _ in range(2)]
    need(names[0] == names[1], "the same account twice", names)


@SERVER.check("hello.other-account", needs=2)
async def other_account(visit: Visit) -> None:
    """Two tokens prove two accounts."""
    names = [(await visit.greeted(number))[1]["welcome"]["account"] for number in range(2)]
    need(names[0] != names[1], "two names", names)


async def _accepted(visit: Visit, fields: Mapping[str, object]) -> None:
    _, answer = await visit.greeted(hello=fields)
    need(answer["type"] == "ack", "an ack", answer)
    need(answer["welcome"]["protocol"] == 1, "protocol 1", answer)


def _add_accepted(name: str, sentence: str, **fields: object) -> None:
    SERVER.add(Check(f"hello.{name}", sentence, partial(_accepted, fields=fields)))


_add_accepted(
    "newest-protocol",
    "Of a range from 1 to 9 the newest version that both know is spoken.",
    protocol={"min": 1, "max": 9},
)
_add_accepted(
    "unknown-features-of-client",
    "Features of a client that the referee does not know do not matter.",
    features=["digest", "telepathy"],
)
_add_accepted(
    "required-feature-known",
    "A client may require the feature resume, which every referee has.",
    requires=["resume"],
)
_add_accepted(
    "unknown-fields",
    "Fields of a hello that the referee does not know are ignored.",
    mood={"good": True},
    age=7,
)
_add_accepted(
    "defaults-said",
    "A field at its default may be said or left out: protocol, features and requires.",
    protocol={"min": 1, "max": 1},
    features=[],
    requires=[],
)


async def _sent_away(
    visit: Visit, change: Mapping[str, object], error: str, close_code: int
) -> None:
    peer = await visit.stranger()
    await peer.take("hello")
    said = {"type": "hello", "product": PRODUCT, "token": visit.tokens[0], **change}
    number = peer.say(str(said.pop("type")), **said)
    answer = await peer.answer(number)
    need(answer.get("code") == error, f"an error {error}", answer)
    need(answer.get("fatal"), "a fatal error", answer)
    await peer.ended(close_code)


def _add_sent_away(name: str, sentence: str, error: str, close_code: int, **change: object) -> None:
    run = partial(_sent_away, change=change, error=error, close_code=close_code)
    SERVER.add(Check(f"hello.{name}", sentence, run))


_add_sent_away(
    "bad-token",
    "A token that nobody has is bad_token, and the connection is closed with 4001.",
    "bad_token",
    4001,
    token="nobody-has-this-token",  # noqa: S106 - that is the point
)
_add_sent_away(
    "protocol-too-new",
    "A client that speaks only newer versions gets unsupported_protocol and 4007.",
    "unsupported_protocol",
    4007,
    protocol={"min": 900, "max": 1000},
)
_add_sent_away(
    "required-feature-unknown",
    "A client that requires what is not there gets unsupported_feature and 4007.",
    "unsupported_feature",
    4007,
    requires=["telepathy"],
)
_add_sent_away(
    "tables-first",
    "A command before hello is hello_first, and the connection is closed with 4000.",
    "hello_first",
    4000,
    type="tables",
)
_add_sent_away(
    "sit-first",
    "A command about a match before hello is hello_first: nothing is told of it.",
    "hello_first",
    4000,
    type="sit",
    match="no-such-match",
)


@SERVER.check("hello.second")
async def second(visit: Visit) -> None:
    """A second hello on one connection is not_allowed, and the connection goes on."""
    peer = await visit.peer()
    await peer.refused("not_allowed", "hello", product=PRODUCT, token=visit.tokens[0])
    await peer.ask("tables")


@SERVER.check("hello.incomplete")
async def incomplete(visit: Visit) -> None:
    """A hello without a token is bad_message; a whole one on the same connection is welcome."""
    peer = await visit.stranger()
    await peer.take("hello")
    await peer.refused("bad_message", "hello", product=PRODUCT)
    answer = await peer.ask("hello", product=PRODUCT, token=visit.tokens[0])
    need("welcome" in answer, "a welcome", answer)


@SERVER.check("hello.late", needs=0, is_slow=True)
async def late(visit: Visit) -> None:
    """A connection without a hello is closed with 4003 after the time that the host has set."""
    peer = await visit.stranger()
    await peer.take("hello")
    try:
        await peer.ended(4003, within=_LONGEST_HANDSHAKE_S)
    except Exception as error:
        if peer.close_code is None:
            reason = f"the host allows more than {_LONGEST_HANDSHAKE_S:g} s for a hello"
            raise SkippedError(reason) from error
        raise


async def _at_newer(older: Peer, newer: Message) -> None:
    await older.ended(4002)
    need(newer["type"] == "ack", "a welcome on the newer connection", newer)


@SERVER.check("hello.takes-over")
async def takes_over(visit: Visit) -> None:
    """When an account says hello on a new connection, the older one is closed with 4002."""
    older = await visit.peer()
    newer, answer = await visit.greeted()
    await _at_newer(older, answer)
    await newer.ask("tables")


@SERVER.check("hello.failed-one-takes-nothing")
async def failed_takes_nothing(visit: Visit) -> None:
    """A hello that is refused leaves the account's older connection alone."""
    older = await visit.peer()
    peer, answer = await visit.greeted(hello={"requires": ["telepathy"]})
    need(answer["type"] == "error", "an error", answer)
    await peer.ended(4007)
    await older.ask("tables")
