"""Writing what is told of a contest beside its games."""

import json
from pathlib import Path
from typing import Final

from carcbot.arena.course import Course
from carcbot.errors import FileInputError
from carcbot.lab.matches.report.figures import figures_of
from carcbot.lab.matches.report.habits import watched
from carcbot.lab.matches.report.hosted import Hosted
from carcbot.lab.matches.report.tables import crosstable_csv, games_csv, standings_csv
from carcbot.lab.matches.report.web_page import web_page

__all__ = ["write_report"]

_BESIDE: Final = {
    "standings.csv": "standings (CSV)",
    "crosstable.csv": "who beat whom (CSV)",
    "games.csv": "games (CSV)",
    "results.json": "everything (JSON)",
}
_KEPT: Final = {
    "games.jsonl": "records of all games (JSON Lines)",
    "contest.json": "what is played (JSON)",
}
"""What lies in the folder of a contest; the records of competitions are those of their matches."""


def write_report(course: Course, folder: Path, hosted: Hosted | None = None) -> list[Path]:
    """Writes tables, figures and a page; returns which files.

    Args:
        course: The contest.
        folder: Where to.
        hosted: What else is to be said of it, if a referee hosts it.

    Raises:
        FileInputError: They cannot be written.
    """
    beside = _BESIDE | (_KEPT if (folder / "games.jsonl").exists() else {})
    seen = watched(course)
    figures = figures_of(course, hosted.rules if hosted else None, seen)
    texts = {
        "results.json": json.dumps(figures, indent=1) + "\n",
        "standings.csv": standings_csv(course),
        "crosstable.csv": crosstable_csv(course),
        "games.csv": games_csv(course, hosted.matches if hosted else None),
        "report.html": web_page(course, beside, hosted, seen),
    }
    try:
        for name, text in texts.items():
            new = folder / f"{name}.new"
            new.write_text(text, encoding="utf-8")
            new.replace(folder / name)  # who reads meanwhile reads all of one of them
    except OSError as error:
        raise FileInputError(
            f"cannot write: {error.strerror}", where=str(folder), expected="a writable folder"
        ) from error
    return [folder / name for name in texts]
