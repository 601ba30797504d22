"""Plays a contest: gives games to workers, and keeps their results."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from carcbot.arena.blocks import Game, GameResult
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.contest_team import ContestTeam, player_of
from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.errors import ProgramError

__all__ = ["admit", "course_of", "play_contest"]

_LOT_S: Final = 0.1
"""Quick games go out in batches that take about so long, so that workers wait for nobody."""
_MOST_IN_A_LOT: Final = 256
_QUICK_S: Final = 1.0
"""Where a game takes longer, nobody is given one that he does not begin at once."""

Tell = Callable[[ContestCourse], None]


def course_of(folder: ContestFolder) -> ContestCourse:
    """The contest in a folder, as far as it has been played.

    Raises:
        FileInputError: A line of its results is none of ours.
    """
    course = ContestCourse(folder.contest)
    for result in folder.results():
        course.put(result, is_kept=True)
    course.catch_up()
    return course


def play_contest(
    folder: ContestFolder,
    workers: int,
    tell: Tell,
    place: Workplace = THIS_MACHINE,
    is_enough: Callable[[], bool] = lambda: False,
) -> ContestCourse:
    """Plays a contest to its end, continuing from what is in its folder.

    Args:
        folder: Open for writing.
        workers: How many games are played at once.
        tell: Called after new results.
        place: The machine or cluster where they are played.
        is_enough: Asked before games are begun; once it says so, no more are begun.

    Raises:
        FileInputError: The folder cannot be read or written.
        ProgramError: A program cannot be started, or ends each time before it says hello.
        InternalError: A game could not be played as often as the contest allows.
    """
    course = course_of(folder)
    tell(course)
    has_programs = any(map(folder.contest.is_program, range(len(folder.contest.player))))
    starters = _Starters(folder.results() if has_programs else ())
    pace = _Pace(is_enough)
    while not (course.is_over or is_enough()):
        with place.team(player_of(folder.contest), workers) as team:
            players = ContestTeam(folder.contest, team, workers)
            _play_on(folder, course, players, pace, starters=starters, tell=tell)
        if not admit(folder, course):
            break
    return course


def admit(folder: ContestFolder, course: ContestCourse) -> bool:
    """Takes in who waits to join: from the first round on that is not drawn yet.

    Returns whether there was anybody.

    Raises:
        FileInputError: The folder cannot be read.
    """
    waiting = folder.newcomers()
    for newcomer in waiting:
        course.join(newcomer)
    if waiting:
        folder.change(course.contest)
    return bool(waiting)


def _play_on(
    folder: ContestFolder,
    course: ContestCourse,
    players: ContestTeam,
    pace: "_Pace",
    *,
    starters: "_Starters",
    tell: Tell,
) -> None:
    """Plays until everything is over, or all that was begun if that is enough or somebody waits."""
    while not course.is_over:
        if not (pace.is_enough() or folder.newcomers()):
            _give_out(course, players, pace)
        if players.is_idle:
            return
        results = players.wait()
        pace.note(results)
        starters.note(results)
        folder.add(results)
        for result in results:
            course.put(result)
        tell(course)


class _Starters:
    """Who has begun to play in some game, and so can be started.

    Args:
        results: The games so far.
    """

    def __init__(self, results: Iterable[GameResult]) -> None:
        self._names: set[str] = set()
        for result in results:
            self._names |= _began(result)

    def note(self, results: Sequence[GameResult]) -> None:
        """Takes in new results.

        Raises:
            ProgramError: A program did not get as far as its hello, and never did better. It would
                lose every game, which tells nothing of how it plays.
        """
        for result in results:
            self._names |= _began(result)
        for result in results:
            fault = result.fault
            if fault is None or not fault.at_start or result.names[fault.seat] in self._names:
                continue
            raise ProgramError(
                "\n".join([fault.what, *(f"  {line}" for line in result.last_said(fault.seat))]),
                where=f"the program {result.names[fault.seat]}",
                expected="one that says hello; when it does, the same command goes on",
            )


def _began(result: GameResult) -> set[str]:
    """Whoever has begun to play in a game."""
    fault = result.fault
    if fault is None or not (fault.at_start or fault.kind == "referee"):
        return set(result.names)
    return set()


@dataclass(slots=True)
class _Pace:
    """How long a game takes, and whether more games are begun at all."""

    is_enough: Callable[[], bool]
    seconds: float = 0.0
    games: int = 0

    def note(self, results: Iterable[GameResult]) -> None:
        """Measures finished games; those that could not be played do not count."""
        for result in results:
            if result.counts:
                self.seconds += sum(effort.seconds for effort in result.efforts)
                self.games += 1

    @property
    def game_s(self) -> float | None:
        """Seconds of a game; None if none is over."""
        return self.seconds / self.games if self.games else None

    @property
    def batch_size(self) -> int:
        """How many games are given out together."""
        if self.game_s is None:
            return 1
        return max(1, min(_MOST_IN_A_LOT, int(_LOT_S / max(self.game_s, 1e-9))))

    @property
    def is_quick(self) -> bool:
        """Whether games are so quick that a worker may have some in reserve."""
        return self.game_s is not None and self.game_s < _QUICK_S


def _give_out(course: ContestCourse, players: ContestTeam, pace: _Pace) -> None:
    """Gives every worker as much as it may have, as long as there is something to play."""
    enough = pace.batch_size + 1 if pace.is_quick else 1
    while (worker := players.least_busy(enough)) is not None:
        games: list[Game] = []
        while len(games) < pace.batch_size and (game := course.take()) is not None:
            games.append(game)
        if not games:
            return
        players.give(worker, games)
