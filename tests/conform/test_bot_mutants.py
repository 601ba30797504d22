"""The kit fails bots that are broken, each at the check that is about it."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass

import pytest

from carcbot.bot.policy import AcceptPolicy, Wanted
from carcbot.bot.session import Action
from carcbot.conform.bot_checks import BOT
from carcbot.conform.bot_checks.competition import CUP
from carcbot.conform.examination import examine_bot
from carcbot.conform.kit import Outcome, Talk
from carcbot.conform.stage import TOKEN
from carcbot.conform.wire import Frame, Opcode
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig, TakePart
from tests.conform.proxy import Change, Direction, Message, Spoil, changed, framed, injured, proxied
from tests.conform.test_server_mutants import (
    altered,
    close_with,
    doubled,
    dropped,
    more,
    same,
)
from tests.proof.players import SteadyPlayer
from tests.waiting import PATIENCE_S


def steady(url: str) -> Coroutine[None, None, None]:
    """A bot that plays where it has a seat."""
    return SteadyPlayer(url, "ann").run()


class _Hesitant(SteadyPlayer):
    """Takes its time."""

    async def think(self, seq: int) -> None:
        """Thinks for longer than a second."""
        del seq
        await asyncio.sleep(1.4)


def hesitant(url: str) -> Coroutine[None, None, None]:
    """A bot that would be in time with most clocks."""
    return _Hesitant(url, "ann").run()


class _Insistent(SteadyPlayer):
    """Has forgotten at each event that it knows of a difference."""

    async def _carry_out(self, actions: list[Action]) -> None:
        await super()._carry_out(actions)
        for seated in self.session.matches.values():
            seated.is_lost = False


def insistent(url: str) -> Coroutine[None, None, None]:
    """A bot that complains of each event that differs."""
    return _Insistent(url, "ann").run()


def of_one_nonce(url: str) -> Coroutine[None, None, None]:
    """The same, with one nonce for everything."""
    player = SteadyPlayer(url, "ann")
    player.session._nonces = lambda: "5" * 64
    return player.run()


def sitting(url: str) -> Coroutine[None, None, None]:
    """A bot that takes free seats at tables."""
    return Bot(BotConfig(url, "random"), TOKEN, seed=1).run()


def sociable(url: str) -> Coroutine[None, None, None]:
    """A bot that seeks one match at a time, and accepts what it can play."""
    wanted = Wanted("carcassonne", "seats=2", rated=False)
    config = BotConfig(url, "random", sit=False, seek=(wanted,), accept=AcceptPolicy())
    return Bot(config, TOKEN, seed=1).run()


def competing(url: str) -> Coroutine[None, None, None]:
    """A bot that takes part in the kit's competition, and plays nothing else."""
    config = BotConfig(url, "random", sit=False, competition=TakePart((CUP,)))
    return Bot(config, TOKEN, seed=1).run()


Plays = Callable[[str], Coroutine[None, None, None]]


@dataclass
class Playing:
    """A good bot, in this process, behind a proxy that spoils it."""

    make: Callable[[], Spoil]
    plays: Plays = steady
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
            task = asyncio.create_task(self.plays(spoiled))
            try:
                yield asyncio.get_running_loop().create_future()
            finally:  # also where the check is skipped
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


async def examined(
    driver: Playing, names: Sequence[str], patience_s: float = 1.5
) -> Mapping[str, Outcome]:
    """What comes of these checks, which wait so long for what must come."""
    checks = [check for check in BOT.checks if check.name in names]
    assert len(checks) == len(names)
    return await examine_bot(
        driver, ("carcassonne",), checks, lambda _: None, jobs=4, patience_s=patience_s
    )


def good_token(message: Message) -> list[Message]:
    """A hello with the token that the kit has given."""
    return [message | {"token": TOKEN}]


def eager() -> Spoil:
    """Moves as soon as something was drawn."""

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        message = json.loads(frame.payload) if frame.opcode == Opcode.TEXT else {}
        if (way, message.get("type")) == ("up", "resume"):
            move = {"type": "move", "id": 900, "match": message["match"], "seq": 2}
            return [frame, framed(move | {"move": "0,-1/0"})]
        return [frame]

    return spoil


def silent_after(word: bytes) -> Callable[[], Spoil]:
    """Says nothing more once it has heard this."""

    def make() -> Spoil:
        heard: list[bool] = []

        def spoil(way: Direction, frame: Frame) -> list[Frame]:
            if way == "down" and word in frame.payload:
                heard.append(True)
            return [] if heard and way == "up" else [frame]

        return spoil

    return make


def once(kind: str) -> Callable[[], Spoil]:
    """Says something of this type once on a connection."""

    def make() -> Spoil:
        said: list[Message] = []

        def change(message: Message) -> list[Message]:
            said.append(message)
            return [message] if len(said) == 1 else []

        return changed("up", kind, change)

    return make


def beside(kind: str, **fields: object) -> Callable[[Message], list[Message]]:
    """Says something more, with other fields, of the same match."""

    def change(message: Message) -> list[Message]:
        more = {"type": kind, "id": message["id"] + 700, "match": message["match"]}
        return [message, more | fields]

    return change


def trusting() -> Spoil:
    """Sees no difference in what the referee shows it of a joint seed."""
    said: dict[str, str] = {}

    def spoil(_: Direction, frame: Frame) -> list[Frame]:
        message = json.loads(frame.payload) if frame.opcode == Opcode.TEXT else {}
        if message.get("type") == "commit":
            said["own"] = message["commitment"]
        if message.get("type") == "joint":
            message["commitment"] = said.setdefault("referee", message["commitment"])
            if message.get("commitments"):
                message["commitments"][message["seat"]] = said["own"]
            return [framed(message)]
        return [frame]

    return spoil


def no_offers(message: Message) -> list[Message]:
    """A lobby in which nothing is offered."""
    if "lobby" in message:
        message["lobby"]["offers"] = []
    return [message]


def other_words(message: Message) -> list[Message]:
    """Another commitment each time."""
    return [message | {"commitment": hashlib.sha256(b"%d" % message["id"]).hexdigest()}]


def impossible(message: Message) -> list[Message]:
    """A seek that nobody could play."""
    return [message | {"terms": message["terms"] | {"options": "seats=9"}}]


def complaining(message: Message) -> list[Message]:
    """Says desync with every move."""
    digest = {"type": "desync", "id": message["id"] + 500, "digest": "0" * 16}
    return [message, digest | {"match": message["match"], "seq": message["seq"]}]


def enters_everything() -> Spoil:
    """Enters every competition of which it hears."""
    heard: list[str] = []

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        message = json.loads(frame.payload) if frame.opcode == Opcode.TEXT else {}
        if way == "down" and message.get("type") == "competition":
            heard.append(message["competition"]["name"])
        if way == "up" and heard:
            return [frame, framed({"type": "enter", "id": 900, "competition": heard.pop()})]
        return [frame]

    return spoil


def always_new(message: Message) -> list[Message]:
    """Competitions in which nobody takes part yet."""
    for each in message.get("competitions") or ():
        each["you"] = "none"
    return [message]


def always_asked(message: Message) -> list[Message]:
    """News that it is time to check in, whatever has happened."""
    return [
        {**message, "competition": message["competition"] | {"phase": "check_in", "you": "entered"}}
    ]


def never_again(kind: str) -> Callable[[], Spoil]:
    """Says something of this type once, on whatever connection."""
    said: list[Message] = []

    def change(message: Message) -> list[Message]:
        said.append(message)
        return [message] if len(said) == 1 else []

    return same(changed("up", kind, change))


def busy(message: Message) -> list[Message]:
    """That the referee drains sounds as if it were only busy."""
    is_draining = message.get("code") == "draining"
    return [message | {"code": "too_many_offers"}] if is_draining else [message]


def says(kind: str, change: Change, plays: Plays = steady) -> Playing:
    """A bot that says messages of this type otherwise; of any type if none is said."""
    return Playing(same(changed("up", kind, change)), plays)


def hears(kind: str, change: Change, plays: Plays = steady) -> Playing:
    """One that hears them otherwise."""
    return Playing(same(changed("down", kind, change)), plays)


MUTANTS: dict[str, tuple[str, Playing]] = {
    # what is broken: the check that finds it, and what breaks it
    "hello twice": ("hello.first", says("hello", doubled)),
    "another token": ("hello.token", Playing(same(lambda _, frame: [frame]))),
    "too modern": ("hello.protocol", says("hello", altered(protocol={"min": 2, "max": 3}))),
    "demanding": ("hello.requires", says("hello", altered(requires=["telepathy"]))),
    "another path": ("frames.path", Playing(same(lambda _, frame: [frame]), path="/elsewhere")),
    "no masks": ("frames.masked", Playing(same(lambda _, frame: [frame]), masks=False)),
    "binary": (
        "frames.text",
        Playing(
            same(injured("up", Opcode.TEXT, lambda frame: [Frame(Opcode.BINARY, frame.payload)]))
        ),
    ),
    "no pongs": ("pings.content", Playing(same(injured("up", Opcode.PONG, dropped)))),
    "other pongs": (
        "pings.content",
        Playing(
            same(
                injured("up", Opcode.PONG, lambda frame: [Frame(Opcode.PONG, frame.payload + b"!")])
            )
        ),
    ),
    "one id": ("ids.upwards", says("", altered(id=7))),
    "bad ids": ("ids.positive", says("", altered(id=-7))),
    "no resume": ("resume.welcome", says("resume", dropped)),
    "resumes from 0": ("comes-back.1006", says("resume", altered(last_seq=0))),
    "impossible moves": ("moves.one", says("move", altered(move="99,9/0"))),
    "other seq": ("moves.one", says("move", more("seq", 1))),
    "moves twice": ("moves.once", says("move", doubled)),
    "no moves": ("moves.seat-1", says("move", dropped)),
    "late": ("clocks.time-left", Playing(same(lambda _, frame: [frame]), hesitant)),
    "gives up": ("moves.one", says("move", altered(type="resign"))),
    "eager": ("moves.only-when-asked", Playing(eager)),
    "no desync": ("desync.said", says("desync", dropped)),
    "other digest": ("desync.own-digest", says("desync", altered(digest="0" * 16))),
    "complains again": ("desync.once", Playing(same(lambda _, frame: [frame]), insistent)),
    "complains": ("moves.whole-game", says("move", complaining)),
    "sulks": ("errors.illegal-move", Playing(silent_after(b'"error"'))),
    "fragile": ("hears.unknown-message", Playing(silent_after(b'"weather"'))),
    "comes back": (
        "stays-away.4002",
        Playing(same(injured("down", Opcode.CLOSE, close_with(1001)))),
    ),
    "stays away": (
        "comes-back.1001",
        Playing(same(injured("down", Opcode.CLOSE, close_with(4002)))),
    ),
    "deaf": ("transcript.whole-match", hears("request", dropped)),
    "seeks the impossible": ("lobby.seek-terms", says("seek", impossible, sociable)),
    "sits as well": ("lobby.seek-plays", says("move", beside("sit"), sociable)),
    "seeks twice": ("lobby.seek-once", says("seek", doubled, sociable)),
    "forgets its seek": ("lobby.seek-after-a-lost-connection", hears("ack", no_offers, sociable)),
    "does not ask": ("lobby.seek-before-the-ack", hears("ack", no_offers, sociable)),
    "stubborn": ("lobby.seek-refused", hears("error", altered(code="too_many_offers"), sociable)),
    "easily discouraged": ("lobby.seek-too-fast", Playing(once("seek"), sociable)),
    "ends with its seek": ("lobby.seek-expired", Playing(silent_after(b'"expired"'), sociable)),
    "lets go": ("lobby.match-lost-and-resumed", says("resume", dropped, sociable)),
    "accepts twice": ("lobby.challenge-answered", says("accept", doubled, sociable)),
    "accepts in vain": ("lobby.challenge-plays", says("move", dropped, sociable)),
    "takes offence": (
        "lobby.challenge-taken-back",
        Playing(silent_after(b'"unknown_offer"'), sociable),
    ),
    "plays anything": (
        "lobby.challenge-unknown-game",
        says("decline", altered(type="accept"), sociable),
    ),
    "never full": ("lobby.challenge-when-full", says("decline", altered(type="accept"), sociable)),
    "seeks on": ("lobby.draining", hears("notice", dropped, sociable)),
    "insists": (
        "lobby.draining-refuses",
        hears("", lambda said: [] if said["type"] == "notice" else busy(said), sociable),
    ),
    "enters another": (
        "competitions.enters",
        says("enter", altered(competition="for-others"), competing),
    ),
    "enters again": ("competitions.entered-already", hears("ack", always_new, competing)),
    "asks once": ("competitions.asks-again", Playing(never_again("competitions"), competing)),
    "wants in": ("competitions.enter-refused", says("enter", doubled, competing)),
    "checks in twice": ("competitions.checks-in", says("check_in", doubled, competing)),
    "insists on being there": (
        "competitions.check-in-refused",
        says("check_in", doubled, competing),
    ),
    "confirms an old change": (
        "competitions.confirms",
        says("confirm", altered(changes=1), competing),
    ),
    "confirms nothing": (
        "competitions.confirms-when-back",
        says("confirm", dropped, competing),
    ),
    "confirms all": (
        "competitions.other-game",
        says("withdraw", altered(type="confirm", changes=1), competing),
    ),
    "cannot stay out": ("competitions.out-of-it", hears("competition", always_asked, competing)),
    "disappointed": ("competitions.called-off", Playing(silent_after(b'"called_off"'), competing)),
    "sits down where it is called": ("competitions.plays", says("move", beside("sit"), competing)),
    "one game is enough": (
        "competitions.next-game",
        Playing(silent_after(b'"round":2'), competing),
    ),
    "forgets where it plays": ("competitions.lost-connection", says("resume", dropped, competing)),
    "joins in everywhere": ("hears.competition", Playing(enters_everything)),
    "shy at rated tables": ("tables.rated", says("move", dropped, sitting)),
    "no commitment": ("joint.commits", says("commit", dropped)),
    "reveals early": ("joint.commits", says("commit", beside("reveal", round=0, nonce="1" * 64))),
    "reveals another": ("joint.reveals", says("reveal", altered(nonce="1" * 64))),
    "does not begin": ("joint.plays", says("move", dropped)),
    "one nonce": ("joint.other-round", Playing(same(lambda _, frame: [frame]), of_one_nonce)),
    "trusting": ("joint.own-place", Playing(trusting)),
    "all too trusting": ("joint.other-secret", Playing(trusting)),
    "breaks its word": ("joint.asked-again", says("commit", other_words)),
    "cannot lose": ("joint.own-fault", Playing(silent_after(b'"withheld"'))),
    "gives up when it drains": ("draining.to-the-end", Playing(silent_after(b'"draining"'))),
    "goes for good": (
        "draining.comes-back",
        Playing(same(injured("down", Opcode.CLOSE, close_with(4002)))),
    ),
    "too late": ("draining.said-later", Playing(silent_after(b'"draining"'))),
    "large frames": ("frames.size", says("move", altered(padding="x" * 70_000))),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("mutant", MUTANTS)
async def test_found(mutant: str) -> None:
    """What is broken is found by its check, which says what it expected and what came."""
    name, driver = MUTANTS[mutant]
    outcome = (await examined(driver, [name]))[name]
    assert outcome.verdict == "failed"
    assert outcome.expected
    assert outcome.came


@pytest.mark.asyncio
async def test_nothing_found() -> None:
    """Behind a proxy that spoils nothing the bot passes all these checks."""
    good = same(changed("up", "hello", good_token))
    others = (sociable, competing, sitting)
    for player in (steady, *others):
        names = sorted(
            {
                name
                for name, each in MUTANTS.values()
                if each.plays is player or (player is steady and each.plays not in others)
            }
        )
        driver = Playing(good, player, comes_in_s=PATIENCE_S)
        outcomes = await examined(driver, names, PATIENCE_S)
        assert {outcome.verdict for outcome in outcomes.values()} == {"passed"}
