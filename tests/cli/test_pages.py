"""Tests of carcbot.cli.pages: hints name pages that are there."""

import re
import tomllib
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.pages import PAGES, where_they_are

HOUSE = Path(__file__).parents[2]
NAMED = {
    page
    for file in (HOUSE / "carcbot").rglob("*.py")
    for page in re.findall(r"\b(?:docs|protocol)/[\w/-]+\.(?:md|toml|txt)", file.read_text())
}


def test_every_page_is_there() -> None:
    """Whatever page a command names is among those that a wheel has."""
    assert len(NAMED) > 8
    assert PAGES == HOUSE
    assert [page for page in NAMED if not (HOUSE / page).exists()] == []


def test_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somewhere else than in a checkout a hint says where its page is."""
    assert list(where_they_are("expected what docs/bot.md lists")) == []
    file = tmp_path / "t.toml"
    file.write_text("sets = 3\n")
    monkeypatch.chdir(tmp_path)
    assert run(["tournament", "run", str(file)]) == ExitCode.INPUT
    told = capsys.readouterr().err
    assert f"hint: docs/tournaments.md is {HOUSE / 'docs' / 'tournaments.md'}\n" in told


def test_a_wheel_has_the_pictures_that_its_pages_show() -> None:
    """What stays out of a wheel is shown or named by none of the pages in it."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    left_out: set[Path] = set()
    for pattern in project["tool"]["scikit-build"]["wheel"]["exclude"]:
        files = set(HOUSE.glob(pattern.removeprefix("!").removeprefix("carcbot/pages/")))
        assert files
        left_out = left_out - files if pattern.startswith("!") else left_out | files
    assert len(left_out) > 4
    shown = {
        (page.parent / target).resolve()
        for room in ("docs", "protocol")
        for page in (HOUSE / room).rglob("*.md")
        for target in re.findall(r"\]\(([^)#:]+)", page.read_text())
    }
    assert len(shown) > 100
    assert shown & left_out == set()
