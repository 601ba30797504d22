"""Hello: who speaks first, what both can do, who may come in."""

from typing import Final

from carcbot.conform.kit import Message, SkippedError, need, need_only
from carcbot.conform.scripted_client import PRODUCT, Peer
from carcbot.conform.visit import Visit, with_visit
from carcbot.messages.parts import FEATURES

_LONGEST_HANDSHAKE_S: Final = 15.0


@with_visit("hello.first")
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


@with_visit("hello.limits")
async def limits(visit: Visit) -> None:
    """Every limit in the hello leaves room to play: no size, rate or number is 0."""
    for name in ("frame_bytes", "commands_per_s", "burst", "queue_bytes", "heartbeat_s", "matches"):
        need(visit.limits[name] > 0, f"{name} above 0", visit.limits)
    need(visit.limits["frame_bytes"] >= 1024, "frame_bytes of 1024 at least", visit.limits)


@with_visit("hello.protocol-range")
async def protocol_range(visit: Visit) -> None:
    """The versions that the referee speaks are a range, and 1 is in it."""
    spoken = visit.greeting.get("protocol", {"min": 1, "max": 1})
    need(spoken["min"] <= 1 <= spoken["max"], "a range with 1 in it", visit.greeting)


@with_visit("hello.requires-nothing-unknown")
async def requires(visit: Visit) -> None:
    """The referee requires no feature of a client that this version of the protocol lacks."""
    required = set(visit.greeting.get("requires", ()))
    need(required <= {*FEATURES}, f"at most {', '.join(FEATURES)}", visit.greeting)


@with_visit("hello.welcome")
async def welcome(visit: Visit) -> None:
    """A hello with a good token is acknowledged with version, account, and no seats at first."""
    _, answer = await visit.greeted()
    need_only(answer, "an ack", "id", "welcome")
    need(answer["id"] == 1, "the id of the hello", answer)
    need(answer["welcome"]["protocol"] == 1, "protocol 1", answer)
    need(answer["welcome"]["account"], "the name of the account", answer)
    need(not answer["welcome"].get("seats"), "no seats", answer)


@with_visit("hello.same-account")
async def same_account(visit: Visit) -> None:
    """A token proves the same account every time."""
    names = [(await visit.greeted())[1]["welcome"]["account"] for _ in range(2)]
    need(names[0] == names[1], "the same account twice", names)


@with_visit("hello.other-account", needs=2)
async def other_account(visit: Visit) -> None:
    """Two tokens prove two accounts."""
    names = [(await visit.greeted(number))[1]["welcome"]["account"] for number in range(2)]
    need(names[0] != names[1], "two names", names)


@with_visit.each(
    "hello.{}",
    ("newest-protocol", "Of a range from 1 to 9 the newest version that both know is spoken.",
     {"protocol": {"min": 1, "max": 9}}),
    ("unknown-features-of-client",
     "Features of a client that the referee does not know do not matter.",
     {"features": ["digest", "telepathy"]}),
    ("required-feature-known", "A client may require the feature resume, which every referee has.",
     {"requires": ["resume"]}),
    ("unknown-fields", "Fields of a hello that the referee does not know are ignored.",
     {"mood": {"good": True}, "age": 7}),
    ("defaults-said",
     "A field at its default may be said or left out: protocol, features and requires.",
     {"protocol": {"min": 1, "max": 1}, "features": [], "requires": []}),
)  # fmt: skip
async def _accepted(visit: Visit, fields: Message) -> None:
    _, answer = await visit.greeted(hello=fields)
    need(answer["type"] == "ack", "an ack", answer)
    need(answer["welcome"]["protocol"] == 1, "protocol 1", answer)


@with_visit.each(
    "hello.{}",
    ("bad-token", "A token that nobody has is bad_token, and the connection is closed with 4001.",
     "bad_token", 4001, {"token": "nobody-has-this-token"}),
    ("protocol-too-new",
     "A client that speaks only newer versions gets unsupported_protocol and 4007.",
     "unsupported_protocol", 4007, {"protocol": {"min": 900, "max": 1000}}),
    ("required-feature-unknown",
     "A client that requires what is not there gets unsupported_feature and 4007.",
     "unsupported_feature", 4007, {"requires": ["telepathy"]}),
    ("tables-first",
     "A command before hello is hello_first, and the connection is closed with 4000.",
     "hello_first", 4000, {"type": "tables"}),
    ("sit-first", "A command about a match before hello is hello_first: nothing is told of it.",
     "hello_first", 4000, {"type": "sit", "match": "no-such-match"}),
)  # fmt: skip
async def _sent_away(visit: Visit, error: str, close_code: int, change: Message) -> None:
    peer = await visit.stranger()
    await peer.take("hello")
    said = {"type": "hello", "product": PRODUCT, "token": visit.tokens[0], **change}
    answer = await peer.tried(str(said.pop("type")), **said)
    need(answer.get("code") == error, f"an error {error}", answer)
    need(answer.get("fatal"), "a fatal error", answer)
    await peer.ended(close_code)


@with_visit("hello.second")
async def second(visit: Visit) -> None:
    """A second hello on one connection is not_allowed, and the connection goes on."""
    peer = await visit.peer()
    await peer.refused("not_allowed", "hello", product=PRODUCT, token=visit.tokens[0])
    await peer.ask("tables")


@with_visit("hello.incomplete")
async def incomplete(visit: Visit) -> None:
    """A hello without a token is bad_message; a whole one on the same connection is welcome."""
    peer = await visit.stranger()
    await peer.take("hello")
    await peer.refused("bad_message", "hello", product=PRODUCT)
    answer = await peer.ask("hello", product=PRODUCT, token=visit.tokens[0])
    need("welcome" in answer, "a welcome", answer)


@with_visit("hello.late", needs=0, takes_s=10.0)
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


@with_visit("hello.takes-over")
async def takes_over(visit: Visit) -> None:
    """When an account says hello on a new connection, the older one is closed with 4002."""
    older = await visit.peer()
    newer, answer = await visit.greeted()
    await _at_newer(older, answer)
    await newer.ask("tables")


@with_visit("hello.failed-one-takes-nothing")
async def failed_takes_nothing(visit: Visit) -> None:
    """A hello that is refused leaves the account's older connection alone."""
    older = await visit.peer()
    peer, answer = await visit.greeted(hello={"requires": ["telepathy"]})
    need(answer["type"] == "error", "an error", answer)
    await peer.ended(4007)
    await older.ask("tables")
