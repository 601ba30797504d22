"""What is sent at the end of each round of the event loop."""

import asyncio
from typing import TYPE_CHECKING

from carcbot.net.clock import now_ns

if TYPE_CHECKING:
    from collections.abc import Callable

    from carcbot.net.referee.connection import Connection
    from carcbot.net.referee.room import Room
    from carcbot.net.referee.tally import Tally

__all__ = ["Outbox"]


class Outbox:
    """Keeps whose frames are to be sent until everything that had arrived is handled.

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
        self._clients: list[Connection] = []
        self._rooms: dict[Room, None] = {}
        self._is_due = False

    def add(self, client: "Connection") -> None:
        """A client has frames to be sent."""
        self._clients.append(client)
        self._call()

    def add_room(self, room: "Room") -> None:
        """Something was said at a table, or to nobody because nobody is there."""
        self._rooms[room] = None
        self._call()

    def send(self) -> None:
        """Sends everything now."""
        self._is_due = False
        clients, self._clients = self._clients, []
        rooms, self._rooms = self._rooms, {}
        for client in clients:
            client.flush()
        if self.arrived_ns:
            self.tally.answered(self.arrived_ns, now_ns())
            self.arrived_ns.clear()
        for room in rooms:
            self._settle(room)

    def _call(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self.send)
