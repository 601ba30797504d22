"""Proof that clocks are fair: a bot is billed what it took, whatever the referee was doing.

The truth is the bot's own: the moment at which it received the request and the moment at which it
began to send its move, on the same monotonic clock of the same machine. It is not when that is
done: the referee often takes the bot's core as soon as it has the move. The referee's figure stands
in the move's event. First on an idle machine, then while the referee's only thread is kept busy for
50 ms in validating each move at the measured table, then at another one: the bill must stay the
same. Beside each stands what a bare loop bills a bare loop on the same machine, kept busy in the
same way: the p99 of the error may be three times as much.

Then bots that search through worker processes play fast games, of 0.2 s and 2 ms a move; each must
come to its normal end.

`python -m tests.proof.clock --short` gives its games thirty times as long, and of the bills
it judges only whether the 50 ms are in them: on a busy machine some may be wrong, but not a quarter
of them, and by half of that. If the work were billed, it would stand in every bill where it is done
at the measured table, and in most where it is done at the other one.
"""

import argparse
import asyncio
import logging
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.client import Command, Move
from carcbot.messages.events import Moved
from carcbot.messages.parts import ClockSpec, TableInfo
from carcbot.net import arrival_loop
from carcbot.net.embedded import EmbeddedMatch
from carcbot.net.low_latency import set_up_low_latency
from carcbot.replay.record import MatchRecord
from tests.proof.clock_bare import bare_errors
from tests.proof.clock_server import STALL_S
from tests.proof.players import SteadyPlayer

BAR_OF_BARE = 3.0
STALLS = ("none", "measured", "other")
SHORT_PART = 0.75
SHORT_BAR_MS = STALL_S * 1000 / 2


@dataclass(slots=True)
class Bill:
    """What moves took by the bot's stamps and by the referee's, in microseconds."""

    errors: list[int] = field(default_factory=list)

    def quantile(self, part: float) -> float:
        """Of the differences, in milliseconds."""
        ordered = sorted(map(abs, self.errors))
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] / 1000


class StampingPlayer(SteadyPlayer):
    """Thinks for a while, and keeps its own time: from reading a request to writing its move.

    What it does with a request before it thinks is its own time too, and so is what the other
    players of this process do meanwhile: the system says when its socket had the request.

    Args:
        url: Where the referee is.
        name: Of its account.
        opens: Options of a table that it opens whenever it has none; empty if others do.
    """

    def __init__(self, url: str, name: str, *, opens: str = "") -> None:
        super().__init__(url, name, opens=opens)
        self.rng = random.Random(name)
        self.bill = Bill()
        self.read_ns = self.sent_ns = 0
        self.spent_us: dict[int, int] = {}

    def began(self) -> None:
        """From now on each reading is noted, and each writing."""
        transport, arrivals = self.transport, arrival_loop.arrivals()
        assert transport is not None
        assert arrivals is not None
        socket = transport.get_extra_info("socket").fileno()
        arrivals.watch(socket)
        protocol = transport.get_protocol()
        assert isinstance(protocol, asyncio.Protocol)
        receive = protocol.data_received

        def note(data: bytes) -> None:
            self.read_ns = arrivals.take(socket) or time.monotonic_ns()
            receive(data)

        protocol.data_received = note  # type: ignore[method-assign]
        write = transport.write

        def note_too(data: bytes) -> None:
            self.sent_ns = time.monotonic_ns()
            write(data)

        transport.write = note_too  # type: ignore[method-assign,assignment]

    async def think(self, seq: int) -> None:
        """Sleeps."""
        read_ns = self.read_ns
        await asyncio.sleep(self.rng.uniform(0.0, 0.02))
        self.spent_us[seq] = -read_ns // 1000

    async def _send(self, command: Command) -> None:
        await super()._send(command)
        if isinstance(command, Move):
            self.spent_us[command.seq] += self.sent_ns // 1000

    def wants(self, table: TableInfo) -> bool:
        """Only at a table of its own group."""
        group = self.session.account.partition("-")[0]
        return super().wants(table) and any((seat or "").startswith(group) for seat in table.seats)

    def noted(self, event: Moved) -> None:
        """Compares what the referee says."""
        self.bill.errors.append(event.spent_us - self.spent_us.pop(event.seq - 1))


async def measure(folder: Path, stall: str, moves: int) -> Bill:
    """Plays at two tables until so many moves were made at the measured one."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.clock_server", str(folder / stall), stall,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    players = []
    for group in ("measured", "other"):
        players.append(StampingPlayer(url, f"{group}-a", opens="seats=2"))
        players.append(StampingPlayer(url, f"{group}-b"))
    tasks = [asyncio.create_task(player.run()) for player in players]
    bills = [player.bill for player in players[:2]]
    try:
        for _ in range(12_000):
            if sum(len(bill.errors) for bill in bills) >= moves:
                break
            await asyncio.sleep(0.05)
        else:
            raise SystemExit("the players do not make their moves")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        process.send_signal(signal.SIGKILL)
        await process.wait()
    return Bill([error for bill in bills for error in bill.errors])


@dataclass(slots=True)
class FastGames:
    """What came of fast games.

    Attributes:
        moves: How many were made.
        wrong: How games ended that did not come to their normal end.
        least_us: The least that was left on a clock.
        longest_us: The longest that a move took.
    """

    moves: int = 0
    wrong: list[str] = field(default_factory=list)
    least_us: int = sys.maxsize
    longest_us: int = 0

    def note(self, record: MatchRecord) -> None:
        """Takes in a game."""
        reason = record.result.reason if record.result is not None else "it has no end"
        if reason != "normal":
            self.wrong.append(f"{record.name}: {reason}")
        for line in record.events:
            if isinstance(line.event, Moved):
                self.moves += 1
                self.least_us = min(self.least_us, line.event.remaining_us)
                self.longest_us = max(self.longest_us, line.event.spent_us)


def fast_games(folder: Path, games: int, clock: ClockSpec) -> FastGames:
    """Plays fast games."""
    told = FastGames()
    for number in range(games):
        match = EmbeddedMatch(
            game="carcassonne",
            options="seats=2",
            agents=("mcts", "star25"),
            clock=clock,
            name_and_seed=(f"g{number}", f"{number:064x}"),
            folder=folder,
        )
        for _ in match.events():
            pass
        told.note(MatchRecord.load(match.record))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {games} ", end="", file=sys.stderr)
    return told


def judge(stall: str, bills: list[Bill], bare: list[Bill], *, short: bool) -> list[str]:
    """Prints what was measured with a stall, beside a bare loop with the same; what is wrong."""
    for what, found in (("a bare loop", bare), ("the referee", bills)):
        quantiles = ", ".join(
            f"{name} {median_of(found, part):.3f} ms"
            for name, part in (("p50", 0.5), ("p75", SHORT_PART), ("p99", 0.99))
        )
        print(
            f"50 ms of work in validating: {stall:<9} {what:<12} error of the bill {quantiles}"
            f" ({len(found[0].errors)} moves a run, medians of {len(found)})"
        )
    p75 = median_of(bills, SHORT_PART)
    times = median_of(bills, 0.99) / median_of(bare, 0.99)
    print(f"  p99 is {times:.2f} times that of the bare loop (bar: {BAR_OF_BARE})")
    if short:
        return [f"{stall}: {p75:.3f} ms (bar: {SHORT_BAR_MS:.0f} ms)"] if p75 > SHORT_BAR_MS else []
    return [f"{stall}: {times:.2f} times (bar: {BAR_OF_BARE})"] if times > BAR_OF_BARE else []


def median_of(bills: list[Bill], part: float) -> float:
    """The median of the runs of what bills are wrong by, in milliseconds."""
    return statistics.median(bill.quantile(part) for bill in bills)


def main() -> int:
    """Measures, prints, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--short", action="store_true", help="few, and no speed is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.moves, arguments.games, arguments.runs = 30, 1, 1
    set_up_logging("text", logging.ERROR)
    set_up_low_latency()  # as `carcbot play` is, and every bot
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        moves = arguments.moves // arguments.runs
        bills: dict[str, list[Bill]] = {stall: [] for stall in STALLS}
        bare: dict[str, list[Bill]] = {stall: [] for stall in STALLS}
        for run in range(arguments.runs):
            for stall, found in bills.items():
                bare[stall].append(Bill(arrival_loop.run(bare_errors(stall, moves))))
                folder = Path(place) / str(run)
                found.append(arrival_loop.run(measure(folder, stall, moves)))
        for stall, found in bills.items():
            wrong += judge(stall, found, bare[stall], short=arguments.short)
        times = 30 if arguments.short else 1
        clock = ClockSpec("fischer", 200_000 * times, 2_000 * times)
        fast = fast_games(Path(place), arguments.games, clock)
    print(
        f"fast games: {arguments.games}, moves: {fast.moves:,}, not ended normally:"
        f" {len(fast.wrong)} (least time left {fast.least_us / 1000:.1f} ms, longest move"
        f" {fast.longest_us / 1000:.1f} ms)"
    )
    for text in wrong + fast.wrong:
        print(f"WRONG: {text}")
    return 1 if wrong or fast.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
