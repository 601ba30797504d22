"""For the proof of round robins: plays them, looks at every game, and prints how long it took."""

import itertools
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Contest, Entrant
from carcbot.arena.contest_file import check_contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.contest.runner import play_contest
from carcbot.games.game_text import GameRecord
from tests.proof.round_robin_meter import MeteredMachine

SEARCH = "mcts:sims=500"
CONTESTS = {
    # who plays, how many games stand for one of the quickest, and the bar of native code
    "greedy": (("greedy", "greedy", "greedy", "greedy"), 1, 0.75),
    "greedy and random": (("greedy", "random", "greedy", "random"), 1, 0.7),
    "searching": ((SEARCH, SEARCH, SEARCH, SEARCH), 200, 0.9),
}
_REPLAYED = 500
_PAIRS = 6


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


def prove(at_least: int, workers: int, *, is_judged: bool) -> int:
    """Plays so many games of each round robin, prints, and says whether the bars are met.

    Args:
        at_least: How many games; of those that search a part of it.
        workers: In how many processes.
        is_judged: Whether the bars count.

    Returns:
        0 if nothing was wrong, else 1.
    """
    wrong = []
    for name, (agents, worth, bar) in CONTESTS.items():
        games = max(at_least // worth, 2 * _PAIRS)
        played = play(agents, -(-games // (2 * _PAIRS)), workers)
        native = played.native_s / played.busy_s
        print(
            f"{name}: {played.games:,} games in {played.wall_s:.1f} s in {workers} processes;"
            f" {played.games / played.busy_s:,.0f} games for a second of a core,"
            f" {native:.0%} of it in native code (bar: {bar:.0%})"
        )
        wrong += [f"{name}: {text}" for text in played.wrong]
        if is_judged and native < bar:
            wrong.append(f"{name}: too much of the time goes elsewhere")
    for text in wrong[:30]:
        print(f"WRONG: {text}")
    return 1 if wrong else 0
