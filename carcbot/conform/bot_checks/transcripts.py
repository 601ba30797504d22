"""The transcripts, said to a bot: it plays each of their players, in a match for each."""

import asyncio
from typing import Final

from carcbot.conform.followed_match import tell
from carcbot.conform.kit import FailedError, Message, need, shown
from carcbot.conform.scripted_client import EVENTS
from carcbot.conform.scripted_referee import Led, Line
from carcbot.conform.stage import Stage, with_stage
from carcbot.conform.transcript_files import Transcript, transcripts
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import View, view_of
from carcbot.match.story import Story

_SAID: Final = (*EVENTS, "request", "sync", "presence", "notice", "analysis")


class _Role(Led):
    """What one player of a transcript was told, in a match with a name of its own."""

    def __init__(self, name: str, start: Message) -> None:
        super().__init__(name, start["seat"])
        state = registry.get(start["game"]).new(start["options"])
        self._story: Story[View] = Story(view_of(state, self.seat))

    def take_in(self, message: Message) -> None:
        """Goes on to what is said next."""
        kind = message["type"]
        if kind == "request":
            self.request = message
        if kind not in EVENTS or message["seq"] <= self.seq:
            return
        self.events.append(message)
        tell(self._story, message)
        if kind == "result" or message.get("seat") == self.seat:
            self.request = None  # another seat that is out changes nothing in it

    def check(self, move: Message) -> None:
        """The move is one that the rules allow."""
        try:
            self._story.view.canonical_move(move["move"])
        except InputError as error:
            raise FailedError("a legal move", f"{shown(move)}: {error}") from error


async def _said(stage: Stage, _: str, transcript: Transcript) -> None:
    """The transcript {0}, said to the bot as each of its players."""
    stage.need_game(transcript.game)
    roles = {}
    for account, start in transcript.starts.items():
        role = _Role(f"{transcript.name}-{account}", start)
        roles[account] = stage.boards[role.name] = role
    line = await stage.greeted(list(roles.values()))
    line.scripted.add("desync")
    for account, role in roles.items():
        await _play(transcript, account, role, line)
    await line.alive()
    line.heard_no("desync", expected="no desync, for no digest differs")


async def _play(transcript: Transcript, account: str, role: _Role, line: Line) -> None:
    """Says all that the account was told; where it moved, the bot has to."""
    at_us = 0
    for each in transcript.lines:
        if "wake" in each:
            await asyncio.sleep((each["at_us"] - at_us) / 1e6)
        at_us = each["at_us"]
        if each.get("to") != account or each["frame"]["type"] not in _SAID:
            continue
        message = {**each["frame"], "match": role.name}
        is_new = message.get("seq", 0) > len(role.events)
        if message["type"] == "move" and message["seat"] == role.seat and is_new:
            await _hear_move(role, line, message)
        role.take_in(message)
        line.say(message)
    for late in line.take_all("move", match=role.name):
        role.ack(late)


async def _hear_move(role: _Role, line: Line, event: Message) -> None:
    """Waits for the bot's move, and acknowledges it as if it were the transcript's."""
    if event.get("by") == "referee" or role.request is None:
        return
    seq = role.request["seq"]
    move = await line.take_move(role)
    need(move.get("seq") == seq, f"a move with seq {seq}", move)
    role.check(move)
    role.acked[seq] = event["seq"]
    role.ack(move, seq=event["seq"])
    for again in line.take_all("move", match=role.name, seq=seq):
        role.ack(again, seq=event["seq"])


for _transcript in transcripts():
    with_stage.each("transcript.{}", (_transcript.name, ..., _transcript))(_said)
