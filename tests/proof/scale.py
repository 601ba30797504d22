"""Proof of how a referee with a thousand connections answers: 5,000 commands a second in all.

A generator on the other core sends each command at its moment, whether or not earlier ones were
answered, and an answer's time is counted from that moment; so a server that falls behind shows it.
Raw echo is measured in the same run, at the same rate and with frames of the same size, through the
same library. The p99 of the referee is to be at most three times that of raw, every command is
answered, and no connection lost. The generator's CPU is printed; a run in which it is saturated is
void. The memory of a connection is what the server has grown by, over all of them.

That command changes a number and nothing else. So another referee, one with a database, gets a mix
of commands: offers are made, which are written down, and taken back; tables are opened, seats taken
and left; and lists are asked for (see `scale_mix`). All of them must be answered, none with an
error, and the p99 at the same rate stands beside the others; what a disk takes is in it.

`python -m tests.proof.scale --short` judges only that everything is answered.
"""

import argparse
import os
import selectors
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass

from tests.proof.hostile import cpu_s, memory_mb
from tests.proof.load_generator import greet
from tests.proof.scale_mix import Mixer, Sender
from tests.proof.serving import served

BAR_OF_RAW = 3.0
SATURATED = 0.9
_WARM_UP_S = 1.0
_ID = b'"id":'
"""What every answer has, and nothing else that a referee says."""


@dataclass(slots=True)
class Scale:
    """What was measured.

    Attributes:
        p50_ms, p99_ms: From the moment of a command to its answer.
        rate: Answers a second.
        unanswered: Commands without an answer.
        refused: Commands that were answered with an error.
        kilobytes: Of the server's memory for each connection.
        cpu: Part of its core that the generator used.
        server_cpu: The same for the server.
    """

    p50_ms: float
    p99_ms: float
    rate: float
    unanswered: int
    refused: int
    kilobytes: float
    cpu: float
    server_cpu: float


def measure(kind: str, folder: str, arguments: argparse.Namespace) -> Scale:
    """Starts a server on the first core, loads it, and stops it."""
    words = (kind, tempfile.mkdtemp(dir=folder), arguments.connections)
    with served("tests.proof.scale_server", *words) as (pid, port):
        before_mb = memory_mb(pid)
        sort = Mixer if kind == "mix" else Sender
        senders = [sort(port, number) for number in range(arguments.connections)]
        if kind != "raw":
            for each in senders:
                greet(each)
        time.sleep(0.2)
        kilobytes = (memory_mb(pid) - before_mb) * 1024 / len(senders)
        return load(senders, pid, kilobytes, arguments)


def load(senders: list[Sender], pid: int, kilobytes: float, arguments: argparse.Namespace) -> Scale:
    """Sends at the rate for the time, and waits for the last answers."""
    selector = selectors.DefaultSelector()
    for each in senders:
        selector.register(each.socket, selectors.EVENT_READ, each)
    step_ns = 1_000_000_000 // arguments.rate
    begin_ns = time.monotonic_ns()
    counted_ns = begin_ns + int(_WARM_UP_S * 1e9)
    end_ns = counted_ns + int(arguments.seconds * 1e9)
    waits: list[int] = []
    sent = 0
    used_s = server_s = 0.0
    while (now_ns := time.monotonic_ns()) < end_ns + 5_000_000_000:
        if not used_s and now_ns >= counted_ns:
            used_s, server_s = time.process_time(), cpu_s(pid)
        due_ns = begin_ns + sent * step_ns
        while due_ns <= now_ns and due_ns < end_ns:
            each = senders[sent % len(senders)]
            sent += 1
            each.due_ns.append(due_ns)
            each.send(each.command(sent))
            due_ns = begin_ns + sent * step_ns
        for key, _ in selector.select(max(min(due_ns - time.monotonic_ns(), 10**7), 0) / 1e9):
            take(key.data, counted_ns, waits)
            if key.data.is_lost:
                selector.unregister(key.fileobj)
        if now_ns >= end_ns and not any(each.due_ns for each in senders):
            break
    took_s = (now_ns - counted_ns) / 1e9
    cpu, server_cpu = time.process_time() - used_s, cpu_s(pid) - server_s
    for each in senders:
        each.socket.close()
    waits.sort()
    return Scale(
        waits[len(waits) // 2] / 1e6,
        waits[len(waits) * 99 // 100] / 1e6,
        len(waits) / took_s,
        sum(len(each.due_ns) for each in senders),
        sum(each.refused for each in senders),
        kilobytes,
        cpu / took_s,
        server_cpu / took_s,
    )


def take(sender: Sender, counted_ns: int, waits: list[int]) -> None:
    """Notes how long the answers took that have come."""
    answers = [frame for frame in sender.frames() if _ID in frame]
    now_ns = time.monotonic_ns()
    for answer in answers[: len(sender.due_ns)]:
        sender.hear(answer)
        due_ns = sender.due_ns.popleft()
        if due_ns >= counted_ns:
            waits.append(now_ns - due_ns)


def report(found: dict[str, list[Scale]], *, judges_time: bool) -> int:
    """Prints the figures; 0 if all bars are met."""
    p99s: dict[str, float] = {}
    unanswered = 0
    for kind, runs in found.items():
        sound = [run for run in runs if run.cpu <= SATURATED] or runs
        p99s[kind] = statistics.median(run.p99_ms for run in sound)
        unanswered += sum(run.unanswered for run in runs)
        print(
            f"{kind:<8} p50 {statistics.median(run.p50_ms for run in sound):.2f} ms,"
            f" p99 {p99s[kind]:.2f} ms"
            f" (p99s: {' '.join(f'{run.p99_ms:.1f}' for run in runs)}),"
            f" {statistics.median(run.rate for run in sound):,.0f} answers/s,"
            f" {statistics.median(run.kilobytes for run in sound):.0f} kB a connection,"
            f" server at {statistics.median(run.server_cpu for run in sound):.0%} of its core,"
            f" generator at most {max(run.cpu for run in runs):.0%} of its own"
            f" ({len(runs) - len(sound)} runs void)"
        )
    is_void = all(run.cpu > SATURATED for run in found["referee"])
    ratio = p99s["referee"] / p99s["raw"]
    print(f"p99 is {ratio:.2f} times that of raw (bar: {BAR_OF_RAW})")
    print(f"p99 of the mix is {p99s['mix'] / p99s['raw']:.2f} times that of raw")
    refused = sum(run.refused for runs in found.values() for run in runs)
    is_slow = judges_time and (is_void or ratio > BAR_OF_RAW)
    print(f"commands without an answer: {unanswered}, with an error: {refused}")
    return 1 if unanswered or refused or is_slow else 0


def main() -> int:
    """Measures, prints, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=5000)
    parser.add_argument("--short", action="store_true", help="a few connections, no time is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.seconds = 1, 1.0
        arguments.connections, arguments.rate = 100, 500
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found: dict[str, list[Scale]] = {"raw": [], "referee": [], "mix": []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.runs):
            for kind, runs in found.items():
                runs.append(measure(kind, folder, arguments))
    return report(found, judges_time=not arguments.short)


if __name__ == "__main__":
    sys.exit(main())
