"""Frames, ids and pings: how a bot speaks, apart from what it says."""

import base64
import binascii
import json
from typing import Final

from carcbot.conform.kit import need
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import BOT, LIMITS, Stage, in_match, with_line, with_stage
from carcbot.conform.wire import Frame, Opcode

_LARGEST_ID: Final = 2**53 - 1


@with_line("frames.path")
async def path(line: Line) -> None:
    """The bot asks for the path that stands in its address: /play."""
    first = line.wire.upgrade.first_line
    need(first.split(" ")[:2] == ["GET", "/play"], "GET /play", first)


@with_line("frames.handshake")
async def handshake(line: Line) -> None:
    """The websocket's handshake is that of RFC 6455: version 13, and a key of 16 bytes."""
    fields = dict(line.wire.upgrade.fields)
    need(fields.get("sec-websocket-version") == "13", "version 13", fields)
    need("upgrade" in fields.get("connection", "").lower(), "Connection: Upgrade", fields)
    need("host" in fields, "a Host", fields)
    try:
        key = base64.b64decode(fields.get("sec-websocket-key", ""), validate=True)
    except binascii.Error:
        key = b""
    need(len(key) == 16, "a key of 16 bytes", fields)


async def _talked(stage: Stage) -> Line:
    """A connection on which a few moves were made."""
    board = await stage.playing()
    await board.rounds(3)
    return board.line


after_talk: Final = BOT.given(_talked)


@after_talk("frames.text")
async def text(line: Line) -> None:
    """All that the bot says is text, a whole JSON object with a type in each message."""
    for frame in line.frames:
        need(frame.opcode == Opcode.TEXT and frame.final, "a whole text frame", repr(frame))
        need("type" in json.loads(frame.payload), "an object with a type", repr(frame.payload))


@after_talk("frames.masked")
async def masked(line: Line) -> None:
    """All frames of the bot have a mask, as every client's, and use no extension."""
    need(not line.wire.fault, "frames with a mask and without reserved bits", line.wire.fault)


@after_talk("frames.size")
async def size(line: Line) -> None:
    """No frame of the bot is larger than limits.frame_bytes."""
    for frame in line.frames:
        size = len(frame.payload)
        need(size < LIMITS["frame_bytes"], f"fewer than {LIMITS['frame_bytes']} bytes", size)


@after_talk("ids.positive")
async def positive(line: Line) -> None:
    """Every command has an id, a whole number from 1 to 2^53 - 1."""
    for command in line.heard:
        number = command.get("id")
        is_so = type(number) is int and 1 <= number <= _LARGEST_ID
        need(is_so, "an id from 1 to 2^53 - 1", command)


@after_talk("ids.upwards")
async def upwards(line: Line) -> None:
    """Ids count upwards, so no id is used twice on a connection."""
    numbers = [command["id"] for command in line.heard]
    need(numbers == sorted(set(numbers)), "ids that count upwards", numbers)


@after_talk("limits.commands")
async def commands(line: Line) -> None:
    """The bot never says more than commands_per_s and burst allow."""
    tokens, then_ns = float(LIMITS["burst"]), line.said_ns[0]
    for said_ns in line.said_ns:
        gained = (said_ns - then_ns) / 1e9 * LIMITS["commands_per_s"]
        tokens = min(tokens + gained, LIMITS["burst"]) - 1
        then_ns = said_ns
        need(tokens >= 0, "fewer commands", len(line.said_ns))


@with_stage.each(
    "pings.{}",
    ("content", "A ping is answered by a pong with the same content.", b"17"),
    ("empty", "A ping without content is answered, too.", b""),
    ("longest", "A ping of 125 bytes that are no text is answered, too.", bytes(range(125))),
    ("several", "Several pings at once are answered one by one.", b"1", b"2", b"3"),
)
async def _ponged(stage: Stage, *contents: bytes) -> None:
    line = await stage.greeted()
    for content in contents:
        line.ping(content)
    await line.ponged(len(contents))
    need(line.pongs == list(contents), f"the pongs {contents!r}", repr(line.pongs))


@with_line("pings.before-hello")
async def before_hello(line: Line) -> None:
    """A ping is answered at any time, also before hello."""
    await line.alive()


@in_match("pings.while-thinking")
async def while_thinking(board: Board) -> None:
    """A ping is answered while a request waits for its move."""
    board.line.say(board.ask())
    await board.line.alive()
    await board.answered()


@in_match("frames.large")
async def large(board: Board) -> None:
    """Frames from the referee may be larger than limits.frame_bytes."""
    board.line.say({"type": "notice", "code": "draining", "padding": "x" * 200_000})
    await board.rounds()


@in_match("frames.several-at-once")
async def several_at_once(board: Board) -> None:
    """Messages that arrive in one piece are all heard, in their order."""
    move = await board.asked()
    event = board.moved(move["move"])
    ack = {"type": "ack", "id": move["id"], "match": board.name, "seat": 0, "seq": event["seq"]}
    board.line.say(ack, event, *board.until_asked(), board.ask())
    await board.answered()


@in_match("frames.in-pieces")
async def in_pieces(board: Board) -> None:
    """A message that arrives in pieces, as networks deliver them, is heard once it is whole."""
    request = json.dumps(board.ask()).encode()
    await board.line.wire.write_in_pieces(Frame(Opcode.TEXT, request), 7)
    await board.answered()


@in_match("frames.white-space")
async def white_space(board: Board) -> None:
    """How the JSON is laid out does not matter: white space, the order of fields, escapes."""
    request = dict(reversed(board.ask().items()))
    text = json.dumps(request, indent=2).replace('"request"', '"\\u0072equest"')
    board.line.wire.write(Frame(Opcode.TEXT, text.encode()))
    await board.answered()


@with_stage("frames.close")
async def close(stage: Stage) -> None:
    """When the referee closes a connection, the bot lets go of it."""
    line, _ = await stage.told()
    line.leave(1001)
    await line.ended()
