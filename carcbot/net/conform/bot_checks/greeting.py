"""Hello: the first thing that a bot says, and when it should rather go."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from carcbot.net.conform.bot_checks.book import BOT
from carcbot.net.conform.game import GAME
from carcbot.net.conform.kit import Check, need
from carcbot.net.conform.stage import HELLO, LIMITS, TOKEN, Stage

_A_WHILE_S: Final = 0.5
_STAYS_AWAY_S: Final = 2.0


@BOT.check("hello.waits")
async def waits(stage: Stage) -> None:
    """The referee speaks first: a bot says nothing before its hello."""
    line = await stage.line()
    await line.quiet(_A_WHILE_S)


@BOT.check("hello.first")
async def first(stage: Stage) -> None:
    """Hello is the first thing that a bot says, and it says it once."""
    line, board = await stage.playing()
    await stage.rounds(line, board)
    kinds = [each["type"] for each in line.commands]
    need(kinds[0] == "hello" and kinds.count("hello") == 1, "one hello, and first", kinds)


@BOT.check("hello.token")
async def token(stage: Stage) -> None:
    """The token is the one that the bot was given."""
    line = await stage.line()
    line.say(HELLO)
    said = await line.take("hello")
    need(said["token"] == TOKEN, f"the token {TOKEN}", said)


@BOT.check("hello.protocol")
async def protocol(stage: Stage) -> None:
    """The versions that the bot offers are a range, and 1 is in it."""
    line = await stage.line()
    line.say(HELLO)
    said = await line.take("hello")
    offered = said.get("protocol", {"min": 1, "max": 1})
    need(offered["min"] <= 1 <= offered["max"], "a range with 1 in it", said)


@BOT.check("hello.requires")
async def requires(stage: Stage) -> None:
    """The bot requires nothing that this version of the protocol does not have."""
    line = await stage.line()
    line.say(HELLO)
    said = await line.take("hello")
    unknown = set(said.get("requires", ())) - set(HELLO["features"])
    need(not unknown, f"at most {HELLO['features']}", said)


async def _plays_after(stage: Stage, hello: Mapping[str, object]) -> None:
    board = stage.begun()
    line = await stage.greeted([board], hello)
    await stage.rounds(line, board)


for _name, _sentence, _hello in (
    (
        "unknown-fields",
        "Fields of the referee's hello that the bot does not know do not matter.",
        {"mood": [1, {"good": None}], "limits": {**LIMITS, "cups_of_tea": 3}},
    ),
    (
        "unknown-games",
        "Games and features that the bot does not know do not matter.",
        {"games": {"go": 4, GAME: 1}, "features": ["telepathy", "resume"]},
    ),
    (
        "newer-referee",
        "A referee that speaks newer versions as well is met in version 1.",
        {"protocol": {"min": 1, "max": 7}},
    ),
    (
        "defaults-said",
        "A field at its default may be said or left out: protocol, features, requires.",
        {"protocol": {"min": 1, "max": 1}, "features": [], "requires": []},
    ),
    (
        "other-limits",
        "Limits other than the usual ones are no reason to go.",
        {"limits": {**LIMITS, "frame_bytes": 8192, "heartbeat_s": 30.0, "matches": 1}},
    ),
):
    BOT.add(Check(f"hello.{_name}", _sentence, partial(_plays_after, hello=_hello)))


@BOT.check("hello.unknown-requirement")
async def unknown_requirement(stage: Stage) -> None:
    """A bot that does not know what the referee requires should go, and not say hello."""
    line = await stage.line()
    line.say({**HELLO, "requires": ["telepathy"]})
    await line.quiet(_A_WHILE_S, "hello")


@BOT.check("hello.too-new")
async def too_new(stage: Stage) -> None:
    """If the referee speaks only newer versions the bot does not come again and again."""
    line = await stage.line()
    line.say({**HELLO, "protocol": {"min": 8, "max": 9}})
    await line.quiet(_A_WHILE_S, *({"move", "resume", "sit", "open", "tables"}))
    for said in line.untaken("hello"):
        line.refuse(said, "unsupported_protocol", fatal=True)
    line.leave(4007)
    await stage.nobody(_STAYS_AWAY_S)


async def _sent_away(stage: Stage, code: str, close_code: int) -> None:
    line = await stage.line()
    line.say(HELLO)
    line.refuse(await line.take("hello"), code, fatal=True)
    line.leave(close_code)
    await stage.nobody(_STAYS_AWAY_S)


for _code, _close_code in (
    ("bad_token", 4001),
    ("unsupported_protocol", 4007),
    ("unsupported_feature", 4007),
):
    BOT.add(
        Check(
            f"hello.{_code.replace('_', '-')}",
            f"After {_code} and {_close_code} the bot stays away.",
            partial(_sent_away, code=_code, close_code=_close_code),
        )
    )


@BOT.check("hello.slow-welcome")
async def slow_welcome(stage: Stage) -> None:
    """While its hello is not answered the bot waits: it does not say hello again."""
    line = await stage.line()
    line.say(HELLO)
    said = await line.take("hello")
    await line.quiet(_A_WHILE_S, "hello")
    line.ack(said, welcome={"protocol": 1, "account": "bot", "seats": []})
    await line.alive()
