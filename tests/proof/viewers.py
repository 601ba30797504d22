"""Proof of how quickly many viewers see moves, and that those who play do not feel them.

Two hundred matches of four seats go on at one referee, each at another point of its game; a player
thinks for two seconds, more or less. Five hundred viewers, connected as a page is and in a process
of their own, come and go in turns, so that the same tables are measured with and without them.

What is measured, by the one monotonic clock of the machine: from the moment before a move is sent
until a viewer has read its event, of which the p99 is to be at most 100 ms; and how long players
wait, from sending a move until its ack is read, which may be a tenth more with viewers than without
them, as the median of the turns' medians. The referee's part of that, from the arrival of a move
until everything for players that comes of it is written, is held to the same; the rest is that the
viewers here read on the players' core. Every move is to reach every viewer of its table, and no
connection may be lost.

`python -m tests.proof.viewers --short` judges only that everybody sees everything.
"""

import argparse
import heapq
import json
import os
import random
import selectors
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.proof.hostile import cpu_s
from tests.proof.load_games import moves_of
from tests.proof.load_generator import Client, greet, move_text, sit
from tests.proof.serving import served
from tests.proof.viewers_server import ANSWERS

BAR_SEEN_MS = 100.0
BAR_PLAYERS = 1.1
THINKS_S = 2.0
_ACK = b'{"type":"ack",'
_REQUEST = b'{"type":"request",'
_SETTLES_S = 1.0
_LONGEST = 1.3
"""At most so many times as many moves as the pace says are made at a table."""


@dataclass(slots=True)
class Turn:
    """What was measured in one turn.

    Attributes:
        begin_ns, end_ns: When was measured.
        acks_ms: From the sending of each move to its ack.
        answers_ms: From the arrival of each move until all players were answered.
        seen_ms: From the sending of each move to each viewer.
        unseen: How often a viewer did not see a move.
        pictures: How many pictures came.
        lost: Viewers whose connection was lost.
        server_cpu: Part of its core that the server used.
    """

    begin_ns: int
    end_ns: int
    acks_ms: list[float] = field(default_factory=list)
    answers_ms: list[float] = field(default_factory=list)
    seen_ms: list[float] = field(default_factory=list)
    unseen: int = 0
    pictures: int = 0
    lost: int = 0
    server_cpu: float = 0.0


class Players:
    """All players of all tables; each makes a known move some time after it is asked.

    Args:
        port: Where the referee is.
        tables: How many tables.
        lead: How many moves are made at once at most, so that games are not all at the same point.
    """

    def __init__(self, port: int, tables: int, lead: int) -> None:
        self.moves = moves_of("carcassonne")
        self.chance = random.Random("viewers")
        self.ply = [0] * tables
        self.lead = [table % (lead + 1) for table in range(tables)]
        self.sent_ns: dict[tuple[int, int], int] = {}
        self.acked_ns: dict[tuple[int, int], int] = {}
        self.due: list[tuple[int, int]] = []
        self.selector = selectors.DefaultSelector()
        self.seats = [
            [self._seated(port, table, seat) for seat in range(4)] for table in range(tables)
        ]

    def _seated(self, port: int, table: int, seat: int) -> Client:
        client = Client(port, table, seat)
        greet(client)
        client.send(sit(client, 0))
        self.selector.register(client.socket, selectors.EVENT_READ, client)
        return client

    def play(self, seconds: float) -> None:
        """Plays for so long."""
        end_ns = time.monotonic_ns() + int(seconds * 1e9)
        while (now_ns := time.monotonic_ns()) < end_ns:
            while self.due and self.due[0][0] <= now_ns:
                self._move(heapq.heappop(self.due)[1])
            next_ns = min(self.due[0][0], end_ns) if self.due else end_ns
            for key, _ in self.selector.select(max(next_ns - time.monotonic_ns(), 0) / 1e9):
                self._hear(key.data)

    def _move(self, table: int) -> None:
        seq, seat, move = self.moves[self.ply[table]]
        self.ply[table] += 1
        self.sent_ns[table, seq + 1] = time.monotonic_ns()
        self.seats[table][seat].send(move_text(f"{table}-0", seq, move))

    def _hear(self, client: Client) -> None:
        frames = client.frames()
        now_ns = time.monotonic_ns()
        if client.is_lost:
            raise SystemExit("a player's connection is lost")
        for frame in frames:
            if frame.startswith(_ACK):
                seq = json.loads(frame).get("seq", 0)
                if seq:
                    self.acked_ns[client.table, seq] = now_ns
            elif frame.startswith(_REQUEST):
                thinks_s = THINKS_S * self.chance.uniform(0.5, 1.5)
                if self.ply[client.table] < self.lead[client.table]:
                    thinks_s = 0.0
                heapq.heappush(self.due, (now_ns + int(thinks_s * 1e9), client.table))


def turn(players: Players, pid: int, crowd: tuple[int, int, int] | None, seconds: float) -> Turn:
    """Plays for a while, before viewers of their own if there are to be some.

    Args:
        players: Who play.
        pid: The server.
        crowd: The port, how many tables there are, and how many viewers.
        seconds: How long is measured.
    """
    process = None
    if crowd is not None:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.viewers_crowd", *map(str, crowd)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            while not ready.select(0):
                players.play(0.05)
        assert process.stdout.readline(), "the viewers could not come"
    players.play(_SETTLES_S)
    used_s, begin_ns = cpu_s(pid), time.monotonic_ns()
    players.play(seconds)
    used_s, end_ns = cpu_s(pid) - used_s, time.monotonic_ns()
    players.play(_SETTLES_S)
    sent = {key: at_ns for key, at_ns in players.sent_ns.items() if begin_ns <= at_ns < end_ns}
    found = Turn(begin_ns, end_ns, server_cpu=used_s / (end_ns - begin_ns) * 1e9)
    found.acks_ms = [(players.acked_ns[key] - at_ns) / 1e6 for key, at_ns in sent.items()]
    if process is not None and crowd is not None:
        told, _ = process.communicate("\n")
        count_seen(found, sent, json.loads(told), crowd)
    return found


def count_seen(
    found: Turn, sent: dict[tuple[int, int], int], told: dict[str, Any], crowd: tuple[int, int, int]
) -> None:
    """Adds what the viewers tell of the moves that were sent."""
    _, tables, viewers = crowd
    for table, seq, seen_ns in told["seen"]:
        if (table, seq) in sent:
            found.seen_ms.append((seen_ns - sent[table, seq]) / 1e6)
    expected = sum(len(range(table, viewers, tables)) for table, _ in sent)
    found.unseen = expected - len(found.seen_ms)
    found.pictures, found.lost = told["pictures"], told["lost"]


def count_answers(turns: list[Turn], told: list[tuple[int, int]]) -> None:
    """Adds what the referee tells: when each move arrived, and when its players were answered."""
    for each in turns:
        each.answers_ms = [
            (sent_ns - arrived_ns) / 1e6
            for arrived_ns, sent_ns in told
            if each.begin_ns <= arrived_ns < each.end_ns
        ]


def p99(waits: list[float]) -> float:
    """So much or less in 99 of 100 cases."""
    return sorted(waits)[len(waits) * 99 // 100]


def report(alone: list[Turn], watched: list[Turn], *, judges_time: bool) -> int:
    """Prints the figures; 0 if all bars are met."""
    for name, turns in (("without viewers", alone), ("with viewers", watched)):
        print(
            f"{name}: {sum(len(each.acks_ms) for each in turns):,} moves,"
            f" server at {statistics.median(each.server_cpu for each in turns):.0%} of its core"
        )
        print_waits("arrival to answer", [each.answers_ms for each in turns])
        print_waits("move to ack", [each.acks_ms for each in turns])
    seen = [each for turn_ in watched for each in turn_.seen_ms]
    unseen = sum(each.unseen + each.lost for each in watched)
    print(
        f"move to viewer p50 {statistics.median(seen):.2f} ms, p99 {p99(seen):.2f} ms,"
        f" at most {max(seen):.1f} ms, {len(seen):,} times (bar: p99 {BAR_SEEN_MS:g} ms);"
        f" {sum(each.pictures for each in watched):,} pictures"
    )
    acks = typical([each.acks_ms for each in watched]) / typical([each.acks_ms for each in alone])
    answers = typical([each.answers_ms for each in watched])
    answers /= typical([each.answers_ms for each in alone])
    print(
        f"with viewers a player waits {acks:.3f} times as long, the referee's part of it takes"
        f" {answers:.3f} times as long (bar: {BAR_PLAYERS})"
    )
    print(f"moves that a viewer did not see, and viewers lost: {unseen}")
    is_slow = p99(seen) > BAR_SEEN_MS or max(acks, answers) > BAR_PLAYERS
    return 1 if unseen or (judges_time and is_slow) else 0


def typical(turns: list[list[float]]) -> float:
    """The median of the turns' medians."""
    return statistics.median(map(statistics.median, turns))


def print_waits(name: str, turns: list[list[float]]) -> None:
    """Prints the medians over turns of a wait's p50 and p99, and those of each turn."""
    halves, most = [statistics.median(each) for each in turns], [p99(each) for each in turns]
    print(
        f"    {name:<17} p50 {statistics.median(halves):.3f} ms"
        f" ({' '.join(f'{each:.3f}' for each in halves)}),"
        f" p99 {statistics.median(most):.2f} ms ({' '.join(f'{each:.1f}' for each in most)})"
    )


def main() -> int:
    """Measures, prints, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--short", action="store_true", help="a few, and no time is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.turns, arguments.seconds = 1, 1, 2.0
        arguments.tables, arguments.viewers = 10, 25
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    alone: list[Turn] = []
    watched: list[Turn] = []
    for _ in range(arguments.runs):
        without, with_viewers = measure(arguments)
        alone += without
        watched += with_viewers
    return report(alone, watched, judges_time=not arguments.short)


def measure(arguments: argparse.Namespace) -> tuple[list[Turn], list[Turn]]:
    """Turns without viewers and with them, at a referee of their own."""
    counts = arguments.tables, arguments.viewers
    one_s = arguments.seconds + 2 * _SETTLES_S + arguments.viewers / 100
    made = int(2 * arguments.turns * one_s / THINKS_S * _LONGEST)
    lead = len(moves_of("carcassonne")) - made
    assert lead > 0, "the games are over too early: fewer or shorter turns"
    alone, watched = [], []
    with tempfile.TemporaryDirectory() as folder:
        with served("tests.proof.viewers_server", folder, *counts) as (pid, port):
            players = Players(port, arguments.tables, lead)
            players.play(2 * _SETTLES_S)
            for _ in range(arguments.turns):
                alone.append(turn(players, pid, None, arguments.seconds))
                watched.append(turn(players, pid, (port, *counts), arguments.seconds))
        answers = json.loads((Path(folder) / ANSWERS).read_text())
    count_answers([*alone, *watched], answers)
    return alone, watched


if __name__ == "__main__":
    sys.exit(main())
