"""How games of Thurn and Taxis were played, found in their records afterwards.

The players do not know of it: a record is played again, and observed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from carcbot import _native
from carcbot.games.contract import CHANCE
from carcbot.games.thurn_and_taxis.table import table_of

__all__ = ["LENGTHS", "OFFICIALS", "TURNS", "Habits", "habits_of"]

OFFICIALS: Final = ("none", "carrier", "postmaster", "administrator", "cartwright")
"""In the thesis's order."""
LENGTHS: Final = {3: "3", 4: "4", 5: "5", 6: "6", 7: "7 and more"}
"""Of closed routes, with what tables call them."""
TURNS: Final = ("scrapped", "attached", "closed")
"""What became of the route in a turn in which a card was placed."""


@dataclass(slots=True)
class Habits:
    """How a player has played.

    Attributes:
        games: In how many games.
        turns: How many turns it had.
        decisions: How many decisions these had.
        choices: Of each turn the choices of its decisions, multiplied, added up.
        outcomes: Turns by what became of the route.
        closed: Closed routes by their length.
        officials: Officials by how often they were used.
        cards: Cards that were taken, by city; ``blind`` from the supply.
        points: At the end, added up.
    """

    games: int = 0
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    officials: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    points: int = 0

    @property
    def routes_a_game(self) -> tuple[float, ...]:
        """Closed routes in a game, by the lengths of LENGTHS."""
        return tuple(
            self.a_game(sum(n for cards, n in self.closed.items() if min(cards, 7) == length))
            for length in LENGTHS
        )

    def a_game(self, number: int) -> float:
        """So many in all, in a game."""
        return number / self.games if self.games else 0.0


def habits_of(
    names: Iterable[str], games: Iterable[tuple[Sequence[str], str]]
) -> dict[str, Habits]:
    """How each player has played.

    Args:
        names: All of them.
        games: Who sat in each seat, and the game's record.
    """
    habits = {name: Habits() for name in names}
    for seated, record in games:
        _watch([habits[name] for name in seated], record)
    return habits


def _watch(seats: Sequence[Habits], record: str) -> None:
    """Adds a game to the habits of its players."""
    _, _, options, *plies = record.split(" ")
    state = _native.thurn_and_taxis.new_game(options)
    turn: list[str] = []
    choices = 1
    for ply in plies:
        seat, number = state.to_move, state.turn
        if seat == CHANCE:
            state.apply(ply)
            continue
        habits, table = seats[seat], table_of(state)
        choices *= len(state.legal_moves())
        habits.decisions += 1
        turn.append(ply)
        official = ply if ply in OFFICIALS[1:] else table.official
        if ply == "close":
            habits.closed[len(table.seats[seat].route)] += 1
        state.apply(ply)
        if state.over or state.turn != number:
            _end_turn(habits, turn, official)
            habits.choices += choices
            turn, choices = [], 1
    for habits, points in zip(seats, state.scores(), strict=True):
        habits.games += 1
        habits.points += points


def _end_turn(habits: Habits, turn: Sequence[str], official: str) -> None:
    """Adds a turn, of which these were the decisions."""
    habits.turns += 1
    habits.officials[official] += 1
    for ply in turn:
        what, _, city = ply.partition(":")
        if what in {"take", "blind"}:
            habits.cards[city or "blind"] += 1
    if "close" in turn:
        habits.outcomes["closed"] += 1
    elif any(ply.startswith("scrap:") for ply in turn):
        habits.outcomes["scrapped"] += 1
    elif any(ply.startswith(("start:", "left:", "right:")) for ply in turn):
        habits.outcomes["attached"] += 1
