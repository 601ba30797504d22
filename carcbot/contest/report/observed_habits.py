"""How the players played, as the game itself finds it in the records of a contest."""

from dataclasses import dataclass
from typing import Any

from carcbot.arena.contest_course import ContestCourse
from carcbot.games import registry
from carcbot.games.extras import Habits

__all__ = ["ObservedHabits", "observed_habits"]

_MOST_WATCHED = 2000
"""Games that are looked at move by move: more would tell nothing new."""


@dataclass(frozen=True, slots=True)
class ObservedHabits:
    """How players played in the first games of a contest.

    Attributes:
        habits: How each player has played.
        games: How many games were looked at.
        of: How many there are.
    """

    habits: Habits
    games: int
    of: int

    def figures(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {"games": self.games, "players": dict(self.habits.figures)}


def observed_habits(course: ContestCourse) -> ObservedHabits | None:
    """How the players of a contest played; None if its game cannot tell, or no game is over."""
    games = [game for result in course.counted for game in result.games]
    habits_of = registry.get(course.contest.game).habits
    if habits_of is None or not games:
        return None
    seen = games[:_MOST_WATCHED]
    habits = habits_of(course.contest.names, ((game.names, game.record) for game in seen))
    return ObservedHabits(habits, len(seen), len(games))
