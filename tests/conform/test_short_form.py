"""What means the same is the same to the kit: said in full, with nulls, and with unknown fields."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carcbot.conform.bot_checks import BOT
from carcbot.conform.kit import FailedError, need_only
from carcbot.conform.server_checks import SERVER
from carcbot.conform.short_form import short_form
from carcbot.conform.wire import Frame, Opcode
from carcbot.messages import codec
from carcbot.messages.parts import Policy
from tests.conform.proxy import Direction, Spoil, framed
from tests.conform.test_bot_mutants import Playing
from tests.conform.test_bot_mutants import examined as examined_bot
from tests.conform.test_server_mutants import examined
from tests.waiting import PATIENCE_S

UNKNOWN = {"mood": {"good": True}}


def in_full(said: object) -> Any:  # noqa: ANN401 - a message, or a part of one
    """All fields with their defaults and nulls, and one that nobody knows, in every part."""
    if isinstance(said, msgspec.Struct):
        config = type(said).__struct_config__
        kind = {config.tag_field: config.tag} if config.tag_field else {}
        fields = {name: in_full(getattr(said, name)) for name in said.__struct_fields__}
        return kind | fields | UNKNOWN
    return [in_full(each) for each in said] if isinstance(said, tuple) else said


def talkative(way: Direction, decode: Callable[[bytes], object]) -> Spoil:
    """Says everything in full, and before each message one of a type that nobody knows."""

    def spoil(direction: Direction, frame: Frame) -> list[Frame]:
        if direction != way or frame.opcode is not Opcode.TEXT:
            return [frame]
        said = decode(frame.payload)
        if isinstance(said, codec.Malformed | codec.Unknown):
            return [frame]
        news = [framed({"type": "weather", "id": 1})] if way == "down" else []
        return [*news, framed(in_full(said))]

    return spoil


TOPICS = {
    "challenge", "competitions", "events", "hello", "joint", "moves", "rated", "resign", "resume",
    "seek", "start", "sync", "tables", "transcript", "watch",
}  # fmt: skip


@pytest.mark.asyncio
async def test_talkative_referee(tmp_path: Path) -> None:
    """A referee that says all that may be left out keeps the protocol, and passes."""
    names = [
        check.name
        for check in SERVER.checks
        if check.name.partition(".")[0] in TOPICS and not check.takes_s
    ]
    outcomes = await examined(
        tmp_path, ["frames.text", *names], lambda: talkative("down", codec.decode_message),
        PATIENCE_S, remembers=True,
    )  # fmt: skip
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []
    assert len(outcomes) > 100


@pytest.mark.asyncio
async def test_talkative_bot() -> None:
    """So does a bot that says all that it might leave out."""
    names = [check.name for check in BOT.chosen("desync.*")]
    names += ["frames.text", "moves.one", "resume.last-seq", "resume.two-matches"]
    bot = Playing(lambda: talkative("up", codec.decode_command))
    outcomes = await examined_bot(bot, names, PATIENCE_S)
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []


def test_short_form() -> None:
    """The short form has what no side may leave out, and what is not at its default."""
    policy = Policy(grace_us=60_000_000, stalls=3)
    assert short_form(policy) == {"stalls": 3}
    said = b'{"type":"ack","id":1,"seat":null,"match":"m","mood":"good"}'
    assert short_form(codec.decode_message(said)) == {"type": "ack", "id": 1, "match": "m"}
    table = {"seats": ["ann", None], "clock": {"kind": "bank", "main_us": 5}, "rated": False}
    usual = {"match": "m", "game": "kuhn", "options": "", "state": "open", "seq": 0}
    said = msgspec.json.encode({"type": "ack", "id": 1, "tables": [usual | table]})
    (told,) = short_form(codec.decode_message(said))["tables"]
    assert told == usual | {"seats": ["ann", None], "clock": {"main_us": 5}}


def test_only_these_fields() -> None:
    """What is too much, and what is missing, is named."""
    need_only({"type": "ack", "id": 1, "text": ""}, "an ack", "id", perhaps=("text", "by"))
    with pytest.raises(FailedError, match="an ack with seat, seq and without offer; came"):
        need_only({"type": "ack", "id": 1, "offer": "o"}, "an ack", "id", "seq", "seat")
