"""docs/glossary.md names things that exist, each once, and every reader is led to it."""

import importlib
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
PAGE = (HOUSE / "docs" / "glossary.md").read_text()
ROWS = re.findall(r"^\| ([a-z ]+) \| (.+) \| `(carcbot[\w.]+)` \|$", PAGE, re.MULTILINE)
WORDS = [word for word, _, _ in ROWS if word != "word"]


@pytest.mark.parametrize(("word", "name"), [(word, name) for word, _, name in ROWS])
def test_what_stands_in_code_is_there(word: str, name: str) -> None:
    """The name behind each word can be imported."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        path = HOUSE.joinpath(*parts[:length])
        if path.with_suffix(".py").exists() or (path / "__init__.py").exists():
            found = importlib.import_module(".".join(parts[:length]))
            for attribute in parts[length:]:
                found = getattr(found, attribute)
            return
    pytest.fail(f"{word}: there is no {name}")


def test_each_word_stands_once() -> None:
    """Every row of the tables is read, and no word has two meanings."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    heads = [line for line in rows if line.startswith(("| word", "| ---"))]
    assert len(ROWS) == len(rows) - len(heads) > 30
    assert len(set(WORDS)) == len(WORDS)


def test_readers_are_led_to_it() -> None:
    """Who reads the first pages finds the words explained."""
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "(docs/glossary.md)" in (HOUSE / page).read_text()
