"""Tests of carcbot.net.referee.desk."""

import asyncio
import time

from carcbot.net.referee.desk import Desk


def test_a_few_at_a_time() -> None:
    """The first alone, the others by four at most; everybody is, in the order of their coming."""
    served: list[int] = []
    inside = 0
    together: list[int] = []

    async def work(desk: Desk, number: int) -> None:
        nonlocal inside
        async with desk.turn():
            served.append(number)
            inside += 1
            await asyncio.sleep(0.002)
            together.append(inside)
            await asyncio.sleep(0.002)
            inside -= 1

    async def main() -> None:
        desk = Desk()
        await asyncio.gather(*(work(desk, number) for number in range(20)))

    asyncio.run(main())
    assert served == list(range(20))
    assert together == [1] + [4] * 16 + [3] * 3


def test_a_third_of_the_time() -> None:
    """However many come, most of the time nobody is served; also after somebody who failed."""

    async def work(desk: Desk, number: int) -> float:
        begin_s = 0.0
        try:
            async with desk.turn():
                begin_s = time.monotonic()
                await asyncio.sleep(0.01)
                assert number % 2
        except AssertionError:
            pass
        return time.monotonic() - begin_s

    async def main() -> tuple[float, float]:
        desk = Desk()
        begin_s = time.monotonic()
        took_s = await asyncio.gather(*(work(desk, number) for number in range(10)))
        return max(took_s), time.monotonic() - begin_s

    # the first alone, four, four, and one: four times ten milliseconds, and three rests of twenty
    longest_s, all_s = asyncio.run(main())
    assert 0.01 <= longest_s < all_s / 5
    assert all_s > 0.099


def test_nobody_waits_for_nothing() -> None:
    """Who comes when nobody has just been served is served at once."""

    async def main() -> float:
        desk = Desk()
        async with desk.turn():
            pass
        await asyncio.sleep(0.05)  # that rest is long over
        begin_s = time.monotonic()
        async with desk.turn():
            return time.monotonic() - begin_s

    assert asyncio.run(main()) < 0.04


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
