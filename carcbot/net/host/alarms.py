"""Alarms of tables: each rings when something will be over there, and not before all was heard."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from carcbot.net.clock import now_ns
from carcbot.net.host.room import Room
from carcbot.referee.step import Step
from carcbot.referee.table import Table

__all__ = ["Alarms"]

_UNHEARD_S: Final = 0.001
"""After this an alarm looks again whether everything was heard that had come before it."""


class Alarms:
    """Wakes tables when a time of theirs is over, as far as everything that had come was handled.

    Args:
        act: Does something at a table that nobody has asked for.
    """

    def __init__(self, act: Callable[[Room, Callable[[Table], Step]], None]) -> None:
        self._act = act

    def set(self, room: Room) -> None:
        """Sees to it that an alarm rings when the table wants to be woken, or earlier."""
        at_ns = room.table.wake_at_ns
        if at_ns is None:
            return
        if room.alarm:
            if room.alarm_ns <= at_ns:
                return
            room.alarm.cancel()
        room.alarm_ns = at_ns
        room.alarm = asyncio.get_running_loop().call_at(at_ns / 1e9, self._ring, room)

    def _ring(self, room: Room) -> None:
        """An alarm rings. What had arrived by now is read and handled in the next two rounds."""
        room.alarm = None
        loop = asyncio.get_running_loop()
        rung_ns = now_ns()
        loop.call_soon(loop.call_soon, self.wake, room, rung_ns)

    def wake(self, room: Room, rung_ns: int) -> None:
        """Has a table look whose time was over when its alarm rang, once all was heard."""
        if not room.has_unheard(rung_ns):
            self._act(room, partial(Table.wake, now_ns=rung_ns))
            return
        # what was said before may wait for the database, which needs this process as well
        if room.alarm:
            room.alarm.cancel()
        room.alarm_ns = 0  # no other alarm is to take its place
        room.alarm = asyncio.get_running_loop().call_later(
            _UNHEARD_S, self._wake_again, room, rung_ns
        )

    def _wake_again(self, room: Room, rung_ns: int) -> None:
        room.alarm = None
        self.wake(room, rung_ns)
