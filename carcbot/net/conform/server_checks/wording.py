"""Words: JSON that is none, fields that are wrong, ids and answers."""

import json
from functools import partial
from typing import Final

from carcbot.net.conform.game import GAME
from carcbot.net.conform.kit import Check, Message, need
from carcbot.net.conform.peer import NOWHERE, Peer
from carcbot.net.conform.server_checks.book import SERVER
from carcbot.net.conform.visit import Visit

_LARGEST_ID: Final = 2**53 - 1


async def _not_understood(visit: Visit, text: str, codes: tuple[str, ...]) -> None:
    peer = await visit.peer()
    peer.say_text(text)
    error = await peer.take("error")
    need(error["code"] in codes, f"an error {' or '.join(codes)}", error)
    need(not error.get("fatal"), "an error that is not fatal", error)
    await peer.ask("tables")


def _add_bad_json(name: str, sentence: str, text: str, *codes: str) -> None:
    run = partial(_not_understood, text=text, codes=codes or ("bad_json",))
    SERVER.add(Check(f"json.{name}", sentence, run))


_add_bad_json("unfinished", "Half an object is bad_json; the connection goes on.", '{"type":')
_add_bad_json("nothing", "An empty frame is bad_json; the connection goes on.", "")
_add_bad_json("words", "Words without quotes are bad_json.", "tables please")
_add_bad_json("single-quotes", "Quotes other than JSON's are bad_json.", "{'type':'tables','id':1}")
_add_bad_json("two-objects", "Two objects in a frame are bad_json.", '{"type":"tables","id":5}' * 2)
_add_bad_json("comma", "A comma behind the last field is bad_json.", '{"type":"tables","id":5,}')
_add_bad_json("nan", "NaN is no number of JSON: bad_json.", '{"type":"tables","id":NaN}')
_add_bad_json(
    "array",
    "An array is no message: bad_json or bad_message.",
    '[{"type":"tables","id":5}]',
    "bad_json",
    "bad_message",
)
_add_bad_json(
    "text", "A text is no message: bad_json or bad_message.", '"tables"', "bad_json", "bad_message"
)


@SERVER.check("json.deep")
async def deep(visit: Visit) -> None:
    """Nesting as deep as a frame has room for is no message, and does not harm the referee."""
    room = min(visit.limits["frame_bytes"] - 100, 60_000)
    await _not_understood(visit, "[" * room, ("bad_json", "bad_message"))


@SERVER.check("json.deep-unknown-field")
async def deep_field(visit: Visit) -> None:
    """The same in a field that is not known is bad_json, or ignored as any such field."""
    depth = min(visit.limits["frame_bytes"] // 2 - 100, 25_000)
    peer = await visit.peer()
    peer.say_text(f'{{"type":"tables","id":5,"x":{"[" * depth}{"]" * depth}}}')
    answer = await peer.take("ack", "error")
    need(answer.get("code", "bad_json") == "bad_json", "an ack or bad_json", answer)
    await peer.ask("tables", id=6)


async def _understood(visit: Visit, text: str) -> None:
    peer = await visit.peer()
    peer.say_text(text)
    answer = await peer.answer(55)
    need(answer["type"] == "ack", "an ack", answer)


def _add_good_json(name: str, sentence: str, text: str) -> None:
    SERVER.add(Check(f"json.{name}", sentence, partial(_understood, text=text)))


_add_good_json(
    "white-space",
    "White space between the parts of an object does not matter.",
    ' \r\n\t{ "type" :\n"tables" , "id" : 55 }\n ',
)
_add_good_json(
    "order",
    "The order of the fields does not matter: type may be last.",
    '{"id":55,"type":"tables"}',
)
_add_good_json(
    "escapes",
    "Letters may be written as escapes.",
    '{"type":"\\u0074ables","\\u0069d":55}',
)
_add_good_json(
    "unknown-fields",
    "Fields that are not known are ignored, whatever is in them.",
    '{"type":"tables","id":55,"match":7,"x":[{"y":null}],"\\u00e9":"\\ud83d\\ude00"}',
)


@SERVER.check("json.too-many")
async def too_many(visit: Visit) -> None:
    """20 messages that cannot be understood are answered; the 21st closes with 4000."""
    peer = await visit.peer()
    for _ in range(20):
        peer.say_text("{")
    for _ in range(20):
        error = await peer.take("error")
        need(not error.get("fatal"), "20 errors that are not fatal", error)
    peer.say("fly")
    error = await peer.take("error")
    need(error.get("fatal"), "a fatal error for the 21st", error)
    await peer.ended(4000)


@SERVER.check("json.too-many-is-out", needs=2)
async def too_many_is_out(visit: Visit) -> None:
    """Who is sent away for nonsense is out of all matches, with protocol."""
    match = await visit.match()
    await match.turn()
    for _ in range(21):
        match.peers[1].say_text("{")
    await match.peers[1].ended(4000)
    out = await match.next_event("out")
    need((out["seat"], out["why"]) == (1, "protocol"), "seat 1 out for protocol", out)
    result = await match.next_event("result")
    need(result["reason"] == "protocol", "the reason protocol", result)


_COMMANDS: Final[tuple[tuple[str, str, str, Message], ...]] = (
    # name, sentence, type, the fields that are wrong or missing
    ("id-0", "An id of 0 is too small.", "tables", {"id": 0}),
    ("id-negative", "An id below 0 is too small.", "tables", {"id": -3}),
    ("id-too-large", "An id above 2^53 - 1 is too large.", "tables", {"id": _LARGEST_ID + 1}),
    ("id-fraction", "An id of 3.0 is no integer.", "tables", {"id": 3.0}),
    ("id-text", "An id in quotes is no integer.", "tables", {"id": "3"}),
    ("id-null", "An id of null is none.", "tables", {"id": None}),
    ("id-missing", "Every command has an id.", "tables", {"id": ...}),
    ("type-missing", "A message without a type is no command.", "tables", {"type": ...}),
    ("type-number", "A type is text.", "tables", {"type": 5}),
    ("match-missing", "A command about a match names it.", "sit", {}),
    ("match-number", "The name of a match is text.", "sit", {"match": 5}),
    ("match-empty", "The name of a match is not empty.", "sit", {"match": ""}),
    ("match-long", "The name of a match has 40 characters at most.", "sit", {"match": "m" * 41}),
    ("seat-negative", "A seat is at least 0.", "sit", {"match": "m", "seat": -1}),
    ("seat-6", "A seat is at most 5.", "sit", {"match": "m", "seat": 6}),
    ("seat-text", "A seat is a number.", "sit", {"match": "m", "seat": "0"}),
    ("game-missing", "A table is opened for a game.", "open", {"options": "seats=2"}),
    ("options-object", "Options are text.", "open", {"game": GAME, "options": {}}),
    (
        "options-long",
        "Options have 500 characters at most.",
        "open",
        {"game": GAME, "options": "x" * 501},
    ),
    (
        "clock-unknown",
        "There are five kinds of clock, and no other.",
        "open",
        {"game": GAME, "clock": {"kind": "sand", "main_us": 1}},
    ),
    (
        "clock-fraction",
        "Times in microseconds are integers.",
        "open",
        {"game": GAME, "clock": {"kind": "per_move", "move_us": 1.5}},
    ),
    (
        "clock-negative",
        "Times are not below 0.",
        "open",
        {"game": GAME, "clock": {"kind": "per_move", "move_us": -1}},
    ),
    (
        "policy-unknown",
        "What happens on expiry is one of three.",
        "open",
        {"game": GAME, "policy": {"on_expiry": "weep"}},
    ),
    (
        "policy-number",
        "A policy is an object.",
        "open",
        {"game": GAME, "policy": 5},
    ),
    (
        "illegal-moves-negative",
        "So many illegal moves are not below 0.",
        "open",
        {"game": GAME, "policy": {"illegal_moves": -1}},
    ),
    ("seq-missing", "A move has the seq of its request.", "move", {"match": "m", "move": "x"}),
    (
        "seq-negative",
        "A seq is not below 0.",
        "move",
        {"match": "m", "seq": -1, "move": "x"},
    ),
    ("seq-fraction", "A seq is an integer.", "move", {"match": "m", "seq": 2.0, "move": "x"}),
    ("move-missing", "A move has its text.", "move", {"match": "m", "seq": 2}),
    (
        "move-empty",
        "The text of a move is not empty.",
        "move",
        {"match": "m", "seq": 2, "move": ""},
    ),
    (
        "move-long",
        "The text of a move has 100 characters at most.",
        "move",
        {"match": "m", "seq": 2, "move": "x" * 101},
    ),
    (
        "last-seq-text",
        "The last seq is a number.",
        "resume",
        {"match": "m", "last_seq": "0"},
    ),
    (
        "analysis-missing",
        "The command analysis has one.",
        "analysis",
        {"match": "m", "seq": 2},
    ),
    (
        "analysis-depth",
        "A depth in an analysis is an integer.",
        "analysis",
        {"match": "m", "seq": 2, "analysis": {"depth": 2.5}},
    ),
    (
        "digest-upper-case",
        "A digest is 16 lower-case hex digits.",
        "desync",
        {"match": "m", "seq": 2, "digest": "A" * 16},
    ),
    (
        "digest-short",
        "A digest has no fewer than 16 digits.",
        "desync",
        {"match": "m", "seq": 2, "digest": "a" * 15},
    ),
)


async def _bad_message(visit: Visit, kind: str, fields: Message) -> None:
    peer = await visit.peer()
    message = {"type": kind, "id": 44, **fields}
    left = {name: value for name, value in message.items() if value is not ...}
    peer.say_text(json.dumps(left, separators=(",", ":")))
    error = await peer.take("error", "ack")
    need(error.get("code") == "bad_message", "an error bad_message", error)
    need(not error.get("fatal"), "an error that is not fatal", error)
    wanted = 44 if "id" not in fields else None
    need(error.get("id") == wanted, f"the id {wanted}: that of the command if it is one", error)
    await peer.ask("tables", id=45)


for _name, _sentence, _kind, _fields in _COMMANDS:
    SERVER.add(
        Check(f"fields.{_name}", _sentence, partial(_bad_message, kind=_kind, fields=_fields))
    )


@SERVER.check("fields.null")
async def null(visit: Visit) -> None:
    """A null where the schema allows it is the same as no field."""
    visit.need_game(GAME)
    peer = await visit.peer()
    opened = await peer.ask("open", game=GAME, clock=None, policy=None)
    sat = await peer.ask("sit", match=opened["match"], seat=None)
    need(sat["seat"] == 0, "the first free seat", sat)


@SERVER.check("ids.largest")
async def largest(visit: Visit) -> None:
    """Ids go up to 2^53 - 1, and come back as they were."""
    peer = await visit.peer()
    await peer.ask("tables", id=_LARGEST_ID)


@SERVER.check("ids.one-answer-each")
async def one_answer(visit: Visit) -> None:
    """Of many commands at once each gets exactly one answer, in their order."""
    peer = await visit.peer()
    numbers = [
        peer.say(kind, **({"match": NOWHERE} if kind != "tables" else {}))
        for kind in ("tables", "sit", "leave", "fly", "resume", "watch", "resign") * 5
    ]
    await peer.settle()
    answers = [each["id"] for each in peer.heard if each.get("id", 0) in numbers]
    need(answers == numbers, f"answers to {numbers}", answers)


@SERVER.check("ids.used-again")
async def used_again(visit: Visit) -> None:
    """An id is the client's own business: one that was used before is answered like any other."""
    peer = await visit.peer()
    for _ in range(2):
        await peer.ask("tables", id=9)


@SERVER.check("ids.unknown-command")
async def unknown_command(visit: Visit) -> None:
    """A command that does not exist is unknown_type, with its id, and harmless."""
    peer = await visit.peer()
    for kind in ("fly", "ack", "Tables", "x" * 1000):
        await peer.refused("unknown_type", kind)
    await peer.ask("tables")


@SERVER.check("ids.error-names-match")
async def error_names_match(visit: Visit) -> None:
    """An error about a match names it, as the command did."""
    peer = await visit.peer()
    error = await peer.refused("unknown_match", "resume", match=NOWHERE)
    need(error.get("match") == NOWHERE, f"the match {NOWHERE}", error)


async def _elsewhere(visit: Visit, kind: str, fields: Message) -> None:
    peer: Peer = await visit.peer()
    await peer.refused("unknown_match", kind, match=NOWHERE, **fields)


_ANALYSIS: Final = {"seq": 2, "analysis": {"score": 1.5}}
ABOUT_MATCH: Final[dict[str, Message]] = {
    "sit": {},
    "leave": {},
    "resume": {},
    "watch": {},
    "move": {"seq": 2, "move": "0,-1/0"},
    "analysis": _ANALYSIS,
    "resign": {},
    "abort": {},
    "desync": {"seq": 1, "digest": "0" * 16},
}
"""The commands that are about a match, with whatever else they need."""

for _kind, _fields in ABOUT_MATCH.items():
    SERVER.add(
        Check(
            f"unknown-match.{_kind}",
            f"The command {_kind} about a match that does not exist is unknown_match.",
            partial(_elsewhere, kind=_kind, fields=_fields),
        )
    )


async def _without_seat(visit: Visit, kind: str, fields: Message) -> None:
    match = await visit.match(2)
    other = await visit.peer(2)
    await match.turn()
    await other.refused("not_seated", kind, match=match.name, **fields)
    await match.settle()
    need(match.seq == len(match.witness.events(match.name)), "no event", match.witness.heard[-1])


for _kind, _fields in ABOUT_MATCH.items():
    if _kind not in {"sit", "watch"}:
        SERVER.add(
            Check(
                f"not-seated.{_kind}",
                f"The command {_kind} of one who has no seat is not_seated and changes nothing.",
                partial(_without_seat, kind=_kind, fields=_fields),
                needs=3,
            )
        )
