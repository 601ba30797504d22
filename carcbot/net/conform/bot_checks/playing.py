"""Moves: legal, in time, once, and only where the bot was asked."""

import asyncio
from functools import partial
from typing import Any, Final

from carcbot.net.conform.board import Board
from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.kit import Check, Message, need
from carcbot.net.conform.line import Line
from carcbot.net.conform.stage import Stage

_A_WHILE_S: Final = 0.5


@BOT.check("moves.one")
async def one(stage: Stage) -> None:
    """A request is answered with a legal move that has its match and its seq."""
    line, board = await stage.playing()
    await stage.asked(line, board)


async def _some(stage: Stage, rounds: int, fields: dict[str, Any]) -> None:
    line, board = await stage.playing(**fields)
    await stage.rounds(line, board, rounds)


for _name, _sentence, _rounds, _fields in (
    ("seat-1", "The bot plays the second seat.", 4, {"seat": 1}),
    ("three-seats", "The bot plays the last of three seats.", 3, {"seat": 2, "seats": 3}),
    ("five-seats", "The bot plays the middle one of five seats.", 3, {"seat": 2, "seats": 5}),
    ("many", "The bot goes on well, 20 moves of a game.", 20, {"seed": 2}),
):
    BOT.add(Check(f"moves.{_name}", _sentence, partial(_some, rounds=_rounds, fields=_fields)))


@BOT.check("moves.whole-game")
async def whole(stage: Stage) -> None:
    """The bot plays a game to its end and reports no digest that differs, for none does."""
    line, board = await stage.playing(seed=3, clock={"kind": "per_move", "move_us": 2_000_000})
    while not board.state.over:
        await stage.rounds(line, board)
    line.say(board.result())
    await line.quiet(0.2, "desync")


_TIGHT_US: Final = 1_500_000
for _kind, _clock in (
    ("per_move", {"kind": "per_move", "move_us": _TIGHT_US}),
    ("sudden_death", {"kind": "sudden_death", "main_us": _TIGHT_US}),
    ("fischer", {"kind": "fischer", "main_us": _TIGHT_US, "move_us": 100_000}),
    ("delay", {"kind": "delay", "main_us": _TIGHT_US, "move_us": 1_000_000}),
    ("bank", {"main_us": 0, "move_us": _TIGHT_US}),
):
    BOT.add(
        Check(
            f"clocks.{_kind.replace('_', '-')}",
            f"With a clock {_kind} the bot moves within time_us.",
            partial(_some, rounds=1, fields={"clock": _clock}),
        )
    )


@BOT.check("clocks.time-left")
async def time_left(stage: Stage) -> None:
    """It is time_us of the request that counts, also where it is less than the clock's."""
    line, board = await stage.playing()
    await stage.asked(line, board, time_us=1_000_000)


@BOT.check("moves.only-when-asked")
async def only_when_asked(stage: Stage) -> None:
    """The bot moves when it has a request, and not when it could have one."""
    line, board = await stage.playing()
    await line.quiet(_A_WHILE_S, "move")
    await stage.asked(line, board)


@BOT.check("moves.not-for-others")
async def not_for_others(stage: Stage) -> None:
    """The bot does not move for another seat, whose turn it is."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    event = board.moved(move["move"])
    line.ack(move, match=board.name, seat=0, seq=event["seq"])
    line.say(event, board.draw())
    await line.quiet(_A_WHILE_S, "move")


@BOT.check("moves.once")
async def once(stage: Stage) -> None:
    """A request is answered once: nothing more comes while the referee is slow to answer."""
    line, board = await stage.playing()
    await stage.asked(line, board)
    await line.quiet(_A_WHILE_S, "move")


async def repeated(line: Line, board: Board, move: Message) -> None:
    """Whatever the bot says now for a request that it has answered is the same move again."""
    await asyncio.sleep(_A_WHILE_S)
    for again in line.take_all("move", match=board.name):
        said = (again["seq"], again["move"])
        need(said == (move["seq"], move["move"]), f"only the move {move['move']} again", again)


@BOT.check("moves.same-again")
async def same_again(stage: Stage) -> None:
    """If the same request comes twice the bot may repeat its move, but it does not change it."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    line.say(board.request or {})
    await repeated(line, board, move)
    stage.make(line, board, move)
    await stage.rounds(line, board)


@BOT.check("moves.request-again-after-ack")
async def request_again(stage: Stage) -> None:
    """A request that comes again after its move was made leads to no other move."""
    line, board = await stage.playing()
    request = board.ask()
    line.say(request)
    move = await stage.answered(line, board)
    stage.make(line, board, move)
    line.say(request)
    await repeated(line, board, move)
    await stage.rounds(line, board)


@BOT.check("moves.another-was-made")
async def another_made(stage: Stage) -> None:
    """The event counts: if another move was made than the bot said, it goes on from that one."""
    line, board = await stage.playing()
    for _ in range(3):
        move = await stage.asked(line, board)
        other = next(each for each in board.state.legal_moves()[::-1] if each != move["move"])
        event = board.moved(other)
        line.ack(move, match=board.name, seat=0, seq=event["seq"])
        line.say(event, *board.until_asked())


@BOT.check("moves.made-by-the-referee")
async def made_by_referee(stage: Stage) -> None:
    """After an ack without seq and a move that the referee made, the bot plays on."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    line.ack(move, match=board.name, seat=0)
    line.say(board.moved(board.state.legal_moves()[-1], by="referee"), *board.until_asked())
    await stage.rounds(line, board, 2)


@BOT.check("moves.referee-was-faster")
async def referee_faster(stage: Stage) -> None:
    """The referee may move for the bot before it has answered; the next request stands."""
    line, board = await stage.playing()
    line.say(board.ask(), board.moved(by="referee"), *board.until_asked(), board.ask())
    request = board.request or {}
    await line.take("move", match=board.name, seq=request["seq"])


@BOT.check("moves.own-seat-out")
async def own_seat_out(stage: Stage) -> None:
    """A bot that is out of a match that goes on makes no move there, and stays connected."""
    line, board = await stage.playing(seats=3)
    line.say(board.out(0, "illegal"), board.moved(by="referee"), *board.until_asked())
    await line.quiet(_A_WHILE_S, "move")
    await line.alive()


@BOT.check("moves.other-seat-out")
async def other_seat_out(stage: Stage) -> None:
    """When another player is out the bot plays on, and takes in the referee's moves."""
    line, board = await stage.playing(seats=3)
    await stage.rounds(line, board)
    line.say(board.out(1, "time"))
    move = await stage.asked(line, board)
    event = board.moved(move["move"])
    line.ack(move, match=board.name, seat=0, seq=event["seq"])
    line.say(event, board.draw(), board.moved(by="referee"), *board.until_asked())
    await stage.rounds(line, board)


@BOT.check("moves.out-in-between")
async def out_in_between(stage: Stage) -> None:
    """A request stands when another player goes out meanwhile: the move keeps its seq."""
    line, board = await stage.playing(seats=3)
    request = board.ask()
    line.say(request, board.out(1, "resign"))
    move = await stage.answered(line, board)
    need(move["seq"] == request["seq"], f"seq {request['seq']}", move)


@BOT.check("several.matches")
async def several(stage: Stage) -> None:
    """Three matches at once: each request is answered with a move that is legal there."""
    boards = [stage.begun(seat=number % 2, seed=10 + number) for number in range(3)]
    line = await stage.greeted(boards)
    for _ in range(3):
        for board in boards:
            line.say(board.ask())
        for board in reversed(boards):
            stage.make(line, board, await stage.answered(line, board))


@BOT.check("several.one-ends")
async def one_ends(stage: Stage) -> None:
    """The end of one match leaves the other alone."""
    first, second = stage.begun(seed=4), stage.begun(seed=5)
    line = await stage.greeted([first, second])
    await stage.rounds(line, first)
    line.say(first.out(1, "resign"), first.result("resign"))
    await stage.rounds(line, second, 3)


@BOT.check("several.nothing-after-the-result")
async def nothing_after(stage: Stage) -> None:
    """After the result of a match the bot says nothing more about it."""
    first, second = stage.begun(seed=4), stage.begun(seed=5)
    line = await stage.greeted([first, second])
    line.say(first.ask())
    await stage.answered(line, first)
    line.say(first.result("adjudicated"))
    await line.quiet(_A_WHILE_S, match=first.name)
    await stage.rounds(line, second)


@BOT.check("several.table-begins")
async def table_begins(stage: Stage) -> None:
    """A seat in the welcome may be at an open table: it is resumed with 0, and begins later."""
    board = stage.board(seat=1)
    line = await stage.greeted([board])
    line.say(board.start(), *board.until_asked())
    await stage.rounds(line, board, 2)
