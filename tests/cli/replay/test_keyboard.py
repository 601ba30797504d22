"""Tests of carcbot.cli.replay.keyboard: keys have names, and the terminal is left as it was."""

import os
import pty
import termios

from carcbot.cli.replay.keyboard import keyboard


def test_keys() -> None:
    """Characters come as they are, other keys by name, nothing when the time is over."""
    terminal, other = pty.openpty()
    before = termios.tcgetattr(other)
    with keyboard(other) as keys:
        assert keys.keys(0) == []
        for raw, expected in (
            (b"n", ["n"]),
            (b"42\r", ["4", "2", "enter"]),
            (b"\x1b[C", ["right"]),
            (b"\x1bOD", ["left"]),
            (b"\x1b[H", ["home"]),
            (b"\x1b[4~", ["end"]),
            (b"\x1b[99~", []),
            (b"\n", ["enter"]),
            (b"\x1b[C\x1b[C\x1bOD", ["right", "right", "left"]),
            (b"n\x1b[C\x1b[1~5", ["n", "right", "home", "5"]),
            (b"\x1b", []),
            (b"\x1b\x1b[D", ["left"]),
            (b"\x1bq\x1b[[A\x1b[<0;3;4M\x1b[1;5C2", ["2"]),
            (b"\x1b[C" * 700, ["right"] * 700),
            ("é1".encode(), ["1"]),
        ):
            os.write(terminal, raw)
            assert keys.keys(5) == expected
    assert termios.tcgetattr(other) == before
    os.close(terminal)
    os.close(other)
