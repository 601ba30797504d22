"""After a lost connection: whether to come back, when, and with which numbers."""

import asyncio
from typing import Final

from carcbot.conform.bot_checks.moves import repeated
from carcbot.conform.kit import need
from carcbot.conform.led_match import Board
from carcbot.conform.stage import Stage, in_match, with_stage

_STAYS_AWAY_S: Final = 2.0
_FIRST_TRY_S: Final = 2.0
_MOST_TRIES: Final = 15
_KNOCKS_S: Final = 3.0


@with_stage("resume.welcome")
async def welcome(stage: Stage) -> None:
    """Every seat that the welcome names is resumed; a bot that has no events yet says 0."""
    boards = [stage.begun(seed=6), stage.begun(seed=7, seat=1), stage.board()]
    line = await stage.greeted(boards)
    await line.quiet(0.2, "resume")


@with_stage.each(
    "comes-back.{}",
    ("1000", "After 1000 the bot comes back and resumes with the last seq that it has.", 1000),
    ("1001", "After 1001, when the referee goes away for a while, it comes back.", 1001),
    ("1006", "After a connection that breaks without a word it comes back.", 1006),
    ("1011", "After a code below 4000 that is in no table it comes back.", 1011),
    ("1012", "After 1012, which a proxy says when it is started again, it comes back.", 1012),
    ("4003", "After 4003, no hello in time, it comes back.", 4003),
    ("4004", "After 4004, for reading too slowly, it comes back.", 4004),
    ("4006", "After 4006, no pong in time, it comes back.", 4006),
)
async def _comes_back(stage: Stage, code: int) -> None:
    board = await stage.playing()
    await board.rounds()
    await stage.back(board, code)
    await board.rounds()


@with_stage.each(
    "stays-away.{}",
    ("4000", "After 4000, for what could not be understood, the bot stays away.", 4000),
    ("4001", "After 4001, the token is not known, it stays away.", 4001),
    ("4002", "After 4002, the account has connected elsewhere, it stays away.", 4002),
    ("4005", "After 4005, for saying too much, it stays away.", 4005),
    ("4007", "After 4007, a version or feature, it stays away.", 4007),
    takes_s=_STAYS_AWAY_S,
)
async def _stays_away(stage: Stage, code: int) -> None:
    board = await stage.playing()
    await board.rounds()
    board.line.leave(code)
    await stage.nobody(_STAYS_AWAY_S)


@with_stage("resume.soon")
async def soon(stage: Stage) -> None:
    """The first try to come back is within a fraction of a second."""
    board = await stage.playing()
    board.line.leave(1006)
    began = len(stage.came_ns)
    for _ in range(int(_FIRST_TRY_S * 100)):
        await asyncio.sleep(0.01)
        if len(stage.came_ns) > began:
            break
    need(len(stage.came_ns) > began, f"a connection within {_FIRST_TRY_S:g} s", "none")
    await stage.greeted([board], seen={board.name: board.seq})


@with_stage("resume.patience", takes_s=_KNOCKS_S)
async def patience(stage: Stage) -> None:
    """While nobody lets it in the bot tries again, ever later, and does not knock all the time."""
    board = await stage.playing()
    stage.refuses = True
    before = len(stage.came_ns)
    board.line.leave(1006)
    await asyncio.sleep(_KNOCKS_S)
    tries = len(stage.came_ns) - before
    stage.refuses = False
    need(1 <= tries <= _MOST_TRIES, f"1 to {_MOST_TRIES} tries in {_KNOCKS_S:g} s", tries)
    await stage.greeted([board], seen={board.name: board.seq})
    await board.rounds()


@with_stage("resume.cut-before-hello")
async def cut_before_hello(stage: Stage) -> None:
    """A connection that is lost before the referee's hello is made again."""
    line = await stage.line()
    line.leave(1006)
    board = stage.begun()
    line = await stage.greeted([board])
    await board.rounds()


@with_stage("resume.cut-before-welcome")
async def cut_before_welcome(stage: Stage) -> None:
    """After a connection that is lost before the welcome, hello is said again on the next."""
    line, _ = await stage.told()
    line.leave(1006)
    board = stage.begun()
    await stage.greeted([board])


@with_stage("resume.missed-events")
async def missed_events(stage: Stage) -> None:
    """What happened while it was away the bot hears after resume, and goes on from there."""
    board = await stage.playing()
    move = await board.asked()
    seen = board.seq
    board.line.leave(1006)
    board.moved(move["move"])
    board.until_asked()
    await stage.greeted([board], seen={board.name: seen})
    await board.rounds()


@with_stage("resume.last-seq")
async def last_seq(stage: Stage) -> None:
    """The last seq is that of the last event that arrived, also in the middle of a turn."""
    board = await stage.playing()
    move = await board.asked()
    event = board.accepted(move)
    board.line.say(event)
    await board.line.alive()
    seen = board.seq
    board.line.leave(1006)
    board.until_asked()
    await stage.greeted([board], seen={board.name: seen})
    await board.rounds()


@with_stage("resume.move-again")
async def move_again(stage: Stage) -> None:
    """A move whose event the bot has not seen is said again after resume, with the same seq."""
    board = await stage.playing()
    first = await board.asked()
    await stage.back(board, 1006)
    again = await board.answered()
    need(again["move"] == first["move"], f"the move {first['move']} again", again)
    board.make(again)
    await board.rounds()


@with_stage("resume.move-was-made")
async def move_was_made(stage: Stage) -> None:
    """A move whose event comes after resume was made: the bot does not make another for it."""
    board = await stage.playing()
    first = await board.asked()
    seen = board.seq
    board.line.leave(1006)
    board.moved(first["move"])
    board.until_asked()
    await stage.greeted([board], seen={board.name: seen})
    await repeated(board, first)
    await board.rounds()


@with_stage("resume.asked-again")
async def asked_again(stage: Stage) -> None:
    """A request that comes again after resume, with the time that is left, is answered."""
    board = await stage.playing()
    board.ask(2_000_000)
    await stage.back(board, 1006)
    await board.answered()


@with_stage("resume.more-than-asked")
async def more_than_asked(stage: Stage) -> None:
    """Events that the bot has had and that come again after resume are skipped."""
    board = await stage.playing()
    await board.rounds()
    await stage.back(board, 1006)
    board.line.say(*board.events)
    await board.rounds()
    board.line.heard_no("desync")


@in_match("resume.gap")
async def gap(board: Board) -> None:
    """If an event is missing the bot resumes with the last that it has, on the same connection."""
    move = await board.asked()
    seen = board.seq
    board.accepted(move)
    board.line.say(*board.until_asked())
    resume = await board.line.take("resume", match=board.name)
    need(resume.get("last_seq", 0) == seen, f"resume with last_seq {seen}", resume)
    await board.rounds()


@with_stage("resume.two-matches")
async def two_matches(stage: Stage) -> None:
    """Each match is resumed with its own last seq."""
    boards = await stage.two()
    await boards[1].rounds(2)
    boards[0].line.leave(1001)
    await stage.greeted(boards, seen={board.name: board.seq for board in boards})
    for board in boards:
        await board.rounds()


@with_stage("resume.forgotten")
async def forgotten(stage: Stage) -> None:
    """If resume is answered with unknown_match that match is over; the others go on."""
    boards = await stage.two()
    del stage.boards[boards[0].name]
    boards[0].line.leave(1001)
    line = await stage.greeted(boards, seen={board.name: board.seq for board in boards})
    await boards[1].rounds(2)
    await line.quiet(0.2, "move", "resume", match=boards[0].name)


@with_stage("resume.stale")
async def stale(stage: Stage) -> None:
    """If resume is stale the referee has lost events: the bot begins anew with last_seq 0."""
    board = await stage.playing()
    await board.rounds()
    seen = board.seq
    board.line.leave(1006)
    stage.boards[board.name] = lost = type(board)(board.name, seed=99)
    lost.start()
    lost.until_asked()
    need(lost.seq < seen, f"fewer than {seen} events", lost.seq)
    await stage.greeted([lost], seen={board.name: seen})
    anew = await lost.line.take("resume", match=board.name)
    need(anew.get("last_seq", 0) == 0, "resume with last_seq 0", anew)
    await lost.rounds()


@with_stage("resume.again-and-again")
async def again_and_again(stage: Stage) -> None:
    """Connections may be lost often: each time the bot comes back and goes on."""
    board = await stage.playing()
    for code in (1006, 1001, 1006):
        await board.rounds()
        await stage.back(board, code)
    await board.rounds()
