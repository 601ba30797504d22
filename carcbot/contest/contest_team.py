"""The workers that play a contest: each gets some games at a time, and reports their results.

When a worker dies, the first game that it has not reported is played again; its other games go to
its replacement.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from carcbot.arena.blocks import Game, GameResult
from carcbot.arena.contest import Contest
from carcbot.contest.any_game import play_game, unplayed_game
from carcbot.contest.seating import Seating
from carcbot.contest.workers.workplace import Team, WorkerDied
from carcbot.net.clock import now_ns
from carcbot.net.process.program import check_program
from carcbot.search.program_agent import command_of

__all__ = ["ContestTeam", "player_of"]

_TELLS_AFTER_NS: Final = 200_000_000
"""Who has played so long tells what he has, though he was given more."""

Batch = Sequence[Game]


class ContestTeam:
    """A team of workers that plays a contest.

    Args:
        contest: Whose games they play.
        team: Of workers whose work is `player_of` the contest.
        size: How many they are.
    """

    def __init__(self, contest: Contest, team: Team[Batch, list[GameResult]], size: int) -> None:
        self._contest = contest
        self._team = team
        self._given: list[deque[Batch]] = [deque() for _ in range(size)]

    def least_busy(self, fewer_than: int) -> int | None:
        """The worker with the fewest games to play; None if these are not fewer than so many."""
        games = [sum(map(len, batches)) for batches in self._given]
        number = min(range(len(games)), key=games.__getitem__)
        return number if games[number] < fewer_than else None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being played."""
        return not any(self._given)

    def give(self, worker: int, games: Batch) -> None:
        """Gives a worker games to play after those that it has."""
        self._given[worker].append(games)
        self._team.give(worker, games)

    def wait(self) -> list[GameResult]:
        """Waits until a worker reports results; returns them."""
        told: list[GameResult] = []
        for worker, answer in self._team.wait():
            if isinstance(answer, WorkerDied):
                told.append(self._lost(worker, answer))
                continue
            told.extend(answer)
            batch = self._given[worker].popleft()
            if len(answer) < len(batch):
                self.give(worker, batch[len(answer) :])
        return told

    def _lost(self, worker: int, gone: WorkerDied) -> GameResult:
        lost, *others = [game for batch in self._given[worker] for game in batch]
        self._given[worker].clear()
        if others:
            self.give(worker, others)
        how = f"the process that played it {gone.how}"
        return unplayed_game(Seating(self._contest, lost), how)


def player_of(contest: Contest) -> Callable[[Batch], list[GameResult]]:
    """What each worker does: it plays games and returns their results, of the first one at least.

    It raises ProgramError where a program that takes part is not on the machine.
    """
    return partial(_play, contest)


def _play(contest: Contest, games: Batch) -> list[GameResult]:
    for number, player in enumerate(contest.player):
        if contest.is_program(number):
            check_program(command_of(player.agent))
    results: list[GameResult] = []
    begun_ns = now_ns()
    for game in games:
        results.append(play_game(contest, game))
        if now_ns() - begun_ns >= _TELLS_AFTER_NS:
            break
    return results
