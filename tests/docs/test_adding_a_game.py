"""Follows docs/adding-a-game.md: adds the game in the tree to a copy without others, and plays it.

So nothing outside the folders of a game may know any game; the copy would not even start.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from carcbot.games import registry

HOUSE = Path(__file__).parent.parent.parent
PAGE = (HOUSE / "docs" / "adding-a-game.md").read_text().partition("\n## From outside")[0]
BIN = Path(sys.executable).parent
FILES: dict[str, str] = dict(
    re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)
"""The files that the page shows, by where they belong."""
ROOMS = re.findall(r"^\| `([\w/]+/)NAME/` \|.*\| (yes|to be .*) \|$", PAGE, re.MULTILINE)
"""The rooms that have games, as the page lists them, and for what they are needed."""
NEEDED = [room for room, why in ROOMS if why == "yes"]
NAME = "dozen"


def test_the_rooms_are_those_of_every_game() -> None:
    """Every registered game has a folder in each room that the page says is needed."""
    assert len(ROOMS) == 5
    assert NEEDED == ["native/src/games/", "carcbot/games/", "tests/games/"]
    for room in NEEDED:
        folders = {path.name for path in (HOUSE / room).iterdir() if (path.is_dir())}
        assert folders - {"__pycache__"} == set(registry.native_names())
    for room, _ in ROOMS:
        inside = {path.name for path in (HOUSE / room).iterdir() if path.is_dir()}
        assert inside - {"__pycache__"} <= set(registry.native_names())


def test_the_page_shows_a_file_for_each_needed_room() -> None:
    """Whoever copies all that it shows has filled them, and the tables of its steps name them."""
    assert {path.rpartition(f"{NAME}/")[0] for path in FILES} == set(NEEDED)
    assert f"native/src/games/{NAME}/binding.cpp" in FILES
    assert f"carcbot/games/{NAME}/__init__.py" in FILES
    for text in FILES.values():
        assert all(len(line) <= 100 for line in text.splitlines())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which the page's game is the only one, with its core built."""
    copy = tmp_path_factory.mktemp("house")
    games = {HOUSE / room for room, _ in ROOMS}

    def leave_out(folder: str, names: list[str]) -> set[str]:
        here = Path(folder)
        of_games = {name for name in names if here in games and (here / name).is_dir()}
        return of_games | {each for each in names if each in {"__pycache__", "_native", "corpus"}}

    for room in ("native", "carcbot"):
        shutil.copytree(HOUSE / room, copy / room, ignore=leave_out)
    (copy / "tests" / "games").mkdir(parents=True)
    for shared in ("tests", "tests/games"):
        for file in (HOUSE / shared).glob("*.py"):
            shutil.copy(file, copy / shared)
    shutil.copy(HOUSE / "pyproject.toml", copy)
    for path, text in FILES.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(text)
    build(copy)
    # a Python that finds the copy, and all that the tree needs besides, but not the tree
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", copy / "python"], check=True)
    (site,) = (copy / "python" / "lib").glob("*/site-packages")
    (site / "house.pth").write_text(f"{copy}\n{sysconfig.get_path('purelib')}\n")
    return copy


def build(copy: Path) -> None:
    """Builds the core as quickly as that goes, and puts it where Python finds it.

    Sources are compiled several at once, which takes half of the processor's time: they begin with
    the same headers, which are most of the work. That each compiles alone is seen in the tree.
    """
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    for command in (
        (
            *("cmake", "-S", copy / "native", "-B", copy / "build", "-G", "Ninja"),
            f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}",
            *("-DSKBUILD=2", f"-Dnanobind_DIR={nanobind}", f"-DPython_EXECUTABLE={sys.executable}"),
            *("-DCMAKE_BUILD_TYPE=Quick", "-DCMAKE_CXX_FLAGS=-O0", "-DCARCBOT_WERROR=ON"),
            "-DCMAKE_UNITY_BUILD=ON",
        ),
        ("cmake", "--build", copy / "build", "--target", "_native"),
    ):
        done = subprocess.run(
            [BIN / command[0], *command[1:]], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    shutil.copy(copy / "build" / f"_native{suffix}", copy / "carcbot")


def run(house: Path, *words: str, typed: str = "") -> str:
    """What a Python of the copy prints, which knows nothing of the tree that it was made of."""
    done = subprocess.run(
        [house / "python" / "bin" / "python", *words],
        cwd=house,
        env={**os.environ, "TERM": "dumb"},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_style(house: Path) -> None:
    """What the page shows passes what `make lint` asks of it."""
    shutil.copy(HOUSE / ".clang-format", house)
    sources = [path for path in FILES if path.endswith((".cpp", ".hpp"))]
    python = [path for path in FILES if path.endswith(".py")]
    for command in (
        ("clang-format", "--dry-run", "-Werror", *sources),
        ("ruff", "check", "--no-cache", *python),
        ("ruff", "format", "--check", "--no-cache", *python),
    ):
        done = subprocess.run(
            [BIN / command[0], *command[1:]], cwd=house, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_the_only_game(house: Path) -> None:
    """The copy knows the game that was added, with all that its folder says of it."""
    listed = json.loads(run(house, "-m", "carcbot", "games", "--json"))["games"]
    assert [game["name"] for game in listed] == [NAME]
    assert listed[0]["options"][1]["values"] == ["4", "1", "9"]


def test_it_keeps_the_contract(house: Path) -> None:
    """It passes its own tests, and those of all games."""
    tests = [f"tests/games/{each}" for each in (NAME, "test_contract.py", "test_terminal.py")]
    chosen = f"{NAME} or test_more"
    page = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", chosen)
    found = re.search(r"(\d+) passed", page)
    assert found is not None
    assert int(found[1]) > 20


def test_it_is_played(house: Path) -> None:
    """By a person in the terminal, by agents in a contest, and it is looked at again."""
    page = run(
        house, "-m", "carcbot", "play", "--game", NAME, "--seat", "0", "--agent", "random",
        typed="k\n" * 4,
    )  # fmt: skip
    (text,) = re.findall(rf"^{NAME}/1 game .*$", page, flags=re.MULTILINE)
    assert text.split(" ")[4::4] == ["keep"] * 4
    (record,) = (house / "carcbot-matches").glob("*.jsonl")
    assert text in run(house, "-m", "carcbot", "replay", "show", str(record))
    assert "die: -" in run(house, "-m", "carcbot", "show", text)
    page = run(house, "-m", "carcbot", "replay", "verify", str(record))
    assert page.startswith("ok: ")
    page = run(
        house, "-m", "carcbot", "match", "mcts:sims=50", "star25:depth=2", "--game", NAME,
        "--pairs", "2", "--workers", "1", "--json",
    )  # fmt: skip
    assert json.loads(page)["games"] == 4
