"""Single keys from a terminal."""

import os
import re
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
_KEY: Final = re.compile(rb"\x1b\[\[?[0-?]*[ -/]*[@-~]|\x1bO.|\x1b[^\x1b]|.", re.DOTALL)
"""One key, alone or with Alt; several may have been pressed before they are read."""
_AT_ONCE: Final = 1024


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
        raw = more = os.read(self._terminal, _AT_ONCE)
        while len(more) == _AT_ONCE and select.select([self._terminal], [], [], 0)[0]:
            more = os.read(self._terminal, _AT_ONCE)  # or a key might be cut in two
            raw += more
        if not raw:
            return ["q"]
        return [name for key in _KEY.findall(raw) if (name := _name_of(key))]


def _name_of(key: bytes) -> str:
    """What a key is called; empty if it has no name here."""
    if key in _NAMES:
        return _NAMES[key]
    return "" if key.startswith(b"\x1b") else key.decode("ascii", "ignore")


@contextmanager
def keyboard(terminal: int) -> Iterator[Keyboard]:
    """The terminal's keys without waiting for a line and without echo; afterwards as it was."""
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield Keyboard(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
