"""Results of contests that nobody has played: each test says who wins."""

from collections.abc import Callable, Sequence

import msgspec

from carcbot.arena.blocks import Fault, Game, GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.contest_file import check_contest

__all__ = ["Judge", "by_strength", "contest_of", "crashed", "play", "result_of"]

Judge = Callable[[Game], Sequence[int]]
"""The points of each seat of a game."""


def contest_of(players: int, **settings: object) -> Contest:
    """A contest of so many players, who are called p0, p1, ..."""
    entrants = tuple(Entrant(f"p{number}", "random") for number in range(players))
    return check_contest(Contest(player=entrants, **settings), "a test")  # type: ignore[arg-type]


def by_strength(game: Game) -> list[int]:
    """Who has the lower number always wins, wherever it sits."""
    return [100 - player for player in game.players]


def result_of(
    contest: Contest, game: Game, points: Sequence[int], fault: Fault | None = None
) -> GameResult:
    """How a game ended, by the points alone."""
    return GameResult(
        block=game.block.number,
        game=game.number,
        names=tuple(contest.names[player] for player in game.players),
        scores=tuple(points),
        places=tuple(1 + sum(other > own for other in points) for own in points),
        record=f"carcassonne/1 game seats={len(points)}",
        fault=fault,
        attempt=game.attempt,
    )


def crashed(contest: Contest, game: Game, points: Sequence[int], player: int) -> GameResult:
    """A game that this player has ended by a crash: it is last, whatever the points were then."""
    seat = game.players.index(player)
    result = result_of(contest, game, points, Fault("crash", "x", seat))
    last = len(points)
    places = tuple(last if at == seat else 1 for at in range(last))
    return msgspec.structs.replace(result, places=places)


def play(contest: Contest, judge: Judge = by_strength, most: int = 10**6) -> ContestCourse:
    """A contest played to its end, or until so many games are over."""
    course = ContestCourse(contest)
    for _ in range(most):
        game = course.take()
        if game is None:
            break
        course.put(result_of(contest, game, judge(game)))
    return course
