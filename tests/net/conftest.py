"""The event loop in which the tests of net run."""

import asyncio
from collections.abc import Callable

import pytest

from carcbot.net.arrival_loop import ArrivalLoop

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "that knows arrivals": ArrivalLoop,
    "asyncio's": asyncio.new_event_loop,
}


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Here stamps matter: tests run in our own loop, as a referee does, or in one they name."""
    marker = item.get_closest_marker("asyncio")
    chosen = marker.kwargs.get("loop_factories") if marker else None
    return {name: LOOPS[name] for name in chosen or ["that knows arrivals"]}
