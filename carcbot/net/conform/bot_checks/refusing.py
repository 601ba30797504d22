"""Errors: what a bot does when it is refused."""

import asyncio
from functools import partial
from typing import Final

from carcbot.net.clock import now_ns
from carcbot.net.conform.board import Board
from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.kit import Check, Message, need
from carcbot.net.conform.line import Line
from carcbot.net.conform.stage import Stage

_RETRY_S: Final = 0.4


async def _refused_once(stage: Stage, code: str) -> tuple[Line, Board, Message]:
    """The bot's first move was refused with this code."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    line.refuse(move, code)
    return line, board, move


@BOT.check("errors.illegal-move")
async def illegal_move(stage: Stage) -> None:
    """After illegal_move the bot tries another move in time, or resigns; it does not sit still."""
    line, board, _ = await _refused_once(stage, "illegal_move")
    again = await line.take("move", "resign", match=board.name)
    need(again.get("seq", 2) == 2, "a move with the same seq", again)


@BOT.check("errors.illegal-move-then-good")
async def illegal_then_good(stage: Stage) -> None:
    """The move after an illegal one, once it is taken, leads on."""
    line, board, _ = await _refused_once(stage, "illegal_move")
    again = await line.take("move", "resign", match=board.name)
    if again["type"] == "move":
        stage.make(line, board, again)
        await stage.rounds(line, board, 2)


@BOT.check("errors.too-fast")
async def too_fast(stage: Stage) -> None:
    """After too_fast the same move is said again, after retry_after seconds and not before."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    line.refuse(move, "too_fast", retry_after=_RETRY_S)
    refused_ns = now_ns()
    again = await stage.answered(line, board)
    waited_s = (now_ns() - refused_ns) / 1e9
    need(again["move"] == move["move"], f"the move {move['move']} again", again)
    need(waited_s >= _RETRY_S * 0.9, f"a pause of {_RETRY_S} s", f"{waited_s:.3f} s")
    stage.make(line, board, again)
    await stage.rounds(line, board)


async def _goes_on(stage: Stage, code: str) -> None:
    """Whatever the refusal, the event that comes next counts and the match goes on."""
    line, board, _ = await _refused_once(stage, code)
    await asyncio.sleep(0.1)
    line.say(board.moved(by="referee"), *board.until_asked())
    line.say(board.ask())
    asked = board.request or {}
    move = await line.take("move", match=board.name, seq=asked["seq"])
    need(move["move"] in board.state.legal_moves(), "a legal move", move)


for _code in ("stale", "not_your_turn", "not_allowed", "referee_fault"):
    BOT.add(
        Check(
            f"errors.{_code.replace('_', '-')}",
            f"After {_code} in answer to a move the bot plays on at the next request.",
            partial(_goes_on, code=_code),
        )
    )


@BOT.check("errors.match-over")
async def match_over(stage: Stage) -> None:
    """After match_over the bot says nothing more about that match, and stays connected."""
    first, second = stage.begun(seed=4), stage.begun(seed=5)
    line = await stage.greeted([first, second])
    move = await stage.asked(line, first)
    line.refuse(move, "match_over")
    line.say(first.result("adjudicated"))
    await line.quiet(0.3, "move", match=first.name)
    await stage.rounds(line, second, 2)


@BOT.check("errors.ended-by-a-fault")
async def ended_by_fault(stage: Stage) -> None:
    """A match that ends with referee_fault has no standings; the others go on."""
    first, second = stage.begun(seed=4), stage.begun(seed=5)
    line = await stage.greeted([first, second])
    await stage.rounds(line, first)
    line.say({**first.result("referee_fault"), "standings": []})
    await stage.rounds(line, second, 2)


@BOT.check("errors.not-seated")
async def not_seated(stage: Stage) -> None:
    """After not_seated, as when a house bot took the seat, the bot makes no move there."""
    line, board, _ = await _refused_once(stage, "not_seated")
    line.say({**board.out(0, "time"), "house": True}, board.moved(), *board.until_asked())
    await line.quiet(0.4, "move")
    await line.alive()
