"""Digests: a bot that checks them says where it differs, and goes on from what it is told."""

from typing import Final

from carcbot.match.story import digest_text
from carcbot.net.conform.board import Board
from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.kit import Message, SkippedError, need
from carcbot.net.conform.line import Line
from carcbot.net.conform.stage import Stage

_WRONG: Final = "0123456789abcdef"


async def _checking(stage: Stage) -> tuple[Line, Board]:
    """A bot that has said in its hello that it checks digests."""
    line, board = await stage.playing()
    hello = next(each for each in line.commands if each["type"] == "hello")
    if "digest" not in hello.get("features", ()):
        raise SkippedError("the bot does not declare the feature digest")
    return line, board


def _wrong(event: Message) -> Message:
    """The event with a digest that is not right; the board keeps the right one."""
    return {**event, "digest": _WRONG}


async def _told_wrongly(stage: Stage) -> tuple[Line, Board, Message]:
    """A bot that was told a wrong digest, and what it said to that."""
    line, board = await _checking(stage)
    line.scripted.add("desync")
    move = await stage.asked(line, board)
    event = board.moved(move["move"])
    line.ack(move, match=board.name, seat=0, seq=event["seq"])
    line.say(_wrong(event))
    return line, board, await line.take("desync", match=board.name)


@BOT.check("desync.said")
async def said(stage: Stage) -> None:
    """A digest that differs is answered with desync, for that match and that event."""
    _, board, desync = await _told_wrongly(stage)
    need(desync["seq"] == board.seq, f"desync about event {board.seq}", desync)


@BOT.check("desync.own-digest")
async def own_digest(stage: Stage) -> None:
    """The digest in a desync is the bot's own, which here is the right one."""
    _, board, desync = await _told_wrongly(stage)
    wanted = digest_text(board.state.digest)
    need(desync["digest"] == wanted, f"the digest {wanted}", desync)


@BOT.check("desync.once")
async def once(stage: Stage) -> None:
    """One difference is reported once, while the sync is on its way."""
    line, _, _ = await _told_wrongly(stage)
    await line.quiet(0.4, "desync", "move")


@BOT.check("desync.sync")
async def sync(stage: Stage) -> None:
    """After the sync the bot goes on: events from the next number, and moves when asked."""
    line, board, desync = await _told_wrongly(stage)
    line.scripted.clear()
    line.ack(desync, match=board.name, seat=0)
    line.say(board.sync())
    line.say(*board.until_asked())
    await stage.rounds(line, board, 2)


@BOT.check("desync.another-position")
async def another_position(stage: Stage) -> None:
    """The position of a sync counts, even if it is not what the events have told."""
    line, board = await _checking(stage)
    other = Board(board.name, seed=77)
    for _ in range(board.seq + 3):
        other.start() if not other.events else other.until_asked()
        if other.state.to_move == 0:
            other.moved()
    other.until_asked()
    stage.boards[board.name] = other
    line.scripted.add("desync")
    move = await stage.asked(line, board)
    line.say(_wrong(board.moved(move["move"])))
    desync = await line.take("desync")
    line.ack(desync, match=board.name, seat=0)
    line.say(other.sync())
    await stage.rounds(line, other, 2)


@BOT.check("desync.asked-meanwhile")
async def asked_meanwhile(stage: Stage) -> None:
    """A request that comes before the sync is answered after it, when resume brings it again."""
    line, board, desync = await _told_wrongly(stage)
    line.scripted.clear()
    line.say(*board.until_asked(), board.ask())
    line.ack(desync, match=board.name, seat=0)
    line.say(board.sync())
    await stage.answered(line, board)


@BOT.check("sync.unasked")
async def unasked(stage: Stage) -> None:
    """A sync that the bot has not asked for changes nothing where it agrees."""
    line, board = await _checking(stage)
    line.say(board.sync())
    await stage.rounds(line, board, 2)
