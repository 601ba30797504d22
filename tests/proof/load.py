"""Proof of how many moves a referee can take: one process, one core, loopback, four seats a table.

A generator on the other core plays at many tables at once and as fast as it can, so the referee is
all that is measured. Its own CPU is printed, and a run in which it is saturated is void; of too few
others nothing can be told, and the proof fails. The games are known beforehand, so it has nothing
to think about. Beside it runs raw echo: the same number of frames of the same sizes to the same
clients for every frame that comes in, through the same library, without JSON, rules, clocks or a
journal.

Two games: one without any rules worth the name, to measure the referee itself, which is to reach
three tenths of raw; and Carcassonne with journal and digests, which is to reach 3,000 moves a
second. In every run every command must be acknowledged and every move stand in a record that is
verified.

`python -m tests.proof.load --short` judges only that.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

from carcbot.errors import InputError
from carcbot.messages.events import Moved
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.proof.load_games import moves_of, register_null
from tests.proof.load_generator import Frames, Load, generate
from tests.proof.load_server import FRAMES
from tests.proof.serving import served

BAR_OF_RAW = 0.3
BAR_CARCASSONNE = 3000
SATURATED = 0.97
GAMES = ("null", "carcassonne")


def main() -> int:
    """Measures everything, prints it, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--short", action="store_true", help="one run, and no speed is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.seconds = 1, 0.2
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    register_null()
    found: dict[str, list[Load]] = {}
    wrong: list[str] = []
    for game in GAMES:
        frames = run_one("referee", game, [], cores[0], tables=1, seconds=0.0).frames
        for _ in range(arguments.runs):
            for server in ("raw", "referee"):
                load = run_one(
                    server,
                    game,
                    frames,
                    cores[0],
                    tables=arguments.tables,
                    seconds=arguments.seconds,
                )
                found.setdefault(f"{game}, {server}", []).append(load)
                wrong += [f"{game}, {server}: {text}" for text in load.wrong]
    slow = report(found)
    if not arguments.short:
        wrong += slow
    for text in wrong:
        print(f"WRONG: {text}")
    return 1 if wrong else 0


def run_one(
    server: str, game: str, frames: Frames, core: int, *, tables: int, seconds: float
) -> Load:
    """Starts a server on its core, loads it, stops it, and looks at what it has kept."""
    with tempfile.TemporaryDirectory() as place:
        Path(place, FRAMES).write_text(json.dumps(frames))
        words = (server, game, place, tables, core)
        with served("tests.proof.load_server", *words) as (_, port):
            load = generate(server, game, port, frames, tables=tables, seconds=seconds)
        if server == "referee" and seconds:
            load.wrong += judge(Path(place), game, load)
        return load


def judge(folder: Path, game: str, load: Load) -> list[str]:
    """What a referee has done wrong with the moves that it was sent."""
    wrong = []
    if load.errors:
        wrong.append(f"{load.errors:,} errors")
    if load.acks != load.sent:
        wrong.append(f"of {load.sent:,} commands {load.acks:,} were acknowledged")
    known = [move for _, _, move in moves_of(game)]
    kept = 0
    for path in sorted(folder.glob("*/*.jsonl")):
        try:
            record = MatchRecord.load(path)
            verify(record)
        except InputError as error:
            wrong.append(str(error))
            continue
        moves = [line.event.move for line in record.events if isinstance(line.event, Moved)]
        if moves != known[: len(moves)]:
            wrong.append(f"{path.name} has other moves than were sent")
        kept += len(moves)
    if kept != load.moves or not kept:
        wrong.append(f"of {load.moves:,} moves {kept:,} are in records")
    return wrong


def report(found: dict[str, list[Load]]) -> list[str]:
    """Prints the figures; what is too slow, or cannot be told."""
    wrong = []
    medians = {}
    runs = max(map(len, found.values()))
    print(f"medians of {runs} runs; moves of four-seat tables a second, one core for the server")
    for name, loads in found.items():
        sound = [load for load in loads if load.cpu <= SATURATED]
        void = runs - len(sound)
        if len(sound) <= runs // 2:
            wrong.append(f"{name}: the generator was saturated in {void} of {runs} runs")
        counted = sound or loads
        medians[name] = statistics.median(load.rate for load in counted)
        p50 = statistics.median(load.p50_ms for load in counted)
        p99 = statistics.median(load.p99_ms for load in counted)
        print(
            f"{name:<24} {medians[name]:>8,.0f}/s   move to ack p50 {p50:.2f} ms, p99 {p99:.2f} ms"
            f"   generator at most {max(load.cpu for load in loads):.0%} of its core"
            f" ({void} runs void)"
        )
    ratios = {
        game: medians[f"{game}, referee"] / max(medians[f"{game}, raw"], 1e-9) for game in GAMES
    }
    carcassonne = medians["carcassonne, referee"]
    print(f"null game: {ratios['null']:.2f} of raw (bar: {BAR_OF_RAW})")
    print(f"Carcassonne: {ratios['carcassonne']:.2f} of raw")
    print(f"Carcassonne: {carcassonne:,.0f} moves a second (bar: {BAR_CARCASSONNE:,})")
    if ratios["null"] < BAR_OF_RAW:
        wrong.append(f"null game: {ratios['null']:.2f} of raw")
    if carcassonne < BAR_CARCASSONNE:
        wrong.append(f"Carcassonne: {carcassonne:,.0f} moves a second")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
