"""The pages of competitions are made beside the referee, and take little from it."""

import asyncio
import errno
from itertools import pairwise
from pathlib import Path

import pytest

from carcbot.net.competitions.publisher import Publisher
from carcbot.net.process.limited_process import LimitedProcess
from tests.waiting import until

TAKES_S = 0.3


@pytest.mark.asyncio
async def test_it_rests_longer_than_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a page is wanted, making it takes a tenth of a core at most."""
    loop = asyncio.get_running_loop()
    made: list[tuple[float, float]] = []

    async def start(_: LimitedProcess) -> asyncio.subprocess.Process:
        begun_s = loop.time()
        program = await asyncio.create_subprocess_exec("sleep", str(TAKES_S))
        await program.wait()
        made.append((begun_s, loop.time()))
        return program

    monkeypatch.setattr(LimitedProcess, "start", start)
    publisher = Publisher()
    while len(made) < 3:
        publisher.publish(Path("competitions") / "cup")
        await asyncio.sleep(0.01)
    await publisher.close()
    for (begun_s, ended_s), (next_s, _) in pairwise(made):
        assert next_s - ended_s >= 9 * (ended_s - begun_s) > 2.0


@pytest.mark.asyncio
async def test_the_last_change_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes together is in one page, and what changes later in a page that comes after it."""
    changes, told = 0, []

    async def start(_: LimitedProcess) -> asyncio.subprocess.Process:
        begun_at = changes
        program = await asyncio.create_subprocess_exec("true")
        await program.wait()
        told.append(begun_at)
        return program

    monkeypatch.setattr(LimitedProcess, "start", start)
    publisher = Publisher()
    for _ in range(20):
        changes += 1
        publisher.publish(Path("competitions") / "cup")
        await asyncio.sleep(0.1)
    await until(lambda: told[-1:] == [changes])
    await publisher.close()
    assert len(told) == 2
    assert told[0] > 1


@pytest.mark.asyncio
async def test_no_process_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that could not be tried is made later, without another change."""
    tried = 0

    async def start(_: LimitedProcess) -> asyncio.subprocess.Process:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise BlockingIOError(errno.EAGAIN, "no process is left")
        return await asyncio.create_subprocess_exec("true")

    monkeypatch.setattr(LimitedProcess, "start", start)
    publisher = Publisher()
    publisher.publish(Path("competitions") / "cup")
    await until(lambda: tried == 2)
    await publisher.close()
