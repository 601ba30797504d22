"""What systemd is told, by real datagrams on a socket as it has one."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcbot.net.systemd import Supervisor
from tests.waiting import until


@pytest.fixture(params=("path", "abstract"))
def heard(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """The address of a socket, as the environment has it, and the socket."""
    path = str(tmp_path / "notify")
    if request.param == "abstract":
        path = f"@{os.getpid()}-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(path.replace("@", "\0", 1))
        yield path, line


def said(line: socket.socket) -> list[str]:
    """All that was said up to now."""
    found = []
    line.setblocking(False)  # noqa: FBT003 - so it is called
    try:
        while True:
            found.append(line.recv(4096).decode())
    except BlockingIOError:
        return found


async def lived(line: socket.socket) -> list[str]:
    """All that was said until it has said three times that it lives."""
    told: list[str] = []

    def has_lived() -> bool:
        told.extend(said(line))
        return told.count("WATCHDOG=1") >= 3

    await until(has_lived)
    return told


@pytest.mark.asyncio
async def test_life(heard: tuple[str, socket.socket]) -> None:
    """It is ready first, then lives, then stops; after that nothing more is said."""
    address, line = heard
    async with Supervisor(address, 0.1) as supervisor:
        told = await lived(line)
        assert told[0] == "READY=1"
        supervisor.stopping("no new matches")
        assert "STOPPING=1\nSTATUS=no new matches" in await lived(line)
    said(line)
    await asyncio.sleep(0.15)
    assert said(line) == []


@pytest.mark.asyncio
async def test_hanging_loop(heard: tuple[str, socket.socket]) -> None:
    """A loop that hangs says nothing."""
    address, line = heard
    async with Supervisor(address, 0.1):
        await asyncio.sleep(0)
        said(line)
        time.sleep(0.3)  # noqa: ASYNC251 - so that it hangs
        assert said(line) == []


def test_environment() -> None:
    """The environment says who watches and how patiently; children do not read it any more."""
    watched = {"NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}
    environment = watched | {"A": "b"}
    mine = Supervisor.of(environment, 7)
    assert (mine._address, mine._watchdog_s) == ("/n", 30.0)
    assert environment == {"A": "b"}
    others = Supervisor.of({"NOTIFY_SOCKET": "@n", "WATCHDOG_USEC": "9", "WATCHDOG_PID": "8"}, 7)
    assert (others._address, others._watchdog_s) == ("\0n", 0.0)
    assert Supervisor.of({}, 7)._address == ""


@pytest.mark.asyncio
async def test_nobody_watches(tmp_path: Path) -> None:
    """Where nobody listens, or nobody does any more, nothing happens."""
    for address in ("", str(tmp_path / "gone")):
        async with Supervisor(address, 0.01) as supervisor:
            await asyncio.sleep(0.03)
            supervisor.stopping("bye")
