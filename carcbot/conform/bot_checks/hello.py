"""Hello: the first thing that a bot says, and when it should rather go."""

from typing import Final

from carcbot.conform.kit import Message, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import HELLO, LIMITS, TOKEN, Stage, in_match, with_line, with_stage
from carcbot.messages.parts import FEATURES

_A_WHILE_S: Final = 0.5
_STAYS_AWAY_S: Final = 2.0


@with_line("hello.waits")
async def waits(line: Line) -> None:
    """The referee speaks first: a bot says nothing before its hello."""
    await line.quiet(_A_WHILE_S)


@in_match("hello.first")
async def first(board: Board) -> None:
    """Hello is the first thing that a bot says, and it says it once."""
    await board.rounds()
    kinds = [each["type"] for each in board.line.heard]
    need(kinds[0] == "hello" and kinds.count("hello") == 1, "one hello, and first", kinds)


@with_stage("hello.token")
async def token(stage: Stage) -> None:
    """The token is the one that the bot was given."""
    _, said = await stage.told()
    need(said["token"] == TOKEN, f"the token {TOKEN}", said)


@with_stage("hello.protocol")
async def protocol(stage: Stage) -> None:
    """The versions that the bot offers are a range, and 1 is in it."""
    _, said = await stage.told()
    offered = said.get("protocol", {"min": 1, "max": 1})
    need(offered["min"] <= 1 <= offered["max"], "a range with 1 in it", said)


@with_stage("hello.requires")
async def requires(stage: Stage) -> None:
    """The bot requires nothing that this version of the protocol does not have."""
    _, said = await stage.told()
    need({*said.get("requires", ())} <= {*FEATURES}, f"at most {', '.join(FEATURES)}", said)


@with_stage.each(
    "hello.{}",
    ("unknown-fields", "Fields of the referee's hello that the bot does not know do not matter.",
     {"mood": [1, {"good": None}], "limits": {**LIMITS, "cups_of_tea": 3}}),
    ("unknown-games", "Games and features that the bot does not know do not matter.",
     {"games": {"go": 4, GAME: 1}, "features": ["telepathy", "resume"]}),
    ("newer-referee", "A referee that speaks newer versions as well is met in version 1.",
     {"protocol": {"min": 1, "max": 7}}),
    ("defaults-said",
     "A field at its default may be said or left out: protocol, features, requires.",
     {"protocol": {"min": 1, "max": 1}, "features": [], "requires": []}),
    ("other-limits", "Limits other than the usual ones are no reason to go.",
     {"limits": {**LIMITS, "frame_bytes": 8192, "heartbeat_s": 30.0, "matches": 1}}),
)  # fmt: skip
async def _plays_after(stage: Stage, hello: Message) -> None:
    board = stage.begun()
    await stage.greeted([board], hello)
    await board.rounds()


@with_line("hello.unknown-requirement")
async def unknown_requirement(line: Line) -> None:
    """A bot that does not know what the referee requires should go, and not say hello."""
    line.say({**HELLO, "requires": ["telepathy"]})
    await line.quiet(_A_WHILE_S, "hello")


@with_stage("hello.too-new", takes_s=_A_WHILE_S + _STAYS_AWAY_S)
async def too_new(stage: Stage) -> None:
    """If the referee speaks only newer versions the bot does not come again and again."""
    line = await stage.line()
    line.say({**HELLO, "protocol": {"min": 8, "max": 9}})
    await line.quiet(_A_WHILE_S, *({"move", "resume", "sit", "open", "tables"}))
    for said in line.untaken("hello"):
        line.refuse(said, "unsupported_protocol", fatal=True)
    line.leave(4007)
    await stage.nobody(_STAYS_AWAY_S)


@with_stage.each(
    "hello.{}",
    ("bad_token", ..., 4001),
    ("unsupported_protocol", ..., 4007),
    ("unsupported_feature", ..., 4007),
    takes_s=_STAYS_AWAY_S,
)
async def _sent_away(stage: Stage, code: str, close_code: int) -> None:
    """After {0} and {1} the bot stays away."""
    line, said = await stage.told()
    line.refuse(said, code, fatal=True)
    line.leave(close_code)
    await stage.nobody(_STAYS_AWAY_S)


@with_stage("hello.slow-welcome")
async def slow_welcome(stage: Stage) -> None:
    """While its hello is not answered the bot waits: it does not say hello again."""
    line, said = await stage.told()
    await line.quiet(_A_WHILE_S, "hello")
    line.ack(said, welcome={"protocol": 1, "account": "bot", "seats": []})
    await line.alive()
