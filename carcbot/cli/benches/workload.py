"""Times a workload."""

import sys
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType

import carcbot
from carcbot.games.extras import Workload

__all__ = ["amount_for", "rate", "test_module"]


def amount_for(seconds: float, workload: Workload) -> int:
    """How often to do it so that it takes about this long; finding out also warms everything up."""
    amount = 1
    while True:
        _, taken = rate(workload, amount)
        if taken >= seconds / 4:
            return max(1, round(amount * seconds / taken))
        amount *= 2


def rate(workload: Workload, amount: int) -> tuple[float, float]:
    """What is done in a second, and how many seconds all of it took."""
    start = time.perf_counter()
    done = workload.work(amount)
    seconds = time.perf_counter() - start
    return done / seconds, seconds


def test_module(name: str) -> ModuleType | None:
    """A module of the tests, which lie beside the package in a checkout, but not in a wheel."""
    house = Path(carcbot.__file__).parent.parent
    if not (house / "tests" / "__init__.py").exists():
        return None
    sys.path.insert(0, str(house))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(house))
