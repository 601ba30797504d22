"""Tests of carcbot.cli.lab."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from carcbot.cli.lab import lab
from carcbot.errors import OptionsError
from carcbot.lab import shelf
from carcbot.lab.catalogue import STUDIES

QUICK = ("run", "star-nodes", "--positions", "2", "--runs", "1")


def told(*arguments: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(lab, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_list() -> None:
    """Every study with its title and source; --json tells programs."""
    page = told("list")
    for study in STUDIES.values():
        assert study.name in page
        assert study.title in page
        assert study.source in page
    listed = json.loads(told("list", "--json"))
    assert [each["name"] for each in listed] == list(STUDIES)
    assert all(each["has_result"] for each in listed)


def test_run() -> None:
    """The page has the paper's figures and ours, in lines that fit a wide terminal."""
    page = told(*QUICK)
    assert "paper 97.4 % (position 2)   here" in page
    assert "opening-13" in page
    assert max(map(len, page.splitlines())) <= 100


def test_run_json() -> None:
    """--json has the whole result."""
    result = json.loads(told(*QUICK, "--json"))
    assert result["study"] == "star-nodes"
    assert result["effort"] == {"count": 2, "runs": 1, "seed": 1}
    assert len(result["figures"]["positions"]) == 2


def test_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--save writes the data, the page and the index."""
    monkeypatch.setattr(shelf, "DATA", tmp_path)
    monkeypatch.setattr(shelf, "PAGES", tmp_path)
    told(*QUICK, "--save")
    written = {file.name for file in tmp_path.iterdir()}
    assert written == {"star-nodes.json", "star-nodes.md", "README.md"}
    page = (tmp_path / "star-nodes.md").read_text()
    assert page == shelf.page(STUDIES["star-nodes"], shelf.load("star-nodes"))


def test_mistakes() -> None:
    """A name that is none, and a size that does not go with the study, are errors of input."""
    for arguments in (("run", "nonsense"), ("run", "probing", "--games", "3")):
        done = CliRunner().invoke(lab, arguments)
        assert isinstance(done.exception, OptionsError)
