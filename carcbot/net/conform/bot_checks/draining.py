"""A referee that is about to stop: matches go on, and the bot comes back when it is back."""

from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.kit import Message
from carcbot.net.conform.stage import Stage

_NOTICE: Message = {"type": "notice", "code": "draining", "text": "no new matches"}


@BOT.check("draining.to-the-end")
async def to_the_end(stage: Stage) -> None:
    """The bot plays its match on to its result, and stays until the referee goes."""
    line, board = await stage.playing()
    await stage.rounds(line, board)
    line.say(_NOTICE)
    await stage.rounds(line, board, 4)
    line.say(board.out(1), board.result("resign"))
    await line.alive()


@BOT.check("draining.comes-back")
async def comes_back(stage: Stage) -> None:
    """When the referee has gone with 1001 the bot comes back, resumes, and plays on."""
    line, board = await stage.playing()
    line.say(_NOTICE)
    await stage.rounds(line, board, 2)
    await line.alive()
    line.leave(1001)
    line = await stage.greeted([board], seen={board.name: board.seq})
    await stage.rounds(line, board, 2)


@BOT.check("draining.said-later")
async def said_later(stage: Stage) -> None:
    """Who comes while it drains is told after the welcome: matches are resumed all the same."""
    board = stage.begun()
    line = await stage.line()
    await stage.welcome(line, [board])
    line.say(_NOTICE)
    await stage.rounds(line, board, 2)
