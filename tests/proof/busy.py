"""Proof that no agent of ours loses on time on a busy machine: eight processes want its cores, too.

Beside processes that count as fast as they can, our agents play with little time: in contests (a
limit for each move, and clocks), and as `carcbot bot run` in a competition of a referee, each in a
process of its own. Not one game may be lost on time. How late the machine made decisions by the
clock on the wall is printed beside it: those over the grace would each have lost a game.

`python -m tests.proof.busy --short` plays a block of two contests, with a fifth of the time,
and judges only that each game has a result.
"""

import argparse
import asyncio
import contextlib
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from carcbot.arena.blocks import GameResult
from carcbot.arena.contest import Clock, Contest, Entrant
from carcbot.arena.contest_course import ContestCourse
from carcbot.contest.any_game import play_game
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.search.budget import Budget
from tests.net.competitions.playing import token_of, write_tokens

AGENTS = ("flat", "mcts")
"""Who plays everything."""
OURS = ("champion", "star25-judge")
"""Who plays the contests besides: the usual agent, and one that searches depth by depth."""
CONTESTS: dict[str, tuple[Budget, Clock | None]] = {
    "0.1 s a move": (Budget(hard_s=0.1), None),
    "clock of 5 s": (Budget(), Clock("sudden_death", 5.0, 0.0)),
    "clock of 0.2 s a move": (Budget(), Clock("per_move", 0.0, 0.2)),
}
SHORT: dict[str, tuple[Budget, Clock | None]] = {"0.02 s a move": (Budget(hard_s=0.02), None)}
CUP = """
name = "cup"
blocks = {blocks}
away_s = 600
[clock]
kind = "{kind}"
main_s = {main_s}
move_s = {move_s}
[schedule]
starts = [{starts}]
[check_in]
minutes = 0
[no_show]
grace_s = 600
"""
_ENDS = (b'"finished"', b'"called_off"')
_LONGEST_S = 1800.0
CLOCKS = (("bank", 3, 0.2), ("per_move", 0, 1.0))


@contextlib.contextmanager
def beside(count: int) -> Iterator[None]:
    """So many processes that want a core all the time."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def contest_games(
    agents: tuple[str, str], limits: Budget, clock: Clock | None, blocks: int
) -> list[GameResult]:
    """The results of a contest, played in this process as its workers play."""
    players = tuple(Entrant(agent, agent) for agent in agents)
    course = ContestCourse(Contest(blocks=blocks, limits=limits, clock=clock, player=players))
    results = []
    while (game := course.take()) is not None:
        results.append(play_game(course.contest, game))
        course.put(results[-1])
    return results


async def cup_games(
    folder: Path, kind: str, main_s: float, move_s: float, blocks: int
) -> list[GameResult]:
    """The results of a competition between bots, each a process with workers of its own."""
    folder.mkdir()
    starts = datetime.fromtimestamp(time.time() + 60, UTC).isoformat()
    file = folder / "cup.toml"
    file.write_text(
        CUP.format(blocks=blocks, kind=kind, main_s=main_s, move_s=move_s, starts=starts)
    )
    tokens = Tokens.load(write_tokens(folder, AGENTS))
    kept = folder / "referee" / "competitions" / "cup"
    story = kept / "story.jsonl"
    async with (
        RefereeServer(Settings(folder / "referee", port=0, competitions=(file,)), tokens) as server,
        contextlib.AsyncExitStack() as stack,
    ):
        for agent in AGENTS:
            config = folder / f"{agent}.toml"
            token = folder / f"{agent}.token"
            token.write_text(token_of(agent))
            token.chmod(0o600)
            config.write_text(
                f'url = "{server.url}"\nagent = "{agent}"\ntoken_file = "{token}"\n'
                '[competition]\njoin = ["cup"]\n'
            )
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "carcbot", "bot", "run", str(config)),
                stderr=asyncio.subprocess.DEVNULL,
            )
            stack.push_async_callback(bot.wait)
            stack.callback(bot.kill)
        async with asyncio.timeout(_LONGEST_S):
            while not any(each in _read(story) for each in _ENDS):  # noqa: ASYNC110 - a file
                await asyncio.sleep(0.2)
    course = CompetitionFolder(kept).proceedings.course
    return [] if course is None else [game for block in course.counted for game in block.games]


def _read(story: Path) -> bytes:
    return story.read_bytes() if story.exists() else b""


def judged(name: str, results: list[GameResult], wanted: int) -> int:
    """Prints what came of games; how many are missing, and how many were lost on time."""
    faults = [fault for each in results for fault in each.faults]
    late = [fault for fault in faults if fault.kind == "time"]
    longest = max((effort.longest_s for each in results for effort in each.efforts), default=0.0)
    whole = sum(not each.faults for each in results)
    print(f"{name:48} {len(results)} of {wanted} games, {whole} without a fault,", end=" ")
    print(f"{len(late)} lost on time; the longest decision took {longest:.3f} s on the wall")
    for fault in faults:
        print(f"  {fault.kind}: {fault.what}")
    return len(late)


def main() -> int:
    """Plays all of it; 0 if nothing was lost on time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=int, default=8, help="processes that want the cores")
    parser.add_argument("--blocks", type=int, default=6, help="of two games, of each kind")
    parser.add_argument("--short", action="store_true", help="one block; no time is judged")
    said = parser.parse_args()
    blocks = 1 if said.short else said.blocks
    late = missing = 0
    with beside(said.beside), tempfile.TemporaryDirectory() as place:
        contests = (SHORT if said.short else CONTESTS).items()
        for agents, (name, (limits, clock)) in itertools.product((AGENTS, OURS), contests):
            results = contest_games(agents, limits, clock, blocks)
            late += judged(f"{' and '.join(agents)}, {name}", results, 2 * blocks)
            missing += 2 * blocks - len(results)
        for kind, main_s, move_s in () if said.short else CLOCKS:
            work = cup_games(Path(place) / kind, kind, main_s, move_s, blocks)
            results = asyncio.run(work)
            late += judged(f"bots, {kind} {main_s:g} s + {move_s:g} s", results, 2 * blocks)
            missing += 2 * blocks - len(results)
    return 1 if missing or (late and not said.short) else 0


if __name__ == "__main__":
    sys.exit(main())
