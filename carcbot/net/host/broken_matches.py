"""What becomes of a match with which the referee cannot go on: a bug, or a disk that is full."""

from collections.abc import Callable
from typing import Final

import structlog

from carcbot.messages.client import Command, Resume, Watch
from carcbot.messages.server import Error
from carcbot.net.clock import now_ns
from carcbot.net.host.journals import Journals
from carcbot.net.host.room import Room
from carcbot.referee.hall import Hall
from carcbot.referee.journal_reader import Lines
from carcbot.referee.step import Step
from carcbot.referee.table import Table

__all__ = ["STANDS_STILL", "BrokenMatches"]

STANDS_STILL: Final = (
    "the referee can write nothing more of this match, which stands still: it ends without a result"
    " when that is possible again, or goes on when the referee is started again"
)

_log = structlog.get_logger()


class BrokenMatches:
    """Ends matches for the referee's fault, so that nothing is told that is not in their journals.

    A step has failed midway, and nothing of it was told. So the table is made again from its
    journal, and its match ends where that does: no event is missing, and the chain holds. A table
    that waits for players waits on, and one of which nothing was written yet is no more.

    If not even the end can be written nobody is told that there is one. The match stands still
    until it can, and when the referee is started again it goes on from its journal. Meanwhile
    nothing is done there but to tell what has happened so far.

    Args:
        hall: Where the tables are.
        journals: Where the journals are.
        tell: Says at a table what has happened there.
        forget: Takes away a table of which nothing was ever written.

    Attributes:
        standing_still: The rooms of the matches that stand still, by name.
    """

    def __init__(
        self,
        hall: Hall,
        journals: Journals,
        *,
        tell: Callable[[Room, Step], None],
        forget: Callable[[str], None],
    ) -> None:
        self.standing_still: dict[str, Room] = {}
        self._as_told: set[str] = set()
        self._hall = hall
        self._journals = journals
        self._tell = tell
        self._forget = forget

    def refuses(self, command: Command, match: str) -> bool:
        """Whether a command cannot be carried out because its match stands still."""
        if match not in self.standing_still:
            return False
        return match not in self._as_told or not isinstance(command, Resume | Watch)

    def give_up(self, room: Room) -> None:
        """Ends the match of a table at which something has failed. It is nobody else's fault."""
        match = room.table.match
        try:
            lines = self._journals.lines(match)
            if lines is None:
                self._forget(match)
                return
            self._go_back(room, self._as_written(lines))
            self._as_told.add(match)
            table, step = self._after(lines)
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            self._stand_still(room)
            return
        self.standing_still.pop(match, None)
        self._as_told.discard(match)
        self._go_back(room, table)
        self._tell(room, step)

    def forget(self, match: str) -> None:
        """A table is no more."""
        self.standing_still.pop(match, None)
        self._as_told.discard(match)

    def try_again(self) -> None:
        """Ends the matches that stand still; as long as one cannot be ended, no other is tried."""
        for match, room in list(self.standing_still.items()):
            self.give_up(room)
            if match in self.standing_still:
                return

    def _as_written(self, lines: Lines) -> Table:
        return Table.as_written(lines, self._hall.moments, now_ns())

    def _after(self, lines: Lines) -> tuple[Table, Step]:
        """The table that goes on or has ended, and what is to be said of it; it is written."""
        table = self._as_written(lines)
        if table.has_begun:
            step = table.play.end("referee_fault", "the referee is broken", now_ns())
        else:
            step = table.go_on(now_ns())
        if step.lines:
            self._journals.append(table.match, step.lines)
        return table, step

    def _go_back(self, room: Room, table: Table) -> None:
        self._hall.directory.add(table)
        room.go_back(table)

    def _stand_still(self, room: Room) -> None:
        """Nothing happens at a table any more, and those who are there know it."""
        match = room.table.match
        if self.standing_still.pop(match, None) is None:
            _log.exception("a match stands still: its end cannot be written", match=match)
            room.warn(Error("referee_fault", STANDS_STILL, match=match))
        self.standing_still[match] = room  # others are tried again before it
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
