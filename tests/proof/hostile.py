"""Proof that guests who mean no good harm nobody but themselves.

Steady players play at eight tables of a referee in a process of its own. Meanwhile, again and
again, a hundred stalled readers cause traffic and never read it, and a hundred flooders say as much
as the network takes: garbage, commands, pings. All of them come back a second after they were sent
away. Calm and hostile times take turns, so that both are measured on the same machine. The other
tables' moves must take at most twice as long then (p99 from sending a move to its ack), the
referee's memory must not grow by more than 50 MB in any such time, and no player may lose anything.

A move that takes longer than players wait between moves keeps others from being measured; these
are counted in, each as late as it would have been.

Then strangers who have no token do what costs most: bodies that are packed or have no end, TLS that
never begins, pages asked for all at once, headers that are none, and records that are none; see
`hostile_strangers`. No answer may be a fault of the referee (500), and the worst move of the steady
players must take less than 250 ms. A disk that is full for a while is tried with a referee of its
own: see `hostile_disk`.

Then single guests do what must end as the protocol says, with no file left open: see
`hostile_cases`.

`python -m tests.proof.hostile --short` judges everything but the time.
"""

import argparse
import asyncio
import json
import logging
import os
import re
import signal
import statistics
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.messages.client import Command, Move
from carcbot.messages.parts import TableInfo
from carcbot.messages.server import Ack
from carcbot.net.door.doorway import KEPT_ALIVE_S
from tests.proof.crash import close_all, judge
from tests.proof.hostile_cases import try_cases
from tests.proof.hostile_disk import try_disk
from tests.proof.hostile_guests import FLOODS, names
from tests.proof.hostile_strangers import KINDS
from tests.proof.players import SteadyPlayer
from tests.waiting import PATIENCE_S

BAR_TIMES = 2.0
BAR_MB = 50.0
BAR_WORST_MS = 250.0
PERIOD_S = 0.05
"""What players wait before each move."""
_OPTIONS = "seats=2"
"""Of the tables of honest players."""
FORGOTTEN = ("cut", "open")
"""How a connection ends whose guest did not hear why."""


class PacedPlayer(SteadyPlayer):
    """Waits before each move, and notes how long the move takes."""

    def __init__(self, url: str, name: str, waits: list[float], *, opens: str = "") -> None:
        super().__init__(url, name, opens=opens)
        self.waits = waits
        self._sent_s: dict[int, float] = {}

    def wants(self, table: TableInfo) -> bool:
        """Plays with its like: strangers have bots of the house come to tables of other options."""
        return super().wants(table) and table.options == _OPTIONS

    async def think(self, seq: int) -> None:  # noqa: ARG002 - as in the class above
        """Takes its time."""
        await asyncio.sleep(PERIOD_S)

    async def _send(self, command: Command) -> None:
        if isinstance(command, Move):
            self._sent_s[command.id] = time.monotonic()
        await super()._send(command)

    async def _answered(self, ack: Ack) -> None:
        sent_s = self._sent_s.pop(ack.id, None)
        late_s = time.monotonic() - sent_s if sent_s is not None else 0.0
        while late_s > 0.0:
            self.waits.append(late_s)
            late_s -= PERIOD_S
        await super()._answered(ack)


@dataclass(slots=True)
class Figures:
    """What was measured: p50 and p99 in milliseconds of each time, and the memory taken in it."""

    calm: list[tuple[float, float, int]] = field(default_factory=list)
    hostile: list[tuple[float, float, int]] = field(default_factory=list)
    strange: list[tuple[float, float, int]] = field(default_factory=list)
    worst_ms: float = 0.0
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    memory_mb: list[list[float]] = field(default_factory=list)
    ends: dict[str, Counter[str]] = field(default_factory=dict)
    closed: str = ""
    cases: list[str] = field(default_factory=list)
    referee_cpu: list[float] = field(default_factory=list)
    calm_inside: Counter[str] = field(default_factory=Counter)
    hostile_inside: Counter[str] = field(default_factory=Counter)


def memory_mb(pid: int) -> float:
    """What a process has in memory."""
    text = Path(f"/proc/{pid}/status").read_text()
    (size,) = re.findall(r"VmRSS:\s+(\d+) kB", text)
    return int(size) / 1024


def cpu_s(pid: int) -> float:
    """What a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def quantiles(waits: list[float]) -> tuple[float, float, int]:
    """p50 and p99 in milliseconds, and of how many."""
    ordered = sorted(waits) or [0.0]
    return (
        ordered[len(ordered) // 2] * 1000,
        ordered[len(ordered) * 99 // 100] * 1000,
        len(waits),
    )


async def play(folder: Path, arguments: argparse.Namespace) -> tuple[list[SteadyPlayer], Figures]:
    """Plays in turns of calm and hostile times."""
    steady = [f"p{each}" for each in range(2 * arguments.tables)]
    bad = names(arguments.stalled, arguments.flooders)
    heartbeat_s, handshake_s = (1.0, 2.0) if arguments.short else (5.0, 10.0)
    (folder / "referee").mkdir()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.hostile_server", str(folder / "referee"),
        str(heartbeat_s), str(handshake_s), *steady, *bad, "case",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    port, tls_port = map(int, (await process.stdout.readline()).split())
    url = f"ws://127.0.0.1:{port}/play"
    waits: list[float] = []
    players: list[SteadyPlayer] = [
        PacedPlayer(url, name, waits, opens="" if place % 2 else _OPTIONS)
        for place, name in enumerate(steady)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    figures = Figures()
    try:
        await asyncio.sleep(arguments.seconds / 2)
        for _ in range(arguments.runs):
            await take_turns(figures, waits, process.pid, port, arguments)
            await meet_strangers(figures, waits, port, tls_port, arguments.seconds)
        figures.closed = await asyncio.to_thread(closed_lines, port)
        await asyncio.sleep(handshake_s + KEPT_ALIVE_S)  # until all strangers are gone
        figures.cases = await asyncio.to_thread(
            try_cases, port, process.pid, heartbeat_s, handshake_s
        )
        figures.cases += await asyncio.to_thread(try_disk, folder)
        close_all(players)
        await asyncio.wait_for(asyncio.gather(*tasks), 120)
        await all_recorded(folder / "referee" / "open")
    finally:
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 30)
    return players, figures


async def all_recorded(folder: Path) -> None:
    """Waits until the results of all matches that are over are in the database."""

    def results() -> int:
        return sum(b'"type":"result"' in path.read_bytes() for path in folder.glob("*.jsonl"))

    for _ in range(600):
        if not await asyncio.to_thread(results):
            return
        await asyncio.sleep(0.1)


async def take_turns(
    figures: Figures, waits: list[float], pid: int, port: int, arguments: argparse.Namespace
) -> None:
    """A calm time and a hostile one."""
    waits.clear()
    sizes = [memory_mb(pid)]
    figures.memory_mb.append(sizes)
    before = await asyncio.to_thread(inside, port)
    await asyncio.sleep(arguments.seconds)
    figures.calm.append(quantiles(waits))
    after = await asyncio.to_thread(inside, port)
    figures.calm_inside.update(after - before)
    guests = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.hostile_guests", str(port), str(arguments.stalled),
        str(arguments.flooders), str(arguments.seconds + 1.0),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(0.5)
    waits.clear()
    used_s = cpu_s(pid)
    for _ in range(20):
        await asyncio.sleep(arguments.seconds / 20)
        sizes.append(memory_mb(pid))
    figures.referee_cpu.append((cpu_s(pid) - used_s) / arguments.seconds)
    figures.hostile.append(quantiles(waits))
    figures.hostile_inside.update(await asyncio.to_thread(inside, port) - after)
    output, _ = await asyncio.wait_for(guests.communicate(), 150)
    for kind, ends in json.loads(output).items():
        figures.ends.setdefault(kind, Counter()).update(ends)
    await asyncio.sleep(1.0)


async def meet_strangers(
    figures: Figures, waits: list[float], port: int, tls_port: int, seconds: float
) -> None:
    """A time with strangers; the longest wait of it is the worst of all."""
    strangers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.hostile_strangers", str(port), str(tls_port),
        str(seconds), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(0.5)
    waits.clear()
    output, _ = await asyncio.wait_for(strangers.communicate(), seconds + 5 * PATIENCE_S)
    figures.strange.append(quantiles(waits))
    figures.worst_ms = max(figures.worst_ms, *(wait_s * 1000 for wait_s in waits), 0.0)
    for kind, answers in json.loads(output).items():
        figures.answers.setdefault(kind, Counter()).update(answers)
    await asyncio.sleep(1.0)


def inside(port: int) -> Counter[str]:
    """How many moves took at most how long inside the referee, as it says itself."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
        found = re.findall(
            r'carcbot_move_seconds_bucket\{le="(.+?)"\} ([\d.]+)', page.read().decode()
        )
    return Counter({bound: int(float(count)) for bound, count in found})


def bound_of(part: float, counts: Counter[str]) -> str:
    """Within which of its bounds that part of the moves lies."""
    bounds = sorted(counts, key=float)
    total = counts["+Inf"]
    return next((bound for bound in bounds if counts[bound] >= part * total), "+Inf")


def closed_lines(port: int) -> str:
    """How many connections the referee has closed, by code, as it says itself."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
        found = re.findall(r'carcbot_closed_total\{code="(\d+)"\} ([\d.]+)', page.read().decode())
    return ", ".join(f"{code}: {float(count):.0f}" for code, count in found if float(count))


def wrongs(
    folder: Path, players: list[SteadyPlayer], figures: Figures, stalled_end: tuple[str, ...]
) -> list[str]:
    """Everything that no load excuses."""
    counts, wrong = judge(folder, players)
    print(", ".join(f"{what}: {count:,}" for what, count in counts.items()))
    for player in players:
        for match, (result, _) in player.ended.items():
            if result.reason != "normal":
                wrong.append(f"{player.session.account}, {match}: ended with {result.reason}")
        if player.cuts:
            wrong.append(f"{player.session.account}: lost its connection {player.cuts} times")
    for kind, ends in figures.ends.items():
        # who has to wait for each answer may not get to say too much
        if not set(ends) - {"open"} and kind not in {"history", "seek"}:
            wrong.append(f"{kind}: was never sent away")
        # none of them answers pings
        allowed = {"4004", "4006"} if kind == "stalled" else {"4000", "4004", "4005", "4006"}
        if strange := set(ends) - allowed - set(FORGOTTEN):
            wrong.append(f"{kind}: sent away with {sorted(strange)}")
    wrong += [f"{kind}: nothing was asked for" for kind in KINDS if not figures.answers.get(kind)]
    wrong += [f"{kind}: a fault of ours" for kind, said in figures.answers.items() if "500" in said]
    if not any(f"{code}: " in figures.closed for code in stalled_end):
        wrong.append("nobody was cut for not reading")
    return wrong + figures.cases + ([] if counts["matches"] else ["no match was played"])


def main() -> int:
    """Measures, judges, prints; 0 if all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--stalled", type=int, default=100)
    parser.add_argument("--flooders", type=int, default=100)
    parser.add_argument("--short", action="store_true", help="a few guests, and no time is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.seconds, arguments.tables = 1, 4.0, 2
        arguments.stalled = arguments.flooders = len(FLOODS)
    set_up_logging("text", logging.ERROR)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as place:
        players, figures = asyncio.run(play(Path(place), arguments))
        # with the heartbeats of the short form a missing pong may be noticed first
        stalled_end = ("4004", "4006") if arguments.short else ("4004",)
        wrong = wrongs(Path(place), players, figures, stalled_end)
    for kind, ends in sorted(figures.ends.items()):
        print(f"{kind:<10} {', '.join(f'{how}: {count}' for how, count in sorted(ends.items()))}")
    for kind, answers in sorted(figures.answers.items()):
        print(
            f"{kind:<10} {', '.join(f'{how}: {count}' for how, count in sorted(answers.items()))}"
        )
    print(f"closed by the referee: {figures.closed}")
    return report(figures, wrong, judges_time=not arguments.short)


def report(figures: Figures, wrong: list[str], *, judges_time: bool) -> int:
    """Prints the figures; 0 if all bars are met."""
    medians = {}
    for name, times in (
        ("calm", figures.calm),
        ("hostile", figures.hostile),
        ("strangers", figures.strange),
    ):
        p50, p99, count = (statistics.median(column) for column in zip(*times, strict=True))
        medians[name] = p99
        every = " ".join(f"{each[1]:.1f}" for each in times)
        print(f"{name:<9} p50 {p50:.2f} ms, p99 {p99:.2f} ms of {count:.0f} moves (p99s: {every})")
    for name, counts in (("calm", figures.calm_inside), ("hostile", figures.hostile_inside)):
        print(
            f"{name:<8} inside the referee, from arrival to sending: p50 within"
            f" {bound_of(0.5, counts)} s, p99 within {bound_of(0.99, counts)} s"
        )
    ratio = medians["hostile"] / max(medians["calm"], 1e-6)
    print(f"the referee's core was used to {statistics.median(figures.referee_cpu):.0%} meanwhile")
    print(f"p99 is {ratio:.2f} times that of calm (bar: {BAR_TIMES})")
    print(
        f"the worst move beside strangers took {figures.worst_ms:.0f} ms (bar: {BAR_WORST_MS:.0f})"
    )
    begins = [sizes[0] for sizes in figures.memory_mb]
    grown_mb = max(max(sizes) - sizes[0] for sizes in figures.memory_mb)
    kept_mb = max(begins[1:], default=0.0) - min(begins[1:], default=0.0)
    print(
        f"memory at the beginning of each run: {', '.join(f'{size:.0f}' for size in begins)} MB; it"
        f" grew by {grown_mb:.1f} MB in a hostile time, by {kept_mb:.1f} MB from the second run on"
        f" (bar for both: {BAR_MB})"
    )
    for text in wrong:
        print(f"WRONG: {text}")
    print(f"wrong: {len(wrong)}")
    is_slow = judges_time and (ratio > BAR_TIMES or figures.worst_ms > BAR_WORST_MS)
    return 1 if wrong or is_slow or max(grown_mb, kept_mb) > BAR_MB else 0


if __name__ == "__main__":
    sys.exit(main())
