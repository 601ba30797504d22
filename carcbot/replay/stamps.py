"""The referee's timestamps in a record, checked against each other."""

from collections.abc import Callable
from typing import Final

from carcbot.messages.events import Moved, Out
from carcbot.referee.journal import Recorded

__all__ = ["Stamps"]


class Stamps:
    """Follows the events of a record, and checks that their times are consistent.

    Args:
        need: Called with a description, the value in the record and the true one; raises an error
            if they differ.
        opened_us: When the table was opened, before all of them.
    """

    def __init__(self, need: Callable[[str, object, object], None], opened_us: int) -> None:
        self._need: Final = need
        self._last_us = opened_us
        self._asked_from_us = 0

    def follow(self, line: Recorded, waited_us: int = 0) -> None:
        """The next line.

        Args:
            line: What happened, and when.
            waited_us: How long somebody was waited for before it, at least.
        """
        event = line.event
        move = event if isinstance(event, Moved) else None
        by_player = move is not None and move.by == "player"
        if not by_player:
            self._need("the moment of arrival", line.received_us, None)
            self._need("what was thought", line.analysis, None)
        if move is None or not (by_player or move.spent_us):
            self._need("the moment of a request", line.requested_us, None)
        else:
            self._check_time(move, line)
        by_alarm = isinstance(event, Out) or (move is not None and move.spent_us and not by_player)
        if not by_alarm:  # that has the moment when it rang, and others may be heard until it is
            self._need_moment("the moment of sending", line.sent_us, self._last_us, None)
        # a request goes out after what was before it, and both stamps are rounded down
        if waited_us and line.sent_us < self._asked_from_us + waited_us - 1:
            from_us = self._asked_from_us + waited_us
            self._need("the moment of the end of the time", line.sent_us, f"{from_us} or later")
        self._last_us = line.sent_us
        if not isinstance(event, Out):  # what others were asked before still stands
            self._asked_from_us = line.sent_us

    def _check_time(self, move: Moved, line: Recorded) -> None:
        """What a move took, or the waiting for one that did not come."""
        asked_us, sent_us = line.requested_us, line.sent_us
        end_us = sent_us
        if move.by == "player":
            end_us = self._need_moment("the moment of arrival", line.received_us, None, sent_us)
        elif asked_us is None:
            return  # older records do not say when somebody was asked who did not answer
        between = 0  # nobody is billed for a request that was not sent
        if asked_us is not None:
            self._need_moment("the moment of the request", asked_us, self._asked_from_us, sent_us)
            # a move may arrive while the referee still notes that its request was sent
            between = max(end_us - asked_us, 0)
        # both stamps are rounded down, and so is their difference
        if not between - 1 <= move.spent_us <= between:
            self._need("the time that was spent", move.spent_us, between)

    def _need_moment(
        self, what: str, said_us: int | None, from_us: int | None, to_us: int | None
    ) -> int:
        """Looks whether a moment is there, not before the one and not after the other."""
        if said_us is None:
            self._need(what, None, "one")
        elif from_us is not None and said_us < from_us:
            self._need(what, said_us, f"{from_us} or later")
        elif to_us is not None and said_us > to_us:
            self._need(what, said_us, f"{to_us} or earlier")
        return said_us or 0
