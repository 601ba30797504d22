"""What is sent at the end of each round of the event loop, and what has time until later."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from carcbot.net.clock import now_ns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from carcbot.net.referee.connection import Connection
    from carcbot.net.referee.room import Room
    from carcbot.net.referee.tally import Tally

__all__ = ["Outbox"]

_SETTLE_S: Final = 0.003


class Outbox:
    """Keeps frames until everything that had arrived is handled, and then sends them.

    A busy referee so handles many commands in a row, and then sends all that came of them: each
    client is written to once, and woken once. A referee that is not busy has one command in a
    round, and nothing waits. What is to be seen to after that is done a little later, once for all
    that happened at a table until then, but at once if its match is over.

    Args:
        settle: Is called for each table about which something was said, a little after it was sent.
        tally: Where it is counted how long moves take.

    Attributes:
        arrived_ns: When the moves arrived that are answered in this round.
    """

    def __init__(self, settle: "Callable[[Room], None]", tally: "Tally") -> None:
        self.arrived_ns: list[int] = []
        self.tally = tally
        self._settle = settle
        self._frames: defaultdict[Connection, list[bytes]] = defaultdict(list)
        self._rooms: dict[Room, None] = {}
        self._over: list[Room] = []
        self._settling: asyncio.TimerHandle | None = None
        self._is_due = False

    def put(self, clients: "Iterable[Connection]", frame: bytes) -> None:
        """All of these clients are to get a frame."""
        frames = self._frames
        for client in clients:
            frames[client].append(frame)
        if not self._is_due:
            self._call()

    def take(self, client: "Connection") -> list[bytes]:
        """What was put for a client; that is no longer sent from here."""
        return self._frames.pop(client, [])

    def add_room(self, room: "Room") -> None:
        """Something was said at a table, or to nobody because nobody is there."""
        if room.table.result is None:
            self._rooms[room] = None
        else:
            self._rooms.pop(room, None)
            self._over.append(room)
        if not self._is_due:
            self._call()

    def send(self) -> None:
        """Sends everything now."""
        self._is_due = False
        frames, self._frames = self._frames, defaultdict(list)
        for client, own in frames.items():
            client.send(own)
        if self.arrived_ns:
            self.tally.answered(self.arrived_ns, now_ns())
            self.arrived_ns.clear()
        while self._over:
            self._settle(self._over.pop())
        if self._rooms and self._settling is None:
            loop = asyncio.get_running_loop()
            self._settling = loop.call_later(_SETTLE_S, self._settle_all)

    def close(self) -> None:
        """No table will be settled any more."""
        if self._settling is not None:
            self._settling.cancel()

    def _settle_all(self) -> None:
        self._settling = None
        rooms, self._rooms = self._rooms, {}
        for room in rooms:
            self._settle(room)

    def _call(self) -> None:
        self._is_due = True
        asyncio.get_running_loop().call_soon(self.send)
