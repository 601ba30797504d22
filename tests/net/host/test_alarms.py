"""Tests of carcbot.net.host.alarms: who was in time is heard before anybody's time is over."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from carcbot.net.host.alarms import Alarms
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from tests.still_time import Time

SECOND = 1_000_000_000


class Woken:
    """A table with its room, as alarms see them; it notes when it was woken."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.table: Any = SimpleNamespace(wake_at_ns=None, wake=self._wake)
        self.alarm: Any = None  # a timer, if there is one
        self.alarm_ns = 0
        self.unheard = False
        self.woken: list[float] = []
        self.began_s = time.now_s

    def wants(self, seconds: float | None) -> "Woken":
        """It wants to be woken so long after the beginning."""
        at_s = None if seconds is None else self.began_s + seconds
        self.table.wake_at_ns = None if at_s is None else int(at_s * SECOND)
        return self

    def has_unheard(self, until_ns: int) -> bool:
        """Whether something has come that was not heard."""
        assert until_ns > 0
        return self.unheard

    def _wake(self, now_ns: int) -> Step:
        assert now_ns > 0
        self.woken.append(round(self.time.now_s - self.began_s, 3))
        return Step()


def alarms(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - rooms only look like rooms
    """Alarms that wake what only looks like a table."""
    monkeypatch.setattr(Table, "wake", lambda table, now_ns: table.wake(now_ns))

    def act(room: Any, work: Callable[[Any], object]) -> None:  # noqa: ANN401 - see above
        work(room.table)

    return Alarms(act)


@pytest.mark.asyncio
async def test_it_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is woken when it wanted to be, and not before; without a wish it is not."""
    time, them = Time(), alarms(monkeypatch)
    room, idle = Woken(time).wants(2.0), Woken(time)
    them.set(room)
    them.set(idle)
    await time.passes(1.99)
    assert not room.woken
    await time.passes(0.01)
    await time.rounds()
    assert room.woken == [2.0]
    assert room.alarm is None
    assert idle.alarm is None


@pytest.mark.asyncio
async def test_the_earlier_one_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier wish takes the place of a later one; a later one waits for the earlier to ring."""
    time, them = Time(), alarms(monkeypatch)
    room = Woken(time).wants(5.0)
    them.set(room)
    them.set(room.wants(1.0))
    them.set(room.wants(9.0))
    await time.passes(1.0)
    await time.rounds()
    assert room.woken == [1.0]
    them.set(room)
    await time.passes(4.0)
    await time.rounds()
    assert room.woken == [1.0], "the one that was replaced does not ring"
    await time.passes(4.0)
    await time.rounds()
    assert room.woken == [1.0, 9.0]


@pytest.mark.asyncio
async def test_all_is_heard_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as something waits to be heard that had come by then, nobody's time is over."""
    time, them = Time(), alarms(monkeypatch)
    room = Woken(time).wants(1.0)
    room.unheard = True
    them.set(room)
    await time.passes(1.0)
    await time.rounds()
    for _ in range(5):
        assert room.alarm is not None
        them.set(room.wants(1.0))
        await time.passes(0.001)
        await time.rounds()
    assert not room.woken
    room.unheard = False
    await time.passes(0.001)
    await time.rounds()
    assert room.woken == [1.006]
