"""Playing a contest: games go out to the workers, results come in and are kept."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from carcbot.arena.blocks import Game, GameResult
from carcbot.arena.course import Course
from carcbot.lab.matches.crew import Crew, player_of
from carcbot.lab.matches.folder import ContestFolder
from carcbot.lab.workers.processes import THIS_MACHINE
from carcbot.lab.workers.workplace import Workplace

__all__ = ["admit", "course_of", "play_contest"]

_LOT_S: Final = 0.1
"""Quick games go out in lots that take about so long, so that workers wait for nobody."""
_MOST_IN_A_LOT: Final = 256
_QUICK_S: Final = 1.0
"""Where a game takes longer, nobody is given one that he does not begin at once."""

Tell = Callable[[Course], None]


def course_of(folder: ContestFolder) -> Course:
    """How far the contest in a folder is.

    Raises:
        FileInputError: A line of its results is none of ours.
        InternalError: A game could not be played as often as the contest allows.
    """
    course = Course(folder.contest)
    for result in folder.results():
        course.put(result)
    course.catch_up()
    return course


def play_contest(
    folder: ContestFolder,
    workers: int,
    tell: Tell,
    place: Workplace = THIS_MACHINE,
    is_enough: Callable[[], bool] = lambda: False,
) -> Course:
    """Plays a contest to its end, going on from what is in its folder.

    Args:
        folder: Open for writing.
        workers: How many games are played at once.
        tell: Is called whenever there is something new.
        place: Where they play.
        is_enough: Asked before games are begun; when it says so, only those end that go on.

    Raises:
        FileInputError: The folder cannot be read or written.
        InternalError: A game could not be played as often as the contest allows.
    """
    course = course_of(folder)
    tell(course)
    pace = _Pace(is_enough)
    while not (course.is_over or is_enough()):
        with place.team(player_of(folder.contest), workers) as team:
            _play_on(folder, course, Crew(folder.contest, team, workers), pace, tell)
        if not admit(folder, course):
            break
    return course


def admit(folder: ContestFolder, course: Course) -> bool:
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


def _play_on(folder: ContestFolder, course: Course, crew: Crew, pace: "_Pace", tell: Tell) -> None:
    """Plays until everything is over, or all that was begun if that is enough or somebody waits."""
    while not course.is_over:
        if not (pace.is_enough() or folder.newcomers()):
            _give_out(course, crew, pace)
        if crew.is_idle:
            return
        results = crew.wait()
        pace.note(results)
        folder.add(results)
        for result in results:
            course.put(result)
        tell(course)


@dataclass(slots=True)
class _Pace:
    """How long a game takes, and whether more are begun at all."""

    is_enough: Callable[[], bool]
    seconds: float = 0.0
    games: int = 0

    def note(self, results: Iterable[GameResult]) -> None:
        """Takes in games; those that nobody could play say nothing."""
        for result in results:
            if result.counts:
                self.seconds += sum(effort.seconds for effort in result.efforts)
                self.games += 1

    @property
    def game_s(self) -> float | None:
        """Seconds of a game; None if none is over."""
        return self.seconds / self.games if self.games else None

    @property
    def lot(self) -> int:
        """How many games go out together."""
        if self.game_s is None:
            return 1
        return max(1, min(_MOST_IN_A_LOT, int(_LOT_S / max(self.game_s, 1e-9))))

    @property
    def is_quick(self) -> bool:
        """Whether a worker may have games that it does not begin at once."""
        return self.game_s is not None and self.game_s < _QUICK_S


def _give_out(course: Course, crew: Crew, pace: _Pace) -> None:
    """Gives every worker as much as it may have, as long as there is something to play."""
    enough = pace.lot + 1 if pace.is_quick else 1
    while (worker := crew.least_busy(enough)) is not None:
        games: list[Game] = []
        while len(games) < pace.lot and (game := course.take()) is not None:
            games.append(game)
        if not games:
            return
        crew.give(worker, games)
