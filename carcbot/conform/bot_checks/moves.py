"""Moves: legal, in time, once, and only where the bot was asked."""

import asyncio
from typing import Any, Final

from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import SECRET_GAMES
from carcbot.conform.led_match import Board
from carcbot.conform.stage import Stage, in_match, in_two_matches, with_stage
from carcbot.games import registry

_A_WHILE_S: Final = 0.5


@in_match("moves.one")
async def one(board: Board) -> None:
    """A request is answered with a legal move that has its match and its seq."""
    await board.asked()


@with_stage.each(
    "moves.{}",
    ("seat-1", "The bot plays the second seat.", 4, {"seat": 1}),
    ("three-seats", "The bot plays the last of three seats.", 3, {"seat": 2, "seats": 3}),
    ("five-seats", "The bot plays the middle one of five seats.", 3, {"seat": 2, "seats": 5}),
    ("many", "The bot goes on well, 20 moves of a game.", 20, {"seed": 2}),
)
async def _some(stage: Stage, rounds: int, fields: dict[str, Any]) -> None:
    await (await stage.playing(**fields)).rounds(rounds)


@with_stage("moves.whole-game")
async def whole(stage: Stage) -> None:
    """The bot plays a game to its end and reports no digest that differs, for none does."""
    board = await stage.playing(seed=3, clock={"kind": "per_move", "move_us": 2_000_000})
    while not board.state.over:
        await board.rounds()
    board.line.say(board.result())
    await board.line.quiet(0.2, "desync")


@with_stage.each("moves.whole-game-of-{}", *((game,) for game in SECRET_GAMES))
async def _whole_of(stage: Stage, game: str) -> None:
    """The bot plays {0} to the end, told what its seat sees, and reports no digest that differs."""
    stage.need_game(game)
    board = stage.begun(game=game)
    await stage.greeted([board], {"games": {game: registry.get(game).rules}})
    while not board.state.over:
        await board.rounds()
    board.line.say(board.result())
    await board.line.quiet(0.2, "desync")


_TIGHT_US: Final = 1_500_000


@with_stage.each(
    "clocks.{}",
    ("per_move", ..., 0, _TIGHT_US),
    ("sudden_death", ..., _TIGHT_US, 0),
    ("fischer", ..., _TIGHT_US, 100_000),
    ("delay", ..., _TIGHT_US, 1_000_000),
    ("bank", ..., 0, _TIGHT_US),
)
async def _in_time(stage: Stage, kind: str, main_us: int, move_us: int) -> None:
    """With a clock {0} the bot moves within time_us."""
    board = await stage.playing(clock={"kind": kind, "main_us": main_us, "move_us": move_us})
    await board.rounds()


@in_match("clocks.time-left")
async def time_left(board: Board) -> None:
    """It is time_us of the request that counts, also where it is less than the clock's."""
    await board.asked(time_us=1_000_000)


@in_match("moves.only-when-asked")
async def only_when_asked(board: Board) -> None:
    """The bot moves when it has a request, and not when it could have one."""
    await board.line.quiet(_A_WHILE_S, "move")
    await board.asked()


@in_match("moves.not-for-others")
async def not_for_others(board: Board) -> None:
    """The bot does not move for another seat, whose turn it is."""
    event = board.accepted(await board.asked())
    board.line.say(event, board.draw())
    await board.line.quiet(_A_WHILE_S, "move")


@in_match("moves.once")
async def once(board: Board) -> None:
    """A request is answered once: nothing more comes while the referee is slow to answer."""
    await board.asked()
    await board.line.quiet(_A_WHILE_S, "move")


async def repeated(board: Board, move: Message) -> None:
    """Whatever the bot says now for a request that it has answered is the same move again."""
    await asyncio.sleep(_A_WHILE_S)
    for again in board.line.take_all("move", match=board.name):
        said = (again["seq"], again["move"])
        need(said == (move["seq"], move["move"]), f"only the move {move['move']} again", again)


@in_match("moves.same-again")
async def same_again(board: Board) -> None:
    """If the same request comes twice the bot may repeat its move, but it does not change it."""
    move = await board.asked()
    board.line.say(board.request or {})
    await repeated(board, move)
    board.make(move)
    await board.rounds()


@in_match("moves.request-again-after-ack")
async def request_again(board: Board) -> None:
    """A request that comes again after its move was made leads to no other move."""
    request = board.ask()
    board.line.say(request)
    move = await board.answered()
    board.make(move)
    board.line.say(request)
    await repeated(board, move)
    await board.rounds()


@in_match("moves.another-was-made")
async def another_made(board: Board) -> None:
    """The event counts: if another move was made than the bot said, it goes on from that one."""
    for _ in range(3):
        move = await board.asked()
        other = next(each for each in board.state.legal_moves()[::-1] if each != move["move"])
        board.line.say(board.accepted(move, other), *board.until_asked())


@in_match("moves.made-by-the-referee")
async def made_by_referee(board: Board) -> None:
    """After an ack without seq and a move that the referee made, the bot plays on."""
    move = await board.asked()
    board.ack(move)
    board.line.say(board.moved(board.state.legal_moves()[-1], by="referee"), *board.until_asked())
    await board.rounds(2)


@in_match("moves.referee-was-faster")
async def referee_faster(board: Board) -> None:
    """The referee may move for the bot before it has answered; the next request stands."""
    board.line.say(board.ask(), board.moved(by="referee"), *board.until_asked(), board.ask())
    request = board.request or {}
    await board.line.take("move", match=board.name, seq=request["seq"])


@with_stage("moves.own-seat-out")
async def own_seat_out(stage: Stage) -> None:
    """A bot that is out of a match that goes on makes no move there, and stays connected."""
    board = await stage.playing(seats=3)
    board.line.say(board.out(0, "illegal"), board.moved(by="referee"), *board.until_asked())
    await board.line.quiet(_A_WHILE_S, "move")
    await board.line.alive()


@with_stage("moves.other-seat-out")
async def other_seat_out(stage: Stage) -> None:
    """When another player is out the bot plays on, and takes in the referee's moves."""
    board = await stage.playing(seats=3)
    await board.rounds()
    board.line.say(board.out(1, "time"))
    event = board.accepted(await board.asked())
    board.line.say(event, board.draw(), board.moved(by="referee"), *board.until_asked())
    await board.rounds()


@with_stage("moves.out-in-between")
async def out_in_between(stage: Stage) -> None:
    """A request stands when another player goes out meanwhile: the move keeps its seq."""
    board = await stage.playing(seats=3)
    request = board.ask()
    board.line.say(request, board.out(1, "resign"))
    move = await board.answered()
    need(move["seq"] == request["seq"], f"seq {request['seq']}", move)


@with_stage("several.matches")
async def several(stage: Stage) -> None:
    """Three matches at once: each request is answered with a move that is legal there."""
    boards = [stage.begun(seat=number % 2, seed=10 + number) for number in range(3)]
    line = await stage.greeted(boards)
    for _ in range(3):
        for board in boards:
            line.say(board.ask())
        for board in reversed(boards):
            board.make(await board.answered())


@in_two_matches("several.one-ends")
async def one_ends(boards: tuple[Board, Board]) -> None:
    """The end of one match leaves the other alone."""
    first, second = boards
    await first.rounds()
    first.line.say(first.out(1, "resign"), first.result("resign"))
    await second.rounds(3)


@in_two_matches("several.nothing-after-the-result")
async def nothing_after(boards: tuple[Board, Board]) -> None:
    """After the result of a match the bot says nothing more about it."""
    first, second = boards
    await first.asked()
    first.line.say(first.result("adjudicated"))
    await first.line.quiet(_A_WHILE_S, match=first.name)
    await second.rounds()


@with_stage("several.table-begins")
async def table_begins(stage: Stage) -> None:
    """A seat in the welcome may be at an open table: it is resumed with 0, and begins later."""
    board = stage.board(seat=1)
    line = await stage.greeted([board])
    line.say(board.start(), *board.until_asked())
    await board.rounds(2)
