"""What a check of a referee may use: accounts, connections, tables; and the tidying up after it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from carcbot.net.clock import now_ns
from carcbot.net.conform.kit import Check, FailedError, Message, SkippedError, Talk
from carcbot.net.conform.match import Match
from carcbot.net.conform.peer import PRODUCT, Peer

__all__ = ["CALM", "Referee", "Visit"]

CALM = {"kind": "bank", "main_us": 60_000_000, "move_us": 1_000_000}
"""A clock that no check runs out of by accident."""
_LONGEST_REST_S: Final = 5.0
_MOST_USED: Final = 0.7
"""Of its burst of commands an account may have used so much when a check begins."""


@dataclass
class Visit:
    """What one check has.

    Attributes:
        talk: What was said.
        url: Where the referee is.
        tokens: Of the accounts that the check may use.
        greeting: The referee's hello.
    """

    talk: Talk
    url: str
    tokens: Sequence[str]
    greeting: Message
    _peers: list[Peer] = field(default_factory=list)

    @property
    def used(self) -> Counter[str]:
        """How many commands were given for each account that was used."""
        return sum((Counter({each.account: each.count}) for each in self._peers), Counter())

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
        number = peer.say("hello", **said)
        return peer, await peer.answer(number)

    async def peer(self, account: int = 0, features: Sequence[str] = ()) -> Peer:
        """A connection of an account that the referee has welcomed."""
        peer, answer = await self.greeted(account, {"features": list(features)} if features else {})
        if "welcome" not in answer:
            raise FailedError("an ack with a welcome", str(answer))
        return peer

    async def peers(self, count: int) -> list[Peer]:
        """A connection for each of so many accounts."""
        return [await self.peer(account) for account in range(count)]

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
            with contextlib.suppress(FailedError):
                await give_up(self.url, token)


async def give_up(url: str, token: str) -> None:
    """Lets an account have no seat any more."""
    peer = await Peer.to(url, Talk(), "kit")
    try:
        await peer.take("hello")
        number = peer.say("hello", product=PRODUCT, token=token)
        welcome = (await peer.answer(number)).get("welcome", {})
        for seat in welcome.get("seats", ()):
            answer = await peer.answer(peer.say("resign", match=seat["match"]))
            if answer["type"] == "error":
                await peer.answer(peer.say("leave", match=seat["match"]))
    finally:
        await peer.close()


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
        self._said: dict[str, tuple[float, int]] = dict.fromkeys(tokens, (0.0, now_ns()))

    @contextlib.asynccontextmanager
    async def lend(self, check: Check[Visit], talk: Talk) -> AsyncIterator[Visit]:
        """Gives a check as many accounts as it needs, and tidies up after it."""
        tokens = [self._free.pop() for _ in range(check.needs)]
        visit = Visit(talk, self._url, tokens, self._greeting)
        try:
            await asyncio.sleep(max(map(self._to_wait_s, tokens), default=0.0))
            yield visit
        finally:
            await visit.tidy()
            for token, count in visit.used.items():
                if token:
                    self._note(token, count)
            self._free += tokens

    def _to_wait_s(self, token: str) -> float:
        """How long an account must say nothing, so that no check finds it hurried by another."""
        limits = self._greeting["limits"]
        said, then_ns = self._said[token]
        said -= (now_ns() - then_ns) / 1e9 * limits["commands_per_s"]
        rate = float(limits["commands_per_s"])
        return max(0.0, float(said - limits["burst"] * _MOST_USED) / rate)

    def _note(self, token: str, count: int) -> None:
        """Notes that an account has given so many commands more."""
        limits = self._greeting["limits"]
        said, then_ns = self._said[token]
        said = max(0.0, said - (now_ns() - then_ns) / 1e9 * limits["commands_per_s"])
        self._said[token] = (min(said + count, limits["burst"]), now_ns())

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
