"""Where those wait in line who want something that takes the whole referee some time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Final

from carcbot.net.clock import now_ns

__all__ = ["LobbyQueue"]

_TOGETHER: Final = 4
"""So many are served at once."""
_REST: Final = 2.0
"""How long nobody is served after somebody was, in times of what that took."""
_LONGEST_S: Final = 0.05
"""Who takes longer waits for something itself, and nobody else has to wait for that."""


@dataclass(slots=True, eq=False)
class _Party:
    """Those who are served together.

    Attributes:
        begin_ns: When they were let in.
        left: How many of them are still served.
        timer: Stops waiting for them.
    """

    begin_ns: int
    left: int
    timer: asyncio.TimerHandle | None = None


class LobbyQueue:
    """Serves a few at a time, in the order of their coming, and never for over a third of the time.

    The database works in threads of this process: however many want something of it, the tables
    are not to be kept waiting. Who comes when nobody has just been served does not wait at all.
    """

    def __init__(self) -> None:
        self._line: deque[asyncio.Future[_Party]] = deque()
        self._party: _Party | None = None
        self._rest: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Holds a place at the front, when it is this one's turn."""
        place: asyncio.Future[_Party] = asyncio.get_running_loop().create_future()
        self._line.append(place)
        self._let_in()
        try:
            party = await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._leave(place.result())
            raise
        try:
            yield
        finally:
            self._leave(party)

    def _let_in(self) -> None:
        """Serves those who have waited longest, if nobody is served and no rest is due."""
        if self._party or self._rest:
            return
        next_ones = list(islice((place for place in self._line if not place.done()), _TOGETHER))
        while self._line and (self._line[0].done() or self._line[0] in next_ones):
            self._line.popleft()
        if next_ones:
            party = self._party = _Party(now_ns(), len(next_ones))
            loop = asyncio.get_running_loop()
            party.timer = loop.call_later(_LONGEST_S, self._wait_no_more, party)
            for place in next_ones:
                place.set_result(party)

    def _leave(self, party: _Party) -> None:
        party.left -= 1
        if not party.left:
            self._wait_no_more(party)

    def _wait_no_more(self, party: _Party) -> None:
        """All of them were served, or have been for so long that the others wait no more."""
        if party is not self._party:
            return
        self._party = None
        if party.timer:
            party.timer.cancel()
        rest_s = _REST * (now_ns() - party.begin_ns) / 1e9
        self._rest = asyncio.get_running_loop().call_later(rest_s, self._open)

    def _open(self) -> None:
        self._rest = None
        self._let_in()
