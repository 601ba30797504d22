"""The kit fails referees that are broken, each at the check that is about it."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from carcbot.conform.examination import examine_server
from carcbot.conform.kit import Outcome
from carcbot.conform.server_checks import SERVER
from carcbot.conform.wire import Address, Frame, Opcode
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.conform.proxy import Message, Spoil, changed, injured, proxied
from tests.net.competitions.playing import rules_text
from tests.waiting import PATIENCE_S

TOKENS = ("token-of-ann", "token-of-bob", "token-of-cid")
LONG_S = 1e6


def hosted_competitions(folder: Path) -> tuple[Path, ...]:
    """Files of two competitions: one can be entered now, and one only later."""
    folder.mkdir(exist_ok=True)
    files = folder / "open.toml", folder / "later.toml"
    opens = datetime.fromtimestamp(time.time() + LONG_S, UTC).isoformat()
    later = rules_text(2 * LONG_S, 60, tables=f"[registration]\nopens = {opens}\n")
    files[0].write_text(rules_text(LONG_S, 60))
    files[1].write_text(later.replace('name = "cup"', 'name = "later"'))
    return files


async def examined(
    folder: Path,
    names: Sequence[str],
    make: Callable[[], Spoil],
    patience_s: float = 2.0,
    *,
    remembers: bool = False,
) -> Mapping[str, Outcome]:
    """What comes of these checks of our referee behind a proxy that spoils it.

    Args:
        folder: The referee's.
        names: Of the checks.
        make: What spoils it.
        patience_s: How long they wait for what must come.
        remembers: Whether it has a database for its lobby.
    """
    tokens = Tokens()
    stopping: list[asyncio.Task[None]] = []
    for token in TOKENS:
        tokens.add(token.removeprefix("token-of-"), token)
    checks = [check for check in SERVER.checks if check.name in names]
    assert len(checks) == len(names)
    compete = any(name.startswith("competitions.") for name in names)
    files = hosted_competitions(folder) if compete else ()
    settings = Settings(folder, port=0, competitions=files)
    database = Store.open(f"sqlite:///{folder / 'lobby.db'}")
    async with (
        database if remembers else contextlib.nullcontext() as store,
        RefereeServer(settings, tokens, store=store) as server,
        proxied(server.url, make) as url,
    ):
        if store is not None:
            for token in TOKENS:
                await store.add_account(token.removeprefix("token-of-"), "bot", 1)

        async def stop() -> None:
            await server.drain(60)
            server._reception.close()

        async def drain() -> None:
            stopping.append(asyncio.create_task(stop()))

        return await examine_server(
            Address(url), TOKENS, checks, lambda _: None, patience_s=patience_s, drain=drain
        )


def altered(**fields: object) -> Callable[[Message], list[Message]]:
    """Other values for some fields."""
    return lambda message: [message | fields]


def no_tables(message: Message) -> list[Message]:
    """Who asks for the tables is told to come later."""
    if "tables" not in message:
        return [message]
    later = {"type": "error", "code": "too_fast", "text": "later", "retry_after": 1.0}
    return [later | {"id": message["id"]}]


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
    return lambda _: [Frame(Opcode.CLOSE, code.to_bytes(2))]


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


def without_offers(message: Message) -> list[Message]:
    """A lobby in which nothing is offered."""
    if "lobby" in message:
        message["lobby"]["offers"] = []
    return [message]


def online_altered(message: Message, **fields: object) -> Message:
    """A lobby that says something else of who is here."""
    if "lobby" in message:
        message["lobby"]["online"] = [each | fields for each in message["lobby"]["online"]]
    return message


def numbered(message: Message) -> Message:
    """Terms that differ where somebody has left out what others say."""
    terms: Message = message["terms"]
    return terms if "chance" in terms else terms | {"policy": {"stalls": 7}}


def lasting(message: Message) -> list[Message]:
    """Offers that last for ten minutes, whatever was said."""
    return [message | {"expires_s": 600} if "expires_s" in message else message]


def over_at_once(message: Message) -> list[Message]:
    """What would be said if an offer were over as soon as it is made."""
    if "offer" not in message:
        return []
    return [{"type": "offer_over", "offer": message["offer"], "outcome": "matched"}]


def only_first(count: int, kind: str) -> Callable[[], Spoil]:
    """Says something of this type so often, to whoever comes first, and never again."""
    said: list[Message] = []

    def change(message: Message) -> list[Message]:
        said.append(message)
        return [message] if len(said) <= count else []

    return same(changed("down", kind, change))


def other_nonces(message: Message) -> list[Message]:
    """A start in which the nonces of two seats have changed places."""
    joint = message.get("joint")
    if joint:
        joint["nonces"] = joint["nonces"][::-1]
    return [message]


def other_last_card(message: Message) -> list[Message]:
    """A deck of which the last card, which nobody may ever draw, is another one."""
    return [message | {"deck": [*message["deck"][:-1], "0" * 64]}]


def one_each(message: Message) -> list[Message]:
    """Another secret for each seat."""
    return [message | {"commitment": str(message["seat"]) * 64}]


def other_secret(message: Message) -> list[Message]:
    """Commits to a secret from which nothing is drawn, and opens it."""
    if message["type"] == "result":
        return [message | {"seed": bytes(32).hex()}]
    if "commitment" in message:
        return [message | {"commitment": hashlib.sha256(bytes(32)).hexdigest()}]
    return [message]


def eager_ratings() -> Spoil:
    """Ratings that count every result which the asking client has heard, and every move."""
    heard: list[Message] = []

    def change(message: Message) -> list[Message]:
        if message["type"] in {"result", "move"}:
            heard.append(message)
        if "lobby" in message:
            for each in message["lobby"]["ratings"]:
                each["games"] += len(heard)
        return [message]

    return changed("down", "", change)


def other_ratings(message: Message) -> list[Message]:
    """Who wins falls, and who loses rises."""
    if "lobby" in message:
        for each in message["lobby"]["ratings"]:
            each["rating"] = 3000 - each["rating"]
    return [message]


def silent_tables(message: Message) -> list[Message]:
    """A list in which no table is rated."""
    for each in message.get("tables") or ():
        each["rated"] = False
    return [message]


def rated_tables(message: Message) -> list[Message]:
    """A list in which every table is rated."""
    for each in message.get("tables") or ():
        each["rated"] = True
    return [message]


def without_pools(message: Message) -> list[Message]:
    """A history in which nothing has counted."""
    for each in message.get("history") or ():
        each.pop("pool", None)
    return [message]


def unrated_terms(message: Message) -> list[Message]:
    """Terms that are rated only if they say so."""
    return [message | {"terms": {"rated": False} | message["terms"]}]


def flags_of_all_kinds(message: Message) -> list[Message]:
    """Whatever is no false is true."""
    return [message | {"rated": bool(message.get("rated"))}]


def told_of_competitions(**fields: object) -> Callable[[], Spoil]:
    """Other things are said of competitions, whether somebody asks or not."""

    def change(message: Message) -> list[Message]:
        for each in message.get("competitions") or ():
            each.update(fields)
        if message["type"] == "competition":
            message["competition"].update(fields)
        return [message]

    return same(changed("down", "", change))


def standings_altered(**fields: object) -> Callable[[], Spoil]:
    """Other things are said of how everybody stands."""

    def change(message: Message) -> list[Message]:
        for each in message.get("standings") or ():
            if message["type"] == "ack":
                each.update(fields)
        return [message]

    return same(changed("down", "ack", change))


def agreeable(message: Message) -> list[Message]:
    """Nothing is refused."""
    return [{"type": "ack", "id": message.get("id", 1)}]


def silenced(message: Message) -> list[Message]:
    """A command that leads to nothing but its answer."""
    return [message | {"type": "tables"}]


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
    "other close code": ("hello.bad-token", same(injured("down", Opcode.CLOSE, close_with(4000)))),
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
        same(injured("down", Opcode.TEXT, lambda frame: [Frame(Opcode.BINARY, frame.payload)])),
    ),
    "no pongs": ("frames.ping", same(injured("down", Opcode.PONG, dropped))),
    "no pings": ("pings.at-once", same(injured("down", Opcode.PING, dropped))),
    "strict": ("hello.unknown-fields", same(changed("up", "hello", strict))),
    "forgets seats": ("resume.welcome", same(changed("down", "ack", welcome_without_seats))),
    "no own seat": ("start.own-seat", same(changed("down", "start", without("seat")))),
    "nobody loses": ("resign.two-seats", same(changed("down", "result", other_places))),
    "other reason": ("abort.all", same(changed("down", "result", altered(reason="normal")))),
    "another seq": ("moves.twice", second_ack_differs),
    "no hurry": ("limits.too-fast", same(changed("down", "error", altered(retry_after=0.0)))),
    "unforgiving": ("limits.retry", same(changed("down", "ack", no_tables))),
    "requests for all": (
        "watch.from-0",
        same(changed("down", "draw", lambda said: [said, REQUEST | {"match": said["match"]}])),
    ),
    "no thoughts": ("analysis.with-a-move", same(changed("up", "move", without("analysis")))),
    "a sync too old": ("sync.after-desync", same(changed("down", "sync", more("seq", -1)))),
    "seeks nobody sees": ("seek.ack", same(changed("down", "ack", without_offers))),
    "rated after all": ("seek.met", same(changed("down", "start", altered(rated=True)))),
    "never matched": ("seek.three", same(changed("down", "offer_over", dropped))),
    "blind to defaults": (
        "seek.same-terms",
        same(changed("up", "seek", lambda said: [said | {"terms": numbered(said)}])),
    ),
    "pairs anybody": (
        "seek.other-options",
        same(
            changed("up", "seek", lambda said: [said | {"terms": said["terms"] | {"options": ""}}])
        ),
    ),
    "no ratings": ("seek.rating", same(changed("up", "seek", without("min_rating")))),
    "cancels for others": (
        "seek.cancel-of-another",
        same(changed("down", "error", lambda said: [{"type": "ack", "id": said["id"]}])),
    ),
    "nobody is asked": ("challenge.offered", same(changed("down", "offered", dropped))),
    "no reasons": ("challenge.decline", same(changed("down", "offer_over", without("reason")))),
    "one reason": ("challenge.decline", same(changed("up", "decline", altered(reason="busy")))),
    "secret withdrawals": (
        "challenge.cancel",
        same(changed("down", "offer_over", lambda said: [said] if "by" not in said else [])),
    ),
    "forgets who was away": ("challenge.waits", only_first(1, "offered")),
    "never full": ("capacity.full", same(changed("up", "capacity", altered(matches=9)))),
    "never empty": ("capacity.none", same(changed("up", "capacity", altered(matches=9)))),
    "deaf to capacity": ("capacity.said", same(changed("up", "capacity", altered(matches=3)))),
    "lonely": (
        "lobby.online",
        same(changed("down", "ack", lambda said: [online_altered(said, product="x/1")])),
    ),
    "pairs oneself": (
        "seek.oneself",
        same(changed("down", "ack", lambda said: [said, *over_at_once(said)])),
    ),
    "remembers capacity": (
        "capacity.connection",
        same(changed("down", "ack", lambda said: [online_altered(said, capacity=0)])),
    ),
    "does not know why": ("chat.at-a-table", same(changed("down", "error", altered(code="stale")))),
    "rates everything": (
        "rated.not-by-itself",
        same(changed("down", "start", altered(rated=True))),
    ),
    "rated in silence": ("rated.counts", same(changed("down", "start", without("rated")))),
    "rated tables in silence": ("rated.table", same(changed("down", "ack", silent_tables))),
    "no rated tables": ("rated.table", same(changed("up", "open", without("rated")))),
    "nobody knows before": ("rated.open-table", same(changed("down", "ack", rated_tables))),
    "unrated if not said": (
        "rated.by-default-in-terms",
        same(changed("up", "seek", unrated_terms)),
    ),
    "any flag": ("rated.no-flag", same(changed("up", "open", flags_of_all_kinds))),
    "upside down": ("rated.by-place", same(changed("down", "ack", other_ratings))),
    "counts before the end": ("rated.not-before-the-end", eager_ratings),
    "counts unrated ones": (
        "rated.unrated-does-not-count",
        same(changed("up", "open", altered(rated=True))),
    ),
    "counts aborted ones": ("rated.abort-does-not-count", eager_ratings),
    "one pool": ("rated.pools", same(changed("up", "lobby", without("pool")))),
    "competitions of one name": ("competitions.list", told_of_competitions(name="cup")),
    "begins before it opens": ("competitions.list", told_of_competitions(starts_us=0)),
    "nobody enters": ("competitions.enter", told_of_competitions(you="none")),
    "counts nobody": ("competitions.enter", told_of_competitions(entrants=0)),
    "no entrants in the standings": ("competitions.enter", standings_altered(part="playing")),
    "talks too much": ("competitions.each-its-own", told_of_competitions(you="entered")),
    "forgets who has entered": (
        "competitions.after-a-lost-connection",
        same(changed("up", "enter", silenced)),
    ),
    "no way out": ("competitions.withdraw", same(changed("up", "withdraw", silenced))),
    "two secrets": ("joint.asks-all", same(changed("down", "joint", one_each))),
    "other seats": ("joint.begins", same(changed("down", "joint", altered(seat=0)))),
    "hides commitments": ("joint.twice", same(changed("down", "joint", without("commitments")))),
    "swaps nonces": ("joint.begins", same(changed("down", "start", other_nonces))),
    "wrong opening": ("joint.opens", same(changed("down", "result", other_digit("seed")))),
    "other joint draws": ("joint.opens", same(changed("down", "", other_secret))),
    "never withheld": ("joint.silent-at-first", same(changed("down", "withheld", dropped))),
    "blames the other": (
        "joint.wrong-nonce",
        same(changed("down", "withheld", altered(seats=[0]))),
    ),
    "one round": ("joint.next-round", same(changed("down", "joint", altered(round=0)))),
    "open to all": ("joint.feature", same(changed("up", "hello", altered(features=["joint"])))),
    "asks once": ("joint.comes-again", same(changed("up", "resume", silenced))),
    "drains in silence": ("draining.notice", same(changed("down", "notice", dropped))),
    "tells only some": ("draining.who-comes-later", only_first(3, "notice")),
    "no reason to refuse": (
        "draining.seek",
        same(changed("down", "error", altered(code="too_many_matches"))),
    ),
    "ends at once": (
        "draining.match-goes-on",
        same(changed("down", "move", lambda said: [said] if said["seq"] < 3 else [])),
    ),
    "goes with another code": (
        "draining.ends",
        same(injured("down", Opcode.CLOSE, close_with(1000))),
    ),
    "asks in another turn": (
        "moves.requests-in-turn",
        same(changed("down", "request", more("turn", 1))),
    ),
    "draws in another turn": ("moves.ack", same(changed("down", "draw", more("turn", 1)))),
    "other steps": ("moves.ack", same(changed("down", "move", altered(step="place")))),
    "sync of another turn": ("sync.after-desync", same(changed("down", "sync", more("turn", 1)))),
    "sync of other clocks": (
        "sync.after-desync",
        same(changed("down", "sync", altered(remaining_us=[60_000_000, 59_000_000]))),
    ),
    "opens nothing": ("chance.deck", same(changed("down", "draw", altered(salt="0" * 64)))),
    "lays another deck": ("chance.deck", same(changed("down", "start", other_last_card))),
    "illegal moves pass": (
        "transcript.mistakes",
        same(changed("down", "error", lambda said: [{"type": "ack", "id": said["id"]}])),
    ),
}
REQUEST: Message = {
    "type": "request", "seq": 2, "seat": 0, "time_us": 1, "remaining_us": 1,
}  # fmt: skip


@pytest.mark.asyncio
@pytest.mark.parametrize("mutant", MUTANTS)
async def test_found(tmp_path: Path, mutant: str) -> None:
    """What is broken is found by its check, which says what it expected and what came."""
    name, make = MUTANTS[mutant]
    outcome = (await examined(tmp_path, [name], make))[name]
    assert outcome.verdict == "failed"
    assert outcome.expected
    assert outcome.came
    assert any(" < " in line for line in outcome.said)


@pytest.mark.asyncio
async def test_nothing_found(tmp_path: Path) -> None:
    """Behind a proxy that spoils nothing our referee passes all these checks."""
    names = sorted({name for name, _ in MUTANTS.values()})
    outcomes = await examined(tmp_path, names, same(lambda _, frame: [frame]), PATIENCE_S)
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []


@pytest.mark.asyncio
async def test_surplus_event(tmp_path: Path) -> None:
    """Where nothing should have happened, what has happened is shown."""
    spoil = same(changed("down", "draw", doubled))
    outcome = (await examined(tmp_path, ["moves.illegal"], spoil))["moves.illegal"]
    assert outcome.expected == "no new event"
    assert outcome.came.startswith('[{"type":"draw",')


def before_turns(message: Message) -> list[Message]:
    """What a referee says that does not tell turns yet."""
    untold = {"turn", "step", "turn_us"}
    return [{name: said for name, said in message.items() if name not in untold}]


@pytest.mark.asyncio
async def test_before_turns(tmp_path: Path) -> None:
    """A referee that does not tell turns passes: with one decision a turn nothing lacks."""
    names = [
        "transcript.deck", "transcript.hidden-cards", "transcript.mistakes",
        "transcript.three-seats-one-resigns", "transcript.whole-match", "clocks.fischer",
        "clocks.bank", "hidden.sync",
    ]  # fmt: skip
    outcomes = await examined(tmp_path, names, same(changed("down", "", before_turns)), PATIENCE_S)
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []


GROUPS: dict[str, tuple[Callable[[], Spoil], tuple[str, ...]]] = {
    # what is broken: what breaks it, and all the checks of lobby, joint seed and draining it breaks
    "refuses nothing": (
        same(changed("down", "error", lambda said: [{"type": "ack", "id": said.get("id", 1)}])),
        (
            "seek.cancel-of-another", "seek.accept", "seek.too-many", "seek.unknown-game",
            "seek.bad-options", "seek.bad-clock", "seek.joint-without-the-feature",
            "challenge.unknown-reason", "challenge.of-others", "challenge.cancel",
            "challenge.wrong-number", "challenge.decline-without-a-reason", "challenge.open",
            "challenge.accept-nothing", "challenge.decline-nothing", "challenge.cancel-nothing",
            "capacity.full", "capacity.tables", "joint.feature", "joint.other-commitment",
            "joint.too-early", "joint.other-round", "joint.silent-at-last", "joint.leaves",
            "draining.open", "draining.sit", "draining.seek", "draining.challenge",
            "draining.accept",
        ),
    ),
    "says nothing of offers": (
        same(changed("down", "offer_over", dropped)),
        (
            "seek.met", "seek.three", "seek.same-terms", "seek.cancel", "seek.away",
            "challenge.accept", "challenge.three", "challenge.decline-three", "challenge.waits",
            "capacity.none", "rated.counts", "draining.other-commands",
        ),
    ),
    "pairs everybody": (
        same(changed("up", "seek", lambda said: [said | {"terms": PLAIN}])),
        ("seek.other-options", "seek.other-rated", "seek.other-policy", "seek.other-chance"),
    ),
    "does not begin": (
        same(changed("down", "joint", dropped)),
        (
            "joint.asks-all", "joint.begins", "joint.opens", "joint.twice", "joint.comes-again",
            "joint.silent-at-first", "joint.wrong-nonce", "joint.next-round",
        ),
    ),
    "forgets who is here": (
        same(changed("up", "capacity", silenced)),
        ("capacity.said", "capacity.none", "capacity.full", "capacity.tables"),
    ),
    "everlasting": (
        same(changed("up", "", lasting)),
        ("seek.expires", "challenge.expires"),
    ),
    "lets everybody in": (
        same(changed("down", "error", agreeable)),
        (
            "competitions.enter-nowhere", "competitions.withdraw-nowhere",
            "competitions.check-in-nowhere", "competitions.standings-nowhere",
            "competitions.no-name", "competitions.enter-twice",
            "competitions.withdraw-without-entering", "competitions.check-in-without-entering",
            "competitions.check-in-too-early", "competitions.closed",
            "competitions.confirm-nowhere", "competitions.confirm-without-entering",
            "competitions.confirm-nothing",
        ),
    ),
    "forgets at once": (
        same(changed("up", "resume", silenced)),
        ("joint.comes-again", "draining.resume"),
    ),
}  # fmt: skip
PLAIN: Message = {"game": "carcassonne", "options": "seats=2"}


@pytest.mark.asyncio
async def test_no_memory(tmp_path: Path) -> None:
    """A referee that keeps no history is found out."""
    outcomes = await examined(
        tmp_path, ["history.over", "rated.history"], same(lambda _, frame: [frame])
    )
    assert {each.verdict for each in outcomes.values()} == {"failed"}
    assert "as the first of the history" in outcomes["history.over"].expected


@pytest.mark.asyncio
async def test_other_memory(tmp_path: Path) -> None:
    """One that does not remember where matches have counted is found out, and a good one is not."""
    name = "rated.history"
    for spoil, patience_s, verdict in (
        (changed("down", "ack", without_pools), 2.0, "failed"),  # it is waited for in vain
        (lambda _, frame: [frame], PATIENCE_S, "passed"),
    ):
        outcomes = await examined(
            tmp_path / verdict, [name], same(spoil), patience_s, remembers=True
        )
        assert outcomes[name].verdict == verdict


@pytest.mark.asyncio
@pytest.mark.parametrize("group", GROUPS)
async def test_all_found(tmp_path: Path, group: str) -> None:
    """One thing that is broken is found by every check that it breaks."""
    make, names = GROUPS[group]
    outcomes = await examined(tmp_path, names, make, 1.0)
    assert {name for name, each in outcomes.items() if each.verdict != "failed"} == set()


@pytest.mark.asyncio
@pytest.mark.parametrize("group", GROUPS)
async def test_all_good(tmp_path: Path, group: str) -> None:
    """Our referee passes all of them when nothing is broken."""
    outcomes = await examined(
        tmp_path, GROUPS[group][1], same(lambda _, frame: [frame]), PATIENCE_S
    )
    assert {outcome.verdict for outcome in outcomes.values()} == {"passed"}
