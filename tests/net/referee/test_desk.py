"""Tests of carcbot.net.referee.desk."""

import asyncio
import contextlib
from itertools import groupby

import pytest

from carcbot.net.referee.desk import Desk
from tests.still_time import Time, timed


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk that knows no other time than that of the event loop."""

    def now_ns() -> int:
        return round(asyncio.get_running_loop().time() * 1e9)

    monkeypatch.setattr("carcbot.net.referee.desk.now_ns", now_ns)
    return Desk()


async def served(desk: Desk, count: int, inside: list[int]) -> None:
    """So many are served, for ten milliseconds each; half of them fail at it."""

    async def work(number: int) -> None:
        with contextlib.suppress(ValueError):
            async with desk.turn():
                inside.append(number)
                try:
                    await asyncio.sleep(0.01)
                    if number % 2:
                        raise ValueError(number)
                finally:
                    inside.remove(number)

    await asyncio.gather(*map(work, range(count)))


async def seen(time: Time, desk: Desk, count: int) -> list[tuple[list[int], int]]:
    """Who is inside, and for how many milliseconds, until so many have been served."""
    inside: list[int] = []
    everybody = asyncio.create_task(served(desk, count, inside))
    moments: list[list[int]] = []
    await time.rounds()
    while not everybody.done():
        moments.append(list(inside))
        await time.passes(0.001)
    while not moments[-1]:  # the last is gone, and its task knows it only now
        moments.pop()
    return [(who, len(list(each))) for who, each in groupby(moments)]


def test_a_few_at_a_time(desk: Desk) -> None:
    """The first alone, the others by four at most; everybody is, in the order of their coming."""

    async def story(time: Time) -> None:
        parties = [who for who, _ in await seen(time, desk, 20) if who]
        assert parties == [[0], *([*range(n, n + 4)] for n in range(1, 17, 4)), [17, 18, 19]]

    timed(story)


def test_a_third_of_the_time(desk: Desk) -> None:
    """However many come, most of the time nobody is served; also after somebody who failed."""

    async def story(time: Time) -> None:
        found = await seen(time, desk, 10)
        assert [bool(who) for who, _ in found] == [True, False] * 3 + [True]
        for who, took_ms in found:
            assert took_ms == pytest.approx(10 if who else 20, abs=1)

    timed(story)


def test_nobody_waits_for_nothing(desk: Desk) -> None:
    """Who comes when nobody has just been served is served at once."""

    async def story(time: Time) -> None:
        assert [bool(who) for who, _ in await seen(time, desk, 1)] == [True]
        await time.passes(0.025)  # that rest is over
        assert [bool(who) for who, _ in await seen(time, desk, 1)] == [True]

    timed(story)


def test_nobody_waits_for_one_who_waits() -> None:
    """Who is served for very long is left to wait alone; who gives up leaves the place free."""

    async def main() -> list[str]:
        desk, ends = Desk(), asyncio.Event()
        done: list[str] = []

        async def long() -> None:
            async with desk.turn():
                await ends.wait()
                done.append("long")

        async def short(name: str) -> None:
            async with desk.turn():
                done.append(name)

        tasks = [asyncio.create_task(long()), asyncio.create_task(short("gone"))]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await short("other")
        ends.set()
        await tasks[0]
        await short("last")
        return done

    assert asyncio.run(main()) == ["other", "long", "last"]
