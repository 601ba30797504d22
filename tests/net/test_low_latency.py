"""Tests of carcbot.net.low_latency."""

import subprocess
import sys

from tests.waiting import PATIENCE_S


def told_by(script: str) -> list[str]:
    """The words that a script prints in a process of its own."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    return done.stdout.split()


SETTINGS = """
import gc, sys
from carcbot.net.low_latency import set_up_low_latency

usual = sys.getswitchinterval()
set_up_low_latency()
print(sys.getswitchinterval() < usual / 5, gc.get_freeze_count() > 0)
"""

CYCLES = """
import gc, weakref
from carcbot.net.low_latency import set_up_low_latency, collect_garbage

class Left:
    def __init__(self):
        self.me = self

def stays():
    left = Left()
    gc.collect(1)  # what has lived for a while is not looked at any more
    seen = weakref.ref(left)
    del left
    collect_garbage()
    return seen() is not None

gc.disable()
gc.freeze()  # as whoever else may do
print(stays())
set_up_low_latency()
print(stays())
"""


def test_clearing_up() -> None:
    """What a match has left is taken away, in a process that is set up for it."""
    told = told_by(CYCLES)
    assert told == ["True", "False"]


YOUNG = """
import gc
from carcbot.net.low_latency import set_up_low_latency

set_up_low_latency()
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
    told = told_by(YOUNG)
    assert told == ["True", "True"]


def test_prompt() -> None:
    """A thread that computes gives the interpreter back far sooner; what was imported stays.

    What that is worth to an event loop is judged by `make proof NAME=clock`.
    """
    told = told_by(SETTINGS)
    assert told == ["True", "True"]


KEPT = """
import ctypes
from carcbot.net.low_latency import keep_freed_memory

def resident_mib():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * 4096 >> 20

malloc, free, fill = (getattr(ctypes.CDLL(None), name) for name in ("malloc", "free", "memset"))
malloc.restype, free.argtypes, free.restype = ctypes.c_void_p, [ctypes.c_void_p], None
fill.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]

def left_of(pieces, size_mib):
    before = resident_mib()
    taken = (ctypes.c_void_p * pieces)()  # a list would grow, and come to lie above the pieces
    for number in range(pieces):
        taken[number] = malloc(size_mib << 20)
        fill(taken[number], 1, size_mib << 20)
    for number in reversed(range(pieces)):
        free(taken[number])
    return resident_mib() - before

keep_freed_memory()
print(left_of(40, 1), left_of(400, 1), left_of(2, 100))
"""


def test_memory_is_kept_within_limits() -> None:
    """Freed memory stays for the next search as long as it is not much; what is large goes."""
    told = told_by(KEPT)
    some, much, large = map(int, told)
    assert some > 30
    assert some + much < 70
    assert large < 5
