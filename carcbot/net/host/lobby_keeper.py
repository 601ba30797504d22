"""What of the lobby outlives the referee: offers, matches and ratings go into its database."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from carcbot.errors import UnavailableError
from carcbot.messages.lobby import Finished, History, Offer, Seated
from carcbot.net.store.rows import Match
from carcbot.net.store.rows import Rating as RatingRow
from carcbot.referee.ratings import Rating, pool_of
from carcbot.referee.step import LobbyStep
from carcbot.referee.table import Table

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["LobbyKeeper"]

_FIRST_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 60.0
_CANCEL_TAKES_S: Final = 0.2
"""What is being written when it is given up is let go of in this time, unless it hangs."""

_log = structlog.get_logger()
_TOGETHER: Final = 50
"""So much that waits is written at once at most."""


@dataclass(slots=True, frozen=True)
class _Work:
    """What is to be written.

    Attributes:
        write: Writes it.
        then: What is to be done once it is written.
    """

    write: Callable[[], Awaitable[object]]
    then: Callable[[], Awaitable[object]] | None = None


class LobbyKeeper:
    """Writes down what happens, in the order in which it does, while the tables go on.

    Nothing that was acknowledged is lost: an offer is acknowledged when it is written, and the
    journal of a match stays among the open ones until its result is. Without a database there is
    nothing to be remembered, and everything else is as it would be.

    Args:
        store: The database, if there is one.
    """

    def __init__(self, store: "Store | None") -> None:
        self._store = store
        self._queue: asyncio.Queue[_Work] = asyncio.Queue()
        self._in_hand = 0
        self._writer: asyncio.Task[None] | None = None

    async def begin(self) -> tuple[list[Rating], list[Offer]]:
        """Starts to write; returns what is known from before."""
        if self._store is None:
            return [], []
        self._writer = asyncio.create_task(self._write(self._store))
        ratings = [
            Rating(row.pool, row.account, row.mu, row.sigma, row.games)
            for row in await self._store.ratings()
        ]
        offers = [msgspec.json.decode(row.text, type=Offer) for row in await self._store.offers()]
        return ratings, offers

    async def close(self, patience_s: float) -> None:
        """Writes what is left to be written, if that is possible in so many seconds."""
        if self._writer is None:
            return
        try:
            async with asyncio.timeout(patience_s):
                await self._queue.join()
        except TimeoutError:
            _log.error("the database did not take everything; it is written at the next start")
        self._writer.cancel()
        await asyncio.wait({self._writer}, timeout=_CANCEL_TAKES_S)

    @property
    def waiting(self) -> int:
        """How much is not written yet."""
        return self._queue.qsize() + self._in_hand

    async def check(self) -> None:
        """Looks whether the database can be read and written.

        Raises:
            UnavailableError: It cannot.
        """
        if self._store is not None:
            await self._store.check()

    # ------------------------------------------------------------ offers

    async def save(self, step: LobbyStep, now_us: int) -> None:
        """Keeps the offers that were made or changed, and forgets those that are gone.

        Raises:
            UnavailableError: The database cannot be used.
        """
        if self._store is None:
            return
        changes = [self._store.remove_offer(each.offer) for each in step.gone]
        for offer in step.kept:
            text = msgspec.json.encode(offer).decode()
            changes.append(self._store.save_offer(offer.offer, offer.by, text, now_us))
        if len(changes) == 1:
            await changes[0]
        elif changes:
            await asyncio.gather(*changes)

    def forget(self, offers: tuple[str, ...]) -> None:
        """Forgets offers that became a match."""
        for name in offers:
            self._later(partial(_remove, name))

    # ------------------------------------------------------------ matches

    def began(self, table: Table, now_us: int) -> None:
        """A match has begun."""
        self._later(lambda store: _begin(store, table, now_us))

    def ended(
        self,
        table: Table,
        ratings: list[Rating],
        now_us: int,
        then: Callable[[], Path | None],
        done: Callable[[Path | None], None],
    ) -> None:
        """A match is over.

        Args:
            table: Which one.
            ratings: Those that it changed.
            now_us: When it ended.
            then: Makes a record of it when that is written, in another thread: the disk may be busy
                with what was just written, and tables do not wait for it.
            done: Is told what came of that.
        """
        result = table.result
        if self._store is None or result is None:
            done(then())
            return
        rows = [
            RatingRow(each.account, each.pool, each.mu, each.sigma, each.games, now_us)
            for each in ratings
        ]

        async def write(store: "Store") -> None:
            await _begin(store, table, table.header.opened_us)
            await store.match_ended(table.match, result.reason, result.standings, now_us, rows)

        async def put_away() -> None:
            done(await asyncio.to_thread(then))

        self._later(write, put_away)

    async def is_over(self, match: str) -> bool:
        """Whether it is written that a match is over."""
        known = await self._store.match(match) if self._store else None
        return known is not None and known.ended_us is not None

    async def history(self, asked: History) -> tuple[Finished, ...]:
        """Matches that are over.

        Raises:
            UnavailableError: The database cannot be used.
        """
        if self._store is None:
            return ()
        found = await self._store.matches(
            asked.limit, before_us=asked.before_us, account=asked.account, state="over"
        )
        return tuple(_finished(row) for row in found)

    # ------------------------------------------------------------ inside

    def _later(
        self,
        write: "Callable[[Store], Awaitable[object]]",
        then: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        store = self._store
        if store is not None:
            self._queue.put_nowait(_Work(lambda: write(store), then))

    async def _write(self, store: "Store") -> None:
        """Does what waits to be written: all that waits together, or one after the other."""
        while True:
            works = [await self._queue.get()]
            while len(works) < _TOGETHER and not self._queue.empty():
                works.append(self._queue.get_nowait())
            self._in_hand = len(works)
            try:
                await self._insist(store, works)
            finally:
                self._in_hand = 0
                for _ in works:
                    self._queue.task_done()

    async def _insist(self, store: "Store", works: list[_Work]) -> None:
        """Does all of this as soon as the database can be used, however long that takes.

        What comes next waits as well: ratings rest on each other in their order.
        """
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                if len(works) == 1:
                    await works[0].write()
                else:
                    await store.together([work.write for work in works])
                break
            except UnavailableError as error:
                _log.warning("the database refuses", error=str(error), again_in_s=pause_s)
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
            except Exception:  # noqa: BLE001 - what is written next may still succeed
                if len(works) == 1:
                    _log.exception("given up; it is written at the next start, from the journal")
                for work in works if len(works) > 1 else ():
                    await self._insist(store, [work])
                return
        for work in works:
            try:
                if work.then is not None:
                    await work.then()
            except Exception:  # noqa: BLE001 - what is written next may still succeed
                _log.exception("given up; it is done at the next start, from the journal")


async def _remove(offer: str, store: "Store") -> None:
    await store.remove_offer(offer)


async def _begin(store: "Store", table: Table, now_us: int) -> None:
    """Writes that a match has begun; if that is known already nothing changes."""
    header = table.header
    pool = pool_of(header.game, table.state.seats) if header.rated else None
    clock = msgspec.json.encode(header.clock).decode()
    options = table.state.options
    await store.match_began(
        table.match,
        game=header.game,
        options=options,
        clock=clock,
        pool=pool,
        players=table.players,
        began_us=now_us,
    )


def _finished(row: Match) -> Finished:
    seats = tuple(Seated(each.account, each.place, each.points, each.out) for each in row.seats)
    return Finished(
        row.name,
        row.game,
        row.options,
        row.began_us,
        row.ended_us or 0,
        row.reason or "normal",
        seats,
        row.pool,
    )
