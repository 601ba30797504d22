"""What a bot hears and may not stumble over: news it does not know, and news it has had."""

from collections.abc import Callable, Sequence
from typing import Final

from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import Board
from carcbot.conform.stage import Stage, in_match, with_stage

_MORE: Final[Message] = {"mood": "good", "x": [{"y": None}], "\u00e9": 1.5}

_ASKED: Final[Message] = {
    "type": "request",
    "match": "nobody-knows",
    "seq": 2,
    "seat": 0,
    "time_us": 9_000_000,
    "remaining_us": 9_000_000,
}


@in_match.each(
    "hears.{}",
    ("unknown-message", "A message of an unknown type is ignored.",
     lambda board: [{"type": "weather", "match": board.name, "seq": 1}, {"type": "tick"}]),
    ("old-events", "Events that the bot has had are skipped, however many come again.",
     lambda board: board.events),
    ("last-event-again", "The last event, when it comes twice, counts once.",
     lambda board: board.events[-1:] * 2),
    ("presence", "That a player goes and comes back changes nothing for the others.",
     lambda board: [
        {"type": "presence", "match": board.name, "seat": 1, "here": False, "grace_us": 5000000},
        {"type": "presence", "match": board.name, "seat": 1, "here": True},
    ]),
    ("own-presence", "That the player of its own seat is back changes nothing for the bot.",
     lambda board: [{"type": "presence", "match": board.name, "seat": 0, "here": True}]),
    ("analysis", "What others think changes nothing.",
     lambda board: [
        {"type": "analysis", "match": board.name, "seat": 1, "seq": board.seq,
         "analysis": {"score": -2.5, "depth": 3, "nodes": 7, "line": ["0,-1/2", "E"]}},
    ]),
    ("other-match", "Events and requests of a match in which the bot has no seat are ignored.",
     lambda board: [
        {**board.events[1], "match": "nobody-knows", "seq": 2},
        _ASKED,
        {"type": "presence", "match": "nobody-knows", "seat": 0, "here": True},
    ]),
    ("draining", "A notice that the referee is about to stop does not end matches that go on.",
     lambda _: [{"type": "notice", "code": "draining", "text": "no new matches"}]),
    ("unknown-notice", "A notice with a code that does not exist yet is ignored.",
     lambda _: [{"type": "notice", "code": "tea_time", "text": "five o'clock"}]),
    ("foreign-ack", "An ack with an id that the bot never used is harmless.",
     lambda _: [{"type": "ack", "id": 2**53 - 1}]),
    ("ack-with-nulls", "A null where the schema allows it is the same as no field.",
     lambda _: [
        {"type": "ack", "id": 2**53 - 2, "welcome": None, "match": None, "seat": None, "seq": None,
         "tables": None}
    ]),
    ("unknown-error", "An error with a code that does not exist yet is treated like not_allowed.",
     lambda board: [
        {"type": "error", "code": "too_rainy", "text": "umbrella", "match": board.name}
    ]),
    ("error-without-id", "An error without an id is harmless; its text may be in any language.",
     lambda _: [{"type": "error", "code": "bad_json", "text": "\u4e0d\u662f \u00e9 \U0001f600"}]),
)  # fmt: skip
async def _unmoved(board: Board, news: Callable[[Board], Sequence[Message]]) -> None:
    """Whatever is said in between, the bot plays on as if it had not been."""
    await board.rounds()
    board.line.say(*news(board))
    await board.rounds()
    board.line.say(board.ask(), *news(board))
    board.make(await board.answered())
    await board.rounds()
    board.line.heard_no("desync")


@with_stage("hears.competition")
async def competition(stage: Stage) -> None:
    """News of a competition that the bot was not told to take part in changes nothing."""
    cup = {
        "name": "for-others", "title": "For others", "format": "swiss", "seats": 2, "entrants": 3,
        "terms": {"game": GAME, "options": "seats=2"}, "opens_us": 0,
        "closes_us": 2**50, "check_in_us": 2**50, "starts_us": 2**50 + 1,
    }  # fmt: skip
    board = await stage.playing()
    for phase in ("registration", "check_in", "over"):
        board.line.say({"type": "competition", "competition": {**cup, "phase": phase}})
        await board.rounds()
    more = board.line.untaken("enter", "check_in")
    need(not more, "no enter, no check_in", more)


@with_stage.each(
    "unknown-fields.{}",
    ("start-and-draw", "Unknown fields of start and draw are ignored.", "start draw"),
    ("move-and-ack", "Unknown fields of move and ack are ignored.", "move ack"),
    ("request", "Unknown fields of request are ignored.", "request"),
    ("out-and-result", "Unknown fields of out and result are ignored.", "out result"),
)
async def _with_more(stage: Stage, which: str) -> None:
    kinds = which.split()
    board = stage.begun()
    board.events[:] = [_more(each, kinds) for each in board.events]
    line = await stage.greeted([board])
    for _ in range(2):
        line.say(_more(board.ask(), kinds))
        move = await board.answered()
        event = board.moved(move["move"])
        more = _MORE if "ack" in kinds else {}
        board.ack(move, seq=event["seq"], **more)
        line.say(*(_more(each, kinds) for each in (event, *board.until_asked())))
    line.say(_more(board.out(1), kinds))
    await line.alive()
    line.say(_more(board.result("resign"), kinds))
    if "result" in kinds:
        await line.alive()


def _more(message: Message, kinds: Sequence[str]) -> Message:
    return {**_MORE, **message, "zzz": {}} if message["type"] in kinds else message


@with_stage("defaults.said")
async def defaults_said(stage: Stage) -> None:
    """Fields at their defaults may be said: kind bank, a whole policy, by player."""
    board = stage.begun()
    board.events[0]["clock"] = {"kind": "bank", **board.events[0]["clock"]}
    board.events[0]["policy"] = {
        "on_expiry": "loss",
        "stalls": 2,
        "illegal_moves": 2,
        "grace_us": 60000000,
        "adjudicate_after": 0,
        "analysis": True,
    }
    await stage.greeted([board])
    for _ in range(2):
        board.make(await board.asked(), by="player")


@with_stage("defaults.left-out")
async def defaults_left_out(stage: Stage) -> None:
    """Fields at their defaults may be left out: a clock without kind, a policy without fields."""
    clock = {"main_us": 60_000_000, "move_us": 5_000_000}
    board = await stage.playing(clock=clock)
    await board.rounds(2)
