"""Agents as somebody else may write them: good ones and bad ones, for the tests of the pool."""

import math
import os
import subprocess
import time
from pathlib import Path

from carcbot.games.contract import State
from carcbot.search.budget import Budget


class First:
    """Makes the first legal move."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move."""
        del budget
        print("thinking aloud")  # noqa: T201 - somebody will
        return view.legal_moves()[0]


class Seeded:
    """Picks by its seed, and counts its moves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.moves = 0

    def choose(self, view: State, budget: Budget) -> str:
        """A move that depends on the seed and on how many were made before."""
        del budget
        moves = view.legal_moves()
        self.moves += 1
        return moves[(self.seed + self.moves) % len(moves)]


class Greedy:
    """Takes more memory than it may have."""

    def choose(self, view: State, budget: Budget) -> str:
        """Fails where there are limits."""
        del budget
        self.much = bytearray(700 * 2**20)
        return view.legal_moves()[0]


class Hurried:
    """Does not like to be given much time."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move, or none where there is more than enough time."""
        if max(budget.soft_s or 0, budget.hard_s or 0) > 30:
            raise RuntimeError(str(budget))
        return view.legal_moves()[0]


class Told:
    """Wants to be told how much time it has."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move if it has a minute at most, the last one if it has more or no limit."""
        return view.legal_moves()[0 if (budget.hard_s or math.inf) <= 60 else -1]


class Deaf:
    """Does not care about time."""

    def choose(self, view: State, budget: Budget) -> str:
        """Never."""
        del budget
        time.sleep(3600)
        return view.legal_moves()[0]


class Mortal:
    """Takes its process with it."""

    def choose(self, view: State, budget: Budget) -> str:
        """Dies."""
        del view, budget
        os._exit(3)


class Clumsy:
    """Raises."""

    def choose(self, view: State, budget: Budget) -> str:
        """Breaks."""
        del view, budget
        raise RuntimeError("a slip")


class Cheat:
    """Makes a move that the rules forbid."""

    def choose(self, view: State, budget: Budget) -> str:
        """Somewhere far away."""
        del view, budget
        return "90,90/0"


class Mute:
    """Has no way to choose."""


class Patient:
    """Takes two thirds of its time."""

    def choose(self, view: State, budget: Budget) -> str:
        """The last move, after a while."""
        assert budget.hard_s is not None
        time.sleep(budget.hard_s * 2 / 3)
        return view.legal_moves()[-1]


class Surrogate:
    """Says what cannot be encoded."""

    def choose(self, view: object, budget: object) -> str:
        """Raises."""
        del view, budget
        raise ValueError("\ud800" + "x" * 100_000)


class Sleeper:
    """Comes a little too late."""

    def choose(self, view: State, budget: Budget) -> str:
        """A move, after its time."""
        time.sleep((budget.hard_s or 0.0) + 0.12)
        return view.legal_moves()[0]


class Founder:
    """Starts a program that goes on for an hour, says its number, and hangs."""

    def choose(self, view: object, budget: object) -> str:
        """Never comes to a move."""
        del view, budget
        with subprocess.Popen(["sleep", "3600"]) as sleeper:
            Path(os.environ["FOUNDED"]).write_text(f"{sleeper.pid}\n", encoding="ascii")
            time.sleep(3600)
        return ""
