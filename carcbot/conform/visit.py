"""What a check of a referee may use: accounts, connections, tables; and the tidying up after it."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Book, Chapter, FailedError, Message, SkippedError, Talk, need
from carcbot.conform.kit_game import GAME
from carcbot.conform.scripted_client import PRODUCT, Peer
from carcbot.conform.wire import Address
from carcbot.net.clock import now_ns

__all__ = [
    "CALM",
    "SERVER",
    "Visit",
    "give_up",
    "in_match",
    "with_lobby",
    "with_peer",
    "with_visit",
]

CALM = {"kind": "bank", "main_us": 60_000_000, "move_us": 1_000_000}
"""A clock that no check runs out of by accident."""
T = TypeVar("T")

_LONGEST_REST_S: Final = 5.0
_ASKS_EVERY_S: Final = 0.2


@dataclass
class Visit:
    """What one check has.

    Attributes:
        talk: What was said.
        address: Where the referee is.
        tokens: Of the accounts that the check may use.
        greeting: The referee's hello.
        numbers: Numbers that no other check has, for terms that nobody else seeks.
        shared: What goes on, if the check shares it with others.
        peers_made: All connections so far.
    """

    talk: Talk
    address: Address
    tokens: Sequence[str]
    greeting: Message
    numbers: Iterator[int]
    shared: object = None
    peers_made: list[Peer] = field(default_factory=list)

    async def sharing(self, kind: type[T]) -> T:
        """What goes on, which is of this kind."""
        if not isinstance(self.shared, kind):
            raise TypeError
        return self.shared

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
            raise SkippedError(f"not offered by this server: its hello has no feature {name}")

    async def in_lobby(self) -> "Visit":
        """The visit itself; skips the check if the referee has no lobby."""
        self.need_feature("lobby")
        return self

    async def stranger(
        self, fields: Mapping[str, str] | None = None, receive_bytes: int = 0
    ) -> Peer:
        """A connection on which nothing was said yet."""
        name = f"client {len(self.peers_made)}"
        peer = await Peer.to(self.address, self.talk, name, fields, receive_bytes)
        self.peers_made.append(peer)
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

    async def until(
        self,
        peer: Peer,
        expected: str,
        is_so: Callable[[Message], bool],
        kind: str,
        **asked: object,
    ) -> Message:
        """Gives a command again and again until its answer is so; that answer."""
        until_ns = now_ns() + int(self.talk.patience_s * 1e9)
        while True:
            answer = await peer.ask(kind, **asked)
            if is_so(answer):
                return answer
            need(now_ns() < until_ns, expected, answer)
            await asyncio.sleep(_ASKS_EVERY_S)

    def terms(self, **fields: object) -> Message:
        """Terms of an unrated match that nobody else seeks: their clock is like no other."""
        self.need_feature("lobby")
        self.need_game(GAME)
        clock = {**CALM, "main_us": 60_000_000 + next(self.numbers)}
        usual = {"game": GAME, "options": "seats=2", "clock": clock, "rated": False}
        return {**usual, **fields}

    async def met(self, *peers: Peer) -> Match:
        """The match that came of the offers of these; it has just begun."""
        overs = [await peer.take("offer_over", outcome="matched") for peer in peers]
        names = {over.get("match") for over in overs}
        need(len(names) == 1, "the same match for all", overs)
        name = str(names.pop())
        return Match.begun_by(name, peers, [await peer.take("start", match=name) for peer in peers])

    async def match(
        self,
        seats: int = 2,
        options: str = "",
        *,
        game: str = GAME,
        clock: Mapping[str, object] = CALM,
        policy: Mapping[str, object] | None = None,
        chance: str = "seed",
        rated: bool = False,
        peers: Sequence[Peer] = (),
    ) -> Match:
        """A match that has just begun: the account of each number has that seat."""
        self.need_game(game)
        players = list(peers) or await self.peers(seats)
        text = f"seats={seats},{options}".removesuffix(",")
        asked: Message = {} if policy is None else {"policy": policy}
        if chance != "seed":
            asked["chance"] = chance
        if rated:
            asked["rated"] = True
        opened = await players[0].ask("open", game=game, options=text, clock=clock, **asked)
        for peer in players:
            await peer.ask("sit", match=opened["match"])
        return Match(opened["match"], players)

    async def begun(self, seats: int = 2, **fields: Any) -> Match:  # noqa: ANN401 - as match has them
        """The same, where the first seat is asked already."""
        match = await self.match(seats, **fields)
        await match.turn()
        return match

    async def opened(self, **fields: object) -> str:
        """The name of a new table at which nobody sits."""
        self.need_game(GAME)
        usual = {"game": GAME, "options": "seats=2", "clock": CALM}
        name: str = (await (await self.peer()).ask("open", **(usual | fields)))["match"]
        return name

    async def seated(self, seat: int = 0, **fields: object) -> tuple[str, Peer]:
        """The name of a new table, and the client that has just taken this seat there."""
        name = await self.opened(**fields)
        peer = await self.peer()
        await peer.ask("sit", match=name, seat=seat)
        return name, peer

    async def tidy(self) -> None:
        """Gives up what goes on, gets up from tables, and closes all connections."""
        for peer in self.peers_made:
            await peer.close()
        for token in dict.fromkeys(each.account for each in self.peers_made if each.account):
            mine = [each for each in self.peers_made if each.account == token]
            offers = [name for each in mine for name in each.offers]
            entered = {name for each in mine for name in each.entered}
            with contextlib.suppress(FailedError):
                talk = Talk(self.talk.patience_s)
                await give_up(self.address, token, talk, offers, sorted(entered))


async def give_up(
    address: Address,
    token: str,
    talk: Talk,
    offers: Sequence[str] = (),
    entered: Sequence[str] = (),
) -> None:
    """Lets an account have no seat, and no part in these offers and competitions any more.

    Raises:
        FailedError: The referee does not answer. What it answers is not judged here.
    """
    peer = await Peer.to(address, talk, "kit")

    async def done(kind: str, **fields: object) -> Message:
        peer.say(kind, **fields)
        return await peer.take("ack", "error", expected=f"an answer to {kind}")

    try:
        await peer.take("hello")
        welcome = (await done("hello", product=PRODUCT, token=token)).get("welcome", {})
        for offer in offers:
            await done("cancel", offer=offer)
        for name in entered:
            await done("withdraw", competition=name)
        for seat in welcome.get("seats", ()):
            answer = await done("resign", match=seat["match"])
            if answer["type"] == "error":
                await done("leave", match=seat["match"])
    finally:
        await peer.close()


SERVER: Final[Book[Visit]] = Book()
"""All checks of a referee."""
with_visit: Final[Chapter[Visit, Visit]] = SERVER.itself()
"""Checks that need accounts, and see to everything else."""
with_lobby: Final[Chapter[Visit, Visit]] = SERVER.given(Visit.in_lobby)
"""The same at a referee with a lobby."""
with_peer: Final[Chapter[Visit, Peer]] = SERVER.given(Visit.peer)
"""Checks that begin with a client that was welcomed."""
in_match: Final = {
    seats: SERVER.given(partial(Visit.begun, seats=seats), needs=seats) for seats in (2, 3)
}
"""Checks that begin in a match of so many seats, in which seat 0 is asked."""
