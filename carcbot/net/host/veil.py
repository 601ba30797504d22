"""What those who watch a game with secrets are told of it, and when."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final

from carcbot.messages.events import Event, Moved
from carcbot.net.host.hearer import Hearer
from carcbot.referee.table import Table

__all__ = ["HasHand", "Veil"]

HasHand = Callable[[Table, Hearer], bool]
"""Whether a connection is, or may be, that of somebody who plays there."""


class Veil:
    """Hides from those who watch what only players may know.

    They are told what everybody at the table sees, as it happens. Instead a host may let them see
    everything, when so many turns have begun after it, however long these take; but not those who
    have a hand in the match. Which of the two somebody is told is settled with the first event, so
    that what follows fits to what went before.

    When the match is over everybody who asks for it from its start is told everything.

    Args:
        after_turns: After how many turns everything is shown; None is not before the end.
        has_hand: Who has a hand in it.
    """

    def __init__(self, after_turns: int | None, has_hand: HasHand) -> None:
        self._after_turns: Final = after_turns
        self._has_hand: Final = has_hand
        self._reached: dict[Hearer, int] = {}
        self._sees_all: dict[Hearer, bool] = {}
        self._begun: list[int] = []  # in which turn the last decision up to each event was made

    def admit(self, client: Hearer, last_seq: int) -> None:
        """Somebody watches from now on, and has the events up to this one."""
        self._reached[client] = last_seq

    def drop(self, client: Hearer) -> None:
        """Somebody watches no more."""
        self._reached.pop(client, None)
        self._sees_all.pop(client, None)

    def due(self, table: Table) -> Iterator[tuple[Hearer, Event]]:
        """What is to be told now, and to whom; each event once, and in order."""
        if not table.seq:
            return
        shown = self._shown(table)
        for client, reached in self._reached.items():
            if client not in self._sees_all:
                self._sees_all[client] = self._is_for(client, table)
            if not self._sees_all[client]:
                events = table.log.since(reached, None)
            elif not self.waits(client, table):
                events = table.log.whole(reached)[: max(shown - reached, 0)]
            else:
                continue
            self._reached[client] = reached + len(events)
            for event in events:
                yield client, event

    def sees_later(self, client: Hearer) -> bool:
        """Whether somebody who watches is shown everything, some turns later."""
        return self._sees_all.get(client, False)

    def waits(self, client: Hearer, table: Table) -> bool:
        """Whether who is shown everything later has to wait for the end: a hand in it has come."""
        return table.result is None and self._has_hand(table, client)

    def shown(self, table: Table, *, has_hand: bool) -> int | None:
        """Up to which event somebody else is shown everything; None: only what everybody sees."""
        return None if self._after_turns is None or has_hand else self._shown(table)

    def rest(self, table: Table, client: Hearer, last_seq: int) -> list[Event]:
        """The events after this one of a match that is over, for somebody who asks for them.

        Who has some already gets more of the same kind.
        """
        if last_seq == 0 or self._is_for(client, table):
            return table.log.whole(last_seq)
        return table.log.since(last_seq, None)

    def _is_for(self, client: Hearer, table: Table) -> bool:
        """Whether somebody is shown everything, some turns later."""
        return self._after_turns is not None and not self._has_hand(table, client)

    def _shown(self, table: Table) -> int:
        """Up to which event everything may be seen."""
        if table.result:
            return table.seq
        if self._after_turns is None:
            return 0
        if len(self._begun) > table.seq:  # the table has gone back by a step
            self._begun.clear()
        turns = self._begun[-1] if self._begun else 0
        for event in table.log.since(len(self._begun), None):
            if type(event) is Moved:  # where turns are not said each has one decision
                turns = event.turn or turns + 1
            self._begun.append(turns)
        return bisect_right(self._begun, turns - self._after_turns)
