"""How games of Carcassonne were played, found in their records afterwards.

The players do not know of it: a record is played again, and observed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from carcbot import _native
from carcbot.games import extras
from carcbot.games.contract import CHANCE
from carcbot.games.extras import Figures

__all__ = ["FEATURES", "Habits", "habits_of", "habits_report", "redraws_in", "watch"]

FEATURES: Final = ("city", "road", "cloister", "garden", "field")
"""What brings points, and what figures are put on."""
_SPOTS: Final = {"c": "city", "r": "road", "m": "cloister", "g": "garden", "f": "field"}


@dataclass(slots=True)
class Habits:
    """How a player has played.

    Attributes:
        games: In how many games.
        turns: How many moves that were.
        points: Points by their source.
        features: Scored features by kind, alone or with others.
        figures: Figures by what they were put on.
        ready_turns: How many turns began with a figure in the supply.
        virtual: By turn: the sum of the scores if the games had ended after it, and how many games
            had it.
    """

    games: int = 0
    turns: int = 0
    points: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    figures: Counter[str] = field(default_factory=Counter)
    ready_turns: int = 0
    virtual: list[tuple[int, int]] = field(default_factory=list)

    @property
    def figures_a_game(self) -> float:
        """How many figures it puts on the board in a game."""
        return self.figures.total() / self.games if self.games else 0.0

    @property
    def turns_with_figure(self) -> float:
        """The share of its moves that put a figure on the board."""
        return self.figures.total() / self.turns if self.turns else 0.0

    @property
    def turns_with_figure_at_hand(self) -> float:
        """The share of its turns that began with a figure in the supply."""
        return self.ready_turns / self.turns if self.turns else 0.0

    def points_each(self, feature: str) -> float:
        """What a feature of this sort brought it on average; 0 if it had none."""
        had = self.features[feature]
        return self.points[feature] / had if had else 0.0

    @property
    def mean_virtual(self) -> list[float]:
        """The mean score by turn, from the first on, as if the games had ended after it."""
        return [total / games for total, games in self.virtual]


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
        watch([habits[name] for name in seated], record)
    return habits


def watch(seats: Sequence[Habits], record: str) -> None:
    """Adds a game, as far as it was played, to the habits of its players."""
    _, _, options, *plies = record.split(" ")
    state = _native.carcassonne.new_game(options)
    turns = [0] * len(seats)
    for ply in plies:
        mover = state.to_move
        if mover == CHANCE:
            state.apply(ply)
            continue
        habits = seats[mover]
        habits.turns += 1
        habits.ready_turns += any(state.supplies()[mover])
        state.apply(ply)
        _, plus, figure = ply.partition("+")
        if plus:
            habits.figures[_SPOTS[figure[1]]] += 1
        _add(habits.virtual, turns[mover], state.virtual_scores()[mover])
        turns[mover] += 1
    for habits in seats:
        habits.games += 1
    for _, feature, _, owners, points in state.breakdown():
        for seat in owners:
            seats[seat].points[feature] += points
            seats[seat].features[feature] += 1


def redraws_in(record: str) -> int:
    """How often a drawn tile in a game fitted nowhere, so that another one was drawn."""
    _, _, options, *plies = record.split(" ")
    state = _native.carcassonne.new_game(options)
    redraws = 0
    for ply in plies:
        drawn = state.to_move == CHANCE
        state.apply(ply)
        # after the last turn nobody moves, whatever was drawn
        redraws += drawn and state.to_move == CHANCE
    return redraws


def _add(virtual: list[tuple[int, int]], turn: int, score: int) -> None:
    if turn == len(virtual):
        virtual.append((0, 0))
    total, games = virtual[turn]
    virtual[turn] = total + score, games + 1


def habits_report(
    names: Iterable[str], games: Iterable[tuple[Sequence[str], str]]
) -> extras.Habits:
    """How each player has played, for a report; points and figures are means per game."""
    found = {name: each for name, each in habits_of(names, games).items() if each.games}

    def by_feature(count: str) -> dict[str, dict[str, float]]:
        return {
            feature: {
                name: getattr(each, count)[feature] / each.games for name, each in found.items()
            }
            for feature in FEATURES
        }

    return extras.Habits(
        figures={name: _figures(each) for name, each in found.items()},
        columns=[
            *(f"points: {each}" for each in FEATURES),
            *(f"figures: {each}" for each in FEATURES),
            "figures a game",
            "turns with a figure",
            "turns with one at hand",
        ],
        rows={name: _row(each) for name, each in found.items()},
        bars=[
            ("Points a game, by what brought them", by_feature("points")),
            ("Figures a game, by what they were put on", by_feature("figures")),
        ],
        lines=[
            (
                "Score if the game ended now, by turn",
                "own turn",
                {name: each.mean_virtual for name, each in found.items()},
            )
        ],
    )


def _figures(habits: Habits) -> Figures:
    games = habits.games
    return {
        "games": games,
        "points": {each: habits.points[each] / games for each in FEATURES},
        "features": {each: habits.features[each] / games for each in FEATURES},
        "figures": {each: habits.figures[each] / games for each in FEATURES},
        "figures_a_game": habits.figures_a_game,
        "turns": habits.turns,
        "turns_with_figure": habits.turns_with_figure,
        "turns_with_figure_at_hand": habits.turns_with_figure_at_hand,
        "virtual_by_turn": habits.mean_virtual,
    }


def _row(habits: Habits) -> list[str]:
    return [
        *(f"{habits.points[each] / habits.games:.1f}" for each in FEATURES),
        *(f"{habits.figures[each] / habits.games:.1f}" for each in FEATURES),
        f"{habits.figures_a_game:.1f}",
        f"{habits.turns_with_figure:.2f}",
        f"{habits.turns_with_figure_at_hand:.2f}",
    ]
