"""What the proof of clocks is compared with: a bare loop that bills a bare loop, and nothing else.

`python -m tests.proof.clock_bare STALL` prints its port, asks all who connect again and again, and
tells each with the next question how long the last answer took. The first two who connect are the
measured ones; as in `clock_server`, each answer of theirs or of the others keeps it busy. It asks
the system for the same as the referee does: to send at once, and for the moments of sending and
arrival.
"""

import asyncio
import random
import subprocess
import sys
import time
from functools import partial

from carcbot import _native
from carcbot.net import arrival_loop
from carcbot.net.low_latency import set_up_low_latency
from tests.proof.clock_server import STALL_S
from tests.proof.load_server import stopped

__all__ = ["bare_errors"]

_MEASURED = 2
_PLAYERS = 4


class _Stamping(asyncio.Protocol):
    """Knows when the system had what it reads."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """From now on each reading is noted."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.number = transport.get_extra_info("socket").fileno()
        arrivals = arrival_loop.arrivals()
        assert arrivals is not None
        self.arrivals = arrivals
        arrivals.watch(self.number)

    def arrived_ns(self) -> int:
        """When that came which is passed on just now."""
        return self.arrivals.take(self.number) or time.monotonic_ns()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its number may be another's next."""
        del exc
        self.arrivals.forget(self.number)


class _Asking(_Stamping):
    """The referee's part."""

    def __init__(self, stall_s: float) -> None:
        self.stall_s = stall_s

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The first question."""
        super().connection_made(transport)
        self.ask(0)

    def ask(self, spent_us: int) -> None:
        """Asks; the time runs from when that is sent."""
        _, self.sent_ns = _native.net.send_timed(self.number, b"%d\n" % spent_us)

    def data_received(self, data: bytes) -> None:
        """An answer."""
        del data
        spent_ns = self.arrived_ns() - self.sent_ns
        until = time.monotonic() + self.stall_s
        while time.monotonic() < until:
            pass
        self.ask(spent_ns // 1000)


class _Answering(_Stamping):
    """The bot's part: thinks for a while, and keeps its own time."""

    def __init__(self, name: int, errors: list[int]) -> None:
        self.rng = random.Random(name)
        self.errors = errors
        self.spent_us: int | None = None

    def data_received(self, data: bytes) -> None:
        """A question, and what the last answer is said to have taken."""
        read_ns = self.arrived_ns()
        if self.spent_us is not None:
            self.errors.append(int(data) - self.spent_us)
        loop = asyncio.get_running_loop()
        loop.call_later(self.rng.uniform(0.0, 0.02), self.answer, read_ns)

    def answer(self, read_ns: int) -> None:
        """Answers."""
        self.spent_us = (time.monotonic_ns() - read_ns) // 1000
        self.transport.write(b"x")


async def bare_errors(stall: str, count: int) -> list[int]:
    """By how many microseconds bills of a bare loop are wrong that is kept busy in this way."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proof.clock_bare", stall, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    errors: list[int] = []
    loop = asyncio.get_running_loop()
    players = [
        await loop.create_connection(
            partial(_Answering, name, errors if name < _MEASURED else []), "127.0.0.1", port
        )
        for name in range(_PLAYERS)
    ]
    while len(errors) < count:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.05)
    process.terminate()
    await process.wait()
    for transport, _ in players:
        transport.abort()
    return errors


async def _main(stall: str) -> None:
    stalls = iter([stall == "measured"] * _MEASURED + [stall == "other"] * _PLAYERS)
    server = await asyncio.get_running_loop().create_server(
        lambda: _Asking(STALL_S if next(stalls) else 0.0), "127.0.0.1", 0
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await stopped()


if __name__ == "__main__":
    set_up_low_latency()  # as `carcbot serve` is
    arrival_loop.run(_main(sys.argv[1]))
