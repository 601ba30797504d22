"""Tests of carcbot.net.door.upkeep: what is seen to again and again is spread evenly."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.net.door.connection import Connection
from carcbot.net.door.cut_orders import CutOrders
from carcbot.net.door.guests import Guests
from carcbot.net.door.reception import Reception
from carcbot.net.door.slow_commands import SlowCommands
from carcbot.net.door.upkeep import Rotation, in_slices
from carcbot.net.settings import USUAL_LIMITS, Settings
from tests.net.visitor import hosted
from tests.waiting import until


def gone_round(rotation: Rotation[int], seconds: float) -> list[list[int]]:
    """Whose turn it was each time that the rotation wanted to be asked, for so long."""
    turns = []
    while seconds > 1e-9:
        pause_s = min(rotation.pause_s, seconds)
        seconds -= pause_s
        turns.append(rotation.due(pause_s))
    return turns


@pytest.mark.parametrize("count", (1, 7, 1000, 5000))
def test_all_who_come_at_once(count: int) -> None:
    """Those who come in one moment have one turn each in a period, and no moment has many."""
    rotation = Rotation[int](5.0)
    for number in range(count):
        rotation.add(number)
    turns = gone_round(rotation, 50.0)
    share = -(-count * rotation.pause_s // 5.0)  # rounded up
    assert max(map(len, turns)) <= share + 1
    served = Counter(each for turn in turns for each in turn)
    assert set(served) == set(range(count))
    assert set(served.values()) <= {9, 10}
    # and in the same order again and again: each has its own moment
    order = [each for turn in turns for each in turn]
    assert all(first == second for first, second in zip(order, order[count:], strict=False))


def test_after_a_pause() -> None:
    """After a loop that stood still nobody is left out, and still no moment has many."""
    rotation = Rotation[int](5.0)
    for number in range(1000):
        rotation.add(number)
    late = rotation.due(60.0)
    assert len(late) <= 3
    rest = [rotation.due(rotation.pause_s) for _ in range(1000)]
    assert max(map(len, rest)) <= 3
    assert set(late).union(*rest) == set(range(1000))


def test_coming_and_going() -> None:
    """Who goes has no turn any more, and who comes waits a period at most for the first."""
    rotation = Rotation[int](5.0)
    for number in range(100):
        rotation.add(number)
    gone_round(rotation, 2.0)
    for number in range(50):
        rotation.discard(number)
        rotation.discard(number)
    rotation.add(100)
    assert {each for turn in gone_round(rotation, 5.1) for each in turn} == set(range(50, 101))
    for number in range(101):
        rotation.discard(number)
    assert gone_round(rotation, 1.0) == [[]] * 4


@pytest.mark.asyncio
async def test_slices(monkeypatch: pytest.MonkeyPatch) -> None:
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

    monkeypatch.setattr("carcbot.net.door.upkeep.now_ns", lambda: now[0])
    monkeypatch.setattr("asyncio.sleep", rest)
    await in_slices(steps())
    assert done_between == [10] * 100


@pytest.mark.asyncio
async def test_pings_of_a_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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

    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=3.0)
    async with hosted(Settings(tmp_path, port=0, limits=limits), names) as visitor:
        for name in names:
            await visitor.greeted(name=name)
        monkeypatch.setattr(Connection, "ping", noting)
        counting = asyncio.create_task(count())
        await until(lambda: len(accounts) == len(names), "everybody is pinged")
        counting.cancel()
        assert max(pinged.values()) <= 3


@pytest.mark.asyncio
@pytest.mark.parametrize("broken", ("beat", "tidy", "guests", "cuts"))
async def test_a_bug_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """A bug in what is seen to again and again is logged, and it is seen to again all the same."""
    monkeypatch.setattr("carcbot.net.door.upkeep._AGAIN_S", 0.01)
    calls: list[str] = []
    owners: dict[str, tuple[type, str]] = {
        "beat": (Reception, "_see_to"),
        "tidy": (SlowCommands, "expire"),
        "guests": (Guests, "watch"),
        "cuts": (CutOrders, "watch"),
    }
    owner, name = owners[broken]
    right = getattr(owner, name)

    async def wrong_at_first(*arguments: object) -> None:
        calls.append(name)
        if len(calls) == 1:
            raise ZeroDivisionError
        await right(*arguments)

    monkeypatch.setattr(owner, name, wrong_at_first)

    limits = msgspec.structs.replace(USUAL_LIMITS, heartbeat_s=0.1)
    with capture_logs() as logs:
        async with hosted(Settings(tmp_path, port=0, limits=limits)) as visitor:
            await visitor.greeted()
            await until(lambda: len(calls) > 1)
    assert sum(line["event"] == "what goes on for ever has failed" for line in logs) == 1
