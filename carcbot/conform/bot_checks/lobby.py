"""The lobby: for bots that seek, and for those that answer challenges. Others are skipped here."""

import asyncio
import time
from typing import Final

from carcbot.conform.kit import FailedError, Message, SkippedError, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import CALM, Board
from carcbot.conform.scripted_referee import Line
from carcbot.conform.stage import HELLO, Stage, with_stage
from carcbot.errors import InputError
from carcbot.games import registry

__all__ = ["WITH_LOBBY", "seeking"]

WITH_LOBBY: Final[Message] = {"features": [*HELLO["features"], "lobby"]}
"""What stands in the hello of a referee with a lobby."""

_SEEKS_IN_S: Final = 4.0
_ANSWERS_IN_S: Final = 3.0
_A_MOMENT_S: Final = 1.0
_A_WHILE_S: Final = 2.5
_COMES_BACK_S: Final = 3.5
_BEGINS_MATCHES: Final = ("seek", "challenge", "accept", "open", "sit")


async def seeking(stage: Stage) -> tuple[Line, Message]:
    """A bot that has said what it seeks; that is not answered yet."""
    line = await stage.greeted(hello=WITH_LOBBY, scripted=("seek",))
    seek = await stage.wanted(line, "seek", within=_SEEKS_IN_S, why_not="the bot does not seek")
    return line, seek


def _offer(name: str, seek: Message, by: str = "bot") -> Message:
    """A seek as the lobby lists it."""
    return {
        "offer": name,
        "kind": "seek",
        "by": by,
        "terms": seek["terms"],
        "seats": 2,
        "until_us": (time.time_ns() // 1000) + 3_600_000_000,
    }


def _board_for(stage: Stage, terms: Message) -> Board:
    """The match that is sought, in which the kit has the other seats."""
    stage.need_game(terms["game"])
    try:
        options = registry.get(terms["game"]).new(terms.get("options", "")).options
    except InputError as error:
        raise FailedError("terms that can be played", f"{terms}: {error}") from error
    return stage.board(game=terms["game"], options=options)


def _begin(line: Line, offer: str, board: Board) -> None:
    """The offer becomes a match."""
    board.line = line
    line.say(
        {"type": "offer_over", "offer": offer, "outcome": "matched", "match": board.name},
        board.start(rated=True),
        *board.until_asked(),
    )


async def _played(stage: Stage, line: Line, seek: Message, offer: str = "first") -> Board:
    """What the bot seeks has become a match, in which it has moved once."""
    line.ack(seek, offer=offer)
    board = _board_for(stage, seek["terms"])
    _begin(line, offer, board)
    await board.rounds()
    return board


@with_stage("lobby.seek-terms")
async def seek_terms(stage: Stage) -> None:
    """What a bot seeks can be played: a game of the hello, and options that this game has."""
    _, seek = await seeking(stage)
    _board_for(stage, seek["terms"])


@with_stage("lobby.seek-plays")
async def seek_plays(stage: Stage) -> None:
    """When others seek the same the match begins by itself: the bot plays, and sits nowhere."""
    line, seek = await seeking(stage)
    board = await _played(stage, line, seek)
    await board.rounds(2)
    line.heard_no("sit")


@with_stage("lobby.seek-once", takes_s=_A_WHILE_S)
async def seek_once(stage: Stage) -> None:
    """While its seek waits the bot does not seek the same once more."""
    line, seek = await seeking(stage)
    line.ack(seek, offer="first")
    await line.quiet(_A_WHILE_S, "seek", terms=seek["terms"])


async def _is_not_sought_twice(stage: Stage, seek: Message, offer: str) -> None:
    """The bot comes back, where its seek still stands: it takes that back, or seeks nothing."""
    line = await stage.line()
    line.scripted |= {"seek", "cancel"}
    line.offers = [_offer(offer, seek)]
    await stage.welcome(line, hello=WITH_LOBBY)
    await asyncio.sleep(_COMES_BACK_S)
    again = len(line.untaken("seek", terms=seek["terms"]))
    taken_back = len(line.untaken("cancel", offer=offer))
    need(again <= taken_back, "one seek of the same at a time", line.heard)


@with_stage("lobby.seek-after-a-lost-connection", takes_s=_COMES_BACK_S)
async def seek_after_lost(stage: Stage) -> None:
    """Its seek outlives the connection: the bot takes it back, or does not seek the same again."""
    line, seek = await seeking(stage)
    line.ack(seek, offer="first")
    await line.alive()
    line.leave(1006)
    await _is_not_sought_twice(stage, seek, "first")


@with_stage("lobby.seek-before-the-ack", takes_s=_COMES_BACK_S)
async def seek_before_ack(stage: Stage) -> None:
    """If the connection was lost before the ack, the bot asks what has become of its seek."""
    line, seek = await seeking(stage)
    line.leave(1006)
    await _is_not_sought_twice(stage, seek, "unheard-of")


@with_stage("lobby.seek-refused", takes_s=_A_WHILE_S)
async def seek_refused(stage: Stage) -> None:
    """What is refused with bad_options will never be granted: it is not sought again."""
    line, seek = await seeking(stage)
    line.refuse(seek, "bad_options")
    await line.quiet(_A_WHILE_S, "seek", terms=seek["terms"])


@with_stage("lobby.seek-too-fast")
async def seek_too_fast(stage: Stage) -> None:
    """A seek that was too_fast is said again, in time; the match that comes of it is played."""
    line, seek = await seeking(stage)
    line.refuse(seek, "too_fast", retry_after=0.3)
    await _played(stage, line, await line.take("seek", terms=seek["terms"]), "second")


@with_stage("lobby.seek-expired")
async def seek_expired(stage: Stage) -> None:
    """When its seek has expired the bot stays, and plays where it seeks again."""
    line, seek = await seeking(stage)
    line.ack(seek, offer="first")
    line.say({"type": "offer_over", "offer": "first", "outcome": "expired"})
    await line.alive()
    try:
        again = await line.take("seek", within=_SEEKS_IN_S)
    except FailedError:
        return
    await _played(stage, line, again, "second")


@with_stage("lobby.match-lost-and-resumed")
async def match_resumed(stage: Stage) -> None:
    """A match of the lobby is resumed as any other, with the last event that the bot has."""
    line, seek = await seeking(stage)
    board = await _played(stage, line, seek)
    await line.alive()
    line.leave(1006)
    await stage.greeted([board], WITH_LOBBY, {board.name: board.seq})
    await board.rounds()


# ---------------------------------------------------------------- challenges


def _challenge(name: str, **terms: object) -> Message:
    """A challenge to the bot."""
    usual = {"game": GAME, "options": "seats=2", "clock": CALM, "policy": {}}
    offer = {
        **_offer(name, {"terms": {**usual, **terms}}, "player-1"),
        "kind": "challenge",
        "to": ["bot"],
    }
    return {"type": "offered", "offer": offer}


async def _challenged(stage: Stage, challenge: Message) -> tuple[Line, Message]:
    """A bot that has answered a challenge, and its answer."""
    line = await stage.greeted(hello=WITH_LOBBY, scripted=("accept", "decline"))
    line.say(challenge)
    why_not = "the bot does not answer challenges"
    answer = await stage.wanted(line, "accept", "decline", within=_ANSWERS_IN_S, why_not=why_not)
    return line, answer


async def _accepted(stage: Stage) -> tuple[Line, Message]:
    """A bot that has accepted a challenge; that is not answered yet."""
    line, answer = await _challenged(stage, _challenge("first"))
    if answer["type"] == "decline":
        raise SkippedError(f"the bot declines: {answer.get('reason', 'later')}")
    return line, answer


@with_stage("lobby.challenge-answered", takes_s=_A_MOMENT_S)
async def challenge_answered(stage: Stage) -> None:
    """The answer to a challenge names it, and comes once."""
    line, answer = await _challenged(stage, _challenge("first"))
    need(answer["offer"] == "first", "an answer to the offer first", answer)
    line.ack(answer)
    await line.quiet(_A_MOMENT_S, "accept", "decline")


@with_stage("lobby.challenge-plays")
async def challenge_plays(stage: Stage) -> None:
    """After it has accepted the bot plays the match that begins."""
    line, answer = await _accepted(stage)
    line.ack(answer)
    board = stage.board()
    _begin(line, "first", board)
    await board.rounds(2)


@with_stage("lobby.challenge-taken-back")
async def challenge_taken_back(stage: Stage) -> None:
    """A challenge that was taken back meanwhile harms nobody: unknown_offer is no reason to go."""
    line, answer = await _accepted(stage)
    line.say({"type": "offer_over", "offer": "first", "outcome": "cancelled", "by": "player-1"})
    line.refuse(answer, "unknown_offer")
    line.say(_challenge("second"))
    again = await line.take("accept", "decline", offer="second")
    need(again["type"] == "accept", "that the next one is accepted as well", again)


@with_stage("lobby.challenge-unknown-game")
async def challenge_unknown_game(stage: Stage) -> None:
    """A challenge to a game that nobody knows is not accepted."""
    _, answer = await _challenged(stage, _challenge("first", game="go-4", options=""))
    need(answer["type"] == "decline", "a decline", answer)


@with_stage("lobby.challenge-when-full", takes_s=_A_MOMENT_S)
async def challenge_when_full(stage: Stage) -> None:
    """Who plays as many matches as it has said in capacity accepts no challenge."""
    line, answer = await _accepted(stage)
    said = line.untaken("capacity")
    if not said or said[-1]["matches"] != 1:
        raise SkippedError("the bot does not say that it plays one match at once")
    line.ack(answer)
    board = stage.board()
    _begin(line, "first", board)
    await board.rounds()
    line.say(_challenge("second"))
    await line.quiet(_A_MOMENT_S, "accept")
    await board.rounds()


@with_stage("lobby.draining", takes_s=_A_WHILE_S)
async def draining(stage: Stage) -> None:
    """When the referee drains the bot seeks and accepts nothing more; its match goes on."""
    line, seek = await seeking(stage)
    line.scripted |= {"accept", "decline"}
    board = await _played(stage, line, seek)
    line.drain()
    await board.rounds()
    line.say(board.result("adjudicated"), _challenge("second"))
    await line.quiet(_A_WHILE_S, *_BEGINS_MATCHES)
    await line.alive()


@with_stage("lobby.draining-refuses", takes_s=_A_WHILE_S)
async def draining_refuses(stage: Stage) -> None:
    """A seek that is refused with draining is not said again and again."""
    line, seek = await seeking(stage)
    line.drain()
    line.refuse(seek, "draining")
    tries = 0
    for _ in range(5):
        await asyncio.sleep(_A_WHILE_S / 5)
        for again in line.take_all("seek"):
            tries += 1
            line.refuse(again, "draining")
    need(tries <= 1, "no more tries to seek", f"{tries}")
