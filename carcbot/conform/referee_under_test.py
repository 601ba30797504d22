"""What checks of a referee are given: accounts of their own, or a visit that they share."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final

from carcbot.conform.kit import PATIENCE_S, Check, FailedError, Message, Talk
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit, give_up
from carcbot.conform.wire import Address
from carcbot.net.clock import now_ns

__all__ = ["Referee"]

_MOST_USED: Final = 0.7
"""Of its burst of commands an account may have used so much when a check begins."""


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
        address: Where it is.
        tokens: Accounts that nobody else uses.
        greeting: Its hello.
    """

    def __init__(self, address: Address, tokens: Sequence[str], greeting: Message) -> None:
        self._address = address
        self._free = list(tokens)
        self._greeting = greeting
        self._stuck: dict[str, str] = {}
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
        visit = Visit(talk, self._address, tokens, self._greeting, self._numbers)
        try:
            paces = (self._all, self._in_lobby)
            waits = [pace.to_wait_s(each) for pace in paces for each in tokens]
            await asyncio.sleep(max(waits, default=0.0))
            yield visit
        finally:
            await self._tidy(visit)
            self._free += tokens
            for each in tokens:
                if each in self._stuck:
                    talk.add("the kit", "#", self._stuck[each])

    @contextlib.asynccontextmanager
    async def sharing(
        self, prepare: Callable[[Visit], Awaitable[object]]
    ) -> AsyncIterator[Callable[[Check[Visit], Talk], AbstractAsyncContextManager[Visit]]]:
        """Gives checks, one after the other, one visit with all accounts.

        Args:
            prepare: Makes what they share, before the first of them. What it raises they all do.
        """
        visit = Visit(Talk(), self._address, self._free, self._greeting, self._numbers)
        prepared: asyncio.Future[object] | None = None

        @contextlib.asynccontextmanager
        async def lend(_: Check[Visit], talk: Talk) -> AsyncIterator[Visit]:
            nonlocal prepared
            talk.lines = visit.talk.lines
            visit.talk.patience_s = talk.patience_s
            if prepared is None:
                prepared = asyncio.ensure_future(prepare(visit))
            visit.shared = await prepared
            yield visit

        try:
            yield lend
        finally:
            await self._tidy(visit)

    async def _tidy(self, visit: Visit) -> None:
        """Ends a visit, and keeps in mind how much its accounts have said."""
        await visit.tidy()
        for peer in visit.peers_made:
            self._all.note(peer.account, peer.count)
            self._in_lobby.note(peer.account, peer.lobby_count)

    @classmethod
    async def at(
        cls, address: Address, tokens: Sequence[str], patience_s: float = PATIENCE_S
    ) -> "Referee":
        """Finds out what the referee says of itself, and frees the accounts of old matches.

        Where that cannot be done, all checks with the account say so that fail.

        Args:
            address: Where it is.
            tokens: Of the accounts.
            patience_s: How long to wait for each answer.

        Raises:
            FailedError: Nobody is there, or it says no hello.
        """
        peer = await Peer.to(address, Talk(patience_s), "kit")
        try:
            greeting = await peer.take("hello")
        finally:
            await peer.close()
        referee = cls(address, tokens, greeting)
        for number, token in enumerate(tokens, start=1):
            try:
                await give_up(address, token, Talk(patience_s))
            except FailedError as failed:
                doing = f"while old matches of token {number} were given up before all checks"
                referee._stuck[token] = f"{doing}: {failed}"
        return referee
