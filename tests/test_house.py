"""Tests of the house itself: what a newcomer meets before any code of ours runs."""

import ast
import re
import shutil
import subprocess
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
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in wanted}
    contributing = (HOUSE / "CONTRIBUTING.md").read_text()
    assert set(re.findall(r"^\| `([\w-]+)` \|", contributing, flags=re.MULTILINE)) == names


def test_license_is_there() -> None:
    """The licence that pyproject.toml names lies beside it."""
    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert "Version 2.0, January 2004" in (HOUSE / "LICENSE").read_text()


def test_only_the_roof_and_the_games_know_the_core() -> None:
    """The compiled module is reached through games and search; only cli asks how it was built."""
    allowed = {"cli", "games", "net", "search"}
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


def test_changes_have_their_place() -> None:
    """The changelog has a place for what comes next."""
    assert "## [Unreleased]" in (HOUSE / "CHANGELOG.md").read_text()
