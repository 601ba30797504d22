"""Digests: a bot that checks them says where it differs, and goes on from what it is told."""

from typing import Final

from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.led_match import Board
from carcbot.conform.stage import BOT, Stage, with_stage
from carcbot.match.story import digest_text

_WRONG: Final = "0123456789abcdef"


async def _checking(stage: Stage) -> Board:
    """A match of a bot that has said in its hello that it checks digests."""
    board = await stage.playing()
    hello = next(each for each in board.line.heard if each["type"] == "hello")
    if "digest" not in hello.get("features", ()):
        raise SkippedError("the bot does not declare the feature digest")
    return board


def _wrong(event: Message) -> Message:
    """The event with a digest that is not right; the board keeps the right one."""
    return {**event, "digest": _WRONG}


async def _told_wrongly(stage: Stage) -> tuple[Board, Message]:
    """A match of a bot that was told a wrong digest, and what it said to that."""
    board = await _checking(stage)
    board.line.scripted.add("desync")
    board.line.say(_wrong(board.accepted(await board.asked())))
    return board, await board.line.take("desync", match=board.name)


told_wrongly: Final = BOT.given(_told_wrongly)


@told_wrongly("desync.said")
async def said(told: tuple[Board, Message]) -> None:
    """A digest that differs is answered with desync, for that match and that event."""
    board, desync = told
    need(desync["seq"] == board.seq, f"desync about event {board.seq}", desync)


@told_wrongly("desync.own-digest")
async def own_digest(told: tuple[Board, Message]) -> None:
    """The digest in a desync is the bot's own, which here is the right one."""
    board, desync = told
    wanted = digest_text(board.state.digest)
    need(desync["digest"] == wanted, f"the digest {wanted}", desync)


@told_wrongly("desync.once")
async def once(told: tuple[Board, Message]) -> None:
    """One difference is reported once: what follows differs as well until the sync has come."""
    board, _ = told
    board.line.say(*map(_wrong, board.until_asked()))
    await board.line.quiet(0.4, "desync", "move")


@told_wrongly("desync.sync")
async def sync(told: tuple[Board, Message]) -> None:
    """After the sync the bot goes on: events from the next number, and moves when asked."""
    board, desync = told
    board.line.scripted.clear()
    board.ack(desync)
    board.line.say(board.sync())
    board.line.say(*board.until_asked())
    await board.rounds(2)


@with_stage("desync.another-position")
async def another_position(stage: Stage) -> None:
    """The position of a sync counts, even if it is not what the events have told."""
    board = await _checking(stage)
    other = Board(board.name, seed=77)
    other.line = board.line
    for _ in range(board.seq + 3):
        other.start() if not other.events else other.until_asked()
        if other.state.to_move == 0:
            other.moved()
    other.until_asked()
    stage.boards[board.name] = other
    board.line.scripted.add("desync")
    move = await board.asked()
    board.line.say(_wrong(board.moved(move["move"])))
    desync = await board.line.take("desync")
    board.ack(desync)
    board.line.say(other.sync())
    await other.rounds(2)


@told_wrongly("desync.asked-meanwhile")
async def asked_meanwhile(told: tuple[Board, Message]) -> None:
    """A request that comes before the sync is answered after it, when resume brings it again."""
    board, desync = told
    board.line.scripted.clear()
    board.line.say(*board.until_asked(), board.ask())
    board.ack(desync)
    board.line.say(board.sync())
    await board.answered()


@with_stage("sync.unasked")
async def unasked(stage: Stage) -> None:
    """A sync that the bot has not asked for changes nothing where it agrees."""
    board = await _checking(stage)
    board.line.say(board.sync())
    await board.rounds(2)
