"""The kit fails referees that are broken, each at the check that is about it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from carcbot.net.conform.examining import examine_server
from carcbot.net.conform.kit import Outcome
from carcbot.net.conform.server_checks import SERVER
from carcbot.net.conform.wire import BINARY, CLOSE, PING, PONG, TEXT, Frame
from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.tokens import Tokens
from tests.net.conform.proxy import Message, Spoil, changed, injured, proxied

TOKENS = ("token-of-ann", "token-of-bob", "token-of-cid")


def examined(
    folder: Path, names: Sequence[str], make: Callable[[], Spoil]
) -> Mapping[str, Outcome]:
    """What comes of these checks of our referee behind a proxy that spoils it."""

    async def main() -> Mapping[str, Outcome]:
        tokens = Tokens()
        for token in TOKENS:
            tokens.add(token.removeprefix("token-of-"), token)
        checks = [check for check in SERVER.checks if check.name in names]
        assert len(checks) == len(names)
        async with (
            RefereeServer(Settings(folder, port=0), tokens) as server,
            proxied(server.url, make) as url,
        ):
            return await examine_server(url, TOKENS, checks, lambda _: None, patience_s=2.0)

    return asyncio.run(main())


def altered(**fields: object) -> Callable[[Message], list[Message]]:
    """Other values for some fields."""
    return lambda message: [message | fields]


def dropped(_: object) -> list[Any]:
    """Nothing of it."""
    return []


def doubled(message: Any) -> list[Any]:  # noqa: ANN401 - a message or a frame
    """The same twice."""
    return [message, message]


def without(*names: str) -> Callable[[Message], list[Message]]:
    """Some fields less."""
    return lambda message: [{key: message[key] for key in message if key not in names}]


def other_digit(name: str) -> Callable[[Message], list[Message]]:
    """A text of hex digits of which the last is another one."""
    return lambda message: [message | {name: message[name][:-1] + "ab"[message[name][-1] == "a"]}]


def more(name: str, by: int) -> Callable[[Message], list[Message]]:
    """A number that is larger."""
    return lambda message: [message | {name: message[name] + by}]


def swapped(first: str, second: str) -> Callable[[], Spoil]:
    """A message of one type comes after the next of another type."""

    def make() -> Spoil:
        held: list[Message] = []

        def change(message: Message) -> list[Message]:
            if message["type"] == first and not held and "seq" in message:
                held.append(message)
                return []
            if message["type"] == second and held:
                return [message, held.pop()]
            return [message]

        return changed("down", "", change)

    return make


def second_ack_differs() -> Spoil:
    """A move that is acknowledged again gets another number."""
    seen: set[int] = set()

    def change(message: Message) -> list[Message]:
        again = message.get("seq") in seen
        seen.add(message.get("seq", 0))
        return [message | {"seq": message["seq"] + 1}] if again and "seq" in message else [message]

    return changed("down", "ack", change)


def close_with(code: int) -> Callable[[Frame], list[Frame]]:
    """Another close code."""
    return lambda _: [Frame(CLOSE, code.to_bytes(2))]


def same(spoil: Spoil) -> Callable[[], Spoil]:
    """What spoils all connections alike."""
    return lambda: spoil


def welcome_without_seats(message: Message) -> list[Message]:
    """A welcome that names no seats."""
    if "welcome" not in message:
        return [message]
    return [message | {"welcome": message["welcome"] | {"seats": []}}]


def strict(message: Message) -> list[Message]:
    """A command with a field that is not known is none."""
    return [message | {"type": "mood"}] if "mood" in message else [message]


def other_places(message: Message) -> list[Message]:
    """Everybody has won."""
    return [message | {"standings": [each | {"place": 1} for each in message["standings"]]}]


MUTANTS: dict[str, tuple[str, Callable[[], Spoil]]] = {
    # what is broken: the check that finds it, and what breaks it
    "no presence": ("presence.away", same(changed("down", "presence", dropped))),
    "answers twice": ("ids.one-answer-each", same(changed("down", "ack", doubled))),
    "other digests": ("events.digests", same(changed("down", "move", other_digit("digest")))),
    "a gap": (
        "events.no-gaps",
        same(changed("down", "draw", lambda said: [said] if said["seq"] != 4 else [])),
    ),
    "events twice": ("events.no-gaps", same(changed("down", "draw", doubled))),
    "other scores": ("events.scores", same(changed("down", "move", altered(scores=[7, 7])))),
    "other code": ("moves.illegal", same(changed("down", "error", altered(code="not_allowed")))),
    "errors without id": ("ids.unknown-command", same(changed("down", "error", without("id")))),
    "errors without match": (
        "ids.error-names-match",
        same(changed("down", "error", without("match"))),
    ),
    "harmless errors fatal": ("moves.stale", same(changed("down", "error", altered(fatal=True)))),
    "never fatal": ("hello.bad-token", same(changed("down", "error", without("fatal")))),
    "other close code": ("hello.bad-token", same(injured("down", CLOSE, close_with(4000)))),
    "other commitment": (
        "chance.commitment",
        same(changed("down", "start", other_digit("commitment"))),
    ),
    "other draws": ("chance.draws", same(changed("down", "result", other_digit("seed")))),
    "wrong clock": ("clocks.bank", same(changed("down", "move", more("remaining_us", 1)))),
    "too much time": ("clocks.per-move", same(changed("down", "request", more("time_us", 5)))),
    "free lag": ("clocks.no-pong-no-lag", same(changed("down", "move", altered(lag_us=7)))),
    "wrong time": ("clocks.spent", same(changed("down", "move", altered(spent_us=1)))),
    "request first": ("events.before-request", swapped("draw", "request")),
    "event before ack": ("moves.ack-before-event", swapped("ack", "move")),
    "binary": (
        "frames.text",
        same(injured("down", TEXT, lambda frame: [Frame(BINARY, frame.payload)])),
    ),
    "no pongs": ("frames.ping", same(injured("down", PONG, dropped))),
    "no pings": ("pings.at-once", same(injured("down", PING, dropped))),
    "strict": ("hello.unknown-fields", same(changed("up", "hello", strict))),
    "forgets seats": ("resume.welcome", same(changed("down", "ack", welcome_without_seats))),
    "no own seat": ("start.own-seat", same(changed("down", "start", without("seat")))),
    "nobody loses": ("resign.two-seats", same(changed("down", "result", other_places))),
    "other reason": ("abort.all", same(changed("down", "result", altered(reason="normal")))),
    "another seq": ("moves.twice", second_ack_differs),
    "no hurry": ("limits.too-fast", same(changed("down", "error", altered(retry_after=0.0)))),
    "requests for all": (
        "watch.from-0",
        same(changed("down", "draw", lambda said: [said, REQUEST | {"match": said["match"]}])),
    ),
    "no thoughts": ("analysis.with-a-move", same(changed("up", "move", without("analysis")))),
    "a sync too old": ("sync.after-desync", same(changed("down", "sync", more("seq", -1)))),
    "illegal moves pass": (
        "transcript.mistakes",
        same(changed("down", "error", lambda said: [{"type": "ack", "id": said["id"]}])),
    ),
}
REQUEST: Message = {
    "type": "request", "seq": 2, "seat": 0, "time_us": 1, "remaining_us": 1,
}  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
def test_found(tmp_path: Path, mutant: str) -> None:
    """What is broken is found by its check, which says what it expected and what came."""
    name, make = MUTANTS[mutant]
    outcome = examined(tmp_path, [name], make)[name]
    assert outcome.verdict == "failed"
    assert outcome.expected
    assert outcome.came
    assert any(" < " in line for line in outcome.said)


def test_nothing_found(tmp_path: Path) -> None:
    """Behind a proxy that spoils nothing our referee passes all these checks."""
    names = sorted({name for name, _ in MUTANTS.values()})
    outcomes = examined(tmp_path, names, same(lambda _, frame: [frame]))
    assert {outcome.verdict for outcome in outcomes.values()} == {"passed"}
