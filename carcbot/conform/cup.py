"""A competition in which only the kit's accounts play, and what comes of it, step by step."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Message, SkippedError, need
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit

__all__ = [
    "Cup",
    "competition_of",
    "competitions_of",
    "need_competitions",
    "now_us",
    "prepare_cup",
    "withdrawn",
]

SOON_S: Final = 60.0
"""The kit waits for a competition that begins within so many seconds."""
_T = TypeVar("_T")


def now_us() -> int:
    """Microseconds since 1970: moments of competitions are said so."""
    return time.time_ns() // 1000


async def competitions_of(peer: Peer) -> list[Message]:
    """All competitions, as an account is told of them."""
    told: list[Message] = (await peer.ask("competitions"))["competitions"]
    return told


async def competition_of(peer: Peer, name: str) -> Message:
    """What an account is told of one of them."""
    found = [each for each in await competitions_of(peer) if each["name"] == name]
    need(len(found) == 1, f"{name}, once", found)
    return found[0]


async def need_competitions(visit: Visit, peer: Peer) -> list[Message]:
    """All competitions; skips the check if the referee has none."""
    visit.need_feature("competitions")
    told = await competitions_of(peer)
    if not told:
        raise SkippedError("not offered by this server: it hosts no competition")
    return told


async def withdrawn(peer: Peer, info: Message) -> None:
    """Sees to it that an account takes no part in a competition, whatever an older kit has done."""
    if info.get("you", "none") in {"entered", "checked_in"}:
        await peer.ask("withdraw", competition=info["name"])


async def prepare_cup(visit: Visit) -> "Cup":
    """A competition that begins soon, which three accounts have entered.

    Raises:
        SkippedError: There is none that the kit could have for itself.
    """
    visit.need_feature("competitions")
    peers = await visit.peers(3)
    for info in await need_competitions(visit, peers[0]):
        for peer in peers:
            await withdrawn(peer, await competition_of(peer, info["name"]))
    for info in sorted(await competitions_of(peers[0]), key=lambda each: each["starts_us"]):
        is_soon = info["starts_us"] <= now_us() + SOON_S * 1e6
        has_check_in = info["check_in_us"] < info["starts_us"]
        is_free = (info["phase"], info["entrants"], info["seats"]) == ("registration", 0, 2)
        if is_soon and has_check_in and is_free:
            for peer in peers:
                await peer.ask("enter", competition=info["name"])
            return Cup(visit, info, peers)
    raise SkippedError(
        f"there is no competition for two seats with check-in that begins within {SOON_S:g} s, is"
        " open for registration and has no entrants"
    )


def _once(
    step: Callable[["Cup"], Coroutine[Any, Any, _T]],
) -> Callable[["Cup"], Awaitable[_T]]:
    """A step that the first check that needs it makes; the others get what came of it."""

    def made(cup: "Cup") -> Awaitable[_T]:
        if step.__name__ not in cup.steps:
            cup.steps[step.__name__] = asyncio.ensure_future(step(cup))
        return cup.steps[step.__name__]

    made.__doc__ = step.__doc__
    return made


class Cup:
    """A competition that three accounts have entered; the first two check in, and the second loses.

    Args:
        visit: Of the checks that share it.
        info: What was said of it before.
        peers: The three.

    Attributes:
        name: Of the competition.
        info: What was said of it before.
        peers: The three.
        steps: Those that were made.
    """

    def __init__(self, visit: Visit, info: Message, peers: list[Peer]) -> None:
        self.name: str = info["name"]
        self.info = info
        self.peers = peers
        self.steps: dict[str, asyncio.Future[Any]] = {}
        self._visit = visit

    @property
    def players(self) -> list[Peer]:
        """Those who check in."""
        return self.peers[:2]

    async def seen_by(self, peer: Peer) -> Message:
        """What an account is told of it now, if it asks."""
        return await competition_of(peer, self.name)

    async def row_of(self, peer: Peer) -> Message:
        """How an account stands."""
        told = (await peer.ask("standings", competition=self.name))["standings"]
        found = [each for each in told if each["account"] == peer.known_as]
        need(len(found) == 1, f"{peer.known_as} in the standings, once", told)
        return dict(found[0])

    @_once
    async def check_in_begun(self) -> list[Message]:
        """Check-in begins; what each of the three was told then."""
        return [await self._told(peer, "check_in", "check_in_us") for peer in self.peers]

    @_once
    async def checked_in(self) -> list[Message]:
        """The players have checked in; the answers to that."""
        await self.check_in_begun()
        return [await each.ask("check_in", competition=self.name) for each in self.players]

    @_once
    async def begun(self) -> list[Message]:
        """The first round begins; what each of the three was told then."""
        await self.checked_in()
        return [await self._told(peer, "playing", "starts_us", 1) for peer in self.peers]

    @_once
    async def called(self) -> list[tuple[Message, Message]]:
        """The first game begins; what each player was told by `called` and by `start`."""
        await self.begun()
        told = []
        for peer in self.players:
            called = await peer.take("called", competition=self.name)
            told.append((called, await peer.take("start", match=called["match"])))
        return told

    @_once
    async def first(self) -> Match:
        """The first game, with somebody to move."""
        told = await self.called()
        name = told[0][0]["match"]
        match = Match.begun_by(name, self.players, [start for _, start in told])
        await match.turn()
        return match

    @_once
    async def come_back(self) -> list[Message]:
        """The first player has lost its connection, and the seats that its new one is told of."""
        match = await self.first()
        seat = match.peers.index(self.peers[0])
        self.peers[0].cut()
        peer, answer = await self._visit.greeted(0)
        self.peers[0] = match.peers[seat] = peer
        seats: list[Message] = answer["welcome"]["seats"]
        return seats

    @_once
    async def gone(self) -> Message:
        """The second player has withdrawn in the middle of the first game; the answer to that."""
        match = await self.first()
        await self.come_back()
        told = await self.peers[1].ask("withdraw", competition=self.name)
        await self.peers[1].answer(self.peers[1].say("resign", match=match.name))
        return told

    @_once
    async def over(self) -> list[Message]:
        """All of it is over; what each of the three was told then."""
        await self.gone()
        return [await self._told(peer, "over") for peer in self.peers]

    async def _told(self, peer: Peer, phase: str, moment: str = "", round_: int = 0) -> Message:
        """What somebody is told when it comes to this phase, and round, soon after a moment."""
        waits_us = self.info[moment] - now_us() if moment else 0
        waits_s = max(0, waits_us) / 1e6 + self._visit.talk.patience_s
        expected = f"that {self.name} is in the phase {phase}"
        while True:
            news = await peer.take("competition", within=waits_s, expected=expected)
            found: Message = news["competition"]
            if found["name"] != self.name:
                continue
            need(found["phase"] not in {"called_off", "stopped"}, expected, found)
            if found["phase"] == phase and found.get("round", 0) >= round_:
                return found
