"""Which tests `make check` runs: those near what differs from main, or else the quick rooms.

What somebody changed is what git says: commits that main has not, files of the working tree, and
new ones. To a change belong the tests that were changed themselves, and those that name a module
that was; of the latter only the nearest, and none of the slow rooms.
"""

import re
import subprocess
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

__all__ = ["MOST", "QUICK", "SLOW", "changed_files", "nearby"]

QUICK: Final = ("arena", "bot", "games", "match", "messages", "referee", "replay", "twin")
"""Rooms that touch no socket, process or clock."""
SLOW: Final = (
    "conform",
    "deploy",
    "docs",
    "examples",
    "lab",
    "leak",
    "outside",
    "proof",
    "samples",
    "web",
)
"""Rooms whose tests start programs, browsers or whole studies."""
OF_THE_CORE: Final = ("tests/games", "tests/search", "tests/twin")
"""Where a change in the native core shows first; its own tests are run by `make test`."""
HOUSE: Final = "tests/test_house.py"
"""What is always looked at."""
MOST: Final = 12
"""So many test modules that name what was changed, at most."""


def nearby(changed: Collection[str], tests: Mapping[str, str]) -> list[str]:
    """What of the tests to run, as arguments of pytest.

    Args:
        changed: Files that differ from main.
        tests: The text of every Python file under `tests`, by its name.
    """
    own = {name for name in changed if name in tests and is_test(name)}
    modules = {name for name in changed if name.endswith(".py") and name not in own}
    named: dict[str, int] = {}
    for module in modules:
        for name in tests:
            if is_test(name) and name.split("/")[1] not in SLOW and names(tests[name], module):
                named[name] = max(named.get(name, 0), nearness(name, module))
    nearest = sorted(named.keys() - own, key=lambda name: (-named[name], name))[:MOST]
    folders: tuple[str, ...] = (
        OF_THE_CORE if any(name.startswith("native/") for name in changed) else ()
    )
    if not (own or nearest or folders):
        folders = tuple(f"tests/{room}" for room in QUICK)
    files = {name for name in (*own, *nearest) if not name.startswith(folders)}
    return [*sorted(files | {HOUSE}), *folders]


def is_test(name: str) -> bool:
    """Whether a file holds tests, and not what they stand on."""
    return name.rpartition("/")[2].startswith("test_")


def names(text: str, module: str) -> bool:
    """Whether a test names a module: it imports it, or what is in it, or replaces it."""
    parts = module.removesuffix(".py").removesuffix("/__init__").split("/")
    room, last = re.escape(".".join(parts[:-1])), re.escape(parts[-1])
    whole = rf"\b{room}\.{last}\b" if room else rf"\b{last}\b"
    return bool(re.search(rf"{whole}|\bfrom {room} import (\([^)]*|.*)\b{last}\b", text))


def nearness(test: str, module: str) -> int:
    """How many folders a test and a module have in common; its own test is nearest."""
    there = test.split("/")[1:]
    here = module.split("/")[1:]
    here[-1] = f"test_{here[-1]}"
    count = 0
    while count < min(len(here), len(there)) and here[count] == there[count]:
        count += 1
    return count


def changed_files(house: Path) -> set[str]:
    """The files that differ from main, or where there is none from HEAD; none without git."""
    for main in ("origin/main", "main", "HEAD"):
        if base := _git(house, "merge-base", "HEAD", main):
            differ = _git(house, "diff", "--name-only", "--no-renames", base[0])
            new = _git(house, "ls-files", "--others", "--exclude-standard")
            return {*differ, *new}
    return set()


def _git(house: Path, *words: str) -> list[str]:
    try:
        done = subprocess.run(
            ["git", *words], cwd=house, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return []
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


if __name__ == "__main__":
    _HOUSE = Path(__file__).parent.parent
    _TESTS = {
        str(file.relative_to(_HOUSE)): file.read_text() for file in _HOUSE.glob("tests/**/*.py")
    }
    print(*nearby(changed_files(_HOUSE), _TESTS))  # noqa: T201 - for the Makefile
