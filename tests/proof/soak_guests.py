"""Who comes and goes in the proof of soak: players, viewers, and bots in processes of their own."""

import asyncio
import contextlib
import os
import random
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

import aiohttp

from carcbot.bot.session import Action, LobbyNews
from carcbot.messages.lobby import Capacity, OfferOver, Seek, Terms
from tests.proof.players import SteadyPlayer, token_of

__all__ = ["DAEMONS", "VIEWERS", "Daemon", "SeekingPlayer", "Viewer", "daemons"]

TERMS: Final = (
    Terms("pot", "seats=2"),
    Terms("pot", "seats=3"),
    Terms("carcassonne", "seats=2"),
)
VIEWERS: Final = ("v0", "v1", "v2")
_CAPACITY: Final = 3
_MARK: Final = "CARCBOT_SOAK"
GONE_S: Final = 60.0
"""What a killed bot has started ends by itself after 5 seconds, and on a busy machine later."""
_YOUNG_S: Final = 15.0
"""Who has only just been started may not have got round to hearing signals."""
_STOPS_S: Final = 120.0


class SeekingPlayer(SteadyPlayer):
    """Finds its matches in the lobby, and has never more than one offer of its own there.

    Attributes:
        told: What became of its offers.
        came: How often it was connected.
    """

    def __init__(self, url: str, name: str, seed: int) -> None:
        super().__init__(url, name, matches=_CAPACITY, token=token_of(name))
        self.rng = random.Random(f"{name} {seed}")
        self.told: Counter[str] = Counter()

    @property
    def came(self) -> int:
        """How often it was connected."""
        return self.cuts + 1

    async def think(self, seq: int) -> None:  # noqa: ARG002 - as in the class above
        """Takes a little time, so that much is going on whenever something is killed."""
        await asyncio.sleep(self.rng.random() * 0.02)

    async def _look(self) -> None:
        """Seeks whenever it has waited long enough; offers expire by themselves."""
        connection = -1
        while True:
            if self.is_here and not self.is_closing:
                if self.cuts != connection:
                    connection = self.cuts
                    await self._send(Capacity(self.session.number(), _CAPACITY))
                if len(self.session.matches) < _CAPACITY:
                    terms = self.rng.choice(TERMS)
                    await self._send(Seek(self.session.number(), terms, expires_s=10))
            await asyncio.sleep(0.3 + self.rng.random())

    def _note(self, action: Action) -> None:
        if isinstance(action, LobbyNews) and isinstance(action.message, OfferOver):
            self.told[action.message.outcome] += 1
        super()._note(action)


class Viewer:
    """Comes, looks for a moment at a match that goes on, and goes, in order or not.

    Attributes:
        came: How often it was welcomed.
        saw: How many frames it was sent.
    """

    def __init__(self, url: str, name: str, seed: int) -> None:
        self.came = 0
        self.saw = 0
        self._url = url
        self._name = name
        self._rng = random.Random(f"{name} {seed}")

    async def run(self) -> None:
        """Comes again and again, until it is cancelled."""
        async with aiohttp.ClientSession() as http:
            while True:
                # the referee may be away, or be killed at any moment
                with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError, TypeError):
                    await self._visit(http)
                await asyncio.sleep(self._rng.random() * 0.5)

    async def _visit(self, http: aiohttp.ClientSession) -> None:
        async with http.ws_connect(self._url, compress=0) as socket:
            await socket.receive_json(timeout=5)
            token = token_of(self._name)
            hello = {"type": "hello", "id": 1, "product": "page", "features": ["pictures"]}
            await socket.send_json(hello | {"token": token})
            await socket.send_json({"type": "tables", "id": 2})
            matches: list[str] = []
            while not matches:
                heard = await socket.receive_json(timeout=5)
                if "tables" not in heard:
                    continue
                self.came += 1
                matches = [each["match"] for each in heard["tables"] if each["seq"]]
                if not matches:
                    return
            match = self._rng.choice(matches)
            await socket.send_json({"type": "watch", "id": 3, "match": match})
            until = time.monotonic() + self._rng.random()
            while time.monotonic() < until:
                await socket.receive_json(timeout=1)
                self.saw += 1
            transport = socket._response.connection and socket._response.connection.transport
            if transport and self._rng.random() < 0.5:
                transport.abort()


class Daemon:
    """A bot as a host runs it: `carcbot bot run`, with all the processes that it starts.

    Args:
        name: Of its account.
        command: What it is started with.
        processes: How many it is when everything runs.
        log: Where it writes.

    Attributes:
        most: How many processes it ever was.
        starts: How often it was started.
        is_ending: Whether it is being ended.
    """

    def __init__(self, name: str, command: tuple[str, ...], processes: int, log: Path) -> None:
        self.name = name
        self.processes = processes
        self.most = 0
        self.starts = 0
        self.is_ending = False
        self._command = command
        self._log = log
        self._mark = ""
        self._began_s = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it; what it starts is known by a mark."""
        self.starts += 1
        self.is_ending = False
        self._began_s = time.monotonic()
        self._mark = secrets.token_hex(8)
        env = os.environ | {"CARCBOT_TOKEN": token_of(self.name), _MARK: self._mark}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env
            )

    def look(self) -> str:
        """Counts its processes; says if it has ended by itself."""
        assert self._process is not None
        self.most = max(self.most, len(_marked(self._mark)))
        code = self._process.poll()
        return "" if code is None else f"{self.name} has ended by itself, with {code}"

    async def end(self, how: signal.Signals, patience_s: float) -> str:
        """Ends it; what is wrong with how it went, or with what is left of it.

        Args:
            how: SIGKILL or SIGTERM.
            patience_s: After SIGTERM, how long its matches may go on.
        """
        process, mark = self._process, self._mark
        assert process is not None
        self.is_ending = True
        process.send_signal(how)
        allowed = {-how}
        if how is signal.SIGTERM:
            is_young = time.monotonic() - self._began_s < _YOUNG_S
            allowed = {0, 130, -how} if is_young else {0, 130}
            if not await _ends(process, patience_s):  # its matches are to end first
                process.send_signal(how)
        if not await _ends(process, _STOPS_S):
            process.kill()
            return f"{self.name} did not stop"
        if process.returncode not in allowed:
            return f"{self.name} ended with {process.returncode}"
        until = time.monotonic() + GONE_S
        while left := await asyncio.to_thread(_marked, mark):
            if time.monotonic() > until:
                for pid in left:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                return f"{self.name}: {len(left)} processes are left behind"
            await asyncio.sleep(0.2)
        return ""


async def _ends(process: subprocess.Popen[bytes], within_s: float) -> bool:
    try:
        await asyncio.to_thread(process.wait, within_s)
    except subprocess.TimeoutExpired:
        return False
    return True


def _marked(mark: str) -> list[int]:
    """The processes that live and were started by whoever has this mark."""
    text = f"{_MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if text in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


_THINKS: Final = """url = "{url}"
agent = "{agent}"
workers = 2
nodes = 200
matches = 2
sit = false

[[seek]]
options = "seats=2"
rated = false

[[seek]]
game = "pot"
options = "seats=2"
rated = false
"""
_RUN: Final = (sys.executable, "-m", "carcbot", "bot", "run")
_AGENTS: Final = {"w0": "greedy", "w1": "mcts"}
DAEMONS: Final = (*_AGENTS, "s0")


def daemons(url: str, folder: Path) -> dict[str, Daemon]:
    """Two bots that think in workers, and a program over standard input and output."""
    found = {}
    for name, agent in _AGENTS.items():
        config = folder / f"{name}.toml"
        config.write_text(_THINKS.format(url=url, agent=agent))
        found[name] = Daemon(name, (*_RUN, str(config)), 3, folder / f"{name}.log")
    program = shlex.join((sys.executable, "-m", "tests.proof.soak_program"))
    command = (*_RUN, "--url", url, "--stdio", program)
    found["s0"] = Daemon("s0", command, 3, folder / "s0.log")
    return found
