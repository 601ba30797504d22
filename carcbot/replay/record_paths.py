"""Where records are: files, and folders with files of records in them."""

from collections.abc import Sequence
from pathlib import Path

from carcbot.errors import FileInputError
from carcbot.replay.packed import SUFFIX

__all__ = ["found"]


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
