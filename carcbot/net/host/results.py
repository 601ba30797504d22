"""The results of matches: each goes into the lobby's database, and its journal becomes a record."""

from collections.abc import Callable
from pathlib import Path

import structlog

from carcbot.net.clock import now_ns
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.rooms import Rooms
from carcbot.referee.table import Table

__all__ = ["Results"]

_log = structlog.get_logger()


class Results:
    """Keeps what came of matches.

    Args:
        rooms: Where the hall is, which rates the players, and where the journals are.
        keeper: Where the lobby's database is.
        on_result: Is told of every match that is over, with the file of its record.
    """

    def __init__(
        self, rooms: Rooms, keeper: LobbyKeeper, on_result: Callable[[Table, Path], None]
    ) -> None:
        self._hall = rooms.hall
        self._journals = rooms.journals
        self._keeper = keeper
        self._on_result = on_result

    def began(self, table: Table) -> None:
        """A match has begun, of which there will be a result."""
        self._keeper.began(table, self._now_us())

    def keep(self, table: Table, *, is_signed: bool = False) -> None:
        """A match is over: its journal becomes a record as soon as the database has its result.

        Args:
            table: Where.
            is_signed: Whether the journal is signed already.
        """

        def put_away() -> Path | None:
            return self.put_away(table, is_signed=is_signed)

        def done(path: Path | None) -> None:
            if path is not None:
                self._on_result(table, path)

        self._keeper.ended(table, self._hall.rate(table), self._now_us(), put_away, done)

    def put_away(self, table: Table, *, is_signed: bool) -> Path | None:
        """Makes a record of the journal of a match that is over, signed if it is not yet."""
        try:
            if is_signed:
                return self._journals.put_away(table.match)
            return self._journals.finish(table.match, table.link)
        except OSError:  # it is done when the referee is back
            _log.exception("a journal cannot be made a record", match=table.match)
            return None

    def _now_us(self) -> int:
        return self._hall.moments.us(now_ns())
