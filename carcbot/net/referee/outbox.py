"""What is sent at the end of each round of the event loop."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from carcbot.net.clock import now_ns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from carcbot.net.referee.connection import Connection
    from carcbot.net.referee.room import Room
    from carcbot.net.referee.tally import Tally

__all__ = ["Outbox"]


class Outbox:
    """Keeps frames until everything that had arrived is handled, and then sends them.

    A busy referee so handles many commands in a row, and then sends all that came of them: each
    client is written to once, and woken once. A referee that is not busy has one command in a
    round, and nothing waits.

    Args:
        settle: Is called for each table about which something was said, after it was sent.
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
        self._rooms[room] = None
        if not self._is_due:
            self._call()

    def send(self) -> None:
        """Sends everything now."""
        self._is_due = False
        frames, self._frames = self._frames, defaultdict(list)
        rooms, self._rooms = self._rooms, {}
        for client, own in frames.items():
            client.send(own)
        if self.arrived_ns:
            self.tally.answered(self.arrived_ns, now_ns())
            self.arrived_ns.clear()
        for room in rooms:
            self._settle(room)

    def _call(self) -> None:
        self._is_due = True
        asyncio.get_running_loop().call_soon(self.send)
