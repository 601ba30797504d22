"""When those who watch a game with secrets are shown what has happened in it."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from carcbot.messages.events import Event, Moved
from carcbot.referee.table import Table

if TYPE_CHECKING:
    from carcbot.net.referee.connection import Connection

__all__ = ["HasHand", "Veil"]

HasHand = Callable[[Table, "Connection"], bool]
"""Whether a connection is, or may be, that of somebody who plays there."""


class Veil:
    """Holds back from those who watch what they would see of the players' secrets.

    What has happened is shown when the match is over, or when so many turns have begun after it,
    however long these take. To those who have a hand in the match it is never shown before its end.

    Args:
        after_turns: How many turns that are; None waits for the end.
        has_hand: Who has a hand in it.
    """

    def __init__(self, after_turns: int | None, has_hand: HasHand) -> None:
        self._after_turns: Final = after_turns
        self._has_hand: Final = has_hand
        self._reached: dict[Connection, int] = {}
        self._begun: list[int] = []  # how many turns had begun with each event
        self._mover = -1

    def admit(self, client: "Connection", last_seq: int) -> None:
        """Somebody watches from now on, and has the events up to this one."""
        self._reached[client] = last_seq

    def drop(self, client: "Connection") -> None:
        """Somebody watches no more."""
        self._reached.pop(client, None)

    def due(self, table: Table) -> Iterator[tuple["Connection", Event]]:
        """What is to be shown now, and to whom; each event once, and in order."""
        shown = self._shown(table)
        for client, reached in self._reached.items():
            if shown > reached and (table.result or not self._has_hand(table, client)):
                self._reached[client] = shown
                for event in table.log.since(reached, None)[: shown - reached]:
                    yield client, event

    def _shown(self, table: Table) -> int:
        """Up to which event everything may be seen."""
        if table.result:
            return table.seq
        if self._after_turns is None:
            return 0
        if len(self._begun) > table.seq:  # the table has gone back by a step
            self._begun.clear()
            self._mover = -1
        turns = self._begun[-1] if self._begun else 0
        for event in table.log.since(len(self._begun), None):
            if type(event) is Moved and event.seat != self._mover:
                self._mover = event.seat
                turns += 1
            self._begun.append(turns)
        return bisect_right(self._begun, turns - self._after_turns)
