"""Tests of carcbot.net.prompt."""

import subprocess
import sys

from tests.waiting import PATIENCE_S

SETTINGS = """
import gc, sys
from carcbot.net.prompt import be_prompt

usual = sys.getswitchinterval()
be_prompt()
print(sys.getswitchinterval() < usual / 5, gc.get_freeze_count() > 0)
"""

CYCLES = """
import gc, weakref
from carcbot.net.prompt import be_prompt, clear_up

class Left:
    def __init__(self):
        self.me = self

def stays():
    left = Left()
    gc.collect(1)  # what has lived for a while is not looked at any more
    seen = weakref.ref(left)
    del left
    clear_up()
    return seen() is not None

gc.disable()
print(stays())
be_prompt()
print(stays())
"""


def test_clearing_up() -> None:
    """What a match has left is taken away, in a process that is set up for it."""
    done = subprocess.run(
        [sys.executable, "-c", CYCLES],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.split() == ["True", "False"]


YOUNG = """
import gc
from carcbot.net.prompt import be_prompt

be_prompt()
looked_at = []

def note(phase, info):
    if phase == "start" and info["generation"] == 1:
        looked_at.append(len(gc.get_objects(0)) + len(gc.get_objects(1)))

gc.callbacks.append(note)
kept = [[] for _ in range(100_000)]
print(len(looked_at) > 9, max(looked_at) < 5_000)
"""


def test_short_looks() -> None:
    """What is neither old nor new is never so much that to look at it takes milliseconds."""
    done = subprocess.run(
        [sys.executable, "-c", YOUNG],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.split() == ["True", "True"]


def test_prompt() -> None:
    """A thread that computes gives the interpreter back far sooner; what was imported stays.

    What that is worth to an event loop is judged by `make proof NAME=clock`.
    """
    done = subprocess.run(
        [sys.executable, "-c", SETTINGS],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.split() == ["True", "True"]
