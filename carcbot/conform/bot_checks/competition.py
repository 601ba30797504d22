"""Competitions: for bots that were told to take part in one of the name `conform`."""

import time
from typing import Final

from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import CALM, Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import HELLO, Stage, with_stage

__all__ = ["CUP"]

CUP: Final = "conform"
"""The competition that the bot should take part in."""
_ANOTHER: Final = "for-others"
_WITH_COMPETITIONS: Final[Message] = {"features": [*HELLO["features"], "lobby", "competitions"]}
_ASKS_IN_S: Final = 4.0
_ANSWERS_IN_S: Final = 3.0
_A_WHILE_S: Final = 1.5
_HOUR_US: Final = 3_600_000_000
_STEPS: Final = ("enter", "check_in", "confirm", "withdraw")
_UNKNOWN_GAME: Final = "a-game-of-the-kit-that-nobody-plays"


def _info(phase: str, you: str = "none", name: str = CUP) -> Message:
    """What a referee says of a competition."""
    now_us = time.time_ns() // 1000
    return {
        "name": name,
        "title": name,
        "format": "swiss",
        "terms": {"game": GAME, "options": "seats=2", "clock": CALM},
        "seats": 2,
        "phase": phase,
        "opens_us": 0,
        "closes_us": now_us + _HOUR_US,
        "check_in_us": now_us + _HOUR_US,
        "starts_us": now_us + 2 * _HOUR_US,
        "entrants": 5,
        "you": you,
    }


def _news(phase: str, you: str = "none", **fields: object) -> Message:
    return {"type": "competition", "competition": {**_info(phase, you), **fields}}


async def _come(stage: Stage, *boards: Board) -> Line:
    """The bot has come, or has come back."""
    seen = {board.name: board.seq for board in boards}
    return await stage.greeted(boards, _WITH_COMPETITIONS, seen, ("competitions", *_STEPS))


async def _asked(stage: Stage, *boards: Board) -> tuple[Line, Message]:
    """A bot that has come back asks what there is; that is not answered yet."""
    line = await _come(stage, *boards)
    return line, await line.take("competitions", within=_ASKS_IN_S)


async def _entering(stage: Stage) -> tuple[Line, Message]:
    """A bot that wants to enter the competition; that is not answered yet."""
    line = await _come(stage)
    why_not = "the bot does not ask for competitions"
    asked = await stage.wanted(line, "competitions", within=_ASKS_IN_S, why_not=why_not)
    line.ack(asked, competitions=[_info("registration", name=_ANOTHER), _info("registration")])
    why_not = f"the bot does not enter the competition {CUP!r}"
    return line, await stage.wanted(line, "enter", within=_ANSWERS_IN_S, why_not=why_not)


async def _taking_part(stage: Stage) -> Line:
    """A bot that has entered and checked in."""
    line, enter = await _entering(stage)
    line.ack(enter)
    line.say(_news("check_in", "entered"))
    line.ack(await line.take("check_in", competition=CUP))
    return line


async def _called(stage: Stage) -> tuple[Line, Board]:
    """A bot that plays in the first round, and is about to be asked."""
    line = await _taking_part(stage)
    line.say(_news("playing", "playing", round=1))
    board = stage.board()
    _call(line, board, 1)
    return line, board


def _call(line: Line, board: Board, round_: int) -> None:
    """The bot is called to a game, which begins."""
    board.line = line
    called = {"type": "called", "competition": CUP, "round": round_, "match": board.name}
    line.say(called, board.start(rated=True), *board.until_asked())


async def _silent(line: Line) -> None:
    """The bot does nothing about competitions for a while, and is there."""
    await line.quiet(_A_WHILE_S, *_STEPS)
    await line.alive()


async def _back_when_entered(stage: Stage, phase: str) -> Line:
    """The bot has entered, is cut off, and hears when it is back that this is the phase now."""
    line, enter = await _entering(stage)
    line.ack(enter)
    await line.alive()
    line.leave(1006)
    line, asked = await _asked(stage)
    line.ack(asked, competitions=[_info(phase, "entered")])
    return line


@with_stage("competitions.enters", takes_s=_A_WHILE_S)
async def enters(stage: Stage) -> None:
    """Told to take part in a competition, the bot enters it, and no other."""
    line, enter = await _entering(stage)
    need(enter["competition"] == CUP, f"enter {CUP}", enter)
    line.ack(enter)
    await _silent(line)


@with_stage("competitions.entered-already", takes_s=_A_WHILE_S)
async def entered_already(stage: Stage) -> None:
    """Where it has entered already the bot does not enter once more."""
    line = await _back_when_entered(stage, "registration")
    await _silent(line)


@with_stage("competitions.asks-again")
async def asks_again(stage: Stage) -> None:
    """After each hello the bot asks what there is: check-in may have begun while it was away."""
    line = await _back_when_entered(stage, "check_in")
    await line.take("check_in", competition=CUP)


@with_stage("competitions.enter-refused", takes_s=_A_WHILE_S)
async def enter_refused(stage: Stage) -> None:
    """What is refused with not_allowed is not said again and again; the bot stays."""
    line, enter = await _entering(stage)
    line.refuse(enter, "not_allowed")
    await _silent(line)


@with_stage("competitions.checks-in", takes_s=_A_WHILE_S)
async def checks_in(stage: Stage) -> None:
    """When check-in begins the bot checks in, once."""
    line = await _taking_part(stage)
    line.say(_news("check_in", "checked_in"))
    await _silent(line)


@with_stage("competitions.check-in-refused", takes_s=_A_WHILE_S)
async def check_in_refused(stage: Stage) -> None:
    """If check-in is refused with not_allowed the bot does not insist, and stays."""
    line, enter = await _entering(stage)
    line.ack(enter)
    line.say(_news("check_in", "entered"))
    line.refuse(await line.take("check_in", competition=CUP), "not_allowed")
    await _silent(line)


def _changed(phase: str, changes: int, **fields: object) -> Message:
    """News for an entrant that the host has changed the terms."""
    return _news(phase, "entered", changes=changes, to_confirm=True, **fields)


@with_stage("competitions.confirms", takes_s=_A_WHILE_S)
async def confirms(stage: Stage) -> None:
    """When the host has changed the terms, and the bot can play by them, it confirms that."""
    line, enter = await _entering(stage)
    line.ack(enter)
    terms = {**_info("registration")["terms"], "clock": {**CALM, "move_us": 3_000_000}}
    line.say(_changed("registration", 1, terms=terms))
    line.ack(await line.take("confirm", competition=CUP, changes=1))
    line.say(_news("registration", "entered", changes=1))
    line.say(_changed("closed", 2))
    line.ack(await line.take("confirm", competition=CUP, changes=2))
    line.say(_news("closed", "entered", changes=2))
    await _silent(line)


@with_stage("competitions.confirms-when-back")
async def confirms_when_back(stage: Stage) -> None:
    """A bot that was away when the terms were changed confirms them, and checks in as well."""
    line, enter = await _entering(stage)
    line.ack(enter)
    await line.alive()
    line.leave(1006)
    line, asked = await _asked(stage)
    line.ack(asked, competitions=[_changed("check_in", 1)["competition"]])
    line.ack(await line.take("confirm", competition=CUP, changes=1))
    line.say(_news("check_in", "entered", changes=1))
    line.ack(await line.take("check_in", competition=CUP))


@with_stage("competitions.other-game")
async def other_game(stage: Stage) -> None:
    """Terms by which it cannot play the bot does not confirm: it withdraws."""
    line, enter = await _entering(stage)
    line.ack(enter)
    line.say(_changed("registration", 1, terms={"game": _UNKNOWN_GAME, "options": "seats=2"}))
    line.ack(await line.take("withdraw", competition=CUP))
    line.heard_no("confirm", expected="no confirm of a game that the bot does not play")


@with_stage("competitions.out-of-it", takes_s=_A_WHILE_S)
async def out_of_it(stage: Stage) -> None:
    """Who was left out, has withdrawn or is disqualified says nothing of it any more, and stays."""
    line, enter = await _entering(stage)
    line.ack(enter)
    for phase, you in (
        ("check_in", "withdrawn"), ("playing", "left_out"), ("playing", "disqualified"),
        ("over", "left_out"),
    ):  # fmt: skip
        line.say(_news(phase, you))
    await _silent(line)


@with_stage("competitions.called-off", takes_s=_A_WHILE_S)
async def called_off(stage: Stage) -> None:
    """That a competition is called off, or stopped, is no reason to go."""
    line, enter = await _entering(stage)
    line.ack(enter)
    line.say(_news("called_off", "entered", why="fewer than 2 have checked in"))
    line.say(_news("stopped", "playing", round=2, why="a game could not be played in 4 tries"))
    await _silent(line)


@with_stage("competitions.plays")
async def plays(stage: Stage) -> None:
    """A game comes by itself, after called: the bot plays it, and sits nowhere for it."""
    line, board = await _called(stage)
    await board.rounds(3)
    line.heard_no("sit", "open", expected="no sit, no open")


@with_stage("competitions.next-game")
async def next_game(stage: Stage) -> None:
    """After a game the bot stays for the next one, and plays that, too."""
    line, board = await _called(stage)
    await board.rounds()
    line.say(board.out(1), board.result("resign"))
    board = stage.board(seat=1, seed=5)
    _call(line, board, 2)
    await board.rounds(2)


@with_stage("competitions.lost-connection")
async def lost_connection(stage: Stage) -> None:
    """A game of a competition is resumed as any other match."""
    line, board = await _called(stage)
    await board.rounds()
    await line.alive()
    line.leave(1006)
    line, asked = await _asked(stage, board)
    line.ack(asked, competitions=[{**_info("playing", "playing"), "round": 1}])
    await board.rounds()
