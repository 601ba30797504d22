"""The matches that go on when the referee starts again, and the journals that nobody can use."""

from collections.abc import Iterator
from typing import Final

import structlog

from carcbot.errors import FileInputError, InputError, file_error
from carcbot.net.clock import now_ns
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.results import Results
from carcbot.net.host.rooms import Rooms
from carcbot.referee.journal_reader import Lines
from carcbot.referee.table import Table

__all__ = ["Restorer"]

_HINT: Final = (
    "'carcbot replay verify FILE' says what is wrong. The match goes on when the file lies in open/"
    " again, whole, and the referee is started in the version that wrote it"
)

_log = structlog.get_logger()


class Restorer:
    """Makes tables as their journals tell of them.

    Args:
        rooms: Where the tables are to be that go on.
        results: Where it is kept what came of matches that are over.
        keeper: Where the lobby's database is.
    """

    def __init__(self, rooms: Rooms, results: Results, keeper: LobbyKeeper) -> None:
        self._hall = rooms.hall
        self._journals = rooms.journals
        self._rooms = rooms
        self._results = results
        self._keeper = keeper

    async def restore(self) -> None:
        """Brings back the tables that a referee had which ended in whatever way, all that can be.

        Raises:
            FileInputError: A journal cannot be read or written, or neither used nor set aside.
            UnavailableError: A journal, or the lobby's database, cannot be used just now.
        """
        for table, lines in self._unfinished():
            match, is_signed = table.match, lines.signed is not None
            self._hall.directory.add(table)
            # the referee may have died before the database was told that they became this match
            self._hall.lobby.forget(table.header.offers)
            self._keeper.forget(table.header.offers)
            if not table.result:
                room = self._rooms.of(table)
                room.counted = table.seq
                room.has_begun = table.has_begun
            elif await self._keeper.is_over(match):
                self._results.put_away(table, is_signed=is_signed)
            else:
                self._results.keep(table, is_signed=is_signed)
            _log.info("restored", match=match, seq=table.seq)

    def _unfinished(self) -> Iterator[tuple[Table, Lines]]:
        """The tables of before, and what their journals said.

        A journal with which nobody can go on is set aside, and keeps no other match from going on.

        Raises:
            FileInputError: A journal cannot be read or written, or neither used nor set aside.
            UnavailableError: The disk or the system keeps it from being read or written just now.
        """
        where = "the folder of open journals"
        try:
            for match in self._journals.unfinished():
                where = f"the journal of match {match}"
                restored = self._restored(match)
                if restored is not None:
                    yield restored
        except OSError as error:  # of the disk or the system: the journal itself may be good
            raise file_error(
                error,
                "cannot be read or written",
                where=where,
                expected="a file for this user to read and write",
            ) from error

    def _restored(self, match: str) -> tuple[Table, Lines] | None:
        """The same of one match; None if there is nothing with which it could go on."""
        try:
            lines = self._journals.lines(match)
            if lines is None:  # it was being opened; that was never acknowledged
                self._journals.discard(match)
                return None
            table, step = self._hall.restore(lines, now_ns())
            _check_name(table, match)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - one match may not stop all others
            self._set_aside(match, error)
            return None
        if step.lines:
            self._journals.append(match, step.lines)
        return table, lines

    def _set_aside(self, match: str, error: Exception) -> None:
        _log.error(
            "a match cannot go on: its journal is set aside",
            match=match,
            file=str(self._journals.set_aside(match)),
            error=str(error),
            hint=_HINT,
            exc_info=not isinstance(error, InputError),
        )


def _check_name(table: Table, match: str) -> None:
    """Whether the file's name is that of the match."""
    if table.match != match:
        raise FileInputError(
            f"this is the journal of match {table.match}",
            where=f"{match}.jsonl",
            expected="the name of the match as the file's name",
        )
