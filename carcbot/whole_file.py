"""Files that are there whole, or as they were before: whatever ends the program meanwhile."""

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(
    file: Path, content: bytes | str, *, fsync: bool = False, mode: int = 0o666
) -> None:
    """Has a file hold this and nothing else, all at once. Text is UTF-8.

    With fsync it survives even a loss of power. Afterwards it has this mode, as far as the umask
    lets it.

    Raises:
        OSError: It cannot be written; it is as it was.
    """
    beside = file.with_name(f"{file.name}.new")
    beside.unlink(missing_ok=True)  # one that was left half written may have another mode
    try:
        with open(beside, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
            if fsync:
                stream.flush()
                os.fsync(stream.fileno())
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)  # half of it is of no use, and the disk may be full
        raise
    if fsync:  # the folder says which of the two has the name
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
