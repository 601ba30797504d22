"""How everybody played Carcassonne, looked up in the records of a contest's games."""

from dataclasses import dataclass
from typing import Any

from carcbot.arena.course import Course
from carcbot.games.carcassonne.habits import FEATURES, Habits, habits_of

__all__ = ["Watched", "watched"]

_MOST_WATCHED = 2000
"""Games that are looked at move by move: more would tell nothing new."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in the first games of a contest.

    Attributes:
        habits: How each player has played, by its name.
        games: How many games were looked at.
        of: How many there are.
    """

    habits: dict[str, Habits]
    games: int
    of: int

    def figures(self) -> dict[str, Any]:
        """All of it, for programs: points, features and figures are means of a game."""
        players = {name: each for name, each in self.habits.items() if each.games}
        return {
            "games": self.games,
            "players": {name: _figures(each) for name, each in players.items()},
        }


def watched(course: Course) -> Watched | None:
    """What was seen in the games of a contest; None if it is another game, or has not begun."""
    games = [game for result in course.counted for game in result.games]
    if course.contest.game != "carcassonne" or not games:
        return None
    seen = games[:_MOST_WATCHED]
    habits = habits_of(course.contest.names, ((game.names, game.record) for game in seen))
    return Watched(habits, len(seen), len(games))


def _figures(habits: Habits) -> dict[str, Any]:
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
