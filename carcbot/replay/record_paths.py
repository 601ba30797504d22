"""Where records are: files, and folders with files of records in them; and which are the same."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from carcbot.errors import FileInputError
from carcbot.replay.packed import SUFFIX
from carcbot.replay.record import MatchRecord

__all__ = ["Repeats", "found"]


def found(paths: Sequence[Path]) -> list[Path]:
    """The files; in place of a folder the records in it and below it, in the order of names.

    Raises:
        FileInputError: There is none in a folder.
    """
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted([*path.rglob("*.jsonl"), *path.rglob(f"*.jsonl{SUFFIX}")])
        if not inside:
            raise FileInputError(
                "there are no records in this folder",
                where=str(path),
                expected=f"files *.jsonl or *.jsonl{SUFFIX}",
            )
        files += inside
    return files


class Repeats:
    """Knows a record again, whatever its file is called and whether it is packed.

    A folder may have one twice, as after ``replay pack --keep``, and nobody wants it counted twice.
    """

    def __init__(self) -> None:
        self._names: dict[bytes, str] = {}

    def of(self, record: MatchRecord) -> str | None:
        """The name of the file that had the same before; None if it is the first."""
        digest = hashlib.blake2b(record.raw, digest_size=16).digest()
        if digest in self._names:
            return self._names[digest]
        self._names[digest] = record.name
        return None
