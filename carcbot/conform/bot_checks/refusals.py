"""Errors: what a bot does when it is refused."""

from typing import Final

from carcbot.conform.kit import need
from carcbot.conform.led_match import Board
from carcbot.conform.stage import in_match, in_two_matches
from carcbot.net.clock import now_ns

_RETRY_S: Final = 0.4


async def _refused_once(board: Board, code: str) -> None:
    """The bot's first move is refused with this code."""
    board.line.refuse(await board.asked(), code)


@in_match("errors.illegal-move")
async def illegal_move(board: Board) -> None:
    """After illegal_move the bot tries another move in time, or resigns; it does not sit still."""
    await _refused_once(board, "illegal_move")
    again = await board.line.take("move", "resign", match=board.name)
    need(again.get("seq", 2) == 2, "a move with the same seq", again)


@in_match("errors.illegal-move-then-good")
async def illegal_then_good(board: Board) -> None:
    """The move after an illegal one, once it is taken, leads on."""
    await _refused_once(board, "illegal_move")
    again = await board.line.take("move", "resign", match=board.name)
    if again["type"] == "move":
        board.make(again)
        await board.rounds(2)


@in_match("errors.too-fast")
async def too_fast(board: Board) -> None:
    """After too_fast the same move is said again, after retry_after seconds and not before."""
    move = await board.asked()
    board.line.refuse(move, "too_fast", retry_after=_RETRY_S)
    refused_ns = now_ns()
    again = await board.answered()
    waited_s = (now_ns() - refused_ns) / 1e9
    need(again["move"] == move["move"], f"the move {move['move']} again", again)
    need(waited_s >= _RETRY_S * 0.9, f"a pause of {_RETRY_S} s", f"{waited_s:.3f} s")
    board.make(again)
    await board.rounds()


@in_match.each("errors.{}", ("stale",), ("not_your_turn",), ("not_allowed",), ("referee_fault",))
async def _goes_on(board: Board, code: str) -> None:
    """After {0} in answer to a move the bot plays on at the next request."""
    await _refused_once(board, code)
    await board.line.alive()
    board.line.say(board.moved(by="referee"), *board.until_asked(), board.ask())
    asked = board.request or {}
    move = await board.line.take("move", match=board.name, seq=asked["seq"])
    need(move["move"] in board.state.legal_moves(), "a legal move", move)


@in_two_matches("errors.match-over")
async def match_over(boards: tuple[Board, Board]) -> None:
    """After match_over the bot says nothing more about that match, and stays connected."""
    first, second = boards
    await _refused_once(first, "match_over")
    first.line.say(first.result("adjudicated"))
    await first.line.quiet(0.3, "move", match=first.name)
    await second.rounds(2)


@in_two_matches("errors.ended-by-a-fault")
async def ended_by_fault(boards: tuple[Board, Board]) -> None:
    """A match that ends with referee_fault has no standings; the others go on."""
    first, second = boards
    await first.rounds()
    first.line.say({**first.result("referee_fault"), "standings": []})
    await second.rounds(2)


@in_match("errors.not-seated")
async def not_seated(board: Board) -> None:
    """After not_seated, as when a house bot took the seat, the bot makes no move there."""
    await _refused_once(board, "not_seated")
    board.line.say({**board.out(0, "time"), "house": True}, board.moved(), *board.until_asked())
    await board.line.quiet(0.4, "move")
    await board.line.alive()
