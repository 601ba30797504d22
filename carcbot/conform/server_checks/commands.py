"""Words: JSON that is none, fields that are wrong, ids and answers."""

import json
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import NOWHERE, Peer
from carcbot.conform.visit import Visit, in_match, with_peer, with_visit

_LARGEST_ID: Final = 2**53 - 1


@with_peer.each(
    "json.{}",
    ("unfinished", "Half an object is bad_json; the connection goes on.", '{"type":'),
    ("nothing", "An empty frame is bad_json; the connection goes on.", ""),
    ("words", "Words without quotes are bad_json.", "tables please"),
    ("single-quotes", "Quotes other than JSON's are bad_json.", "{'type':'tables','id':1}"),
    ("two-objects", "Two objects in a frame are bad_json.", '{"type":"tables","id":5}' * 2),
    ("comma", "A comma behind the last field is bad_json.", '{"type":"tables","id":5,}'),
    ("nan", "NaN is no number of JSON: bad_json.", '{"type":"tables","id":NaN}'),
    ("array", "An array is no message: bad_json or bad_message.", '[{"type":"tables","id":5}]',
     "bad_json", "bad_message"),
    ("text", "A text is no message: bad_json or bad_message.", '"tables"',
     "bad_json", "bad_message"),
)  # fmt: skip
async def _not_understood(peer: Peer, text: str, *codes: str) -> None:
    peer.say_text(text)
    error = await peer.take("error")
    wanted = codes or ("bad_json",)
    need(error["code"] in wanted, f"an error {' or '.join(wanted)}", error)
    need(not error.get("fatal"), "an error that is not fatal", error)
    await peer.ask("tables")


@with_visit("json.deep")
async def deep(visit: Visit) -> None:
    """Nesting as deep as a frame has room for is no message, and does not harm the referee."""
    room = min(visit.limits["frame_bytes"] - 100, 60_000)
    await _not_understood(await visit.peer(), "[" * room, "bad_json", "bad_message")


@with_visit("json.deep-unknown-field")
async def deep_field(visit: Visit) -> None:
    """The same in a field that is not known is bad_json, or ignored as any such field."""
    depth = min(visit.limits["frame_bytes"] // 2 - 100, 25_000)
    peer = await visit.peer()
    peer.say_text(f'{{"type":"tables","id":5,"x":{"[" * depth}{"]" * depth}}}')
    answer = await peer.take("ack", "error")
    need(answer.get("code", "bad_json") == "bad_json", "an ack or bad_json", answer)
    await peer.ask("tables", id=6)


@with_peer.each(
    "json.{}",
    (
        "white-space",
        "White space between the parts of an object does not matter.",
        ' \r\n\t{ "type" :\n"tables" , "id" : 55 }\n ',
    ),
    (
        "order",
        "The order of the fields does not matter: type may be last.",
        '{"id":55,"type":"tables"}',
    ),
    ("escapes", "Letters may be written as escapes.", '{"type":"\\u0074ables","\\u0069d":55}'),
    (
        "unknown-fields",
        "Fields that are not known are ignored, whatever is in them.",
        '{"type":"tables","id":55,"match":7,"x":[{"y":null}],"\\u00e9":"\\ud83d\\ude00"}',
    ),
)
async def _understood(peer: Peer, text: str) -> None:
    peer.say_text(text)
    answer = await peer.answer(55)
    need(answer["type"] == "ack", "an ack", answer)


@with_peer("json.too-many")
async def too_many(peer: Peer) -> None:
    """20 messages that cannot be understood are answered; the 21st closes with 4000."""
    for _ in range(20):
        peer.say_text("{")
    for _ in range(20):
        error = await peer.take("error")
        need(not error.get("fatal"), "20 errors that are not fatal", error)
    peer.say("fly")
    error = await peer.take("error")
    need(error.get("fatal"), "a fatal error for the 21st", error)
    await peer.ended(4000)


@in_match[2]("json.too-many-is-out")
async def too_many_is_out(match: Match) -> None:
    """Who is sent away for nonsense is out of all matches, with protocol."""
    for _ in range(21):
        match.peers[1].say_text("{")
    await match.peers[1].ended(4000)
    await match.goes_out(1, "protocol")
    await match.ends("protocol")


@with_peer.each(
    "fields.{}",
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
    ("options-long", "Options have 500 characters at most.",
     "open", {"game": GAME, "options": "x" * 501}),
    ("clock-unknown", "There are five kinds of clock, and no other.",
     "open", {"game": GAME, "clock": {"kind": "sand", "main_us": 1}}),
    ("clock-fraction", "Times in microseconds are integers.",
     "open", {"game": GAME, "clock": {"kind": "per_move", "move_us": 1.5}}),
    ("clock-negative", "Times are not below 0.",
     "open", {"game": GAME, "clock": {"kind": "per_move", "move_us": -1}}),
    ("policy-unknown", "What happens on expiry is one of three.",
     "open", {"game": GAME, "policy": {"on_expiry": "weep"}}),
    ("policy-number", "A policy is an object.", "open", {"game": GAME, "policy": 5}),
    ("illegal-moves-negative", "So many illegal moves are not below 0.",
     "open", {"game": GAME, "policy": {"illegal_moves": -1}}),
    ("seq-missing", "A move has the seq of its request.", "move", {"match": "m", "move": "x"}),
    ("seq-negative", "A seq is not below 0.", "move", {"match": "m", "seq": -1, "move": "x"}),
    ("seq-fraction", "A seq is an integer.", "move", {"match": "m", "seq": 2.0, "move": "x"}),
    ("move-missing", "A move has its text.", "move", {"match": "m", "seq": 2}),
    ("move-empty", "The text of a move is not empty.",
     "move", {"match": "m", "seq": 2, "move": ""}),
    ("move-long", "The text of a move has 100 characters at most.",
     "move", {"match": "m", "seq": 2, "move": "x" * 101}),
    ("last-seq-text", "The last seq is a number.", "resume", {"match": "m", "last_seq": "0"}),
    ("analysis-missing", "The command analysis has one.", "analysis", {"match": "m", "seq": 2}),
    ("analysis-depth", "A depth in an analysis is an integer.",
     "analysis", {"match": "m", "seq": 2, "analysis": {"depth": 2.5}}),
    ("digest-upper-case", "A digest is 16 lower-case hex digits.",
     "desync", {"match": "m", "seq": 2, "digest": "A" * 16}),
    ("digest-short", "A digest has no fewer than 16 digits.",
     "desync", {"match": "m", "seq": 2, "digest": "a" * 15}),
)  # fmt: skip
async def _bad_message(peer: Peer, kind: str, fields: Message) -> None:
    message = {"type": kind, "id": 44, **fields}
    left = {name: value for name, value in message.items() if value is not ...}
    peer.say_text(json.dumps(left, separators=(",", ":")))
    error = await peer.take("error", "ack")
    need(error.get("code") == "bad_message", "an error bad_message", error)
    need(not error.get("fatal"), "an error that is not fatal", error)
    wanted = 44 if "id" not in fields else None
    need(error.get("id") == wanted, f"the id {wanted}: that of the command if it is one", error)
    await peer.ask("tables", id=45)


@with_visit("fields.null")
async def null(visit: Visit) -> None:
    """A null where the schema allows it is the same as no field."""
    visit.need_game(GAME)
    peer = await visit.peer()
    opened = await peer.ask("open", game=GAME, clock=None, policy=None)
    sat = await peer.ask("sit", match=opened["match"], seat=None)
    need(sat["seat"] == 0, "the first free seat", sat)


@with_peer("ids.largest")
async def largest(peer: Peer) -> None:
    """Ids go up to 2^53 - 1, and come back as they were."""
    await peer.ask("tables", id=_LARGEST_ID)


@with_peer("ids.one-answer-each")
async def one_answer(peer: Peer) -> None:
    """Of many commands at once each gets exactly one answer, in their order."""
    numbers = [
        peer.say(kind, **({"match": NOWHERE} if kind != "tables" else {}))
        for kind in ("tables", "sit", "leave", "fly", "resume", "watch", "resign") * 5
    ]
    await peer.settle()
    answers = [each["id"] for each in peer.heard if each.get("id", 0) in numbers]
    need(answers == numbers, f"answers to {numbers}", answers)


@with_peer("ids.used-again")
async def used_again(peer: Peer) -> None:
    """An id is the client's own business: one that was used before is answered like any other."""
    for _ in range(2):
        await peer.ask("tables", id=9)


@with_peer("ids.unknown-command")
async def unknown_command(peer: Peer) -> None:
    """A command that does not exist is unknown_type, with its id, and harmless."""
    for kind in ("fly", "ack", "Tables", "x" * 1000):
        await peer.refused("unknown_type", kind)
    await peer.ask("tables")


@with_peer("ids.error-names-match")
async def error_names_match(peer: Peer) -> None:
    """An error about a match names it, as the command did."""
    error = await peer.refused("unknown_match", "resume", match=NOWHERE)
    need(error.get("match") == NOWHERE, f"the match {NOWHERE}", error)


ABOUT_MATCH: Final[dict[str, Message]] = {
    "sit": {},
    "leave": {},
    "resume": {},
    "watch": {},
    "move": {"seq": 2, "move": "0,-1/0"},
    "analysis": {"seq": 2, "analysis": {"score": 1.5}},
    "resign": {},
    "abort": {},
    "desync": {"seq": 1, "digest": "0" * 16},
}
"""The commands that are about a match, with whatever else they need."""


@with_peer.each("unknown-match.{}", *((kind,) for kind in ABOUT_MATCH))
async def _elsewhere(peer: Peer, kind: str) -> None:
    """The command {0} about a match that does not exist is unknown_match."""
    await peer.refused("unknown_match", kind, match=NOWHERE, **ABOUT_MATCH[kind])


@with_visit.each(
    "not-seated.{}", *((kind,) for kind in ABOUT_MATCH if kind not in {"sit", "watch"}), needs=3
)
async def _without_seat(visit: Visit, kind: str) -> None:
    """The command {0} of one who has no seat is not_seated and changes nothing."""
    match = await visit.begun()
    other = await visit.peer(2)
    await other.refused("not_seated", kind, match=match.name, **ABOUT_MATCH[kind])
    await match.settle()
    need(match.seq == len(match.witness.events(match.name)), "no event", match.witness.heard[-1])
