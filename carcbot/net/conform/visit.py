"""What a check of a referee may use: accounts, connections, tables; and the tidying up after it."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final

from carcbot.net.clock import now_ns
from carcbot.net.conform.kit import Check, FailedError, Message, SkippedError, Talk, need
from carcbot.net.conform.match import Match
from carcbot.net.conform.peer import PRODUCT, Peer

__all__ = ["CALM", "Referee", "Scene", "Visit"]

CALM = {"kind": "bank", "main_us": 60_000_000, "move_us": 1_000_000}
"""A clock that no check runs out of by accident."""
_LONGEST_REST_S: Final = 5.0
_MOST_USED: Final = 0.7
"""Of its burst of commands an account may have used so much when a check begins."""


@dataclass
class Scene:
    """What went on when the referee was told to stop: three accounts share it.

    Attributes:
        peers: The three.
        match: Of the first two.
        table: That the third has opened, and at which nobody sits.
        challenge: Of the third to the first.
    """

    peers: list[Peer]
    match: Match
    table: str
    challenge: str


@dataclass
class Visit:
    """What one check has.

    Attributes:
        talk: What was said.
        url: Where the referee is.
        tokens: Of the accounts that the check may use.
        greeting: The referee's hello.
        numbers: Numbers that no other check has, for terms that nobody else seeks.
        scene: What goes on, if the referee drains.
    """

    talk: Talk
    url: str
    tokens: Sequence[str]
    greeting: Message
    numbers: Iterator[int]
    scene: Scene | None = None
    _peers: list[Peer] = field(default_factory=list)

    @property
    def used(self) -> Counter[str]:
        """How many commands were given for each account that was used."""
        return sum((Counter({each.account: each.count}) for each in self._peers), Counter())

    @property
    def used_in_lobby(self) -> Counter[str]:
        """How many of them were about the lobby."""
        return sum((Counter({each.account: each.lobby_count}) for each in self._peers), Counter())

    async def rest(self) -> None:
        """Says nothing for so long that as many commands as limits.burst may follow."""
        seconds = self.limits["burst"] / self.limits["commands_per_s"]
        if seconds > _LONGEST_REST_S:
            raise SkippedError(f"it would take {seconds:g} s to be allowed a whole burst")
        await asyncio.sleep(seconds)

    @property
    def limits(self) -> Mapping[str, int]:
        """What the referee puts up with."""
        limits: Mapping[str, int] = self.greeting["limits"]
        return limits

    @property
    def expiry_s(self) -> float:
        """When at the latest one is told of what has expired: it is looked for now and then."""
        return 2.0 * self.limits["heartbeat_s"] + self.talk.patience_s

    def need_game(self, name: str) -> None:
        """Skips the check if the referee does not host this game."""
        if name not in self.greeting["games"]:
            raise SkippedError(f"the referee does not host {name}")

    def need_feature(self, name: str) -> None:
        """Skips the check if the referee does not have this feature."""
        if name not in self.greeting.get("features", ()):
            raise SkippedError(f"the referee does not have the feature {name}")

    async def stranger(
        self, fields: Mapping[str, str] | None = None, receive_bytes: int = 0
    ) -> Peer:
        """A connection on which nothing was said yet."""
        name = f"client {len(self._peers)}"
        peer = await Peer.to(self.url, self.talk, name, fields, receive_bytes)
        self._peers.append(peer)
        return peer

    async def greeted(
        self,
        account: int = 0,
        hello: Mapping[str, object] | None = None,
        on: Peer | None = None,
    ) -> tuple[Peer, Message]:
        """A connection of an account on which hello was said, and the answer to it.

        Args:
            account: Which of those that the check has.
            hello: What is said in it besides product and token.
            on: A connection that is there already.
        """
        peer = on or await self.stranger()
        await peer.take("hello")
        peer.account = self.tokens[account]
        said = {"product": PRODUCT, "token": self.tokens[account], **(hello or {})}
        answer = await peer.answer(peer.say("hello", **said))
        peer.known_as = (answer.get("welcome") or {}).get("account", "")
        return peer, answer

    async def peer(self, account: int = 0, features: Sequence[str] = ()) -> Peer:
        """A connection of an account that the referee has welcomed."""
        peer, answer = await self.greeted(account, {"features": list(features)} if features else {})
        if "welcome" not in answer:
            raise FailedError("an ack with a welcome", str(answer))
        return peer

    async def peers(self, count: int, features: Sequence[str] = ()) -> list[Peer]:
        """A connection for each of so many accounts."""
        return [await self.peer(account, features) for account in range(count)]

    def terms(self, **fields: object) -> Message:
        """Terms of an unrated match that nobody else seeks: their clock is like no other."""
        self.need_feature("lobby")
        self.need_game("carcassonne")
        clock = {**CALM, "main_us": 60_000_000 + next(self.numbers)}
        usual = {"game": "carcassonne", "options": "seats=2", "clock": clock, "rated": False}
        return {**usual, **fields}

    async def met(self, *peers: Peer) -> Match:
        """The match that came of the offers of these; it has just begun."""
        overs = [await peer.take("offer_over", outcome="matched") for peer in peers]
        names = {over.get("match") for over in overs}
        need(len(names) == 1, "the same match for all", overs)
        name = str(names.pop())
        starts = [await peer.take("start", match=name) for peer in peers]
        seats = [start.get("seat", -1) for start in starts]
        need(sorted(seats) == list(range(len(peers))), "a seat for each", starts)
        match = Match(name, [peers[seats.index(seat)] for seat in range(len(peers))])
        match.see(starts[seats.index(0)])
        return match

    async def match(
        self,
        seats: int = 2,
        options: str = "",
        *,
        game: str = "carcassonne",
        clock: Mapping[str, object] = CALM,
        policy: Mapping[str, object] | None = None,
        peers: Sequence[Peer] = (),
    ) -> Match:
        """A match that has just begun: the account of each number has that seat."""
        self.need_game(game)
        players = list(peers) or await self.peers(seats)
        text = f"seats={seats},{options}".removesuffix(",")
        asked = {} if policy is None else {"policy": policy}
        opened = await players[0].ask("open", game=game, options=text, clock=clock, **asked)
        for peer in players:
            await peer.ask("sit", match=opened["match"])
        return Match(opened["match"], players)

    async def tidy(self) -> None:
        """Gives up what goes on, gets up from tables, and closes all connections."""
        for peer in self._peers:
            await peer.close()
        for token in self.used:
            offers = [name for each in self._peers if each.account == token for name in each.offers]
            with contextlib.suppress(FailedError):
                await give_up(self.url, token, offers)


async def give_up(url: str, token: str, offers: Sequence[str] = ()) -> None:
    """Lets an account have no seat and none of these offers any more."""
    peer = await Peer.to(url, Talk(), "kit")
    try:
        await peer.take("hello")
        number = peer.say("hello", product=PRODUCT, token=token)
        welcome = (await peer.answer(number)).get("welcome", {})
        for offer in offers:
            await peer.answer(peer.say("cancel", offer=offer))
        for seat in welcome.get("seats", ()):
            answer = await peer.answer(peer.say("resign", match=seat["match"]))
            if answer["type"] == "error":
                await peer.answer(peer.say("leave", match=seat["match"]))
    finally:
        await peer.close()


async def _set_out(visit: Visit) -> Scene:
    """What is there when the referee is told to stop."""
    match = await visit.match()
    await match.turn()
    third = await visit.peer(2)
    opened = await third.ask("open", game="carcassonne", options="seats=2")
    challenge = ""
    if "lobby" in visit.greeting.get("features", ()):
        terms = visit.terms()
        to = [match.peers[0].known_as]
        challenge = (await third.ask("challenge", terms=terms, to=to))["offer"]
    return Scene([*match.peers, third], match, opened["match"], challenge)


class _Pace:
    """How much each account has said, so that no check finds it hurried by the one before.

    Args:
        rate: Commands a second, on average.
        burst: The same at once.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = float(rate)
        self._burst = float(burst)
        self._said: dict[str, tuple[float, int]] = {}

    def to_wait_s(self, token: str) -> float:
        """How long the account must say nothing now."""
        return max(0.0, (self._left(token) - self._burst * _MOST_USED) / self._rate)

    def note(self, token: str, count: int) -> None:
        """Notes that an account has given so many commands more."""
        self._said[token] = (min(self._left(token) + count, self._burst), now_ns())

    def _left(self, token: str) -> float:
        """What the account has said and is not forgotten yet."""
        said, then_ns = self._said.get(token, (0.0, now_ns()))
        return max(0.0, said - (now_ns() - then_ns) / 1e9 * self._rate)


class Referee:
    """The referee under test.

    Args:
        url: Where it is.
        tokens: Accounts that nobody else uses.
        greeting: Its hello.
    """

    def __init__(self, url: str, tokens: Sequence[str], greeting: Message) -> None:
        self._url = url
        self._free = list(tokens)
        self._greeting = greeting
        limits = greeting["limits"]
        self._all = _Pace(limits["commands_per_s"], limits["burst"])
        rate, burst = limits.get("lobby_per_s", 20.0), limits.get("lobby_burst", 100)
        self._in_lobby = _Pace(rate, burst)
        # an earlier kit may have left offers with its own numbers
        self._numbers = itertools.count(now_ns() // 1_000_000_000 % 100_000 * 1000)

    @contextlib.asynccontextmanager
    async def lend(self, check: Check[Visit], talk: Talk) -> AsyncIterator[Visit]:
        """Gives a check as many accounts as it needs, and tidies up after it."""
        tokens = [self._free.pop() for _ in range(check.needs)]
        visit = Visit(talk, self._url, tokens, self._greeting, self._numbers)
        paces = (self._all, self._in_lobby)
        try:
            waits = [pace.to_wait_s(each) for pace in paces for each in tokens]
            await asyncio.sleep(max(waits, default=0.0))
            yield visit
        finally:
            await visit.tidy()
            for pace, used in zip(paces, (visit.used, visit.used_in_lobby), strict=True):
                for token, count in used.items():
                    pace.note(token, count)
            self._free += tokens

    @contextlib.asynccontextmanager
    async def draining(
        self, drain: Callable[[], Awaitable[None]] | None
    ) -> AsyncIterator[Callable[[Check[Visit], Talk], AbstractAsyncContextManager[Visit]]]:
        """Gives checks, one after the other, what goes on at a referee that drains.

        The first of them has it told to stop. They all share one visit, so no two may run at once.

        Args:
            drain: Tells the referee to stop; without it the checks are skipped.
        """
        visit: Visit | None = None

        @contextlib.asynccontextmanager
        async def lend(check: Check[Visit], talk: Talk) -> AsyncIterator[Visit]:
            nonlocal visit
            if drain is None:
                raise SkippedError(
                    f"{check.name} needs to know how the referee is stopped: --drain"
                )
            if visit is None:
                visit = await self._stopped(talk, drain)
            talk.lines = visit.talk.lines
            yield visit

        try:
            yield lend
        finally:
            if visit is not None:
                await visit.tidy()

    async def _stopped(self, talk: Talk, drain: Callable[[], Awaitable[None]]) -> Visit:
        """A visit in which much goes on when the referee is told to stop, with all accounts."""
        visit = Visit(talk, self._url, self._free, self._greeting, self._numbers)
        try:
            visit.scene = await _set_out(visit)
            await drain()
        except FailedError:
            await visit.tidy()
            raise
        return visit

    @classmethod
    async def at(cls, url: str, tokens: Sequence[str]) -> "Referee":
        """Finds out what the referee says of itself, and frees the accounts of old matches.

        Raises:
            FailedError: Nobody is there, or it says no hello.
        """
        peer = await Peer.to(url, Talk(), "kit")
        try:
            greeting = await peer.take("hello")
        finally:
            await peer.close()
        for token in tokens:
            await give_up(url, token)
        return cls(url, tokens, greeting)
