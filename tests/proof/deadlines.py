"""Proof that searches are answered in time: 10,000 of them with tiny budgets, none over its limit.

Agents of every kind search through the pool, in positions of all stages, each within a time that is
drawn from 5 to 200 milliseconds. Beside them a meter process wakes up every millisecond and notes
how late it is: that is what this machine does to any process, and what no program can be blamed
for. A search that ends later after its limit than the meter's worst is a failure.

`python -m tests.proof.deadlines --searches 100 --slack 1` is the short form: it makes fewer, and
forgives so many seconds more, for its meter has seen little of what a busy machine can do.
"""

import argparse
import asyncio
import math
import multiprocessing
import random
import sys
import time
from multiprocessing.connection import Connection

from carcbot.lab import positions
from carcbot.net.process.pool import WorkerPool
from carcbot.search.budget import Budget

AGENTS = (
    "mcts",
    "rave",
    "flat",
    "ameneyro-mcts",
    "star25:eval=heyden",
    "heyden-star25-f5",
    "expectimax",
    "greedy",
)
SHORTEST_S, LONGEST_S = 0.005, 0.200


def meter(connection: Connection) -> None:
    """Notes how late a process is that wants to run every millisecond, until it is asked."""
    worst = 0.0
    late: list[int] = [0] * 1000  # how many wakings were so many tenths of a millisecond late
    while not connection.poll():
        wanted = time.perf_counter() + 0.001
        time.sleep(0.001)
        lateness = time.perf_counter() - wanted
        worst = max(worst, lateness)
        late[min(int(lateness * 1e4), len(late) - 1)] += 1
    connection.recv()
    connection.send((worst, late))


def quantile(late: list[int], part: float) -> float:
    """Seconds of lateness that this part of the wakings stays below."""
    wanted = part * sum(late)
    seen = 0
    for tenths, count in enumerate(late):
        seen += count
        if seen >= wanted:
            return (tenths + 1) / 1e4
    return len(late) / 1e4


async def search_all(count: int, seed: int) -> tuple[list[tuple[float, str]], int, int]:
    """How long after its limit each search ended, and how many had faults or fell back."""
    rng = random.Random(seed)
    places = positions.load()
    overs: list[tuple[float, str]] = []
    faults = fallbacks = 0
    async with WorkerPool(1) as pool:
        await pool.start("mcts:sims=100", places[0].text, seed=1).decision()
        for number in range(count):
            agent = rng.choice(AGENTS)
            place = rng.choice(places)
            seconds = math.exp(rng.uniform(math.log(SHORTEST_S), math.log(LONGEST_S)))
            start = time.perf_counter()
            decision = await pool.start(
                agent, place.text, Budget(hard_s=seconds), seed=number
            ).decision()
            overs.append((time.perf_counter() - start - seconds, agent))
            faults += bool(decision.faults)
            fallbacks += decision.fallback and seconds > 0.010
            if sys.stderr.isatty() and number % 100 == 0:
                print(f"\r{number} of {count} ", end="", file=sys.stderr)
    return overs, faults, fallbacks


def main() -> int:
    """Makes the searches; 0 if none was later than the machine makes anybody."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slack", type=float, default=0.0)
    arguments = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=meter, args=(theirs,), daemon=True)
    process.start()
    overs, faults, fallbacks = asyncio.run(search_all(arguments.searches, arguments.seed))
    ours.send(None)
    noise, late = ours.recv()
    process.join()
    overs.sort()
    worst, agent = overs[-1]
    over = [each for each, _ in overs if each > 0]
    beyond = [each for each, _ in overs if each > noise + arguments.slack]
    print(f"searches                      {len(overs)}")
    print(f"over their limit              {len(over)}")
    print(f"latest after its limit        {1000 * worst:+.2f} ms ({agent})")
    print(f"99.9 % of them                {1000 * overs[len(overs) * 999 // 1000][0]:+.2f} ms")
    print(f"median                        {1000 * overs[len(overs) // 2][0]:+.2f} ms")
    print(f"worker late or dead           {faults}")
    print(f"answered by one ply           {fallbacks} (of those with more than 10 ms)")
    print(f"noise of the machine, worst   {1000 * noise:.2f} ms")
    print(f"noise of the machine, 99.9 %  {1000 * quantile(late, 0.999):.2f} ms")
    print(f"over limit beyond the noise   {len(beyond)}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
