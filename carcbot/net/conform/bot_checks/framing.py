"""Frames, ids and pings: how a bot speaks, apart from what it says."""

import base64
import binascii
import json
from functools import partial
from typing import Final

from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.kit import Check, need
from carcbot.net.conform.line import Line
from carcbot.net.conform.stage import HELLO, LIMITS, Stage
from carcbot.net.conform.wire import TEXT, Frame

_LARGEST_ID: Final = 2**53 - 1


@BOT.check("frames.path")
async def path(stage: Stage) -> None:
    """The bot asks for the path that stands in its address: /play."""
    line = await stage.line()
    first = line.wire.upgrade.first_line
    need(first.split(" ")[:2] == ["GET", "/play"], "GET /play", first)


@BOT.check("frames.handshake")
async def handshake(stage: Stage) -> None:
    """The websocket's handshake is that of RFC 6455: version 13, and a key of 16 bytes."""
    line = await stage.line()
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
    line, board = await stage.playing()
    await stage.rounds(line, board, 3)
    return line


@BOT.check("frames.text")
async def text(stage: Stage) -> None:
    """All that the bot says is text, a whole JSON object with a type in each message."""
    line = await _talked(stage)
    for frame in line.frames:
        need(frame.opcode == TEXT and frame.final, "a whole text frame", repr(frame))
        need("type" in json.loads(frame.payload), "an object with a type", repr(frame.payload))


@BOT.check("frames.masked")
async def masked(stage: Stage) -> None:
    """All frames of the bot have a mask, as every client's, and use no extension."""
    for frame in (await _talked(stage)).frames:
        need(frame.masked and not frame.reserved, "a mask and no reserved bit", repr(frame))


@BOT.check("frames.size")
async def size(stage: Stage) -> None:
    """No frame of the bot is larger than limits.frame_bytes."""
    for frame in (await _talked(stage)).frames:
        size = len(frame.payload)
        need(size < LIMITS["frame_bytes"], f"fewer than {LIMITS['frame_bytes']} bytes", size)


@BOT.check("ids.positive")
async def positive(stage: Stage) -> None:
    """Every command has an id, a whole number from 1 to 2^53 - 1."""
    for command in (await _talked(stage)).commands:
        number = command.get("id")
        is_so = type(number) is int and 1 <= number <= _LARGEST_ID
        need(is_so, "an id from 1 to 2^53 - 1", command)


@BOT.check("ids.upwards")
async def upwards(stage: Stage) -> None:
    """Ids count upwards, so no id is used twice on a connection."""
    numbers = [command["id"] for command in (await _talked(stage)).commands]
    need(numbers == sorted(set(numbers)), "ids that count upwards", numbers)


@BOT.check("limits.commands")
async def commands(stage: Stage) -> None:
    """The bot never says more than commands_per_s and burst allow."""
    line = await _talked(stage)
    tokens, then_ns = float(LIMITS["burst"]), line.said_ns[0]
    for said_ns in line.said_ns:
        gained = (said_ns - then_ns) / 1e9 * LIMITS["commands_per_s"]
        tokens = min(tokens + gained, LIMITS["burst"]) - 1
        then_ns = said_ns
        need(tokens >= 0, "fewer commands", len(line.said_ns))


async def _ponged(stage: Stage, contents: tuple[bytes, ...]) -> None:
    line = await stage.greeted()
    for content in contents:
        line.ping(content)
    await line.ponged(len(contents))
    need(line.pongs == list(contents), f"the pongs {contents!r}", repr(line.pongs))


for _name, _sentence, _contents in (
    ("content", "A ping is answered by a pong with the same content.", (b"17",)),
    ("empty", "A ping without content is answered, too.", (b"",)),
    ("longest", "A ping of 125 bytes that are no text is answered, too.", (bytes(range(125)),)),
    ("several", "Several pings at once are answered one by one.", (b"1", b"2", b"3")),
):
    BOT.add(Check(f"pings.{_name}", _sentence, partial(_ponged, contents=_contents)))


@BOT.check("pings.before-hello")
async def before_hello(stage: Stage) -> None:
    """A ping is answered at any time, also before hello."""
    line = await stage.line()
    await line.alive()


@BOT.check("pings.while-thinking")
async def while_thinking(stage: Stage) -> None:
    """A ping is answered while a request waits for its move."""
    line, board = await stage.playing()
    line.say(board.ask())
    await line.alive()
    await stage.answered(line, board)


@BOT.check("frames.large")
async def large(stage: Stage) -> None:
    """Frames from the referee may be larger than limits.frame_bytes."""
    line, board = await stage.playing()
    line.say({"type": "notice", "code": "draining", "padding": "x" * 200_000})
    await stage.rounds(line, board)


@BOT.check("frames.several-at-once")
async def several_at_once(stage: Stage) -> None:
    """Messages that arrive in one piece are all heard, in their order."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    event = board.moved(move["move"])
    ack = {"type": "ack", "id": move["id"], "match": board.name, "seat": 0, "seq": event["seq"]}
    line.say(ack, event, *board.until_asked(), board.ask())
    await stage.answered(line, board)


@BOT.check("frames.in-pieces")
async def in_pieces(stage: Stage) -> None:
    """A message that arrives in pieces, as networks deliver them, is heard once it is whole."""
    line, board = await stage.playing()
    request = json.dumps(board.ask()).encode()
    await line.wire.write_in_pieces(Frame(TEXT, request), 7)
    await stage.answered(line, board)


@BOT.check("frames.white-space")
async def white_space(stage: Stage) -> None:
    """How the JSON is laid out does not matter: white space, the order of fields, escapes."""
    line, board = await stage.playing()
    request = dict(reversed(board.ask().items()))
    text = json.dumps(request, indent=2).replace('"request"', '"\\u0072equest"')
    line.wire.write(Frame(TEXT, text.encode()))
    await stage.answered(line, board)


@BOT.check("frames.close")
async def close(stage: Stage) -> None:
    """When the referee closes a connection, the bot lets go of it."""
    line = await stage.line()
    line.say(HELLO)
    await line.take("hello")
    line.leave(1001)
    await line.ended()
