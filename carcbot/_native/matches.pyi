"""Whole games between searches: what all games share."""

from collections.abc import Sequence

import carcbot.search.budget

import carcbot._native.search


class Chance:
    """Draws that are the same again in a game with other seats."""

    def __init__(self, seed: int, *, one_deck: bool) -> None: ...

    def pick(self, weights: Sequence[int], mover: int) -> int:
        """
        Which of outcomes with these weights comes, after a move of this seat (-1: of none).
        """

class Player:
    """Who plays a seat, and what a decision may cost."""

    def __init__(self, searcher: carcbot._native.search.Searcher, budget: carcbot.search.budget.Budget) -> None: ...

class Effort:
    """What a seat's decisions have cost."""

    @property
    def decisions(self) -> int:
        """How many there were."""

    @property
    def nodes(self) -> int:
        """Positions stored or looked at."""

    @property
    def simulations(self) -> int:
        """Random games begun from the tree."""

    @property
    def thinking_ns(self) -> int:
        """Nanoseconds of all decisions."""

    @property
    def longest_ns(self) -> int:
        """Nanoseconds of the longest one."""

class Played:
    """A game that was played."""

    @property
    def plies(self) -> str:
        """Draws and moves, with spaces between them."""

    @property
    def scores(self) -> list[int]:
        """Points of each seat."""

    @property
    def ranking(self) -> list[int]:
        """The place of each seat."""

    @property
    def efforts(self) -> list[Effort]:
        """What each seat's decisions have cost."""

    @property
    def late(self) -> int:
        """The seat that took too long; -1 if none did."""

    @property
    def over_ns(self) -> int:
        """By how much it did."""
