"""Tests of carcbot.cli.lab."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from carcbot.cli.lab import lab
from carcbot.errors import OptionsError
from carcbot.lab import results_folder
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
        assert study.listing.title in page
        assert study.listing.source in page
    listed = json.loads(told("list", "--json"))
    assert [each["name"] for each in listed] == list(STUDIES)
    assert {each["name"] for each in listed if each["has_result"]} == results_folder.saved_names()


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
    assert result["effort"] == {"count": 2, "runs": 1, "seed": 1, "budget": 1.0}
    assert len(result["figures"]["positions"]) == 2


def test_budget() -> None:
    """A twenty-fifth of the work is that of two positions."""
    result = json.loads(told("run", "star-nodes", "--budget", "0.04", "--runs", "1", "--json"))
    assert result["effort"]["count"] == 2


def test_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--save writes the data, the page with its pictures and the index."""
    shutil.copy(
        results_folder.DATA / "branching.json", tmp_path
    )  # the study reckons with its figures
    monkeypatch.setattr(results_folder, "DATA", tmp_path)
    monkeypatch.setattr(results_folder, "PAGES", tmp_path)
    told("run", "complexity", "--save")
    written = {file.name for file in tmp_path.iterdir()}
    pages = {"complexity.md", "complexity-games.svg", "README.md"}
    assert written == {"branching.json", "complexity.json", *pages}
    page = (tmp_path / "complexity.md").read_text()
    assert page == results_folder.page(STUDIES["complexity"], results_folder.load("complexity"))


def test_smaller_runs() -> None:
    """What is said of the committed result is not said of a smaller run, nor is that kept."""
    page = told(*QUICK)
    result = results_folder.load("star-nodes")
    assert all(each.what in page for each in result.comparisons)
    assert not any(each.remark[:40] in page for each in result.comparisons)
    assert "Not of the usual size" in page
    done = CliRunner().invoke(lab, [*QUICK, "--save"])
    assert isinstance(done.exception, OptionsError)


def test_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small budget plays a little; the same command tells again what it has played."""
    monkeypatch.chdir(tmp_path)
    small = ("run", "mc-rewards", "--budget", "0.0001", "--seed", "7", "--workers", "1")
    page = told(*small)
    files = sorted(tmp_path.glob("carcbot-contests/*/games.jsonl"))
    sizes = [file.stat().st_size for file in files]
    assert len(files) == 5
    assert all(file.read_text().count("\n") == 4 for file in files)
    assert told(*small) == page
    assert [file.stat().st_size for file in files] == sizes
    assert "MC against MCo" in page
    for file in files:
        file.write_text("{}\n")
    assert told(*small, "--anew") == page


def test_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has no time gets a little of every match, is told what is missing, and may go on.

    With all, or with the matches that are named.
    """
    monkeypatch.chdir(tmp_path)
    # so many decks that not all go out at once, of players that think as little as can be
    long = ("run", "mc-rewards", "--budget", "0.01", "--workers", "1")
    some = json.loads(told(*long, "--minutes", "0", "--json"))
    played = {file: file.read_text() for file in tmp_path.glob("carcbot-contests/*/games.jsonl")}
    assert all(text.count("\n") >= 4 for text in played.values())
    assert some["unfinished"]
    for each in some["unfinished"]:
        assert 4 <= each["played"] < each["wanted"] == 10
    assert "not whole: MC against MCo" in told(*long, "--minutes", "0")
    named = json.loads(told(*long, "--only", "MC against MCo-whole", "--json"))
    left = [each for each in some["unfinished"] if each["what"] != "MC against MCo-whole"]
    assert named["unfinished"] == left
    with pytest.raises(OptionsError, match="no match has 'MCTS' in its name") as caught:
        told(*long, "--minutes", "0", "--only", "MC against", "--only", "MCTS")
    assert "mc-rewards MC against MCo-whole" in str(caught.value)
    whole = json.loads(told(*long, "--json"))
    assert whole["unfinished"] == []
    assert all(file.read_text().startswith(text) for file, text in played.items())


def test_mistakes() -> None:
    """A name that is none, and a size that does not go with the study, are errors of input."""
    for arguments in (
        ("run", "nonsense"),
        ("run", "probing", "--games", "3"),
        ("run", "probing", "--only", "star"),
    ):
        done = CliRunner().invoke(lab, arguments)
        assert isinstance(done.exception, OptionsError)
