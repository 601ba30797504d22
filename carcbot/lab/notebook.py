"""Answers that are saved one by one, so that a long sample can be interrupted."""

import fcntl
import json
import weakref
from pathlib import Path
from typing import Any

from carcbot.errors import FileInputError, file_error
from carcbot.line_file import LineFile

__all__ = ["Notebook"]


class Notebook:
    """The answers to the first so many of a study's tasks, in their order.

    Nobody else has it open at the same time: two that note answers would count tasks twice.

    Args:
        name: The name of the sample. Another study, or the same with other tasks, has another.
        folder: Where it is kept, a line of JSON an answer; without one it is forgotten at the end.

    Raises:
        FileInputError: Somebody else has it open, or it is no notebook.
        UnavailableError: The disk is full or failed.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._answers: list[Any] = []
        self._path = folder / f"{name}.jsonl" if folder else None
        if self._path is not None:
            self._file = _opened(self._path)
            weakref.finalize(self, self._file.close)
            self._answers = _read(self._path)

    def answers(self) -> list[Any]:
        """All that were noted."""
        return list(self._answers)

    def add(self, answer: object) -> None:
        """Notes the answer to the next task.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        self._answers.append(answer)
        if self._path is None:
            return
        try:
            self._file.add(json.dumps(answer).encode() + b"\n")
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(self._path)) from error


def _opened(path: Path) -> LineFile:
    """The file, open for adding to it, which nobody else has until it is closed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return LineFile(path, lock=fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FileInputError(
            "is being written by somebody else", where=str(path), expected="to wait for it"
        ) from error
    except OSError as error:
        raise file_error(error, "cannot be written", where=str(path)) from error


def _read(path: Path) -> list[Any]:
    try:
        return [json.loads(line) for line in path.read_bytes().splitlines()]
    except ValueError as error:
        raise FileInputError(
            str(error), where=str(path), expected="a notebook of 'carcbot lab run'; remove it"
        ) from error
