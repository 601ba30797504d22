"""The intact part of a record that is damaged, cut off, or breaks the rules."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from carcbot.errors import FileInputError, InputError
from carcbot.match.story import Story, UntrueEventError
from carcbot.referee import journal_reader
from carcbot.replay.old_formats import is_older, older_record
from carcbot.replay.own_view import is_own_view, read_view
from carcbot.replay.packed import MOST_BYTES, is_packed, unpack, whole_of
from carcbot.replay.record import MatchRecord, content_of

__all__ = ["IntactPart", "intact_part", "intact_part_of"]


@dataclass(frozen=True, slots=True)
class IntactPart:
    """The longest beginning of a record that can be read and played.

    Attributes:
        record: The intact part itself.
        trouble: What is wrong after it, and where; None if nothing is.
    """

    record: MatchRecord
    trouble: FileInputError | None


def intact_part(path: Path) -> IntactPart:
    """The intact part of the record in a file.

    Raises:
        FileInputError: No part is intact.
    """
    return intact_part_of(content_of(path), str(path))


def intact_part_of(raw: bytes, name: str, most_bytes: int = MOST_BYTES) -> IntactPart:
    """The intact part of the record in the bytes of a file, packed or not.

    Args:
        raw: All of it.
        name: Of the file.
        most_bytes: More may not come out of it.

    Raises:
        FileInputError: No part is intact.
    """
    try:
        text = unpack(raw, name, most_bytes)
        if is_own_view(text):
            return _playable(read_view(text, name), None)
        record, trouble = MatchRecord.read(text, name, most_bytes), None  # it may be packed twice
    except FileInputError as error:
        record, trouble = _part(raw, name, error, most_bytes), error
        if trouble.where == name:  # that of the whole file
            lines = record.raw.count(b"\n")
            trouble = error.at(f"{name}, behind line {lines}")
    if trouble is None and record.cut_line is not None:
        trouble = FileInputError(
            "the last line is cut off", where=f"{name}, line {record.cut_line}", expected="its end"
        )
    return _playable(record, trouble)


def _part(raw: bytes, name: str, trouble: FileInputError, most_bytes: int) -> MatchRecord:
    """The record of as many lines as can be read together."""
    text = whole_of(raw, most_bytes) if is_packed(raw) else raw
    if is_older(text):
        return older_record(text, name)
    texts = text.splitlines(keepends=True)

    def is_broken(count: int) -> bool:
        try:
            journal_reader.read(b"".join(texts[:count]), name)
        except FileInputError:
            return True
        return False

    # with each line that is added more may be wrong, and never less
    count = bisect_left(range(len(texts) + 1), True, lo=1, key=is_broken) - 1  # noqa: FBT003
    if not count:
        raise trouble
    return MatchRecord.read(b"".join(texts[:count]), name)


def _playable(record: MatchRecord, trouble: FileInputError | None) -> IntactPart:
    """The record up to what the rules forbid, if they forbid anything."""
    try:
        story = Story(record.first_position())
    except InputError as error:
        raise FileInputError(str(error), where=f"{record.name}, the header") from error
    for place, line in enumerate(record.events):
        try:
            story.tell(line.event)
        except UntrueEventError as error:
            lines = msgspec.structs.replace(record.lines, events=record.events[:place])
            return IntactPart(replace(record, lines=lines), error.in_file(record.name))
    return IntactPart(record, trouble)
