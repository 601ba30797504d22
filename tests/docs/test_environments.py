"""Tests of docs/environments.md: its programs run, and its tables name every number."""

import re
from pathlib import Path
from typing import Any

import pytest

from carcbot.env import Batch

PAGE = (Path(__file__).parent.parent.parent / "docs" / "environments.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
PLACES = {
    "KIND": r"[A-Z]+g?",
    "AREAS": "(cities|roads|fields)",
    "AREA": "(city|road|field|cloister or garden)",
    "OWNER": r"(nobody|several|player \d)",
    "P": r"\d",
    "N": r"\d",
}
"""What the words in capitals stand for."""


def pattern(row: str) -> re.Pattern[str]:
    """What the names of a row are like."""
    return re.compile(re.sub("|".join(PLACES), lambda found: PLACES[found[0]], row))


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_its_programs_run(program: str) -> None:
    """Every program of the page runs as it is printed."""
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - that is what a reader does
    assert names.keys() & {"batch", "env", "Mine"}


@pytest.mark.parametrize(
    "options", ("", "seats=6,expansions=river+inns_and_cathedrals+abbot", "seats=3")
)
def test_every_number_has_a_row(options: str) -> None:
    """The table of the compact observation names each number once, and nothing that is not."""
    table = PAGE.partition("### Carcassonne, compact")[2].partition("###")[0]
    rows = [pattern(row) for row in re.findall(r"^\| `(.+?)` \|", table, flags=re.MULTILINE)]
    names = Batch("carcassonne", options, games=1).names
    for name in names:
        assert sum(row.fullmatch(name) is not None for row in rows) == 1, name
    for row in rows:
        assert any(row.fullmatch(name) for name in names), row
