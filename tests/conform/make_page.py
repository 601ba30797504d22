"""Writes the lists of checks in protocol/conformance.md anew.

python -m tests.conform.make_page
"""

import re
from pathlib import Path
from typing import Any

from carcbot.conform.bot_checks import BOT
from carcbot.conform.kit import Book
from carcbot.conform.server_checks import SERVER

__all__ = ["BOOKS", "PAGE", "section"]

PAGE = Path(__file__).parents[2] / "protocol" / "conformance.md"
BOOKS: dict[str, Book[Any]] = {"a referee": SERVER, "a bot": BOT}


def section(side: str) -> str:
    """The list of one side, as it stands on the page."""
    rows = "".join(f"| `{each.name}` | {each.sentence} |\n" for each in BOOKS[side].checks)
    count = f"There are {len(BOOKS[side].checks)}."
    return f"## The checks of {side}\n\n{count}\n\n| check | what is right |\n| --- | --- |\n{rows}"


def main() -> None:
    """Writes them."""
    page = PAGE.read_text("utf-8")
    for side in BOOKS:
        pattern = rf"## The checks of {side}\n\n(?:There are \d+\.\n\n)?(?:\|.*\n)*"
        page = re.sub(pattern, lambda _, side=side: section(side), page)  # type: ignore[misc]
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
