"""The checks of programs that play one match and end ask for nothing but that match."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from carcbot.conform.bot_checks import BOT, ONE_MATCH
from carcbot.conform.examination import examine_bot
from carcbot.conform.kit import Talk
from carcbot.conform.kit_game import SECRET_GAMES
from carcbot.conform.wire import Address, Frame, Opcode, Wire, connect
from carcbot.games import registry
from carcbot.games.contract import view_of
from tests.waiting import PATIENCE_S


class Program:
    """Plays the one match of its one seat, on one connection, and goes with its result."""

    def __init__(self, wire: Wire, token: str) -> None:
        self.wire = wire
        self.token = token
        self.commands = 0
        self.state: Any = None

    async def run(self) -> None:
        """Plays it; whatever else it would need is an error."""
        while (frame := await self.wire.read()) is not None:
            if frame.opcode is Opcode.PING:
                self.wire.write(Frame(Opcode.PONG, frame.payload))
            elif frame.opcode is Opcode.TEXT:
                self.hear(json.loads(frame.payload))

    def hear(self, message: dict[str, Any]) -> None:
        """Does what is to be done about a message."""
        match message["type"]:
            case "hello":
                assert not self.commands, "a second connection"
                self.say("hello", product="one/1", token=self.token)
            case "ack" if message.get("welcome"):
                (seat,) = message["welcome"]["seats"]
                self.say("resume", match=seat["match"])
            case "start":
                assert self.state is None, "a second match"
                whole = registry.get(message["game"]).new(message["options"])
                self.state = view_of(whole, message["seat"])
            case "draw" | "move" as kind:
                self.state.apply(message[kind])
            case "request":
                move = self.state.legal_moves()[0]
                self.say("move", match=message["match"], seq=message["seq"], move=move)
            case "result":
                self.wire.abort()
            case "seats" | "notice" | "presence" | "sync" | "offered" | "joint" as kind:
                raise AssertionError(kind)

    def say(self, kind: str, **fields: object) -> None:
        """Gives a command."""
        self.commands += 1
        text = json.dumps({"type": kind, "id": self.commands, **fields})
        self.wire.write(Frame(Opcode.TEXT, text.encode()))


@dataclass
class Started:
    """The program, on a connection of its own for each check."""

    host: str = "127.0.0.1"
    port: int = 0
    comes_in_s: float = PATIENCE_S

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has it there as long as the context lasts; what it stumbled over is raised."""
        del talk
        wire = await connect(Address(url))
        playing = asyncio.create_task(Program(wire, token).run())
        try:
            yield asyncio.get_running_loop().create_future()
        finally:
            await wire.close()
            await playing


@pytest.mark.asyncio
async def test_one_match_is_enough() -> None:
    """A program of one match passes all of them, and none is skipped."""
    checks = ONE_MATCH.checks
    outcomes = await examine_bot(
        Started(), ("carcassonne", *SECRET_GAMES), checks, lambda _: None,
        jobs=8, patience_s=PATIENCE_S,
    )  # fmt: skip
    assert [each for each in outcomes.values() if each.verdict != "passed"] == []


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ("several.one-ends", "resume.cut-before-hello"))
async def test_more_is_too_much(name: str) -> None:
    """It fails what asks for more, so that these checks show what it is spared."""
    (check,) = BOT.chosen(name)
    assert check not in ONE_MATCH.checks
    told = await examine_bot(
        Started(), ("carcassonne",), [check], lambda _: None, jobs=1, patience_s=1.0
    )
    assert told[name].verdict == "failed"


def test_each_is_meant() -> None:
    """The part is a part of the whole, and large."""
    assert len(ONE_MATCH.checks) >= 30
    assert {each.name for each in ONE_MATCH.checks} < {each.name for each in BOT.checks}
