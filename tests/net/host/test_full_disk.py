"""A referee whose disk is full, in a process of its own: nobody is left without a word."""

import asyncio
import contextlib
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.waiting import PATIENCE_S

_DISK = 4 * 1024 * 1024


class Disk:
    """What a referee's files lie on, and whether anything more goes on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None

    def fill(self) -> None:
        """Nothing more goes on it."""
        raise NotImplementedError

    def free(self) -> None:
        """There is room again."""
        raise NotImplementedError


class SmallDisk(Disk):
    """A file system in memory, of some megabytes."""

    def fill(self) -> None:
        """Writes until there is no byte left."""
        with (self.folder / "filler").open("ab", buffering=0) as file, contextlib.suppress(OSError):
            for size in (65536, 4096, 1):
                with contextlib.suppress(OSError):
                    while file.write(bytes(size)):
                        pass

    def free(self) -> None:
        """Takes that away."""
        (self.folder / "filler").unlink()


class ForbiddenDisk(Disk):
    """Any disk on which the referee may make no file longer than a byte: the system forbids it."""

    def fill(self) -> None:
        """Nothing may be written from now on."""
        self._allow(1)

    def free(self) -> None:
        """It may again."""
        self._allow(resource.RLIM_INFINITY)

    def _allow(self, most: int) -> None:
        assert self.process is not None
        limits = most, resource.RLIM_INFINITY
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, limits)


@pytest.fixture(params=("small", "forbidden"))
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk that can be full; the small one where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    may = request.param == "small" and os.geteuid() == 0
    if may and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        yield SmallDisk(folder)
        subprocess.run(["umount", "-l", str(folder)], check=True)
    else:
        yield ForbiddenDisk(folder)


@contextlib.contextmanager
def serving(disk: Disk) -> Iterator[tuple[str, dict[str, str]]]:
    """A referee with its folder and its log on a disk; where it is, and the tokens."""
    command = [
        *(sys.executable, "-m", "carcbot", "serve", "--port", "0", "--guests", "--log", "json"),
        *("--folder", str(disk.folder / "referee"), "--account", "ann", "--account", "bob"),
        *("--drain", "0"),
    ]
    with (
        (disk.folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        disk.process = process
        assert process.stdout is not None
        page = "".join(process.stdout.readline() for _ in range(5))
        tokens = dict(re.findall(r"^token of (\w+): (\S+)$", page, flags=re.MULTILINE))
        (url,) = re.findall(r"^listening at ws:(\S+)/play$", page, flags=re.MULTILINE)
        try:
            yield f"http:{url}", tokens
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


class Client:
    """One account's connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._count = 0

    async def say(self, kind: str, **fields: object) -> dict[str, Any]:
        """Says something; returns the answer."""
        self._count += 1
        await self._socket.send_json({"type": kind, "id": self._count, **fields})
        while True:
            said: dict[str, Any] = await self._socket.receive_json(timeout=PATIENCE_S)
            if said.get("id") == self._count:
                return said


async def come(http: aiohttp.ClientSession, url: str, token: str) -> Client:
    """Connects, and says hello, which must succeed."""
    client = Client(await http.ws_connect(f"{url}/play"))
    said = await client.say("hello", product="x/1", token=token)
    assert "welcome" in said, said
    return client


async def ready(http: aiohttp.ClientSession, url: str) -> tuple[int, str]:
    """What the referee says of itself."""
    async with http.get(f"{url}/readyz") as response:
        return response.status, await response.text()


async def until_ready(http: aiohttp.ClientSession, url: str, status: int) -> str:
    """Waits until the referee says so of itself; returns why."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found, text = await ready(http, url)
            if found == status:
                return text
            await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_a_full_disk(disk: Disk) -> None:
    """Who comes is welcome, what cannot be written is refused, and the host's tools are told."""
    terms = {"game": "pot", "options": "seats=2"}

    async def visit(url: str, tokens: dict[str, str]) -> None:
        async with aiohttp.ClientSession() as http:
            assert await ready(http, url) == (200, "ready\n")
            bob = await come(http, url, tokens["bob"])
            assert (await bob.say("open", **terms))["type"] == "ack"
            disk.fill()
            why = await until_ready(http, url, 503)
            assert why.startswith("journals cannot be written: ")
            ann = await come(http, url, tokens["ann"])  # whose token was never used before
            for client in (ann, bob):
                assert (await client.say("tables"))["type"] == "ack"
                for kind, fields in (("open", terms), ("seek", {"terms": terms})):
                    said = await client.say(kind, **fields)
                    assert said.get("code") == "referee_fault", said
            bearer = {"Authorization": f"Bearer {tokens['ann']}"}
            for path, body in (
                ("guest", {"plays": True}),
                ("play", {"seats": ["me", "flat"], "options": "seats=2"}),
            ):
                async with http.post(f"{url}/api/{path}", json=body, headers=bearer) as response:
                    assert (response.status, bool(await response.text())) == (503, True)
            disk.free()
            await until_ready(http, url, 200)
            for client in (ann, bob):
                assert (await client.say("open", **terms))["type"] == "ack"
                assert (await client.say("seek", terms=terms))["type"] == "ack"
            await come(http, url, tokens["ann"])

    with serving(disk) as (url, tokens):
        await visit(url, tokens)
    events = []
    for line in (disk.folder / "log").read_text().splitlines():
        with contextlib.suppress(ValueError):  # of what the last bytes of the disk were for
            events.append(json.loads(line)["event"])
    assert "lines of the log are lost" in events
    assert "referee fault" not in events
