"""The proof of soak finds leaks: in lives that are made up, and not where there are none.

And it finds processes that somebody who was killed has left behind.
"""

import asyncio
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.proof import soak_guests
from tests.proof.soak_leaks import Sample, leaks


def life(
    grown: Callable[[int], float] = lambda _: 0.0, *, what: str = "", seed: int = 1
) -> list[Sample]:
    """Four minutes of a referee that is healthy, except that something of it grows.

    Args:
        grown: By how much, after so many comings and matches.
        what: What grows.
        seed: Of the noise.
    """
    rng = random.Random(seed)
    found = []
    for number in range(80):
        matches, came = 12 * number, 15 * number
        usual = min(matches, 250) * 0.02  # the tables that are kept for a while
        each: dict[str, Any] = {
            "megabytes": 160 + usual + rng.uniform(-0.5, 0.5),
            "files": 25 + rng.randint(-4, 4),
            "connections": 12 + rng.randint(-3, 3),
            "children": rng.random() < 0.05,
        }
        if what:
            each[what] += grown(matches + came)
        found.append(Sample(3.0 * number, came=came, matches=matches, **each))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_healthy(seed: int) -> None:
    """What comes and goes by chance is no leak."""
    told, wrong = leaks(life(seed=seed))
    assert wrong == []
    assert any(text.startswith("megabytes") for text in told)


@pytest.mark.parametrize(
    ("what", "each"),
    (
        ("megabytes", 0.003),  # 3 kB of each connection and match
        ("files", 0.01),  # a file of every hundredth
        ("connections", 0.01),
        ("children", 0.001),
    ),
)
@pytest.mark.parametrize("seed", range(5))
def test_leaking(what: str, each: float, seed: int) -> None:
    """A little that is kept of each connection and match is found, and only that."""
    _, wrong = leaks(life(lambda done: each * done, what=what, seed=seed))
    (text,) = wrong
    assert text.startswith(f"{what} leak: +")


def test_too_short() -> None:
    """Of memory nothing is said before the referee has all that it keeps, nor of a few samples."""
    told, wrong = leaks(life(lambda done: done, what="megabytes")[:15])
    assert "memory is not judged before 250 matches" in told
    assert wrong == []
    assert leaks(life()[:5]) == (["only 5 samples"], [])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("script", "trouble"),
    (
        ("setsid sleep 60 & exec sleep 60", "x: 1 processes are left behind"),
        ("exec sleep 60", ""),
    ),
)
async def test_orphans(
    script: str, trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed bot has started is looked for wherever it is now, and is not left there."""
    monkeypatch.setattr(soak_guests, "GONE_S", 0.3)
    daemon = soak_guests.Daemon("x", ("/bin/sh", "-c", script), 1, tmp_path / "log")
    daemon.start()
    for _ in range(1000):
        daemon.look()
        if daemon.most == (2 if trouble else 1):
            break
        await asyncio.sleep(0.01)
    assert await daemon.end(signal.SIGKILL, 0.0) == trouble
