"""What the terminal can do, and drawing on it."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Literal

import click

from carcbot.games.contract import LEAST_WIDTH, Colour, Paper

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = [
    "ColourChoice",
    "colour_of",
    "is_terminal",
    "other_screen",
    "paper",
    "progress",
    "redraw",
    "size",
    "speaks_unicode",
    "table",
]

ColourChoice = Literal["auto", "always", "never"]

# Every character beyond ASCII that pictures are drawn with stands for its block of Unicode.
_SAMPLE = "▒─┼═╬▶┏"
_PLAIN_SIZE = (80, 24)
_LONG = 1.0
# the second screen without cursor and line breaks of its own, and back
_OTHER_SCREEN, _FIRST_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether the stream is a terminal that can move its cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def colour_of(choice: ColourChoice, stream: IO[str] | None) -> Colour:
    """The colours to draw with: for `auto` those that the terminal has, if it wants any."""
    if choice == "never":
        return "none"
    if choice == "auto" and (os.environ.get("NO_COLOR") or not is_terminal(stream)):
        return "none"
    return "truecolor" if os.environ.get("COLORTERM") in {"truecolor", "24bit"} else "256"


def speaks_unicode(stream: IO[str] | None) -> bool:
    """Whether the stream's encoding has the characters that pictures are drawn with."""
    try:
        _SAMPLE.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def size(stream: IO[str] | None) -> tuple[int, int]:
    """Columns and rows to draw in: the terminal's, else 80 by 24; never too few for a picture."""
    columns, rows = shutil.get_terminal_size(_PLAIN_SIZE) if is_terminal(stream) else _PLAIN_SIZE
    return max(columns, LEAST_WIDTH), rows


def paper(width: int | None = None, height: int | None = None) -> Paper:
    """The paper for pictures on stdout: as wide as the terminal by default."""
    return Paper(
        width or size(sys.stdout)[0],
        height,
        colour_of("auto", sys.stdout),
        speaks_unicode(sys.stdout),
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> Iterator[str]:
    """Columns side by side: the first so many hold text, the others numbers."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [
            cell.ljust(width) if at < texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


@contextmanager
def other_screen() -> Iterator[None]:
    """The terminal's second screen, on which nothing scrolls; afterwards the first as it was."""
    click.echo(_OTHER_SCREEN, nl=False, color=True)
    try:
        yield
    finally:
        click.echo(_FIRST_SCREEN, nl=False, color=True)
        sys.stdout.flush()


def redraw(lines: Sequence[str], rows: int) -> None:
    """Replaces the content of the other screen by these lines, as many as it has rows."""
    # Lines are overwritten and not cleared first, so that nothing flickers.
    picture = f"{_CLEAR_LINE}\n".join(lines[:rows])
    click.echo(f"{_HOME}{picture}{_CLEAR_LINE}{_CLEAR_BELOW}", nl=False, color=True)
    sys.stdout.flush()


@contextmanager
def progress(label: str, steps: int) -> Iterator[Callable[[], None]]:
    """Yields what is to be called after each step; when it takes long, a bar shows on stderr."""
    start = time.monotonic()
    done = 0
    bar: Progress | None = None

    def step() -> None:
        nonlocal done, bar
        done += 1
        if bar is None and is_terminal(sys.stderr) and time.monotonic() - start > _LONG:
            # imported only now, for that takes longer than most commands
            from rich.console import Console
            from rich.progress import Progress as Bar

            bar = Bar(console=Console(stderr=True), transient=True)
            bar.add_task(label, total=steps)
            bar.start()
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()
