"""The transcripts of protocol/transcripts: whole sessions, line by line."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from carcbot.conform.kit import Message

__all__ = ["Transcript", "transcripts"]

_IN_REPOSITORY: Final = Path(__file__).parents[2] / "protocol" / "transcripts"
_IN_PACKAGE: Final = Path(__file__).parents[1] / "pages" / "protocol" / "transcripts"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session.

    Attributes:
        name: Of the file.
        match: The name of its match.
        lines: Who said what: ``at_us`` with ``from`` or ``to``, and ``frame``; or ``wake``.
    """

    name: str
    match: str
    lines: tuple[Message, ...]

    @property
    def accounts(self) -> tuple[str, ...]:
        """All who say something."""
        return tuple(sorted({line["from"] for line in self.lines if "from" in line}))

    @property
    def starts(self) -> dict[str, Message]:
        """What each player was told when the match began."""
        return {
            line["to"]: line["frame"]
            for line in self.lines
            if line.get("frame", {}).get("type") == "start"
        }

    @property
    def game(self) -> str:
        """What is played."""
        name: str = next(iter(self.starts.values()))["game"]
        return name


def transcripts() -> list[Transcript]:
    """All of them: from the repository if there is one, else those that came with the package."""
    folder = _IN_REPOSITORY if _IN_REPOSITORY.is_dir() else _IN_PACKAGE
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        first, *lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
        found.append(Transcript(first["transcript"], first["match"], tuple(lines)))
    return found
