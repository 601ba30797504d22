"""docs/adding-a-search.md is followed word by word: what its blocks say is built, and plays."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run

HOUSE = Path(__file__).parent.parent.parent
PAGE = HOUSE / "docs" / "adding-a-search.md"
PLAYS = Path(__file__).parent / "adding_a_search.cpp"
GAMES = ("grove", "hoard")
"""One without and one with secrets."""


def blocks() -> Iterator[tuple[str, str, str]]:
    """Each file that the page names, with the kind of block that follows, and the block."""
    page = PAGE.read_text(encoding="utf-8")
    yield from re.findall(r"^`(\S+)`:\n\n```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def changed(text: str, diff: str) -> str:
    """The text with the lines that a diff adds, each hunk where its other lines stand."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        after = "".join(line[1:] for line in lines if line[0] != "-")
        assert text.count(before) == 1, f"these lines do not stand there once:\n{before}"
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program of the native core with the page's search in it."""
    core = tmp_path_factory.mktemp("native")
    for folder in ("include", "src"):
        shutil.copytree(HOUSE / "native" / folder, core / folder)
    followed = []
    for path, kind, block in blocks():
        file = core.parent / path.replace("native", core.name, 1)
        if kind == "cpp":
            assert not file.exists(), f"{path} is not new"
            file.write_text(block, encoding="utf-8")
        else:
            file.write_text(changed(file.read_text(encoding="utf-8"), block), encoding="utf-8")
        followed.append(path)
    assert len(followed) == 2
    folders = [core / "src" / "games" / game for game in GAMES]
    games = [
        each for folder in folders for each in folder.glob("*.cpp") if each.name != "binding.cpp"
    ]
    sources = [PLAYS, core / "src" / "search" / "parameters.cpp", *games]
    compiler = os.environ.get("CXX", "c++").split()
    flags = ["-std=c++20", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
    paths = [f"-I{core / 'include'}", f"-I{core / 'src'}"]
    subprocess.run([*compiler, *flags, *paths, *sources, "-o", core / "plays"], check=True)
    return core / "plays"


def test_the_search_of_the_page_plays(program: Path) -> None:
    """It plays whole games with and without secrets, better than chance, and the same again."""
    told = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert subprocess.run([program], check=True, capture_output=True, text=True).stdout == told
    lines = [line.split(" ", 3) for line in told.splitlines()]
    for game in GAMES:
        games = [line for line in lines if line[0] == game]
        assert len(games) == 40
        assert all(int(simulations) > 0 for _, _, simulations, _ in games)
        assert sum(int(lead) > 0 for _, lead, _, _ in games) > 25


def test_its_parameters_are_known(program: Path) -> None:
    """They come from its header alone: those of its own, those it shares, and what they refuse."""
    told = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    said = [line.removeprefix("parameter ") for line in told.splitlines() if "parameter " in line]
    assert said[:-1] == ["games=8", "policy=usual", "sims=0", "nodes=0", "time=0", "plan=early"]
    assert "refused '0' is not possible parameter games a whole number from 1 to 1e+06" in told


def test_the_page_names_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Each file that is to be changed besides exists, and so do the options of its command."""
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE)
    named = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(named) > 5
    for path in named:
        assert list(HOUSE.glob(path)), path
    command = re.search(r"^carcbot match (.*)$", page, re.MULTILINE)
    assert command is not None
    assert run(["match", "--help"]) == ExitCode.OK
    known = capsys.readouterr().out
    assert all(option in known for option in re.findall(r"--\w+", command[1]))
