"""The matches that go on when the referee starts again, and the journals that nobody can use."""

from collections.abc import Iterator
from typing import Final

import structlog

from carcbot.errors import FileInputError, InputError
from carcbot.net.clock import now_ns
from carcbot.net.referee.journals import Journals
from carcbot.referee.hall import Hall
from carcbot.referee.journal import Lines
from carcbot.referee.table import Table

__all__ = ["Restoring"]

_HINT: Final = (
    "'carcbot replay verify FILE' says what is wrong. The match goes on when the file lies in open/"
    " again, whole, and the referee is started in the version that wrote it"
)

_log = structlog.get_logger()


class Restoring:
    """Makes tables as their journals tell of them.

    Args:
        hall: Knows by which rules is played.
        journals: Where the journals are.
    """

    def __init__(self, hall: Hall, journals: Journals) -> None:
        self._hall = hall
        self._journals = journals

    def unfinished(self) -> Iterator[tuple[Table, Lines]]:
        """The tables that a referee had which ended in whatever way, and what their journals said.

        A journal with which nobody can go on is set aside, and keeps no other match from going on.

        Raises:
            FileInputError: A journal can neither be used nor set aside, or nothing can be written.
        """
        for match in self._journals.unfinished():
            try:
                lines = self._journals.lines(match)
                if lines is None:  # it was being opened; that was never acknowledged
                    self._journals.discard(match)
                    continue
                table, step = self._hall.restore(lines, now_ns())
                _check_name(table, match)
            except Exception as error:  # noqa: BLE001 - one match may not stop all others
                self._set_aside(match, error)
                continue
            try:
                if step.lines:
                    self._journals.append(match, step.lines)
            except OSError as error:
                raise FileInputError(
                    f"cannot be written: {error.strerror}",
                    where=f"the journal of match {match}",
                    expected="a disk with room on it",
                ) from error
            yield table, lines

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
