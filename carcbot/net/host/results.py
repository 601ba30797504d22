"""The results of matches: each goes into the lobby's database, and its journal becomes a record."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import structlog

from carcbot.errors import FileInputError
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

    Attributes:
        unkept: Matches that are over and have no record yet, for that could not be written.
    """

    def __init__(
        self, rooms: Rooms, keeper: LobbyKeeper, on_result: Callable[[Table, Path], None]
    ) -> None:
        self.unkept: dict[str, Table] = {}
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
        self._keeper.ended(
            table,
            self._hall.rate(table),
            self._now_us(),
            lambda: self._put_away(table, is_signed=is_signed),
            lambda path: self._done(table, path),
        )

    def put_away(self, table: Table, *, is_signed: bool) -> None:
        """Makes a record of the journal of a match that was over before, with its result kept."""
        if self._put_away(table, is_signed=is_signed) is None:
            self.unkept[table.match] = table

    def try_again(self) -> None:
        """Makes a record of one of those that have none; the next time it is another's turn."""
        for table in list(self.unkept.values())[:1]:
            path = None
            with contextlib.suppress(OSError, FileInputError):
                lines = self._journals.lines(table.match)
                is_signed = lines is not None and lines.signed is not None
                path = self._put_away(table, is_signed=is_signed)
            self._done(table, path)

    def _done(self, table: Table, path: Path | None) -> None:
        self.unkept.pop(table.match, None)
        if path is None:
            self.unkept[table.match] = table  # others are tried again before it
        else:
            self._on_result(table, path)

    def _put_away(self, table: Table, *, is_signed: bool) -> Path | None:
        """The record that a journal has become, signed if it was not yet; None if it cannot be."""
        try:
            if is_signed:
                return self._journals.put_away(table.match)
            return self._journals.finish(table.match, table.link)
        except OSError as error:
            if table.match not in self.unkept:
                told = {"match": table.match, "error": str(error)}
                _log.error("a journal cannot be made a record: it is tried again", **told)
            return None

    def _now_us(self) -> int:
        return self._hall.moments.us(now_ns())
