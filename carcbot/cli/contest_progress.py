"""How far a contest is and how long it will take, in words."""

from dataclasses import dataclass

from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.statistics.sequential import verdict_after

__all__ = ["Pace", "how_far", "span", "time_to_go"]

_SPANS = ((60, "s"), (60, "min"), (24, "h"))


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace at which a contest is played now.

    Attributes:
        begun_s: When measuring began.
        games: How many games were over then.
    """

    begun_s: float
    games: int

    def seconds_a_game(self, course: ContestCourse, now_s: float) -> float | None:
        """How long one takes, with as many at once as there are; None if none has ended since."""
        ended = course.games_over - self.games
        return (now_s - self.begun_s) / ended if ended > 0 else None


def how_far(course: ContestCourse) -> str:
    """``"12 of 40 blocks, and 3 games of others"``."""
    complete = course.so_far().counted
    open_games = course.games_over - sum(each.block.games for each in complete)
    foreseen = course.foreseen_blocks
    of_all = f" of {_bound(course)}{foreseen}" if foreseen and not course.is_over else ""
    others = f", and {open_games} game{'s' * (open_games != 1)} of others" if open_games else ""
    return f"{len(complete)}{of_all} blocks{others}"


def time_to_go(course: ContestCourse, pace: Pace, now_s: float) -> str:
    """``"about 12 min to go"``; empty where nothing can be said.

    Args:
        course: How far it is.
        pace: How quickly it goes.
        now_s: By the same clock.
    """
    blocks = course.foreseen_blocks
    seconds_a_game = pace.seconds_a_game(course, now_s)
    if blocks is None or seconds_a_game is None or course.is_over:
        return ""

    def until(block: int) -> str:
        return span(seconds_a_game * (block * course.contest.seats - course.games_over))

    told = f"{_bound(course).removeprefix('about ')}about {until(blocks)} to go"
    verdict = verdict_after(course.test) if course.test is not None else None
    if verdict is None or verdict >= blocks:
        return told
    return f"{told}, {until(verdict)} if the test goes on as on average so far"


def _bound(course: ContestCourse) -> str:
    """What sort of number the blocks are that can be foreseen."""
    contest = course.contest
    if contest.format == "knockout":  # who is level there plays on
        return "at least "
    if contest.format == "ladder":  # somebody may join
        return "about "
    return "at most " if contest.sprt or contest.disqualify_after else ""


def span(seconds: float) -> str:
    """``"40 s"``, ``"12 min"``, ``"5 h"`` or ``"3 days"``."""
    left = max(seconds, 0.0)
    for most, unit in _SPANS:
        if left < 2 * most:
            return f"{left:.0f} {unit}"
        left /= most
    return f"{left:.0f} days"
