"""The kit fails bots that are broken, each at the check that is about it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from carcbot.net.conform.bot_checks import BOT
from carcbot.net.conform.examining import examine_bot
from carcbot.net.conform.kit import Outcome, Talk
from carcbot.net.conform.stage import TOKEN
from carcbot.net.conform.wire import BINARY, CLOSE, PONG, TEXT, Frame
from tests.net.conform.proxy import Direction, Message, Spoil, changed, framed, injured, proxied
from tests.net.conform.test_server_mutants import (
    altered,
    close_with,
    doubled,
    dropped,
    more,
    same,
)
from tests.proof.players import SteadyPlayer


@dataclass
class Playing:
    """A good bot, in this process, behind a proxy that spoils it."""

    make: Callable[[], Spoil]
    masks: bool = True
    path: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    comes_in_s: float = 10.0

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has it there as long as the context lasts."""
        del token, talk
        async with proxied(url, self.make, masks=self.masks, path=self.path) as spoiled:
            player = SteadyPlayer(spoiled, "ann")
            task = asyncio.create_task(player.run())
            yield asyncio.get_running_loop().create_future()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def examined(driver: Playing, names: Sequence[str]) -> Mapping[str, Outcome]:
    """What comes of these checks."""
    checks = [check for check in BOT.checks if check.name in names]
    assert len(checks) == len(names)
    return asyncio.run(
        examine_bot(driver, ("carcassonne",), checks, lambda _: None, jobs=4, patience_s=1.5)
    )


def good_token(message: Message) -> list[Message]:
    """A hello with the token that the kit has given."""
    return [message | {"token": TOKEN}]


def eager() -> Spoil:
    """Moves as soon as something was drawn."""

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        message = json.loads(frame.payload) if frame.opcode == TEXT else {}
        if (way, message.get("type")) == ("up", "resume"):
            move = {"type": "move", "id": 900, "match": message["match"], "seq": 2}
            return [frame, framed(move | {"move": "0,-1/0"})]
        return [frame]

    return spoil


def sulking() -> Spoil:
    """Says nothing more once it was refused."""
    refused: list[bool] = []

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        if way == "down" and b'"error"' in frame.payload:
            refused.append(True)
        return [] if refused and way == "up" else [frame]

    return spoil


def fragile() -> Spoil:
    """Falls over what it does not know."""
    fallen: list[bool] = []

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        if way == "down" and b'"weather"' in frame.payload:
            fallen.append(True)
        return [] if fallen else [frame]

    return spoil


def complaining(message: Message) -> list[Message]:
    """Says desync with every move."""
    digest = {"type": "desync", "id": message["id"] + 500, "digest": "0" * 16}
    return [message, digest | {"match": message["match"], "seq": message["seq"]}]


MUTANTS: dict[str, tuple[str, Playing]] = {
    # what is broken: the check that finds it, and what breaks it
    "hello twice": ("hello.first", Playing(same(changed("up", "hello", doubled)))),
    "another token": ("hello.token", Playing(same(lambda _, frame: [frame]))),
    "too modern": (
        "hello.protocol",
        Playing(same(changed("up", "hello", altered(protocol={"min": 2, "max": 3})))),
    ),
    "demanding": (
        "hello.requires",
        Playing(same(changed("up", "hello", altered(requires=["telepathy"])))),
    ),
    "another path": ("frames.path", Playing(same(lambda _, frame: [frame]), path="/elsewhere")),
    "no masks": ("frames.masked", Playing(same(lambda _, frame: [frame]), masks=False)),
    "binary": (
        "frames.text",
        Playing(same(injured("up", TEXT, lambda frame: [Frame(BINARY, frame.payload)]))),
    ),
    "no pongs": ("pings.content", Playing(same(injured("up", PONG, dropped)))),
    "other pongs": (
        "pings.content",
        Playing(same(injured("up", PONG, lambda frame: [Frame(PONG, frame.payload + b"!")]))),
    ),
    "one id": ("ids.upwards", Playing(same(changed("up", "", altered(id=7))))),
    "bad ids": ("ids.positive", Playing(same(changed("up", "", altered(id=-7))))),
    "no resume": ("resume.welcome", Playing(same(changed("up", "resume", dropped)))),
    "resumes from 0": (
        "comes-back.1006",
        Playing(same(changed("up", "resume", altered(last_seq=0)))),
    ),
    "impossible moves": ("moves.one", Playing(same(changed("up", "move", altered(move="99,9/0"))))),
    "other seq": ("moves.one", Playing(same(changed("up", "move", more("seq", 1))))),
    "moves twice": ("moves.once", Playing(same(changed("up", "move", doubled)))),
    "no moves": ("moves.seat-1", Playing(same(changed("up", "move", dropped)))),
    "gives up": ("moves.one", Playing(same(changed("up", "move", altered(type="resign"))))),
    "eager": ("moves.only-when-asked", Playing(eager)),
    "no desync": ("desync.said", Playing(same(changed("up", "desync", dropped)))),
    "other digest": (
        "desync.own-digest",
        Playing(same(changed("up", "desync", altered(digest="0" * 16)))),
    ),
    "complains": ("moves.whole-game", Playing(same(changed("up", "move", complaining)))),
    "sulks": ("errors.illegal-move", Playing(sulking)),
    "fragile": ("hears.unknown-message", Playing(fragile)),
    "comes back": ("stays-away.4002", Playing(same(injured("down", CLOSE, close_with(1001))))),
    "stays away": ("comes-back.1001", Playing(same(injured("down", CLOSE, close_with(4002))))),
    "deaf": ("transcript.whole-match", Playing(same(changed("down", "request", dropped)))),
    "large frames": (
        "frames.size",
        Playing(same(changed("up", "move", altered(padding="x" * 70_000)))),
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_found(mutant: str) -> None:
    """What is broken is found by its check, which says what it expected and what came."""
    name, driver = MUTANTS[mutant]
    outcome = examined(driver, [name])[name]
    assert outcome.verdict == "failed"
    assert outcome.expected
    assert outcome.came


def test_nothing_found() -> None:
    """Behind a proxy that spoils nothing the bot passes all these checks."""
    names = sorted({name for name, _ in MUTANTS.values()})
    outcomes = examined(Playing(same(changed("up", "hello", good_token))), names)
    assert {outcome.verdict for outcome in outcomes.values()} == {"passed"}
