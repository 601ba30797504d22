"""After a lost connection: whether to come back, when, and with which numbers."""

import asyncio
from functools import partial
from typing import Final

from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.bot_checks.playing import repeated
from carcbot.net.conform.kit import Check, need
from carcbot.net.conform.stage import HELLO, Stage

_STAYS_AWAY_S: Final = 2.0
_FIRST_TRY_S: Final = 2.0
_MOST_TRIES: Final = 15


@BOT.check("resume.welcome")
async def welcome(stage: Stage) -> None:
    """Every seat that the welcome names is resumed; a bot that has no events yet says 0."""
    boards = [stage.begun(seed=6), stage.begun(seed=7, seat=1), stage.board()]
    line = await stage.greeted(boards)
    await line.quiet(0.2, "resume")


async def _comes_back(stage: Stage, code: int) -> None:
    line, board = await stage.playing()
    await stage.rounds(line, board)
    seen = board.seq
    line.leave(code)
    line = await stage.greeted([board], seen={board.name: seen})
    await stage.rounds(line, board)


for _code, _sentence in (
    (1000, "After 1000 the bot comes back and resumes with the last seq that it has."),
    (1001, "After 1001, when the referee goes away for a while, it comes back."),
    (1006, "After a connection that breaks without a word it comes back."),
    (1011, "After a code below 4000 that is in no table it comes back."),
    (1012, "After 1012, which a proxy says when it is started again, it comes back."),
    (4003, "After 4003, no hello in time, it comes back."),
    (4004, "After 4004, for reading too slowly, it comes back."),
    (4006, "After 4006, no pong in time, it comes back."),
):
    BOT.add(Check(f"comes-back.{_code}", _sentence, partial(_comes_back, code=_code)))


async def _stays_away(stage: Stage, code: int) -> None:
    line, board = await stage.playing()
    await stage.rounds(line, board)
    line.leave(code)
    await stage.nobody(_STAYS_AWAY_S)


for _code, _sentence in (
    (4000, "After 4000, for what could not be understood, the bot stays away."),
    (4001, "After 4001, the token is not known, it stays away."),
    (4002, "After 4002, the account has connected elsewhere, it stays away."),
    (4005, "After 4005, for saying too much, it stays away."),
    (4007, "After 4007, a version or feature, it stays away."),
):
    BOT.add(Check(f"stays-away.{_code}", _sentence, partial(_stays_away, code=_code)))


@BOT.check("resume.soon")
async def soon(stage: Stage) -> None:
    """The first try to come back is within a fraction of a second."""
    line, board = await stage.playing()
    line.leave(1006)
    began = len(stage.came_ns)
    for _ in range(int(_FIRST_TRY_S * 100)):
        await asyncio.sleep(0.01)
        if len(stage.came_ns) > began:
            break
    need(len(stage.came_ns) > began, f"a connection within {_FIRST_TRY_S:g} s", "none")
    await stage.greeted([board], seen={board.name: board.seq})


@BOT.check("resume.patience")
async def patience(stage: Stage) -> None:
    """While nobody lets it in the bot tries again, ever later, and does not knock all the time."""
    line, board = await stage.playing()
    stage.refuses = True
    before = len(stage.came_ns)
    line.leave(1006)
    await asyncio.sleep(3.0)
    tries = len(stage.came_ns) - before
    stage.refuses = False
    need(1 <= tries <= _MOST_TRIES, f"1 to {_MOST_TRIES} tries in 3 s", tries)
    line = await stage.greeted([board], seen={board.name: board.seq})
    await stage.rounds(line, board)


@BOT.check("resume.cut-before-hello")
async def cut_before_hello(stage: Stage) -> None:
    """A connection that is lost before the referee's hello is made again."""
    line = await stage.line()
    line.leave(1006)
    board = stage.begun()
    line = await stage.greeted([board])
    await stage.rounds(line, board)


@BOT.check("resume.cut-before-welcome")
async def cut_before_welcome(stage: Stage) -> None:
    """After a connection that is lost before the welcome, hello is said again on the next."""
    line = await stage.line()
    line.say(HELLO)
    await line.take("hello")
    line.leave(1006)
    board = stage.begun()
    await stage.greeted([board])


@BOT.check("resume.missed-events")
async def missed_events(stage: Stage) -> None:
    """What happened while it was away the bot hears after resume, and goes on from there."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    seen = board.seq
    line.leave(1006)
    board.moved(move["move"])
    board.until_asked()
    line = await stage.greeted([board], seen={board.name: seen})
    await stage.rounds(line, board)


@BOT.check("resume.last-seq")
async def last_seq(stage: Stage) -> None:
    """The last seq is that of the last event that arrived, also in the middle of a turn."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    event = board.moved(move["move"])
    line.ack(move, match=board.name, seat=0, seq=event["seq"])
    line.say(event)
    await line.alive()
    seen = board.seq
    line.leave(1006)
    board.until_asked()
    line = await stage.greeted([board], seen={board.name: seen})
    await stage.rounds(line, board)


@BOT.check("resume.move-again")
async def move_again(stage: Stage) -> None:
    """A move whose event the bot has not seen is said again after resume, with the same seq."""
    line, board = await stage.playing()
    first = await stage.asked(line, board)
    line.leave(1006)
    line = await stage.greeted([board], seen={board.name: board.seq})
    again = await stage.answered(line, board)
    need(again["move"] == first["move"], f"the move {first['move']} again", again)
    stage.make(line, board, again)
    await stage.rounds(line, board)


@BOT.check("resume.move-was-made")
async def move_was_made(stage: Stage) -> None:
    """A move whose event comes after resume was made: the bot does not make another for it."""
    line, board = await stage.playing()
    first = await stage.asked(line, board)
    seen = board.seq
    line.leave(1006)
    board.moved(first["move"])
    board.until_asked()
    line = await stage.greeted([board], seen={board.name: seen})
    await repeated(line, board, first)
    await stage.rounds(line, board)


@BOT.check("resume.asked-again")
async def asked_again(stage: Stage) -> None:
    """A request that comes again after resume, with the time that is left, is answered."""
    line, board = await stage.playing()
    board.ask(2_000_000)
    line.leave(1006)
    line = await stage.greeted([board], seen={board.name: board.seq})
    await stage.answered(line, board)


@BOT.check("resume.more-than-asked")
async def more_than_asked(stage: Stage) -> None:
    """Events that the bot has had and that come again after resume are skipped."""
    line, board = await stage.playing()
    await stage.rounds(line, board)
    seen = board.seq
    line.leave(1006)
    line = await stage.greeted([board], seen={board.name: seen})
    line.say(*board.events)
    await stage.rounds(line, board)
    need(not line.untaken("desync"), "no desync", line.untaken("desync"))


@BOT.check("resume.gap")
async def gap(stage: Stage) -> None:
    """If an event is missing the bot resumes with the last that it has, on the same connection."""
    line, board = await stage.playing()
    move = await stage.asked(line, board)
    seen = board.seq
    event = board.moved(move["move"])
    line.ack(move, match=board.name, seat=0, seq=event["seq"])
    line.say(*board.until_asked())
    resume = await line.take("resume", match=board.name)
    need(resume.get("last_seq", 0) == seen, f"resume with last_seq {seen}", resume)
    await stage.rounds(line, board)


@BOT.check("resume.two-matches")
async def two_matches(stage: Stage) -> None:
    """Each match is resumed with its own last seq."""
    boards = [stage.begun(seed=6), stage.begun(seed=7)]
    line = await stage.greeted(boards)
    await stage.rounds(line, boards[1], 2)
    seen = {board.name: board.seq for board in boards}
    line.leave(1001)
    line = await stage.greeted(boards, seen=seen)
    for board in boards:
        await stage.rounds(line, board)


@BOT.check("resume.forgotten")
async def forgotten(stage: Stage) -> None:
    """If resume is answered with unknown_match that match is over; the others go on."""
    boards = [stage.begun(seed=6), stage.begun(seed=7)]
    line = await stage.greeted(boards)
    del stage.boards[boards[0].name]
    seen = {board.name: board.seq for board in boards}
    line.leave(1001)
    line = await stage.greeted(boards, seen=seen)
    await stage.rounds(line, boards[1], 2)
    await line.quiet(0.2, "move", "resume", match=boards[0].name)


@BOT.check("resume.stale")
async def stale(stage: Stage) -> None:
    """If resume is stale the referee has lost events: the bot begins anew with last_seq 0."""
    line, board = await stage.playing()
    await stage.rounds(line, board)
    seen = board.seq
    line.leave(1006)
    stage.boards[board.name] = lost = type(board)(board.name, seed=99)
    lost.start()
    lost.until_asked()
    need(lost.seq < seen, f"fewer than {seen} events", lost.seq)
    line = await stage.greeted([lost], seen={board.name: seen})
    anew = await line.take("resume", match=board.name)
    need(anew.get("last_seq", 0) == 0, "resume with last_seq 0", anew)
    await stage.rounds(line, lost)


@BOT.check("resume.again-and-again")
async def again_and_again(stage: Stage) -> None:
    """Connections may be lost often: each time the bot comes back and goes on."""
    line, board = await stage.playing()
    for code in (1006, 1001, 1006):
        await stage.rounds(line, board)
        line.leave(code)
        line = await stage.greeted([board], seen={board.name: board.seq})
    await stage.rounds(line, board)
