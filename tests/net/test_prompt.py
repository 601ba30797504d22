"""Tests of carcbot.net.prompt."""

import subprocess
import sys

PROGRAM = """
import gc, statistics, threading, time
from carcbot.net.prompt import be_prompt

def compute():
    while True:
        sum(range(1000))

def waits():
    threading.Thread(target=compute, daemon=True).start()
    found = []
    for _ in range(60):
        then = time.monotonic()
        time.sleep(0.001)
        found.append(time.monotonic() - then - 0.001)
    return statistics.median(found)

usual = waits()
be_prompt()
print(usual / waits(), gc.get_freeze_count() > 0)
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
        [sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True, timeout=60
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
        [sys.executable, "-c", YOUNG], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True"]


def test_prompt() -> None:
    """After a sleep a process waits for threads that compute far less than usual."""
    ratios = []
    for _ in range(5):  # where all cores are busy, waits are the system's more than the threads'
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60
        )
        ratio, is_frozen = done.stdout.split()
        assert is_frozen == "True"
        ratios.append(float(ratio))
        if ratios[-1] > 1.5:  # though two threads compute then, and not one
            return
    raise AssertionError(ratios)
