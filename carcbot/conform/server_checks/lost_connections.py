"""After a lost connection: what is told again, to whom, and what is not."""

import asyncio
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import need, need_in
from carcbot.conform.scripted_client import EVENTS, Peer
from carcbot.conform.visit import Visit, with_visit
from carcbot.conform.wire import Frame, Opcode

_GOODBYE: Final = Frame(Opcode.CLOSE, (1000).to_bytes(2))
_GRACE_US: Final = 20_000_000


async def _begun(visit: Visit, moves: int = 2) -> Match:
    """A match in which seat 0 is asked."""
    match = await visit.match()
    await match.play(moves)
    return match


async def _back(visit: Visit, match: Match, seat: int, last_seq: int) -> Peer:
    """The player of a seat on a new connection, after resume."""
    match.peers[seat].cut()
    peer = await visit.peer(seat)
    match.peers[seat] = peer
    told = await peer.ask("resume", match=match.name, last_seq=last_seq)
    need((told["match"], told["seat"]) == (match.name, seat), f"match and seat {seat}", told)
    return peer


@with_visit.each(
    "resume.{}",
    ("from-0", "Resume with last_seq 0 brings everything from the start, then the request.", -1),
    ("from-the-middle", "Resume brings the events after last_seq, as they were, and no others.", 3),
    ("one-missing", "Where one event is missing, that one comes.", 1),
    ("nothing-missing", "Where none is missing, only the request comes.", 0),
    needs=2,
)
async def _resumed(visit: Visit, missing: int) -> None:
    match = await _begun(visit)
    wanted = match.seq if missing < 0 else missing
    peer = await _back(visit, match, 0, match.seq - wanted)
    await peer.settle()
    numbers = [event["seq"] for event in peer.events(match.name)]
    last = list(range(match.seq - wanted + 1, match.seq + 1))
    need(numbers == last, f"the last {wanted} of {match.seq} events", numbers)
    old = {event["seq"]: event for event in match.events}
    for event in peer.events(match.name):
        need(event == old[event["seq"]], f"{old[event['seq']]}", event)
    request = await peer.take("request", match=match.name)
    need(request["seq"] == match.seq, f"the request about event {match.seq}", request)
    need(peer.index(request) > len(numbers), "the request after the events", peer.heard)


@with_visit("resume.welcome", needs=2)
async def welcome(visit: Visit) -> None:
    """The welcome on a new connection names the seats in matches that go on, with the last seq."""
    match = await _begun(visit)
    match.peers[0].cut()
    _, answer = await visit.greeted()
    wanted = [{"match": match.name, "seat": 0, "seq": match.seq}]
    need(answer["welcome"].get("seats") == wanted, f"the seats {wanted}", answer)


@with_visit("resume.needed", needs=2)
async def needed(visit: Visit) -> None:
    """Hello alone brings nothing: events and requests come only after resume."""
    match = await _begun(visit, 1)
    match.peers[1].cut()
    peer = await visit.peer(1)
    await peer.settle()
    told = [each["type"] for each in peer.heard if each["type"] in {*EVENTS, "request"}]
    need(not told, "nothing before resume", told)
    await peer.ask("resume", match=match.name, last_seq=0)
    await peer.take("request", match=match.name)


@with_visit("resume.not-asked", needs=2)
async def not_asked(visit: Visit) -> None:
    """Whose turn it is not gets no request after resume."""
    match = await _begun(visit)
    peer = await _back(visit, match, 1, 0)
    await peer.hears_no("request", expected="no request for seat 1")


@with_visit("resume.too-large", needs=2)
async def too_large(visit: Visit) -> None:
    """A last_seq that is yet to come is stale; resume from 0 works after it."""
    match = await _begun(visit)
    match.peers[0].cut()
    peer = await visit.peer(0)
    await peer.refused("stale", "resume", match=match.name, last_seq=match.seq + 1)
    await peer.ask("resume", match=match.name, last_seq=0)
    await peer.take("start", match=match.name)


@with_visit("resume.while-connected", needs=2)
async def while_connected(visit: Visit) -> None:
    """Who misses an event may resume on the same connection: the events come again."""
    match = await _begun(visit)
    peer = match.peers[0]
    await peer.ask("resume", match=match.name, last_seq=1)
    await peer.settle()
    again = [event["seq"] for event in peer.events(match.name)[match.seq :]]
    need(again == list(range(2, match.seq + 1)), "the events from 2 on once more", again)
    await peer.take("request", match=match.name, seq=match.seq)


@with_visit("resume.goes-on", needs=2)
async def goes_on(visit: Visit) -> None:
    """After resume the match goes on as if nothing had been, for both seats."""
    match = await _begun(visit)
    match.witness = match.peers[1]
    await _back(visit, match, 0, match.seq)
    await match.play(4)


@with_visit("resume.move-made", needs=2)
async def move_made(visit: Visit) -> None:
    """A move that was sent before the connection was lost is made, and acknowledged again."""
    match = await _begun(visit)
    said = match.said()
    match.peers[0].say("move", **said)
    await match.peers[1].take("move", match=match.name, seq=said["seq"] + 1)
    peer = await _back(visit, match, 0, match.seq)
    event = await peer.take("move", match=match.name)
    need(event["move"] == said["move"], f"the move {said['move']}", event)
    told = await peer.ask("move", **said)
    need(told["seq"] == event["seq"], f"an ack with seq {event['seq']}", told)


@with_visit("resume.clock-runs", needs=2)
async def clock_runs(visit: Visit) -> None:
    """A request that is sent again does not begin anew: its time_us is what is left."""
    match = await visit.match(clock={"kind": "per_move", "move_us": _GRACE_US})
    first = await match.turn()
    await asyncio.sleep(0.2)
    peer = await _back(visit, match, 0, match.seq)
    again = await peer.take("request", match=match.name)
    left = first["time_us"] - 200_000
    need(again["time_us"] <= left, f"a time_us of at most {left}", again)
    need(again["time_us"] > left - 10_000_000, "time that is not far less", again)


@with_visit("resume.over", needs=2)
async def over(visit: Visit) -> None:
    """A match that ended meanwhile is told to its result, or is unknown_match if forgotten."""
    match = await _begun(visit)
    match.peers[0].cut()
    await match.peers[1].ask("resign", match=match.name)
    peer, answer = await visit.greeted()
    need(not answer["welcome"].get("seats"), "no seat any more", answer)
    told = await peer.tried("resume", match=match.name, last_seq=match.seq)
    if told["type"] == "ack":
        await peer.take("result", match=match.name)
    else:
        need(told["code"] == "unknown_match", "an ack or unknown_match", told)


@with_visit("resume.two-matches", needs=2)
async def two_matches(visit: Visit) -> None:
    """Each match is resumed for itself, from its own last_seq."""
    peers = await visit.peers(2)
    first, second = [await visit.match(peers=peers) for _ in range(2)]
    await first.play(2)
    await second.play(3)
    peers[0].cut()
    peer, answer = await visit.greeted()
    names = sorted(seat["match"] for seat in answer["welcome"]["seats"])
    need(names == sorted((first.name, second.name)), "both matches", answer)
    await peer.ask("resume", match=second.name, last_seq=second.seq - 1)
    await peer.settle()
    told = [(each["match"], each["seq"]) for each in peer.heard if each["type"] in EVENTS]
    need(told == [(second.name, second.seq)], "one event of the second match", told)


@with_visit("presence.away", needs=2)
async def away(visit: Visit) -> None:
    """When a player's connection is lost, the others get a presence with the grace period."""
    match = await visit.begun(policy={"grace_us": _GRACE_US})
    match.peers[0].cut()
    told = await match.peers[1].take("presence", match=match.name)
    need_in(told, "a presence", seat=0, here=False, grace_us=_GRACE_US)


@with_visit("presence.back", needs=2)
async def back(visit: Visit) -> None:
    """Only resume brings a player back: the others are told then, and not after hello."""
    match = await _begun(visit)
    match.peers[0].cut()
    await match.peers[1].take("presence", match=match.name, here=False)
    peer = await visit.peer(0)
    await peer.settle()
    await match.peers[1].hears_no("presence", expected="no presence after hello")
    await peer.ask("resume", match=match.name, last_seq=0)
    told = await match.peers[1].take("presence", match=match.name)
    need((told["seat"], told["here"]) == (0, True), "seat 0 here", told)


@with_visit("presence.took-over", needs=2)
async def took_over(visit: Visit) -> None:
    """A newer connection has the seats; they are away until they are resumed on it."""
    match = await _begun(visit)
    peer = await visit.peer(0)
    told = await match.peers[1].take("presence", match=match.name)
    need((told["seat"], told["here"]) == (0, False), "seat 0 away", told)
    await peer.ask("resume", match=match.name, last_seq=match.seq)
    await match.peers[1].take("presence", match=match.name, here=True)


@with_visit("presence.grace", needs=2)
async def grace(visit: Visit) -> None:
    """A seat that is away for longer than policy.grace_us is out: disconnect."""
    match = await visit.begun(policy={"grace_us": 150_000})
    match.witness = match.peers[1]
    match.peers[0].say_frames(_GOODBYE)
    await match.goes_out(0, "disconnect")
    await match.ends("disconnect")


@with_visit("presence.grace-cut", needs=2)
async def grace_cut(visit: Visit) -> None:
    """A seat whose connection ended without a close, and is not back in time, is out: crash."""
    match = await visit.begun(policy={"grace_us": 150_000})
    match.witness = match.peers[1]
    match.peers[0].cut()
    await match.goes_out(0, "crash")
    await match.ends("crash")


@with_visit("presence.back-in-time", needs=2, takes_s=2.8)
async def back_in_time(visit: Visit) -> None:
    """Who resumes within the grace period is not out when it would have been over."""
    match = await visit.begun(policy={"grace_us": 2_500_000})
    match.witness = match.peers[1]
    await _back(visit, match, 0, match.seq)
    await asyncio.sleep(2.8)
    await match.play(1)


@with_visit("presence.clock-runs-away", needs=2)
async def clock_runs_away(visit: Visit) -> None:
    """The clock of who is away runs on: its time may be over before its grace."""
    match = await visit.begun(clock={"kind": "per_move", "move_us": 150_000})
    match.witness = match.peers[1]
    match.peers[0].say_frames(_GOODBYE)
    await match.goes_out(0, "time")
