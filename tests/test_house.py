"""Tests of the house itself: what a newcomer meets before any code of ours runs."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

HOUSE = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((HOUSE / "pyproject.toml").read_text())

# Stand-ins for what a machine may have. Each Python answers the questions that the Makefile asks.
GOOD = "exit 0"
BROKEN = "exit 1"
OLD_PYTHON = 'case "$2" in *version_info*) exit 1 ;; *) echo only 3.9.2 ;; esac'
NO_VENV = 'case "$2" in *venv*) exit 1 ;; esac'
NO_HEADERS = 'case "$2" in *Python.h*) exit 1 ;; esac'


def make(target: str, machine: Path, programs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs make in a copy of the house on a machine that has these programs and no others."""
    shutil.copy(HOUSE / "Makefile", machine)
    shutil.copy(HOUSE / "pyproject.toml", machine)
    (machine / "native").mkdir()
    path = machine / "bin"
    path.mkdir()
    for tool in ("make", "sh", "cat", "chmod", "cksum", "cut", "find", "mkdir", "rm", "touch"):
        found = shutil.which(tool)
        assert found is not None
        (path / tool).symlink_to(found)
    for name, script in programs.items():
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)
    return subprocess.run(
        [str(path / "make"), target],
        cwd=machine,
        env={"PATH": str(path), "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("target", ("play", "test", "bench", "lint", "proof", "fuzz"))
@pytest.mark.parametrize(
    ("programs", "sentence"),
    (
        ({}, "carcbot needs Python 3.11 or newer and found none: install it,"),
        (
            {"python3": OLD_PYTHON},
            "carcbot needs Python 3.11 or newer and found only 3.9.2: install it,",
        ),
        ({"python3": NO_VENV}, "python3 has no venv module: install it,"),
        ({"python3": NO_HEADERS}, "python3 has no headers (Python.h): install them,"),
        ({"python3": GOOD}, "carcbot needs a C++20 compiler (GCC 11 or Clang 14, or newer):"),
        (
            {"python3": OLD_PYTHON, "python3.12": GOOD, "c++": BROKEN},
            "carcbot needs a C++20 compiler (GCC 11 or Clang 14, or newer):",
        ),
    ),
)
def test_make_says_what_is_missing(
    target: str, programs: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    """On a machine that lacks something, make says in one sentence what to install, and stops."""
    done = make(target, tmp_path, programs)
    assert done.returncode != 0
    assert done.stdout == ""
    told = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    assert len(told) == 1
    assert told[0].startswith(f"error: {sentence}")
    assert "apt-get install" in told[0]
    assert not (tmp_path / ".venv").exists()


def test_make_fuzz_needs_clang(tmp_path: Path) -> None:
    """Without clang, `make fuzz` says so in one sentence, and names the package."""
    # the virtual environment that it would make: a Python that is content with everything
    python = (
        'case "$*" in *--clear*) mkdir -p .venv/bin;'
        " printf '#!/bin/sh\\n' > .venv/bin/python; chmod +x .venv/bin/python;; esac"
    )
    done = make("fuzz", tmp_path, {"python3": python, "c++": GOOD})
    assert done.returncode != 0
    told = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    assert len(told) == 1
    assert told[0].startswith("error: make fuzz needs clang with its fuzzer: install it,")


def test_make_alone_helps() -> None:
    """`make` without a target does nothing but tell what it can do."""
    done = subprocess.run(["make"], cwd=HOUSE, capture_output=True, text=True, check=True)
    targets = re.findall(r"^make (\w+)", done.stdout, flags=re.MULTILINE)
    assert {"play", "test", "bench", "lint", "fuzz", "proof", "clean"} <= set(targets)


def test_every_dependency_has_its_reason() -> None:
    """CONTRIBUTING.md names every dependency, and none that is gone."""
    wanted = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(each for group in PROJECT["project"]["optional-dependencies"].values() for each in group),
    ]
    names = {re.split(r"[^\w.-]", each)[0] for each in wanted if "carcbot[" not in each}
    contributing = (HOUSE / "CONTRIBUTING.md").read_text()
    assert set(re.findall(r"^\| `([\w.-]+)` \|", contributing, flags=re.MULTILINE)) == names


def test_license_is_there() -> None:
    """The licence that pyproject.toml names lies beside it."""
    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert "Version 2.0, January 2004" in (HOUSE / "LICENSE").read_text()


def test_only_the_roof_and_the_games_know_the_core() -> None:
    """The compiled module is reached through games, search and env; cli asks how it was built."""
    allowed = {"cli", "env", "games", "net", "search"}
    package = HOUSE / "carcbot"
    guests = {
        file.relative_to(package).parts[0]
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if "carcbot._native" in imported(node)
    }
    assert guests <= allowed


def imported(node: ast.AST) -> set[str]:
    """The full names of what an import statement imports; of any other node, nothing."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        return {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return set()


ROOMS_WITH_GAMES = (
    "carcbot/env",
    "carcbot/games",
    "carcbot/search/weights",
    "carcbot/web/js/games",
    "native/src/games",
    "protocol/games",
    "tests/games",
)
GAMES = tuple(sorted(each.name for each in (HOUSE / "native/src/games").iterdir()))
"""Every game of the house is a folder in each of them."""
WORDS = {
    game: re.compile(rf"(?<![a-z])({'|'.join(words)})(?![a-z])", re.IGNORECASE)
    for game, words in {
        **{game: (game,) for game in GAMES},
        "carcassonne": (
            *("carcassonne", "meeples?", "tiles?", "rivers?", "cloisters?", "abbots?"),
            *("inns?", "cathedrals?", "farmers?"),
        ),
    }.items()
}
"""By what a game is recognised, wherever it stands."""
WRITTEN_FROM_THE_CORE = "carcbot/_native/"
STUDIES = re.compile(r"carcbot/lab/(?!matches/|workers/)")
"""Studies are about the game of the papers."""
ELSEWHERE = {
    "carcbot/arena/statistics/plackett_luce.py": {"tile"},  # numpy's
    "carcbot/games/__init__.py": {"carcassonne"},  # what is played where nobody says it
    "pyproject.toml": {"carcassonne"},  # a keyword, by which the package is found
}
"""All other places where a word of a game may stand, and which word: a closed list."""


def words_of_games(path: str, text: str) -> set[str]:
    """The words of games that stand in a file where none may be."""
    if path.startswith((*(f"{room}/{game}/" for room in ROOMS_WITH_GAMES for game in GAMES),)):
        return set()
    if path.startswith(WRITTEN_FROM_THE_CORE) or STUDIES.match(path):
        return set()
    return {found.lower() for pattern in WORDS.values() for found in pattern.findall(text)}


def test_no_word_of_a_game_stands_anywhere_else() -> None:
    """A game is a folder in each room that has games, and no word of it stands anywhere else."""
    rooms = ("carcbot", "native/src", "native/include")
    files = [file for room in rooms for file in (HOUSE / room).rglob("*")]
    files += [HOUSE / name for name in ("Makefile", "pyproject.toml", "native/CMakeLists.txt")]
    texts = (".cpp", ".css", ".hpp", ".html", ".js", ".py", ".toml", ".txt", "")
    found = {}
    for file in files:
        if file.is_file() and file.suffix in texts and "__pycache__" not in file.parts:
            path = str(file.relative_to(HOUSE))
            if words := words_of_games(path, file.read_text()):
                found[path] = words
    assert found == ELSEWHERE


@pytest.mark.parametrize(
    ("path", "text", "word"),
    (
        ("carcbot/cli/play.py", 'game = "kuhn"', "kuhn"),
        ("carcbot/conform/led_match.py", "game: str = 'carcassonne'", "carcassonne"),
        ("carcbot/search/presets.py", "policy=placement-then-meeple", "meeple"),
        ("carcbot/contest/report/observed_habits.py", "# how many Tiles", "tiles"),
        ("carcbot/web/js/lobby.js", "expansions=river", "river"),
        ("native/src/bindings/module.cpp", "register_hoard(module);", "hoard"),
        ("native/CMakeLists.txt", "src/games/pot/pot.cpp", "pot"),
        ("carcbot/games/contract.py", "grove", "grove"),
    ),
)
def test_a_word_of_a_game_is_found(path: str, text: str, word: str) -> None:
    """The test above would find each that is put in where it must not be."""
    assert words_of_games(path, text) == {word}


PARALLEL = re.compile(
    r"carcbot/(games/[a-z_]+|conform/(bot|server)_checks|messages|cli(/[a-z_]+)*)/[a-z_]+[.]py"
)
"""Folders whose files are named after what they are about: a face of each game, checks of each part
of the protocol, the messages about a thing, and commands, each in the file of its own name."""
NAMESAKES = {"offers.py": "the rules of the lobby's offers, and their rows in the database"}
NOUNS = {
    "greeting": "what both sides say first",
    "lettering": "letters in a picture",
    "matchmaking": "how players find each other",
    "seating": "who sits where",
    "branching": "the name of a study",
    "deepening": "the name of a study",
    "probing": "the name of a study",
    "scaling": "the name of a study",
    "tuning": "the name of a study",
}


def modules() -> list[str]:
    """Every Python file of the package but those that make a folder a package."""
    found = (HOUSE / "carcbot").rglob("*.py")
    paths = sorted(path.relative_to(HOUSE).as_posix() for path in found)
    return [path for path in paths if not path.endswith("__init__.py")]


def namesakes(paths: list[str]) -> set[str]:
    """Names that stand for two files outside of the folders in which that has a reason."""
    names = [Path(path).name for path in paths if not PARALLEL.fullmatch(path)]
    return {name for name in names if names.count(name) > 1}


def test_no_two_files_have_one_name() -> None:
    """Who hears of a file by its name finds one, and one meaning of that name."""
    assert namesakes(modules()) == set(NAMESAKES)
    assert namesakes(["carcbot/bot/limits.py", "carcbot/net/limits.py"]) == {"limits.py"}
    assert namesakes(["carcbot/games/pot/page.py", "carcbot/games/hoard/page.py"]) == set()


def test_files_are_called_by_nouns() -> None:
    """A file is named after a thing, and not after what is being done: `journal`, not `writing`."""
    stems = {Path(path).stem for path in modules()}
    assert {stem for stem in stems if stem.endswith("ing")} <= set(NOUNS)


def test_changes_have_their_place() -> None:
    """The changelog has a place for what comes next."""
    assert "## [Unreleased]" in (HOUSE / "CHANGELOG.md").read_text()


def test_a_browser_and_a_coroutine_keep_apart(tmp_path: Path) -> None:
    """A test module that drives the browser cannot have a test that is a coroutine."""
    test = tmp_path / "test_both.py"
    test.write_text(
        "import pytest\n\n"
        '@pytest.fixture(scope="module")\ndef chromium():\n    return None\n\n'
        "def test_one(chromium):\n    assert chromium is None\n\n"
        "@pytest.mark.asyncio\nasync def test_other():\n    assert True\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    options = (
        "--rootdir",
        str(tmp_path),
        "--config-file",
        str(HOUSE / "pyproject.toml"),
        str(test),
    )
    done = subprocess.run(
        [*command, *options], cwd=HOUSE, capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    assert "test_other runs a loop where a browser runs its own" in done.stderr


def importers() -> dict[str, set[str]]:
    """By module of the package which others it imports, also those only for their types."""
    files = {
        ".".join(file.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__"): file
        for file in (HOUSE / "carcbot").rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for module, file in files.items():
        found[module] = set()
        for node in ast.walk(ast.parse(file.read_text())):
            names = imported(node) & files.keys()
            if isinstance(node, ast.ImportFrom) and len(names) > 1:
                names.discard(node.module or "")  # a module of a package, and nothing else of it
            found[module] |= names - {module}
    return found


def circles(imports: dict[str, set[str]]) -> set[str]:
    """The modules that import themselves by way of others: what is left without the others."""
    left = {module: set(names) for module, names in imports.items()}
    while ends := {module for module, names in left.items() if not names & left.keys()}:
        for module in ends:
            del left[module]
    while starts := left.keys() - set[str]().union(*left.values()):
        for module in starts:
            del left[module]
    return set(left)


def test_no_circle_of_files() -> None:
    """No two files of the package need each other, by whatever way; not for their types either."""
    assert circles(importers()) == set()


def test_a_circle_of_files_is_found() -> None:
    """The test above would find a circle of two or more, and nothing beside it."""
    imports = {"roof": {"a"}, "a": {"b"}, "b": {"c"}, "c": {"a", "ground"}, "ground": set[str]()}
    assert circles(imports) == {"a", "b", "c"}


def test_the_calendar_is_looked_at_in_one_place() -> None:
    """A referee asks the machine's calendar once, and everybody in it gets that as `Moments`."""
    net = HOUSE / "carcbot/net"
    looks = re.compile(r"\btime\.time(_ns)?\(|\bdatetime\.now\(")
    files = {
        str(file.relative_to(net)) for file in net.rglob("*.py") if looks.search(file.read_text())
    }
    assert files == {"server.py", "client/bot.py"}
