"""Tests of docs/environments.md: its programs run, and its tables name every number."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.pages import PAGES
from carcbot.env import Batch
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.own_agent import is_own

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "environments.md").read_text()
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
    assert names.keys() & {"batch", "env", "Mine", "gymnasium"}


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


def test_a_newcomer_has_what_the_page_begins_with() -> None:
    """A wheel brings each program that is copied from beside the pages to where that is."""
    copied = re.findall(r"^cp .*PAGES\)'\)/(\S+)\" \.$", PAGE, flags=re.MULTILINE)
    assert copied
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    (override,) = project["tool"]["scikit-build"]["overrides"]
    for file in copied:
        assert override["wheel"]["force-include"][file] == f"carcbot/pages/{file}"
        assert PAGES is not None
        assert (PAGES / file).is_file()


def test_its_competition_can_be_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A referee takes the file of the rehearsal, and the bot enters that competition."""
    (rules,) = re.findall(r"```toml\n(# cup.toml\n.*?)```", PAGE, flags=re.DOTALL)
    file = tmp_path / "cup.toml"
    file.write_text(rules)
    assert run(["competition", "check", str(file)]) == ExitCode.OK
    assert "The Autumn Cup" in capsys.readouterr().out
    assert f'join = ["{tomllib.loads(rules)["name"]}"]' in PAGE


def test_its_matches_can_be_played() -> None:
    """Whoever meets in one that is printed ends by itself: there is no clock."""
    lines = re.findall(r"^(?:PYTHONPATH=\. )?carcbot match ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        agents = re.sub(r"--\S+ \S+", "", line).split()
        assert len(agents) == 2
        for agent in agents:
            if not is_own(agent):
                parse_agent(agent).limits(UNLIMITED, is_timed=False)
