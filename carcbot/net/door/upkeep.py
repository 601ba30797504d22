"""What is seen to again and again, spread over time so that nobody who plays feels it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Final, Generic, TypeVar

import structlog

from carcbot.net.clock import now_ns

__all__ = ["Rotation", "in_slices", "run_forever"]

_SHORTEST_S: Final = 0.005
_LONGEST_S: Final = 0.25
_SLICE_NS: Final = 300_000
_REST_S: Final = 0.01
_AGAIN_S: Final = 1.0

_log = structlog.get_logger()

T = TypeVar("T", bound=Hashable)


class Rotation(Generic[T]):
    """Many who are seen to in turn, each once in a while, and never many of them at once.

    Their turns are spread evenly over that while however they came: a thousand who come in one
    moment, as after a restart, stand one behind the other.

    Args:
        period_s: How long it takes to see to everybody once.
    """

    def __init__(self, period_s: float) -> None:
        self._period_s = period_s
        self._members: OrderedDict[T, None] = OrderedDict()
        self._owed = 0.0

    def add(self, member: T) -> None:
        """One more; its first turn is when all others have had theirs."""
        self._members[member] = None

    def discard(self, member: T) -> None:
        """One less, if it was there."""
        self._members.pop(member, None)

    @property
    def pause_s(self) -> float:
        """After so long it is somebody's turn again; more often than that is not worth waking."""
        each_s = self._period_s / max(len(self._members), 1)
        return min(max(each_s, _SHORTEST_S), _LONGEST_S, self._period_s)

    def due(self, passed_s: float) -> list[T]:
        """Whose turn it is when so much time has passed since this was asked last.

        That may have been longer than it should. Those who were to have their turns meanwhile get
        them by and by, at most twice as many at once as usual.
        """
        members = self._members
        pace = len(members) / self._period_s
        self._owed = min(self._owed + passed_s * pace, 2 * self.pause_s * pace + 1)
        count = int(self._owed)
        self._owed -= count
        found = []
        for _ in range(min(count, len(members))):
            member = next(iter(members))
            members.move_to_end(member)
            found.append(member)
        return found


async def in_slices(steps: Iterable[object]) -> None:
    """Takes all steps of something long: after a slice of them all others have some time."""
    until_ns = now_ns() + _SLICE_NS
    for _ in steps:
        if now_ns() >= until_ns:
            await asyncio.sleep(_REST_S)
            until_ns = now_ns() + _SLICE_NS


async def run_forever(work: Callable[[], Awaitable[None]]) -> None:
    """Does something that goes on for ever; after a bug of ours it is begun again, and logged."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 - without it nobody would be pinged, or swept away, again
            _log.exception("what goes on for ever has failed", again_in_s=_AGAIN_S)
        else:
            return
        await asyncio.sleep(_AGAIN_S)
