"""What is sent at the end of each round of the event loop, and what has time until later."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import structlog

from carcbot.net.clock import now_ns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from carcbot.net.host.hearer import Hearer
    from carcbot.net.host.referee_metrics import RefereeMetrics
    from carcbot.net.host.room import Room

__all__ = ["Outbox"]

_SETTLE_S: Final = 0.003
_LATER_S: Final = 0.05
"""So much later those who watch get what has happened, at all tables one after the other: in most
of the time between nothing but players' moves is done, which are the quicker for it."""

_log = structlog.get_logger()


class Outbox:
    """Keeps frames until everything that had arrived is handled, and then sends them.

    A busy referee so handles many commands in a row, and then sends all that came of them: each
    client is written to once, and woken once. A referee that is not busy has one command in a
    round, and nothing waits. What is to be seen to after that is done a little later, once for all
    that happened at a table until then, but at once if its match is over.

    What those get who only watch waits a little longer, and then goes out table by table, between
    the rounds: nobody who plays waits for them. Each client gets everything in the order in which
    it was put, whichever way.

    Args:
        settle: Is called for each table about which something was said, a little after it was sent.
        metrics: Where it is counted how long moves take.

    Attributes:
        arrived_ns: When the moves arrived that are answered in this round.
    """

    def __init__(self, settle: "Callable[[Room], None]", metrics: "RefereeMetrics") -> None:
        self.arrived_ns: list[int] = []
        self.metrics = metrics
        self._settle = settle
        self._frames: defaultdict[Hearer, list[bytes]] = defaultdict(list)
        self._rooms: dict[Room, None] = {}
        self._unsettled: dict[Room, None] = {}
        self._over: list[Room] = []
        self._settling: asyncio.TimerHandle | None = None
        self._is_due = False
        self._later: defaultdict[Hearer, list[bytes]] = defaultdict(list)
        self._galleries: dict[Room, None] = {}
        self._is_due_later = False

    def put(self, clients: "Iterable[Hearer]", frame: bytes) -> None:
        """All of these clients are to get a frame."""
        frames, later = self._frames, self._later
        for client in clients:
            if later and client in later:
                frames[client] += later.pop(client)
            frames[client].append(frame)
        if not self._is_due:
            self._call()

    def put_later(self, clients: "Iterable[Hearer]", frame: bytes) -> None:
        """The same for clients who only watch, and so may wait until it is their table's turn."""
        for client in clients:
            self._later[client].append(frame)

    def add_gallery(self, room: "Room") -> None:
        """There is something for those who watch at a table."""
        self._galleries[room] = None
        if not self._is_due_later:
            self._is_due_later = True
            asyncio.get_running_loop().call_later(_LATER_S, self._send_later)

    def take(self, client: "Hearer") -> list[bytes]:
        """What was put for a client; that is no longer sent from here."""
        return self._frames.pop(client, []) + self._later.pop(client, [])

    def add_room(self, room: "Room") -> None:
        """Something was said at a table, or to nobody because nobody is there."""
        if room.table.result is None:
            self._rooms[room] = None
        else:
            self._rooms.pop(room, None)
            self._unsettled.pop(room, None)
            self._over.append(room)
        if not self._is_due:
            self._call()

    def send(self) -> None:
        """Sends everything now that is not for later."""
        self._is_due = False
        frames, self._frames = self._frames, defaultdict(list)
        for client, own in frames.items():
            client.send(own)
        if self.arrived_ns:
            self.metrics.answered(self.arrived_ns, now_ns())
            self.arrived_ns.clear()
        over, self._over = self._over, []
        for room in over:
            self._settle(room)
        # only now: a clock runs from when its request is sent, and there is no alarm for it before
        self._unsettled |= self._rooms
        self._rooms.clear()
        if self._unsettled and self._settling is None:
            loop = asyncio.get_running_loop()
            self._settling = loop.call_later(_SETTLE_S, self._settle_all)

    def close(self) -> None:
        """No table will be settled any more."""
        if self._settling is not None:
            self._settling.cancel()

    def _settle_all(self) -> None:
        self._settling = None
        rooms, self._unsettled = self._unsettled, {}
        for room in rooms:
            self._settle(room)

    def _send_later(self) -> None:
        """Sends to those who watch at one table; what players wait for comes before each."""
        if self._is_due:
            self.send()
        if self._galleries:
            room = next(iter(self._galleries))
            del self._galleries[room]
            try:
                room.show_gallery()
            except Exception:  # noqa: BLE001 - no bug of ours may stop what others watch
                _log.exception("a position cannot be shown", match=room.table.match)
            for client in room.gallery:
                self._send_late(client)
        loop = asyncio.get_running_loop()
        if self._galleries:
            loop.call_soon(self._send_later)
            return
        self._is_due_later = False
        for client in list(self._later):  # who is no longer at the table for which it was put
            self._send_late(client)

    def _send_late(self, client: "Hearer") -> None:
        """Sends what a client was to get later, behind what it is to get in this round."""
        frames = self._later.pop(client, None)
        if frames and client in self._frames:
            self._frames[client] += frames
        elif frames:
            client.send(frames)

    def _call(self) -> None:
        self._is_due = True
        asyncio.get_running_loop().call_soon(self.send)
