"""Single keys from a terminal."""

import os
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["Keyboard", "keyboard"]

_NAMES: Final = {
    b"\x1b[C": "right", b"\x1bOC": "right", b"\x1b[D": "left", b"\x1bOD": "left",
    b"\x1b[A": "up", b"\x1bOA": "up", b"\x1b[B": "down", b"\x1bOB": "down",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home",
    b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end",
    b"\r": "enter", b"\n": "enter",
}  # fmt: skip


class Keyboard:
    """A terminal that gives keys one by one.

    Args:
        terminal: Its descriptor.
    """

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal

    def keys(self, wait_s: float | None) -> list[str]:
        """The keys that were pressed within this time; ``q`` if the terminal is gone."""
        ready, _, _ = select.select([self._terminal], [], [], wait_s)
        if not ready:
            return []
        raw = os.read(self._terminal, 64)
        if not raw:
            return ["q"]
        if raw in _NAMES:
            return [_NAMES[raw]]
        if raw.startswith(b"\x1b"):
            return []
        return ["enter" if each in "\r\n" else each for each in raw.decode("ascii", "ignore")]


@contextmanager
def keyboard(terminal: int) -> Iterator[Keyboard]:
    """The terminal's keys without waiting for a line and without echo; afterwards as it was."""
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield Keyboard(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
