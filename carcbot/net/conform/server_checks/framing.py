"""Frames: what a websocket carries, and how large it may be."""

import json
from dataclasses import replace
from typing import Final

from carcbot.net.conform.kit import FailedError, need
from carcbot.net.conform.peer import PRODUCT
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import Visit
from carcbot.net.conform.wire import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Frame,
    HandshakeError,
    connect,
)

_TABLES: Final = b'{"type":"tables","id":77}'


@SERVER.check("frames.path", needs=0)
async def path(visit: Visit) -> None:
    """The websocket is at its own path only: another one is refused."""
    try:
        wire = await connect(replace(visit.address, url=f"{visit.address.url}-elsewhere"))
    except HandshakeError:
        return
    await wire.close()
    raise FailedError("no websocket at another path", wire.upgrade.first_line)


@SERVER.check("frames.no-compression", needs=0)
async def no_compression(visit: Visit) -> None:
    """Compression is not agreed to when a client offers it."""
    peer = await visit.stranger({"Sec-WebSocket-Extensions": "permessage-deflate"})
    fields = peer.wire.upgrade.fields
    need("sec-websocket-extensions" not in fields, "no extension", dict(fields))


@SERVER.check("frames.no-subprotocol", needs=0)
async def no_subprotocol(visit: Visit) -> None:
    """No subprotocol is agreed to when a client offers one."""
    peer = await visit.stranger({"Sec-WebSocket-Protocol": "carcbot"})
    fields = peer.wire.upgrade.fields
    need("sec-websocket-protocol" not in fields, "no subprotocol", dict(fields))


@SERVER.check("frames.text", needs=2)
async def text(visit: Visit) -> None:
    """All that the referee says in a match is whole text frames without a mask, an object each."""
    match = await visit.match()
    await match.play(6)
    await match.settle()
    for peer in match.peers:
        for frame in peer.frames:
            is_right = frame.opcode == TEXT and frame.final and not frame.masked
            need(is_right and not frame.reserved, "a whole text frame without a mask", repr(frame))
        need(len(peer.frames) == len(peer.heard), "an object in each frame", len(peer.frames))


@SERVER.check("frames.binary")
async def binary(visit: Visit) -> None:
    """A binary frame is bad_json and fatal, whatever is in it: closed with 4000."""
    peer = await visit.peer()
    peer.say_frames(Frame(BINARY, _TABLES))
    error = await peer.take("error")
    need(error["code"] == "bad_json" and error.get("fatal"), "a fatal bad_json", error)
    await peer.ended(4000)


@SERVER.check("frames.fragments")
async def fragments(visit: Visit) -> None:
    """A command in three fragments is one command."""
    peer = await visit.peer()
    peer.say_frames(
        Frame(TEXT, _TABLES[:5], final=False),
        Frame(CONTINUATION, _TABLES[5:9], final=False),
        Frame(CONTINUATION, _TABLES[9:]),
    )
    await peer.answer(77)


@SERVER.check("frames.ping-between-fragments")
async def ping_between(visit: Visit) -> None:
    """A ping between two fragments is answered, and the command is understood."""
    peer = await visit.peer()
    peer.say_frames(
        Frame(TEXT, _TABLES[:5], final=False),
        Frame(PING, b"between"),
        Frame(CONTINUATION, _TABLES[5:]),
    )
    await peer.answer(77)
    need(b"between" in peer.pongs, "a pong with 'between'", repr(peer.pongs))


@SERVER.check("frames.in-pieces")
async def in_pieces(visit: Visit) -> None:
    """A frame that arrives in pieces, as networks deliver them, is one frame."""
    peer = await visit.peer()
    await peer.wire.write_in_pieces(Frame(TEXT, _TABLES), 3)
    await peer.answer(77)


@SERVER.check("frames.several-at-once")
async def several_at_once(visit: Visit) -> None:
    """Commands that arrive in one piece are answered one after the other."""
    peer = await visit.peer()
    texts = [json.dumps({"type": "tables", "id": number}) for number in (11, 12, 13)]
    peer.say_frames(*(Frame(TEXT, each.encode()) for each in texts))
    for number in (11, 12, 13):
        await peer.answer(number)


@SERVER.check("frames.ping")
async def ping(visit: Visit) -> None:
    """A client may send pings: each is answered with its own content, also an empty one."""
    peer = await visit.peer()
    for content in (b"here?", b"", b"x" * 125):
        peer.say_frames(Frame(PING, content))
    await peer.settle()
    need(peer.pongs == [b"here?", b"", b"x" * 125], "three pongs", repr(peer.pongs))


@SERVER.check("frames.unasked-pong")
async def unasked_pong(visit: Visit) -> None:
    """A pong that answers no ping means nothing."""
    peer = await visit.peer()
    peer.say_frames(Frame(PONG, b"nobody asked"))
    await peer.ask("tables")


def _padded(size: int) -> str:
    """A command of exactly so many bytes."""
    short = json.dumps({"type": "tables", "id": 77, "x": ""}, separators=(",", ":"))
    return short.replace('""', f'"{"y" * (size - len(short))}"')


@SERVER.check("frames.large")
async def large(visit: Visit) -> None:
    """A frame just below limits.frame_bytes is taken."""
    peer = await visit.peer()
    peer.say_text(_padded(visit.limits["frame_bytes"] - 1))
    await peer.answer(77)


@SERVER.check("frames.too-large")
async def too_large(visit: Visit) -> None:
    """A frame above limits.frame_bytes ends the connection with 1009."""
    peer = await visit.peer()
    peer.say_text(_padded(visit.limits["frame_bytes"] + 2))
    await peer.ended(1009)


@SERVER.check("frames.too-large-in-fragments")
async def too_large_fragments(visit: Visit) -> None:
    """Fragments that together are above limits.frame_bytes end the connection with 1009."""
    peer = await visit.peer()
    part = b"y" * (visit.limits["frame_bytes"] // 2)
    peer.say_frames(
        Frame(TEXT, part, final=False),
        Frame(CONTINUATION, part, final=False),
        Frame(CONTINUATION, part),
    )
    await peer.ended(1009)


@SERVER.check("frames.too-large-keeps-the-seat", needs=2)
async def too_large_keeps(visit: Visit) -> None:
    """A frame that is too large costs the connection and not the seat: it can be resumed."""
    match = await visit.match()
    match.peers[0].say_text(_padded(visit.limits["frame_bytes"] + 2))
    await match.peers[0].ended(1009)
    peer, answer = await visit.greeted()
    seats = [seat["match"] for seat in answer["welcome"].get("seats", ())]
    need(seats == [match.name], "the seat in the welcome", answer)
    await peer.ask("resume", match=match.name, last_seq=0)


@SERVER.check("frames.no-utf8")
async def no_utf8(visit: Visit) -> None:
    """Text that is no UTF-8 is bad_json, or the websocket itself closes with 1007."""
    peer = await visit.peer()
    peer.say_frames(Frame(TEXT, b'{"type":"tables","id":77,"x":"\xff"}'))
    try:
        error = await peer.take("error")
        need(error["code"] == "bad_json", "an error bad_json", error)
    except FailedError:
        await peer.ended(1007)


@SERVER.check("frames.close")
async def close(visit: Visit) -> None:
    """A client's close is answered with a close of the same code."""
    peer = await visit.peer()
    peer.say_frames(Frame(CLOSE, (1000).to_bytes(2)))
    await peer.ended(1000)
    again = await visit.peer()
    await again.refused("not_allowed", "hello", product=PRODUCT, token=visit.tokens[0])
