"""Frames: what a websocket carries, and how large it may be."""

import json
from dataclasses import replace
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import FailedError, need
from carcbot.conform.scripted_client import PRODUCT, Peer
from carcbot.conform.visit import Visit, in_match, with_peer, with_visit
from carcbot.conform.wire import Frame, HandshakeError, Opcode, connect

_TABLES: Final = b'{"type":"tables","id":77}'


@with_visit("frames.path", needs=0)
async def path(visit: Visit) -> None:
    """The websocket is at its own path only: another one is refused."""
    try:
        wire = await connect(replace(visit.address, url=f"{visit.address.url}-elsewhere"))
    except HandshakeError:
        return
    await wire.close()
    raise FailedError("no websocket at another path", wire.upgrade.first_line)


@with_visit("frames.no-compression", needs=0)
async def no_compression(visit: Visit) -> None:
    """Compression is not agreed to when a client offers it."""
    peer = await visit.stranger({"Sec-WebSocket-Extensions": "permessage-deflate"})
    fields = peer.wire.upgrade.fields
    need("sec-websocket-extensions" not in fields, "no extension", dict(fields))


@with_visit("frames.no-subprotocol", needs=0)
async def no_subprotocol(visit: Visit) -> None:
    """No subprotocol is agreed to when a client offers one."""
    peer = await visit.stranger({"Sec-WebSocket-Protocol": "carcbot"})
    fields = peer.wire.upgrade.fields
    need("sec-websocket-protocol" not in fields, "no subprotocol", dict(fields))


@in_match[2]("frames.text")
async def text(match: Match) -> None:
    """All that the referee says in a match is whole text frames without a mask, an object each."""
    await match.play(6)
    await match.settle()
    for peer in match.peers:
        for frame in peer.frames:
            is_right = frame.opcode == Opcode.TEXT and frame.final
            need(is_right, "a whole text frame without a mask", repr(frame))
            need("type" in json.loads(frame.payload), "an object with a type", repr(frame.payload))


@with_peer("frames.binary")
async def binary(peer: Peer) -> None:
    """A binary frame is bad_json and fatal, whatever is in it: closed with 4000."""
    peer.say_frames(Frame(Opcode.BINARY, _TABLES))
    error = await peer.take("error")
    need(error["code"] == "bad_json" and error.get("fatal"), "a fatal bad_json", error)
    await peer.ended(4000)


@with_peer("frames.fragments")
async def fragments(peer: Peer) -> None:
    """A command in three fragments is one command."""
    peer.say_frames(
        Frame(Opcode.TEXT, _TABLES[:5], final=False),
        Frame(Opcode.CONTINUATION, _TABLES[5:9], final=False),
        Frame(Opcode.CONTINUATION, _TABLES[9:]),
    )
    await peer.answer(77)


@with_peer("frames.ping-between-fragments")
async def ping_between(peer: Peer) -> None:
    """A ping between two fragments is answered, and the command is understood."""
    peer.say_frames(
        Frame(Opcode.TEXT, _TABLES[:5], final=False),
        Frame(Opcode.PING, b"between"),
        Frame(Opcode.CONTINUATION, _TABLES[5:]),
    )
    await peer.answer(77)
    need(b"between" in peer.pongs, "a pong with 'between'", repr(peer.pongs))


@with_peer("frames.in-pieces")
async def in_pieces(peer: Peer) -> None:
    """A frame that arrives in pieces, as networks deliver them, is one frame."""
    await peer.wire.write_in_pieces(Frame(Opcode.TEXT, _TABLES), 3)
    await peer.answer(77)


@with_peer("frames.several-at-once")
async def several_at_once(peer: Peer) -> None:
    """Commands that arrive in one piece are answered one after the other."""
    texts = [json.dumps({"type": "tables", "id": number}) for number in (11, 12, 13)]
    peer.say_frames(*(Frame(Opcode.TEXT, each.encode()) for each in texts))
    for number in (11, 12, 13):
        await peer.answer(number)


@with_peer("frames.ping")
async def ping(peer: Peer) -> None:
    """A client may send pings: each is answered with its own content, also an empty one."""
    for content in (b"here?", b"", b"x" * 125):
        peer.say_frames(Frame(Opcode.PING, content))
    await peer.settle()
    need(peer.pongs == [b"here?", b"", b"x" * 125], "three pongs", repr(peer.pongs))


@with_peer("frames.unasked-pong")
async def unasked_pong(peer: Peer) -> None:
    """A pong that answers no ping means nothing."""
    peer.say_frames(Frame(Opcode.PONG, b"nobody asked"))
    await peer.ask("tables")


def _padded(size: int) -> str:
    """A command of exactly so many bytes."""
    short = json.dumps({"type": "tables", "id": 77, "x": ""}, separators=(",", ":"))
    return short.replace('""', f'"{"y" * (size - len(short))}"')


@with_visit("frames.large")
async def large(visit: Visit) -> None:
    """A frame just below limits.frame_bytes is taken."""
    peer = await visit.peer()
    peer.say_text(_padded(visit.limits["frame_bytes"] - 1))
    await peer.answer(77)


@with_visit("frames.too-large")
async def too_large(visit: Visit) -> None:
    """A frame above limits.frame_bytes ends the connection with 1009."""
    peer = await visit.peer()
    peer.say_text(_padded(visit.limits["frame_bytes"] + 2))
    await peer.ended(1009)


@with_visit("frames.too-large-in-fragments")
async def too_large_fragments(visit: Visit) -> None:
    """Fragments that together are above limits.frame_bytes end the connection with 1009."""
    peer = await visit.peer()
    part = b"y" * (visit.limits["frame_bytes"] // 2)
    peer.say_frames(
        Frame(Opcode.TEXT, part, final=False),
        Frame(Opcode.CONTINUATION, part, final=False),
        Frame(Opcode.CONTINUATION, part),
    )
    await peer.ended(1009)


@with_visit("frames.too-large-keeps-the-seat", needs=2)
async def too_large_keeps(visit: Visit) -> None:
    """A frame that is too large costs the connection and not the seat: it can be resumed."""
    match = await visit.match()
    match.peers[0].say_text(_padded(visit.limits["frame_bytes"] + 2))
    await match.peers[0].ended(1009)
    peer, answer = await visit.greeted()
    seats = [seat["match"] for seat in answer["welcome"].get("seats", ())]
    need(seats == [match.name], "the seat in the welcome", answer)
    await peer.ask("resume", match=match.name, last_seq=0)


@with_peer("frames.no-utf8")
async def no_utf8(peer: Peer) -> None:
    """Text that is no UTF-8 is bad_json, or the websocket itself closes with 1007."""
    peer.say_frames(Frame(Opcode.TEXT, b'{"type":"tables","id":77,"x":"\xff"}'))
    try:
        error = await peer.take("error")
        need(error["code"] == "bad_json", "an error bad_json", error)
    except FailedError:
        await peer.ended(1007)


@with_visit("frames.close")
async def close(visit: Visit) -> None:
    """A client's close is answered with a close of the same code."""
    peer = await visit.peer()
    peer.say_frames(Frame(Opcode.CLOSE, (1000).to_bytes(2)))
    await peer.ended(1000)
    again = await visit.peer()
    await again.refused("not_allowed", "hello", product=PRODUCT, token=visit.tokens[0])
