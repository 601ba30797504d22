"""An agent of somebody's own that looks everywhere for what it should not know."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from carcbot.games.contract import View, determinized
from carcbot.search.budget import Budget

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["FOUND", "MOVES", "Follower", "Spy", "by_the_text"]

FOUND = "CARCBOT_SPY"
"""The variable of the environment that names the file in which a spy notes what it has found."""
MOVES = "CARCBOT_MOVES"
"""The variable that has the moves of each seat for followers, as JSON."""

_OURS = ("carcbot.", "__main__", __name__)
"""Modules of the worker, of games, and of this agent."""


def by_the_text(view: View) -> str:
    """A move that depends on all that the view tells, and on nothing else."""
    moves = view.legal_moves()
    return moves[crc32(view.text.encode()) % len(moves)]


class Spy:
    """Notes every text that it can reach from where it is called, and moves by its view."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.known = ""

    def choose(self, view: View, budget: Budget) -> str:
        """A move that depends on all that the view tells."""
        del budget  # it has times in it
        self.known = view.text  # as agents do that go on from what they have thought
        found = [f"seed {self.seed}", *_texts(view, 3), determinized(view, 1).text]
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_locals is not frame.f_globals:
            for name, value in sorted(frame.f_locals.items()):
                found += [f"{name}: {text}" for text in _texts(value, 4)]
            frame = frame.f_back
        with Path(os.environ[FOUND]).open("a") as file:
            file.write(json.dumps(found) + "\n")
        return by_the_text(view)


class Follower:
    """Makes the moves that it is to make, and after these the first there is."""

    def __init__(self) -> None:
        self._made = 0

    def choose(self, view: View, budget: Budget) -> str:
        """The next move of its seat."""
        del budget
        moves = json.loads(os.environ[MOVES])[view.seat]  # type: ignore[attr-defined]
        self._made += 1
        return str(moves[self._made - 1]) if self._made <= len(moves) else view.legal_moves()[0]


def _texts(value: object, deep: int) -> Iterator[str]:
    """All texts in something of ours, and in what it leads to."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts([*value.keys(), *value.values()], deep)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from _texts(part, deep)
    elif deep and type(value).__module__.startswith(_OURS):
        for name in dir(value):
            part = getattr(value, name, None)
            if not name.startswith("__") and not callable(part):
                yield from _texts(part, deep - 1)
