"""Tables: opened, listed, taken, left; and the start of the match."""

import re
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, SkippedError, need, need_clock, need_in, need_only
from carcbot.conform.kit_game import GAME, OTHER_OPTIONS
from carcbot.conform.scripted_client import Peer
from carcbot.conform.server_checks.commands import ABOUT_MATCH
from carcbot.conform.visit import CALM, Visit, in_match, with_peer, with_visit
from carcbot.games import registry
from carcbot.match.story import digest_text

_MONTH_US: Final = 30 * 86400 * 1_000_000
_TOO_LONG_US: Final = _MONTH_US + 1
_MOST_MATCHES: Final = 80


@with_visit("tables.open")
async def opening(visit: Visit) -> None:
    """Who opens a table is told its name, and does not sit there."""
    visit.need_game(GAME)
    peer = await visit.peer()
    opened = await peer.ask("open", game=GAME, options="seats=2", clock=CALM)
    need_only(opened, "an ack", "id", "match")
    await peer.refused("not_seated", "leave", match=opened["match"])


@with_visit("tables.list")
async def listing(visit: Visit) -> None:
    """An open table is listed with its game, options and clock, and null for a free seat."""
    name, peer = await visit.seated(1)
    table = (await peer.tables())[name]
    seats = [None, peer.known_as]
    need_in(table, "a table", game=GAME, options="seats=2", seats=seats, state="open", seq=0)
    need_clock(table, CALM)


@in_match[2]("tables.list-of-matches")
async def listing_matches(match: Match) -> None:
    """A match that goes on is listed as playing, with its last event; one that is over is not."""
    table = (await match.peers[0].tables())[match.name]
    need(table["state"] == "playing", "the state playing", table)
    need(table["seats"] == match.start["seats"], "the seats of the start", table)
    need(table["seq"] == match.seq, f"seq {match.seq}", table)
    await match.peers[0].ask("resign", match=match.name)
    names = list(await match.peers[0].tables())
    need(match.name not in names, f"no {match.name}", names)


@with_visit("tables.sit-first-free")
async def sit_first(visit: Visit) -> None:
    """Who says no seat gets the first that is free, and is told which."""
    name = await visit.opened(options="seats=3")
    peer = await visit.peer()
    sat = await peer.ask("sit", match=name)
    need((sat["match"], sat["seat"]) == (name, 0), f"seat 0 of {name}", sat)


@with_visit("tables.sit-chosen", needs=2)
async def sit_chosen(visit: Visit) -> None:
    """Who says a seat gets it; the next one gets the first that is left."""
    name = await visit.opened(options="seats=3")
    peers = await visit.peers(2)
    seats = [
        (await peers[0].ask("sit", match=name, seat=2))["seat"],
        (await peers[1].ask("sit", match=name))["seat"],
    ]
    need(seats == [2, 0], "the seats 2 and 0", seats)


@with_visit("tables.seat-taken", needs=2)
async def seat_taken(visit: Visit) -> None:
    """A seat where somebody sits is seat_taken; another one can be had."""
    name = await visit.opened(options="seats=3")
    peers = await visit.peers(2)
    await peers[0].ask("sit", match=name, seat=1)
    await peers[1].refused("seat_taken", "sit", match=name, seat=1)
    sat = await peers[1].ask("sit", match=name, seat=0)
    need(sat["seat"] == 0, "seat 0", sat)


@with_visit("tables.no-such-seat")
async def no_such_seat(visit: Visit) -> None:
    """A seat that the game does not have is bad_options."""
    name = await visit.opened()
    peer = await visit.peer()
    await peer.refused("bad_options", "sit", match=name, seat=2)


@with_visit("tables.second-seat")
async def second_seat(visit: Visit) -> None:
    """One account has one seat at a table: a second one is not_allowed."""
    name, peer = await visit.seated(options="seats=3")
    await peer.refused("not_allowed", "sit", match=name)
    await peer.refused("not_allowed", "sit", match=name, seat=2)


@with_visit("tables.sit-at-match", needs=3)
async def sit_at_match(visit: Visit) -> None:
    """At a match that has begun nobody can sit down any more: not_allowed."""
    match = await visit.match()
    other = await visit.peer(2)
    await other.refused("not_allowed", "sit", match=match.name)


@with_visit("tables.leave")
async def leave(visit: Visit) -> None:
    """Who leaves an open table gets a bare ack, and the seat is free again."""
    name, peer = await visit.seated()
    await peer.done("leave", match=name)
    await peer.refused("not_seated", "leave", match=name)
    sat = await peer.ask("sit", match=name)
    need(sat["seat"] == 0, "seat 0", sat)


@in_match[2]("tables.leave-match")
async def leave_match(match: Match) -> None:
    """A match that has begun cannot be left: not_allowed, and it goes on."""
    await match.peers[0].refused("not_allowed", "leave", match=match.name)
    await match.play(1)


@with_visit("tables.client-goes")
async def client_goes(visit: Visit) -> None:
    """A client that goes keeps its seat at an open table: the next welcome names it, with seq 0."""
    name, peer = await visit.seated(1)
    peer.cut()
    _, answer = await visit.greeted()
    seats = answer["welcome"].get("seats", [])
    need(seats == [{"match": name, "seat": 1, "seq": 0}], f"seat 1 of {name} with seq 0", answer)


@with_visit("tables.resume-open-table", needs=2)
async def resume_open(visit: Visit) -> None:
    """Who resumes an open table with 0 on a new connection is told when the match starts."""
    name, peer = await visit.seated()
    peer = await visit.peer()
    resumed = await peer.ask("resume", match=name, last_seq=0)
    need((resumed["match"], resumed["seat"]) == (name, 0), f"seat 0 of {name}", resumed)
    await (await visit.peer(1)).ask("sit", match=name)
    start = await peer.take("start", match=name)
    need(start["seat"] == 0, "one's own seat", start)


@with_visit("tables.not-resumed", needs=2)
async def not_resumed(visit: Visit) -> None:
    """Who does not resume an open table is not told that its match starts."""
    name, _ = await visit.seated()
    peer = await visit.peer()
    await (await visit.peer(1)).ask("sit", match=name)
    await peer.hears_no("start", expected="no start before resume")
    await peer.ask("resume", match=name)
    await peer.take("start", match=name)


@with_peer("tables.unknown-game")
async def unknown_game(peer: Peer) -> None:
    """A game that is not hosted is unknown_game."""
    await peer.refused("unknown_game", "open", game="no-such-game")


@with_visit.each(
    "bad-options.{}",
    ("unknown", "An option that the game does not have is bad_options.", {"options": "colour=red"}),
    ("value", "A value that an option cannot have is bad_options.", {"options": "seats=9"}),
    ("twice", "The same option twice is bad_options.", {"options": "seats=2,seats=3"}),
    ("bank", "The clock bank needs a move_us.", {"clock": {"kind": "bank", "main_us": 9}}),
    ("per-move", "The clock per_move needs a move_us.",
     {"clock": {"kind": "per_move", "main_us": 9}}),
    ("sudden-death", "The clock sudden_death needs a main_us.",
     {"clock": {"kind": "sudden_death", "move_us": 9}}),
    ("fischer", "The clock fischer needs a main_us.", {"clock": {"kind": "fischer", "move_us": 9}}),
    ("delay", "The clock delay needs a main_us.", {"clock": {"kind": "delay", "move_us": 9}}),
    ("long-main", "No main time is above 30 days.", {"clock": {**CALM, "main_us": _TOO_LONG_US}}),
    ("long-move", "No time for a move is above 30 days.",
     {"clock": {**CALM, "move_us": _TOO_LONG_US}}),
)  # fmt: skip
async def _bad_options(visit: Visit, wrong: Message) -> None:
    visit.need_game(GAME)
    peer = await visit.peer()
    usual = {"game": GAME, "options": "", "clock": CALM}
    await peer.refused("bad_options", "open", **(usual | wrong))


@with_visit("bad-options.longest")
async def longest(visit: Visit) -> None:
    """A clock of 30 days is not too long."""
    clock = {"kind": "bank", "main_us": _MONTH_US, "move_us": _MONTH_US}
    await visit.opened(clock=clock)


@with_visit.each("no-match-yet.{}", ("move",), ("analysis",), ("resign",), ("abort",))
async def _no_match_yet(visit: Visit, kind: str) -> None:
    """The command {0} at a table that is still open is not_allowed."""
    name, peer = await visit.seated()
    await peer.refused("not_allowed", kind, match=name, **ABOUT_MATCH[kind])
    await peer.ask("leave", match=name)


@with_visit("tables.too-many-matches", needs=2)
async def too_many(visit: Visit) -> None:
    """Who plays limits.matches already can neither open a table nor sit down: too_many_matches."""
    most = visit.limits["matches"]
    if most > _MOST_MATCHES:
        raise SkippedError(f"{most} matches at once are too many to try")
    await visit.rest()
    peers = await visit.peers(2)
    spare = await visit.opened()
    peers[0] = await visit.peer()
    for _ in range(most):
        await visit.match(peers=peers)
    await peers[1].refused("too_many_matches", "open", game=GAME)
    await peers[1].refused("too_many_matches", "sit", match=spare)


@with_visit("start.contents", needs=2)
async def contents(visit: Visit) -> None:
    """The start says game, rules, options in full, clock, policy and digest as they are."""
    match = await visit.begun(options=OTHER_OPTIONS)
    state = registry.get(GAME).new(f"seats=2,{OTHER_OPTIONS}")
    need_in(
        match.start, "a start", seq=1, game=GAME, rules=visit.greeting["games"][GAME],
        options=f"seats=2,{OTHER_OPTIONS}", digest=digest_text(state.digest),
    )  # fmt: skip
    need_clock(match.start, CALM)
    is_hex = re.fullmatch("[0-9a-f]{64}", match.start["commitment"])
    need(is_hex, "a commitment of 64 hex digits", match.start)


@with_visit("start.accounts", needs=3)
async def accounts(visit: Visit) -> None:
    """The start names the accounts in the order of the seats."""
    peers, names = [], []
    for number in range(3):
        peer, answer = await visit.greeted(number)
        peers.append(peer)
        names.append(answer["welcome"]["account"])
    match = await visit.begun(3, peers=peers)
    need(match.start["seats"] == names, f"the accounts {names}", match.start)


@with_visit("start.own-seat", needs=3)
async def own_seat(visit: Visit) -> None:
    """Every player gets the same start, but for the own seat in it."""
    match = await visit.match(3)
    starts = [await peer.take("start", match=match.name) for peer in match.peers]
    need([each.pop("seat") for each in starts] == [0, 1, 2], "the seats 0, 1 and 2", starts)
    need(starts[0] == starts[1] == starts[2], "the same start for all", starts)


@with_visit("start.policy", needs=2)
async def policy(visit: Visit) -> None:
    """The policy that a table was opened with stands in the start."""
    asked = {"on_expiry": "default_move", "stalls": 7, "illegal_moves": 5, "grace_us": 9_000_000}
    match = await visit.begun(policy=asked)
    need_in(match.start["policy"], "a policy", **asked)


@with_visit("start.defaults", needs=2)
async def defaults(visit: Visit) -> None:
    """A policy without fields has the defaults of the protocol, not those of the host."""
    match = await visit.begun(policy={})
    need(not match.start["policy"], "a policy with all its defaults", match.start)


@with_visit("start.usual-clock", needs=2)
async def usual_clock(visit: Visit) -> None:
    """A table that is opened without a clock has the referee's usual one, and the start says it."""
    visit.need_game(GAME)
    peers = await visit.peers(2)
    opened = await peers[0].ask("open", game=GAME, options="seats=2")
    for peer in peers:
        await peer.ask("sit", match=opened["match"])
    start = await peers[0].take("start")
    clock = start["clock"]
    need(clock.get("main_us", 0) + clock.get("move_us", 0) > 0, "a clock with time on it", start)


@in_match[2]("start.first-request")
async def first_request(match: Match) -> None:
    """After start and draw the seat to move, and nobody else, has a request for the last event."""
    request = await match.turn()
    need((request["seat"], request["seq"]) == (0, 2), "seat 0 asked about event 2", request)
    await match.settle()
    match.peers[1].heard_no("request", expected="no request for seat 1")
