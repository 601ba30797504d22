"""Where the pages are that hints name: docs and protocol, beside the package or in it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import carcbot

__all__ = ["PAGES", "where_they_are"]

_PACKAGE: Final = Path(carcbot.__file__).parent
PAGES: Final[Path | None] = next(
    (each for each in (_PACKAGE / "pages", _PACKAGE.parent) if (each / "docs").is_dir()), None
)
"""The folder of docs and protocol: a wheel's, or the checkout; None if there is neither."""
_PAGE: Final = re.compile(r"\b(?:docs|protocol)/[\w./-]*\w")


def where_they_are(text: str) -> Iterator[str]:
    """For each page that the text names, and that does not lie here, a line that says where."""
    for page in dict.fromkeys(_PAGE.findall(text)):
        if PAGES is not None and not Path(page).exists() and (PAGES / page).exists():
            yield f"{page} is {PAGES / page}"
