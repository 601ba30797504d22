"""Files with tokens in them, which are for nobody else to read."""

import os
from pathlib import Path

from carcbot.errors import FileInputError, file_error

__all__ = ["read_secret"]


def read_secret(path: Path, holds: str) -> str:
    """What stands in a file that only its owner may read, and perhaps a group.

    Args:
        path: Where it is.
        holds: What is expected of it, for errors: "a file that holds a token".

    Raises:
        FileInputError: It cannot be read, or others may read it, too.
    """
    try:
        with path.open(encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, "cannot be read", where=str(path), expected=holds) from error
    if mode & 0o007:
        raise FileInputError(
            "others may read it, and so be whoever is in it",
            where=str(path),
            expected=f"a file for its owner: chmod 600 {path}",
        )
    return text
