"""Records on the command line: their arguments, and what is told of those that are broken."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from carcbot.errors import FileInputError, NotationError, file_error
from carcbot.replay.packed import is_packed
from carcbot.replay.record_paths import Repeats, found

if TYPE_CHECKING:
    from carcbot.replay.record import MatchRecord
    from carcbot.replay.record_moments import Moment

__all__ = [
    "FILE",
    "RECORD",
    "Troubles",
    "begins_as_record",
    "found",
    "moment_of",
    "name_for",
    "replace",
    "whole_record",
    "write",
]

FILE = click.Path(dir_okay=False, path_type=Path)
"""A file, which may be no record or not be there: that is told in our own words."""
RECORD = click.Path(path_type=Path)
"""A file, or a folder of records."""
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,39}")
_BEGINS: Final = b'{"line":'
"""Each line of a record."""


@contextmanager
def whole_record(path: Path) -> Iterator[MatchRecord]:
    """The intact part of a record.

    Raises:
        FileInputError: No part is intact; or, after the intact part was used, what is wrong behind
            it.
    """
    from carcbot.replay.intact_part import intact_part

    part = intact_part(path)
    yield part.record
    if part.trouble is not None:
        raise part.trouble


class Troubles:
    """What is wrong with some of several records: it is told when all were looked at."""

    def __init__(self) -> None:
        self._errors: list[FileInputError] = []
        self._repeats = Repeats()

    def is_repeat(self, record: MatchRecord) -> bool:
        """Whether this is the same as one before, which is told."""
        first = self._repeats.of(record)
        if first is None:
            return False
        click.echo(f"note: {record.name} is the same record as {first}, and counts once", err=True)
        return True

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Goes on behind the block where a record ends it with an error."""
        try:
            yield
        except FileInputError as error:
            self._errors.append(error)

    def tell(self) -> None:
        """Tells of all of them.

        Raises:
            FileInputError: The last one.
        """
        for error in self._errors[:-1]:
            click.echo(f"error: {error}", err=True)
        if self._errors:
            raise self._errors[-1]


def moment_of(record: MatchRecord, move: int | None) -> Moment:
    """The moment after this move; without a number the last one.

    Raises:
        NotationError: There is no such move.
    """
    from carcbot.replay.record_moments import moments_of

    moments = moments_of(record)
    if move is not None and move >= len(moments):
        raise NotationError(
            f"there is no move {move}", where="--move", expected=f"0 to {len(moments) - 1}"
        )
    return moments[-1 if move is None else move]


def name_for(record: MatchRecord, suffix: str) -> Path:
    """What a file of this match is called where nobody says: a record may come from anybody."""
    match = record.lines.header.match
    return Path(f"{match if _PLAIN_NAME.fullmatch(match) else 'match'}{suffix}")


def write(path: Path, content: bytes) -> None:
    """Writes a file, and says so.

    Raises:
        FileInputError: It cannot be written, or a record would be lost.
    """
    if _is_record(path):
        raise FileInputError(
            "there is a record in this file, which would be lost",
            where=str(path),
            expected="another file, or none",
        )
    is_new = not path.exists()
    try:
        path.write_bytes(content)
    except OSError as error:
        if is_new:
            path.unlink(missing_ok=True)
        raise file_error(
            error,
            "cannot be written",
            where=str(path),
            expected="a file in a folder that exists",
        ) from error
    click.echo(f"wrote {path}")


def replace(old: Path, new: Path, content: bytes, *, keep: bool) -> None:
    """Replaces a file by another, and removes it only when the new one is complete.

    Raises:
        FileInputError: It cannot be written, or there is such a file already.
    """
    if new.exists():
        raise FileInputError("there is such a file already", where=str(new), expected="none")
    half = new.with_name(f".{new.name}.part")
    try:
        half.write_bytes(content)
        shutil.copymode(old, half)  # who may not read the one may not read the other
        half.rename(new)
        if not keep:
            old.unlink()
    except OSError as error:
        half.unlink(missing_ok=True)
        raise file_error(
            error, "cannot be written", where=str(new), expected="a folder of yours"
        ) from error
    click.echo(f"wrote {new}")


def _is_record(path: Path) -> bool:
    """Whether there is a record of a match, packed or not."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        begins = file.read(len(_BEGINS))
    return begins_as_record(begins) or is_packed(begins)


def begins_as_record(raw: bytes) -> bool:
    """Whether this is, or begins, a record that is not packed: a referee's or a bot's own."""
    return raw.startswith(_BEGINS)
