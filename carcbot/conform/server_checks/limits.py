"""Limits: who says too much, reads too little, or does not answer."""

import asyncio
import json
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.scripted_client import NOWHERE, Peer
from carcbot.conform.visit import Visit, in_match, with_peer, with_visit
from carcbot.conform.wire import Frame, Opcode
from carcbot.net.clock import now_ns

_MOST_BURST: Final = 3000
_LONGEST_HEARTBEAT_S: Final = 8.0
_SLOWNESS_S: Final = 2.0
"""How much later something may come on a machine that is busy with other things."""
_FLOODS: Final = 5
"""So often a flood is tried: on a busy machine one may come no faster than tokens come back."""


def _flood(visit: Visit, peer: Peer, commands: int, before: int = 0) -> None:
    """Says so many commands at once, numbered from 1001 and how many were said before."""
    if visit.limits["burst"] > _MOST_BURST:
        raise SkippedError(f"a burst of {visit.limits['burst']} commands is too much to try")
    texts = (
        json.dumps({"type": "resign", "id": 1001 + before + number, "match": NOWHERE})
        for number in range(commands)
    )
    frames = b"".join(peer.wire.encoded(Frame(Opcode.TEXT, text.encode())) for text in texts)
    peer.wire.write_bytes(frames)
    peer.count += commands
    visit.talk.add("the kit", "#", f"{commands} commands at once")


@with_visit("limits.burst")
async def burst(visit: Visit) -> None:
    """As many commands at once as limits.burst allows are carried out."""
    await visit.rest()
    peer = await visit.peer()
    commands = int(visit.limits["burst"]) - 10
    _flood(visit, peer, commands)
    await peer.answer(1000 + commands)
    peer.heard_no(code="too_fast")


async def _refused(visit: Visit) -> tuple[Peer, Message]:
    """One who has said too much, and what it was told of the last command that was too_fast."""
    await visit.rest()
    peer = await visit.peer()
    commands = int(visit.limits["burst"] * 1.8) + 10
    for number in range(_FLOODS):
        _flood(visit, peer, commands, before=number * commands)
        await peer.answer(1000 + (number + 1) * commands)
        if peer.untaken("error", code="too_fast"):
            break
    errors = [await peer.take("error", code="too_fast"), *peer.take_all("error", code="too_fast")]
    return peer, errors[-1]


@with_visit("limits.too-fast")
async def too_fast(visit: Visit) -> None:
    """A command that finds no token is too_fast, with its id and retry_after seconds."""
    _, error = await _refused(visit)
    need(error.get("id", 0) > 1000, "the id of the command", error)
    need(error.get("retry_after", 0) > 0, "a retry_after above 0", error)
    need(not error.get("fatal"), "an error that is not fatal", error)


@with_visit("limits.retry")
async def retry(visit: Visit) -> None:
    """After retry_after seconds the command is taken."""
    peer, error = await _refused(visit)
    await asyncio.sleep(float(error.get("retry_after", 0)) * 1.5 + 0.05)
    await peer.ask("tables")


@with_visit("limits.flood")
async def flood(visit: Visit) -> None:
    """When limits.burst more commands were too_fast than taken it closes with 4005."""
    peer = await visit.peer()
    _flood(visit, peer, int(visit.limits["burst"] * 2.2 + visit.limits["commands_per_s"]) + 10)
    await peer.ended(4005)


@with_visit("limits.flood-is-out", needs=2)
async def flood_out(visit: Visit) -> None:
    """Who is sent away for flooding is out of all matches, with protocol."""
    match = await visit.begun()
    match.witness = match.peers[1]
    await match.witness.take("start")
    await match.witness.take("draw")
    _flood(visit, match.peers[0], int(visit.limits["burst"] * 2.2 + visit.limits["commands_per_s"]))
    await match.goes_out(0, "protocol")


@in_match[2]("limits.binary-is-out")
async def binary_out(match: Match) -> None:
    """Who is sent away for a binary frame is out of all matches, with protocol."""
    match.peers[1].say_frames(Frame(Opcode.BINARY, b"{}"))
    await match.goes_out(1, "protocol")


@with_visit("limits.slow-reader", needs=2)
async def slow_reader(visit: Visit) -> None:
    """Who does not read what waits, more than limits.queue_bytes, is cut off with 4004."""
    await visit.rest()
    slow = await visit.stranger(receive_bytes=4096)
    await visit.greeted(on=slow)
    match = await visit.match(peers=[slow, await visit.peer(1)])
    await match.play(64)
    slow.wire.pause()
    most = min(visit.limits["burst"], visit.limits.get("lobby_burst", 100))
    for _ in range(min(int(most * 0.6), 1000)):
        slow.say("resume", match=match.name, last_seq=0)
    await match.peers[1].take("presence", match=match.name, seat=0, here=False)
    slow.wire.go_on()
    await slow.ended(4004, 1006)


@with_peer("pings.at-once")
async def at_once(peer: Peer) -> None:
    """After hello the referee sends a ping at once."""
    await peer.settle()
    need(peer.pings, "a ping right after the welcome", "none")


@with_visit("pings.again", takes_s=4.0)
async def again(visit: Visit) -> None:
    """A ping comes every limits.heartbeat_s, each with another content."""
    heartbeat_s = _heartbeat_s(visit)
    peer = await visit.peer()
    await peer.pinged(3, heartbeat_s * 2.2 + _SLOWNESS_S)
    is_new = len(set(peer.pings)) == len(peer.pings)
    need(is_new, "another content each time", repr(peer.pings))
    await peer.ask("tables")


@with_visit("pings.no-pong", takes_s=5.0)
async def no_pong(visit: Visit) -> None:
    """Without pongs that have a ping's content, two and a half heartbeats long, it closes: 4006."""
    heartbeat_s = _heartbeat_s(visit)
    peer = await visit.stranger()
    peer.pong_after_s = None
    began_ns = now_ns()
    await visit.greeted(on=peer)
    for _ in range(4):
        peer.say_frames(Frame(Opcode.PONG, b"something else"))
        await asyncio.sleep(heartbeat_s / 2)
    if now_ns() - began_ns < int(heartbeat_s * 2.4e9):  # or this machine was too slow to tell
        need(peer.close_code is None, "a connection after two heartbeats", peer.close_code)
    await peer.ended(4006, within=heartbeat_s * 2 + 5)


def _heartbeat_s(visit: Visit) -> float:
    heartbeat_s = float(visit.limits["heartbeat_s"])
    if heartbeat_s > _LONGEST_HEARTBEAT_S:
        raise SkippedError(f"a heartbeat of {heartbeat_s:g} s takes too long to try")
    return heartbeat_s
