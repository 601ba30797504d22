"""Agents as somebody else may write them, for the tests of contests."""

import os
import time

from carcbot.games.contract import State
from carcbot.search.budget import Budget

_games: list[str] = []
"""What a process remembers of the games that were played in it."""


class Memoriser:
    """Remembers every game: where it has seen one before, it makes a move that nobody may make."""

    def __init__(self) -> None:
        _games.append("another")

    def choose(self, view: State, budget: Budget) -> str:
        """The first move, or nonsense if anything is remembered."""
        del budget
        return view.legal_moves()[0] if len(_games) == 1 else "I know this deck"


class Twin:
    """Plays like Memoriser, and remembers nothing."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move."""
        del budget
        return view.legal_moves()[0]


class Patient:
    """Wants to have all of its time for its first move."""

    def choose(self, view: State, budget: Budget) -> str:
        """The first move, or nonsense where it may not use half a minute."""
        return view.legal_moves()[0] if (budget.hard_s or 0) > 30 else "in a hurry"


class _Later:
    """Plays some moves, and then does something else."""

    def __init__(self) -> None:
        self.left = 3

    def choose(self, view: State, budget: Budget) -> str:
        """The first move, or something else."""
        del budget
        self.left -= 1
        return view.legal_moves()[0] if self.left >= 0 else self.otherwise()

    def otherwise(self) -> str:
        """What it does then."""
        raise NotImplementedError


class Cheat(_Later):
    """Makes a move that is not allowed."""

    def otherwise(self) -> str:
        """Far away."""
        return "90,90/0"


class Mortal(_Later):
    """Takes its process with it."""

    def otherwise(self) -> str:
        """Dies."""
        os._exit(3)


class Clumsy(_Later):
    """Raises."""

    def otherwise(self) -> str:
        """Breaks."""
        raise RuntimeError("a slip")


class Slow(_Later):
    """Does not care about time."""

    def otherwise(self) -> str:
        """Sleeps."""
        time.sleep(60)
        return ""


class Tardy(Twin):
    """Takes half a second for one of its moves."""

    def __init__(self) -> None:
        self.made = 0

    def choose(self, view: State, budget: Budget) -> str:
        """The first move, now or later."""
        self.made += 1
        if self.made == 3:
            time.sleep(0.5)
        return super().choose(view, budget)
