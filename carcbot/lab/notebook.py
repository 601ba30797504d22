"""Answers that are saved one by one, so that a long sample can be interrupted."""

import json
from pathlib import Path
from typing import Any

from carcbot.errors import FileInputError, file_error

__all__ = ["Notebook"]


class Notebook:
    """The answers to the first so many of a study's tasks, in their order.

    Args:
        name: The name of the sample. Another study, or the same with other tasks, has another.
        folder: Where it is kept, a line of JSON an answer; without one it is forgotten at the end.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self._file = folder / f"{name}.jsonl" if folder else None
        self._answers: list[Any] = []
        if self._file is not None and self._file.exists():
            self._answers = _read(self._file)

    def answers(self) -> list[Any]:
        """All that were noted."""
        return list(self._answers)

    def add(self, answer: object) -> None:
        """Notes the answer to the next task.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        self._answers.append(answer)
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as file:
                file.write(json.dumps(answer).encode() + b"\n")
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(self._file)) from error


def _read(file: Path) -> list[Any]:
    """The whole lines; what a crash has left half written is cut off."""
    text = file.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        with file.open("r+b") as cut:
            cut.truncate(whole)
    try:
        return [json.loads(line) for line in text[:whole].splitlines()]
    except ValueError as error:
        raise FileInputError(
            str(error), where=str(file), expected="a notebook of 'carcbot lab run'; remove it"
        ) from error
