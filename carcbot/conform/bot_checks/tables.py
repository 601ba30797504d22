"""Tables: for bots that look for them. A bot that only takes the seats it has is skipped here."""

import asyncio
from typing import Final

from carcbot.conform.kit import FailedError, Message, SkippedError, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import CALM, Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import Stage, with_stage

_LOOKS_IN_S: Final = 3.0
_A_WHILE_S: Final = 2.0


def _table(name: str, **fields: object) -> Message:
    """An open table with a free seat, or with whatever else."""
    return {
        "match": name,
        "game": GAME,
        "options": "seats=2",
        "seats": ["player-0", None],
        "state": "open",
        "seq": 0,
        "clock": CALM,
        **fields,
    }


async def _looking(stage: Stage, *tables: Message) -> Line:
    """A bot that was told of these tables."""
    line = await stage.greeted(scripted=("tables", "sit"))
    why_not = "the bot does not ask for tables"
    asked = await stage.wanted(line, "tables", within=_LOOKS_IN_S, why_not=why_not)
    line.scripted.discard("tables")
    line.tables = list(tables)
    line.ack(asked, tables=list(tables))
    return line


async def _plays_there(line: Line, board: Board, sit: Message, **fields: object) -> None:
    """The bot sits down, and plays as all seats are taken now."""
    board.line = line
    line.tables = []
    line.ack(sit, match=board.name, seat=1)
    line.say(board.start(**fields), *board.until_asked())
    await board.rounds(2)


@with_stage("tables.sits")
async def sits(stage: Stage) -> None:
    """A bot that asks for tables sits down where a seat is free, and plays when all are taken."""
    board = stage.board(seat=1)
    line = await _looking(stage, _table(board.name))
    await _plays_there(line, board, await line.take("sit", match=board.name))


@with_stage("tables.rated")
async def rated(stage: Stage) -> None:
    """At a rated table the bot plays as at any other, if it sits down there."""
    board = stage.board(seat=1)
    line = await _looking(stage, _table(board.name, rated=True))
    try:
        sit = await line.take("sit", match=board.name, within=_LOOKS_IN_S)
    except FailedError:
        raise SkippedError("the bot does not sit at rated tables") from None
    await _plays_there(line, board, sit, rated=True)


@with_stage("tables.taken")
async def taken(stage: Stage) -> None:
    """If somebody was faster, seat_taken is no reason to go."""
    line = await _looking(stage, _table("taken"))
    line.refuse(await line.take("sit"), "seat_taken")
    await line.alive()


@with_stage("tables.full")
async def full(stage: Stage) -> None:
    """The bot does not try to sit at full tables, nor in matches that go on."""
    seats = ["player-0", "player-1"]
    line = await _looking(
        stage, _table("full", seats=seats), _table("on", seats=seats, state="playing", seq=4)
    )
    await line.quiet(0.4, "sit")
    await line.alive()


@with_stage("tables.draining", takes_s=_A_WHILE_S)
async def draining(stage: Stage) -> None:
    """When sit is refused with draining the bot does not ask again and again."""
    line = await _looking(stage, _table("draining"))
    line.drain()
    line.refuse(await line.take("sit"), "draining")
    await asyncio.sleep(_A_WHILE_S)
    more = line.untaken("sit", "open")
    need(len(more) <= 1, "no more tries to sit", more)
