"""Who is at a table with a connection, and how all of them hear what is said there."""

from typing import TYPE_CHECKING

from carcbot.messages.events import Out
from carcbot.messages.joint import Withheld
from carcbot.messages.server import Request
from carcbot.net.clock import now_ns
from carcbot.net.referee.connection import Connection, frame_of
from carcbot.referee.step import WATCHERS, Say
from carcbot.referee.table import Table

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable

__all__ = ["Room"]


class Room:
    """A table with the connections of those who play at it and those who watch it.

    Attributes:
        table: The table.
        alarm: Rings when something will be over there, or earlier.
        alarm_ns: When it rings.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.alarm: asyncio.TimerHandle | None = None
        self.alarm_ns = 0
        self._seated: list[Connection | None] = [None] * len(table.accounts)
        self._watchers: set[Connection] = set()

    def seat(self, client: Connection, seat: int) -> None:
        """A connection gets from now on what its seat is to hear."""
        self._seated[seat] = client
        client.rooms.add(self)

    def admit(self, client: Connection) -> None:
        """A connection gets from now on what those hear who watch."""
        self._watchers.add(client)
        client.rooms.add(self)

    def drop(self, client: Connection) -> int | None:
        """A connection gets nothing more; returns the seat that it had."""
        client.rooms.discard(self)
        self._watchers.discard(client)
        if client not in self._seated:
            return None
        seat = self._seated.index(client)
        self._seated[seat] = None
        return seat

    def close(self) -> None:
        """Nothing more will be said here."""
        if self.alarm:
            self.alarm.cancel()
        for client in (*self._seated, *self._watchers):
            if client:
                client.rooms.discard(self)

    def tell(self, says: list[Say]) -> None:
        """Says all of this in this order."""
        for say in says:
            message = say.message
            frame = frame_of(message)
            for client in self._hearers(say.to):
                if client is not None:
                    client.put_frame(frame)
            if type(message) is Request:
                self._ask(say.to)
            elif type(message) is Out and message.house:
                self._replace(message.seat)
            elif type(message) is Withheld:
                for seat in message.seats:
                    self._vacate(seat)

    def _ask(self, seat: int) -> None:
        """A seat's clock runs from when its request is sent, or from now if nobody is there."""
        client = self._seated[seat]
        if client is not None:
            client.ask(self.table, seat)
        else:
            self.table.request_sent(seat, now_ns())

    def _hearers(self, to: int) -> "Iterable[Connection | None]":
        if to >= 0:
            return (self._seated[to],)
        if to == WATCHERS:
            return self._watchers
        return (*self._seated, *self._watchers) if self._watchers else self._seated

    def _vacate(self, seat: int) -> None:
        """Whoever has lost a seat before the match began hears no more of it."""
        client = self._seated[seat]
        if client is not None:
            self.drop(client)

    def _replace(self, seat: int) -> None:
        """Whoever was replaced by a house bot no longer plays, but may see how it goes on."""
        client = self._seated[seat]
        if client is None or client.account == self.table.accounts[seat]:
            return
        self.drop(client)
        if self.table.log.may_be_watched:
            self.admit(client)
