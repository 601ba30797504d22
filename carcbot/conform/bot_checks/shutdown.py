"""A referee that is about to stop: matches go on, and the bot comes back when it is back."""

from carcbot.conform.led_match import Board
from carcbot.conform.stage import Stage, in_match, with_stage


@in_match("draining.to-the-end")
async def to_the_end(board: Board) -> None:
    """The bot plays its match on to its result, and stays until the referee goes."""
    await board.rounds()
    board.line.drain()
    await board.rounds(4)
    board.line.say(board.out(1), board.result("resign"))
    await board.line.alive()


@with_stage("draining.comes-back")
async def comes_back(stage: Stage) -> None:
    """When the referee has gone with 1001 the bot comes back, resumes, and plays on."""
    board = await stage.playing()
    board.line.drain()
    await board.rounds(2)
    await board.line.alive()
    await stage.back(board, 1001)
    await board.rounds(2)


@with_stage("draining.said-later")
async def said_later(stage: Stage) -> None:
    """Who comes while it drains is told after the welcome: matches are resumed all the same."""
    board = stage.begun()
    line = await stage.line()
    await stage.welcome(line, [board])
    line.drain()
    await board.rounds(2)
