"""Tests of carcbot.net.host.lobby_queue."""

import asyncio
import contextlib
from itertools import groupby

import pytest

from carcbot.net.host.lobby_queue import LobbyQueue
from tests.still_time import Time


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> LobbyQueue:
    """A queue that knows no other time than that of the event loop."""

    def now_ns() -> int:
        return round(asyncio.get_running_loop().time() * 1e9)

    monkeypatch.setattr("carcbot.net.host.lobby_queue.now_ns", now_ns)
    return LobbyQueue()


async def served(queue: LobbyQueue, count: int, inside: list[int]) -> None:
    """So many are served, for ten milliseconds each; half of them fail at it."""

    async def work(number: int) -> None:
        with contextlib.suppress(ValueError):
            async with queue.turn():
                inside.append(number)
                try:
                    await asyncio.sleep(0.01)
                    if number % 2:
                        raise ValueError(number)
                finally:
                    inside.remove(number)

    await asyncio.gather(*map(work, range(count)))


async def seen(time: Time, queue: LobbyQueue, count: int) -> list[tuple[list[int], int]]:
    """Who is inside, and for how many milliseconds, until so many have been served."""
    inside: list[int] = []
    everybody = asyncio.create_task(served(queue, count, inside))
    moments: list[list[int]] = []
    await time.rounds()
    while not everybody.done():
        moments.append(list(inside))
        await time.passes(0.001)
    while not moments[-1]:  # the last is gone, and its task knows it only now
        moments.pop()
    return [(who, len(list(each))) for who, each in groupby(moments)]


@pytest.mark.asyncio
async def test_a_few_at_a_time(queue: LobbyQueue) -> None:
    """The first alone, the others by four at most; everybody is, in the order of their coming."""
    time = Time()
    parties = [who for who, _ in await seen(time, queue, 20) if who]
    assert parties == [[0], *([*range(n, n + 4)] for n in range(1, 17, 4)), [17, 18, 19]]


@pytest.mark.asyncio
async def test_a_third_of_the_time(queue: LobbyQueue) -> None:
    """However many come, most of the time nobody is served; also after somebody who failed."""
    time = Time()
    found = await seen(time, queue, 10)
    assert [bool(who) for who, _ in found] == [True, False] * 3 + [True]
    for who, took_ms in found:
        assert took_ms == pytest.approx(10 if who else 20, abs=1)


@pytest.mark.asyncio
async def test_nobody_waits_for_nothing(queue: LobbyQueue) -> None:
    """Who comes when nobody has just been served is served at once."""
    time = Time()
    assert [bool(who) for who, _ in await seen(time, queue, 1)] == [True]
    await time.passes(0.025)  # that rest is over
    assert [bool(who) for who, _ in await seen(time, queue, 1)] == [True]


@pytest.mark.asyncio
async def test_nobody_waits_for_one_who_waits() -> None:
    """Who is served for very long is left to wait alone; who gives up leaves the place free."""

    async def main() -> list[str]:
        queue, ends = LobbyQueue(), asyncio.Event()
        done: list[str] = []

        async def long() -> None:
            async with queue.turn():
                await ends.wait()
                done.append("long")

        async def short(name: str) -> None:
            async with queue.turn():
                done.append(name)

        tasks = [asyncio.create_task(long()), asyncio.create_task(short("gone"))]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await short("other")
        ends.set()
        await tasks[0]
        await short("last")
        return done

    assert await main() == ["other", "long", "last"]
