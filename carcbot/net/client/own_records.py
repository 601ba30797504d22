"""A bot's own records of its matches, as it saw them."""

import contextlib
import os
import re
from pathlib import Path

import msgspec
import structlog

from carcbot.errors import FileInputError, file_error
from carcbot.line_file import LineFile
from carcbot.messages.server import Request
from carcbot.net.process.running_search import Decision
from carcbot.search.budget import Budget

__all__ = ["OwnRecords", "check_folder", "decision_line"]

_log = structlog.get_logger()


def decision_line(
    request: Request, agent: str, budget: Budget, decision: Decision
) -> dict[str, object]:
    """A decision as a line of the record, from which it can be made again."""
    thought = decision.thought
    return {
        "line": "decision",
        "seq": request.seq,
        "agent": agent,
        "seed": decision.seed,
        "budget": msgspec.structs.asdict(budget),
        "move": decision.move,
        "value": thought.value,
        "nodes": thought.nodes,
        "simulations": thought.simulations,
        "depth": thought.depth,
        "seconds": thought.seconds,
        "workers": thought.workers,
        "fallback": decision.fallback,
        "faults": [f"{fault.kind}: {fault.what}" for fault in decision.faults],
    }


def check_folder(folder: Path) -> None:
    """Refuses a folder in which no record could be kept; one that is not there yet can be made.

    Raises:
        FileInputError: It cannot be used.
    """
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise FileInputError(
            "no records can be kept there", where=str(there), expected="a folder of yours"
        )


class OwnRecords:
    """A file for each match: JSON Lines of the events as they came, and of what was decided.

    Only its owner can read it: what the bot thinks is not for those whom it plays.

    Args:
        folder: Where they lie.

    Raises:
        FileInputError: The folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, LineFile | None] = {}
        """None where a record could not be written any further."""
        check_folder(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(
                error, "cannot be made", where=str(folder), expected="a folder"
            ) from error

    def add(self, account: str, match: str, line: dict[str, object]) -> None:
        """Adds a line to the record of a match. If that fails the record ends, with a warning.

        The match goes on: nobody is to lose one for want of its record.
        """
        path = self._folder / re.sub(r"[^A-Za-z0-9_.-]", "_", f"{match}-{account}.jsonl")
        try:
            if match not in self._files:
                self._files[match] = LineFile(path, mode=0o600)
            file = self._files[match]
            if file is not None:
                file.add(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            _log.warning("a record ends, as it cannot be written", file=str(path), why=str(error))
            self.end(match)
            self._files[match] = None

    def end(self, match: str) -> None:
        """Closes the record of a match."""
        file = self._files.pop(match, None)
        if file is not None:
            with contextlib.suppress(OSError):  # what cannot be kept is lost, and no match with it
                file.close()

    def close(self) -> None:
        """Closes all records."""
        for match in list(self._files):
            self.end(match)
