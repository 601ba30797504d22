"""Tests of carcbot.net.referee.upkeep: what is seen to again and again is spread evenly."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.net.referee import Settings
from carcbot.net.referee.connection import Connection
from carcbot.net.referee.reception import Reception
from carcbot.net.referee.settings import USUAL_LIMITS
from carcbot.net.referee.upkeep import Circle, in_slices
from tests.net.referee.visiting import Visitor, hosted
from tests.waiting import until


def gone_round(circle: Circle[int], seconds: float) -> list[list[int]]:
    """Whose turn it was each time that the circle wanted to be asked, for so long."""
    turns = []
    while seconds > 1e-9:
        pause_s = min(circle.pause_s, seconds)
        seconds -= pause_s
        turns.append(circle.due(pause_s))
    return turns


@pytest.mark.parametrize("count", (1, 7, 1000, 5000))
def test_all_who_come_at_once(count: int) -> None:
    """Those who come in one moment have one turn each in a period, and no moment has many."""
    circle = Circle[int](5.0)
    for number in range(count):
        circle.add(number)
    turns = gone_round(circle, 50.0)
    share = -(-count * circle.pause_s // 5.0)  # rounded up
    assert max(map(len, turns)) <= share + 1
    served = Counter(each for turn in turns for each in turn)
    assert set(served) == set(range(count))
    assert set(served.values()) <= {9, 10}
    # and in the same order again and again: each has its own moment
    order = [each for turn in turns for each in turn]
    assert all(first == second for first, second in zip(order, order[count:], strict=False))


def test_after_a_pause() -> None:
    """After a loop that stood still nobody is left out, and still no moment has many."""
    circle = Circle[int](5.0)
    for number in range(1000):
        circle.add(number)
    late = circle.due(60.0)
    assert len(late) <= 3
    rest = [circle.due(circle.pause_s) for _ in range(1000)]
    assert max(map(len, rest)) <= 3
    assert set(late).union(*rest) == set(range(1000))


def test_coming_and_going() -> None:
    """Who goes has no turn any more, and who comes waits a period at most for the first."""
    circle = Circle[int](5.0)
    for number in range(100):
        circle.add(number)
    gone_round(circle, 2.0)
    for number in range(50):
        circle.discard(number)
        circle.discard(number)
    circle.add(100)
    assert {each for turn in gone_round(circle, 5.1) for each in turn} == set(range(50, 101))
    for number in range(101):
        circle.discard(number)
    assert gone_round(circle, 1.0) == [[]] * 4


def test_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many steps something has, others have some time after some of them."""
    now = [0]
    done_between: list[int] = []
    done = 0

    def steps() -> Iterator[None]:
        nonlocal done
        for _ in range(1000):
            done += 1
            now[0] += 30_000
            yield

    async def rest(_seconds: float) -> None:
        nonlocal done
        done_between.append(done)
        done = 0

    monkeypatch.setattr("carcbot.net.referee.upkeep.now_ns", lambda: now[0])
    monkeypatch.setattr("asyncio.sleep", rest)
    asyncio.run(in_slices(steps()))
    assert done_between == [10] * 100


def test_pings_of_a_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a crowd that came at once nearly nobody is pinged in the same round of the loop."""
    names = [f"c{number}" for number in range(60)]
    rounds, pinged = [0], Counter[int]()
    accounts = set[str]()
    usual = Connection.ping

    def noting(client: Connection) -> None:
        pinged[rounds[0]] += 1
        accounts.add(client.account or "")
        usual(client)

    async def count() -> None:
        while True:
            rounds[0] += 1
            await asyncio.sleep(0)

    async def work(visitor: Visitor) -> None:
        for name in names:
            await visitor.greeted(name=name)
        monkeypatch.setattr(Connection, "ping", noting)
        counting = asyncio.create_task(count())
        await until(lambda: len(accounts) == len(names), "everybody is pinged")
        counting.cancel()
        assert max(pinged.values()) <= 3

    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=1.0)
    hosted(Settings(tmp_path, port=0, limits=limits), work, names)


@pytest.mark.parametrize("broken", ("beat", "tidy"))
def test_a_bug_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """A bug in what is seen to again and again is logged, and it is seen to again all the same."""
    monkeypatch.setattr("carcbot.net.referee.upkeep._AGAIN_S", 0.01)
    calls: list[str] = []
    name = {"beat": "_see_to", "tidy": "_expire"}[broken]
    right = getattr(Reception, name)

    async def wrong_at_first(*arguments: object) -> None:
        calls.append(name)
        if len(calls) == 1:
            raise ZeroDivisionError
        await right(*arguments)

    monkeypatch.setattr(Reception, name, wrong_at_first)

    async def work(visitor: Visitor) -> None:
        await visitor.greeted()
        await until(lambda: len(calls) > 1)

    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.1)
    with capture_logs() as logs:
        hosted(Settings(tmp_path, port=0, limits=limits), work)
    assert sum(line["event"] == "what goes on for ever has failed" for line in logs) == 1
