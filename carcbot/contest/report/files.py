"""Writes the report of a contest into its folder."""

import json
from pathlib import Path
from typing import Final

from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.report.contest_figures import figures_of
from carcbot.contest.report.csv_tables import crosstable_csv, games_csv, standings_csv
from carcbot.contest.report.hosted_competition import HostedCompetition
from carcbot.contest.report.observed_habits import observed_habits
from carcbot.contest.report.web_page import web_page
from carcbot.errors import file_error
from carcbot.whole_file import write_whole

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


def write_report(
    course: ContestCourse, folder: Path, hosted: HostedCompetition | None = None
) -> list[Path]:
    """Writes tables, figures and a page; returns which files.

    Args:
        course: The contest.
        folder: Where they are written.
        hosted: What the report says besides, if a referee hosts the contest.

    Raises:
        FileInputError: They cannot be written.
    """
    beside = _BESIDE | (_KEPT if (folder / "games.jsonl").exists() else {})
    seen = observed_habits(course)
    figures = figures_of(course, hosted.rules if hosted else None, seen)
    texts = {
        "results.json": json.dumps(figures, indent=1) + "\n",
        "standings.csv": standings_csv(figures["standings"]),
        "crosstable.csv": crosstable_csv(course),
        "games.csv": games_csv(course, hosted.matches if hosted else None),
        "report.html": web_page(course, beside, hosted, seen),
    }
    try:
        for name, text in texts.items():
            write_whole(folder / name, text)  # who reads meanwhile reads all of one of them
    except OSError as error:
        raise file_error(
            error, "cannot write", where=str(folder), expected="a writable folder"
        ) from error
    return [folder / name for name in texts]
