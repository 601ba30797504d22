"""How everybody played, looked up in the records of a contest's games by the game itself."""

from dataclasses import dataclass
from typing import Any

from carcbot.arena.course import Course
from carcbot.games import registry
from carcbot.games.belongings import Habits

__all__ = ["Watched", "watched"]

_MOST_WATCHED = 2000
"""Games that are looked at move by move: more would tell nothing new."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in the first games of a contest.

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


def watched(course: Course) -> Watched | None:
    """What was seen in the games of a contest; None if its game tells nothing, or none is over."""
    games = [game for result in course.counted for game in result.games]
    habits_of = registry.get(course.contest.game).habits
    if habits_of is None or not games:
        return None
    seen = games[:_MOST_WATCHED]
    habits = habits_of(course.contest.names, ((game.names, game.record) for game in seen))
    return Watched(habits, len(seen), len(games))
