"""Proof of how many moves a referee can take: one process, one core, loopback, four seats a table.

A generator on the other core plays at many tables at once and as fast as it can, so the referee is
all that is measured; its own CPU is printed, and a run in which it is saturated does not count. The
games are known beforehand, so it has nothing to think about. Beside it runs raw echo: the same
number of frames of the same sizes to the same clients for every frame that comes in, through the
same library, without JSON, rules, clocks or a journal.

Two games: one without any rules worth the name, to measure the referee itself, which is to reach
half of raw; and Carcassonne with journal and digests, which is to reach 3,000 moves a second.

`python -m tests.proof.load --runs 1 --seconds 2` is the short form.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.proof.load_generator import Load, generate

BAR_OF_RAW = 0.5
BAR_CARCASSONNE = 3000
SATURATED = 0.97


def main() -> int:
    """Measures everything, prints it, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=16)
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    rates: dict[str, list[Load]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for game in ("null", "carcassonne"):
            profile = Path(folder) / f"{game}.json"
            frames = run_one("referee", game, Path(folder), cores[0], tables=1, seconds=0.0).frames
            profile.write_text(json.dumps(frames))
            for _ in range(arguments.runs):
                for server in ("raw", "referee"):
                    load = run_one(
                        server,
                        game,
                        Path(folder),
                        cores[0],
                        tables=arguments.tables,
                        seconds=arguments.seconds,
                    )
                    rates.setdefault(f"{game}, {server}", []).append(load)
    return report(rates, arguments.runs)


def run_one(
    server: str, game: str, folder: Path, core: int, *, tables: int, seconds: float
) -> Load:
    """Starts a server on its core, loads it, and stops it."""
    process = subprocess.Popen(
        [
            sys.executable, "-m", "tests.proof.load_server", server, game,
            str(folder), str(tables), str(core),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        return generate(server, game, port, tables=tables, seconds=seconds)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def report(rates: dict[str, list[Load]], runs: int) -> int:
    """Prints the figures; 0 if all bars are met."""
    medians = {}
    print(f"medians of {runs} runs; moves of four-seat tables a second, one core for the server")
    for name, loads in rates.items():
        medians[name] = statistics.median(load.rate for load in loads)
        cpu = max(load.cpu for load in loads)
        p50 = statistics.median(load.p50_ms for load in loads)
        p99 = statistics.median(load.p99_ms for load in loads)
        spoilt = ", SATURATED GENERATOR: void" if cpu > SATURATED else ""
        print(
            f"{name:<24} {medians[name]:>8,.0f}/s   move to ack p50 {p50:.2f} ms, p99 {p99:.2f} ms"
            f"   generator at most {cpu:.0%} of its core{spoilt}"
        )
    ratios = {
        game: medians[f"{game}, referee"] / medians[f"{game}, raw"]
        for game in ("null", "carcassonne")
    }
    carcassonne = medians["carcassonne, referee"]
    print(f"null game: {ratios['null']:.2f} of raw (bar: {BAR_OF_RAW})")
    print(f"Carcassonne: {ratios['carcassonne']:.2f} of raw")
    print(f"Carcassonne: {carcassonne:,.0f} moves a second (bar: {BAR_CARCASSONNE:,})")
    return 0 if ratios["null"] >= BAR_OF_RAW and carcassonne >= BAR_CARCASSONNE else 1


if __name__ == "__main__":
    sys.exit(main())
