"""Proof that a round robin of quick agents is bound by its games: 2,000 a second and core.

Four agents play it as `carcbot tournament run` does: by the same runner, in a process for each
core, with a folder and every record in it. First all four are greedy; then two of them move at
random; then two search, with a limit of simulations. What counts is the processor time of
everything, the runner and the start of its workers included; there are so many games that their
start counts little.

The bars: of greedy agents 2,000 complete games for a second of one core; of those that search 90 %
of all that time in native code, which plays a whole game in one call. How long these calls take is
measured in the workers. Every game must be there, ended by the rules, and a part of the records is
played again.

`python -m tests.proof.round_robin --short` plays a few games, and judges only that.
"""

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from carcbot import _native
from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.reading import check_contest
from carcbot.games.record import GameRecord
from carcbot.lab.matches.folder import ContestFolder
from carcbot.lab.matches.runner import play_contest
from carcbot.lab.workers.processes import THIS_MACHINE, ProcessTeam

SEARCH = "mcts:sims=500"
CONTESTS = {
    # who plays, and how many games of them stand for one of the quickest
    "greedy": (("greedy", "greedy", "greedy", "greedy"), 1),
    "greedy and random": (("greedy", "random", "greedy", "random"), 1),
    "searching": ((SEARCH, SEARCH, SEARCH, SEARCH), 200),
}
BAR_RATE = 2000
BAR_NATIVE = 0.9
_REPLAYED = 500
_PAIRS = 6

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Meter:
    """Measures how long a process is in the native calls that play games.

    Attributes:
        file: Where it writes that down after each task.
        native_s: Processor time in these calls.
    """

    file: Path
    native_s: float = 0.0

    def begin(self) -> None:
        """From now on the calls are measured."""
        play_game: Callable[..., object] = _native.carcassonne.play_game

        def measured(*arguments: object) -> object:
            begun_s = time.thread_time()
            played = play_game(*arguments)
            self.native_s += time.thread_time() - begun_s
            return played

        _native.carcassonne.play_game = measured  # type: ignore[assignment]  # any arguments

    def write(self) -> None:
        """Writes down how long it was until now."""
        self.file.write_text(f"{self.native_s}")


_METERS: dict[Path, Meter] = {}


def metered(work: Callable[[Task], Answer], folder: Path, task: Task) -> Answer:
    """Does what a worker does with a task, and measures it."""
    if folder not in _METERS:
        _METERS[folder] = Meter(folder / f"{os.getpid()}")
        _METERS[folder].begin()
    answer = work(task)
    _METERS[folder].write()
    return answer


class MeteredMachine:
    """This machine, with meters in its workers.

    Args:
        folder: Where they write.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cores = THIS_MACHINE.cores

    @contextmanager
    def team(
        self, work: Callable[[Task], Answer], size: int
    ) -> Iterator[ProcessTeam[Task, Answer]]:
        """A team of so many processes, each with a meter."""
        with THIS_MACHINE.team(partial(metered, work, self.folder), size) as team:
            yield team

    @property
    def native_s(self) -> float:
        """What all meters show."""
        return sum(float(file.read_text()) for file in self.folder.iterdir())


@dataclass(slots=True)
class Played:
    """A round robin that was played.

    Attributes:
        games: How many games were in the folder.
        wall_s: How long it took.
        busy_s: Processor time of all processes together.
        native_s: Processor time of the calls that play games.
        wrong: What is wrong with the games.
    """

    games: int
    wall_s: float
    busy_s: float
    native_s: float
    wrong: list[str]


def play(agents: tuple[str, ...], blocks: int, workers: int) -> Played:
    """Plays a round robin with so many blocks for each pair."""
    players = tuple(Entrant(f"{agent}-{place}", agent) for place, agent in enumerate(agents))
    contest = check_contest(Contest(player=players, blocks=blocks), "the proof")
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as meters:
        machine = MeteredMachine(Path(meters))
        begun_s, begun_busy_s = time.monotonic(), busy_s()
        with ContestFolder.make(Path(place), contest) as folder:
            course = play_contest(folder, workers, lambda _: None, machine)
        wall_s, spent_s = time.monotonic() - begun_s, busy_s() - begun_busy_s
        results = list(ContestFolder(Path(place)).results())
        native_s = machine.native_s
    wrong = [] if course.is_over else ["it is not over"]
    wrong += untrue(contest, results)
    return Played(len(results), wall_s, spent_s, native_s, wrong)


def busy_s() -> float:
    """The processor time of this process, and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def untrue(contest: Contest, results: list[GameResult]) -> Iterator[str]:
    """What is wrong with the games of a contest."""
    there = {(result.names, result.block) for result in results}
    counts = Counter(names for names, _ in there)
    for names in itertools.permutations(contest.names, 2):
        if counts[names] != contest.blocks:
            yield f"{' and '.join(names)} have played {counts[names]} games, not {contest.blocks}"
    if len(results) != len(there):
        yield f"{len(results) - len(there)} games were played twice"
    for result in results:
        if result.fault is not None:
            yield f"block {result.block}, game {result.game}: {result.fault.what}"
    for result in results[:: max(1, len(results) // _REPLAYED)]:
        state = GameRecord.parse(result.record).state
        if not state.over or tuple(state.scores()) != result.scores:
            yield f"block {result.block}, game {result.game}: its record ends otherwise"


def main() -> int:
    """Plays, prints, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000, help="of each round robin, about")
    parser.add_argument("--workers", type=int, default=THIS_MACHINE.cores)
    parser.add_argument("--short", action="store_true", help="a few games, no speed is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.games = 240
    wrong = []
    for name, (agents, worth) in CONTESTS.items():
        games = max(arguments.games // worth, 2 * _PAIRS)
        played = play(agents, -(-games // (2 * _PAIRS)), arguments.workers)
        rate, native = played.games / played.busy_s, played.native_s / played.busy_s
        print(
            f"{name}: {played.games:,} games in {played.wall_s:.1f} s in {arguments.workers}"
            f" processes; {rate:,.0f} games for a second of a core"
            f"{'' if name == 'searching' else f' (bar: {BAR_RATE:,})'},"
            f" {native:.0%} of it in native code"
            f"{f' (bar: {BAR_NATIVE:.0%})' if name == 'searching' else ''}"
        )
        wrong += [f"{name}: {text}" for text in played.wrong]
        if not arguments.short:
            is_slow = native < BAR_NATIVE if name == "searching" else rate < BAR_RATE
            wrong += [f"{name}: too slow"] if is_slow else []
    for text in wrong[:30]:
        print(f"WRONG: {text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
