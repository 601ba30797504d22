"""A referee with pages in a thread of its own, and players whose pace can be watched."""

import asyncio
import contextlib
import dataclasses
import random
import threading
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Clocks
from carcbot.net.clock import now_ns
from carcbot.net.door.connection import Connection
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.waiting import PATIENCE_S, until

__all__ = ["Host", "hosted"]

_NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
T = TypeVar("T")


class Host:
    """A referee that runs in a thread, and what a test does with it from outside.

    Attributes:
        folder: Where its files lie.
        settings: What it is started with.
        port: Where it listens.
        halt: At so many tiles on a table its players wait, until this is larger, or None: however
            slow a browser is, the match still goes on when it has come as far as the test wants.
    """

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.settings = dataclasses.replace(
            Settings(folder, port=0, guests=True, handshake_s=PATIENCE_S),
            **settings,  # type: ignore[arg-type]
        )
        self.port = 0
        self.halt: int | None = None
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, name="referee")
        self.ready = threading.Event()
        self.stopping = asyncio.Event()
        self.server: RefereeServer | None = None

    @property
    def page(self) -> str:
        """Where the lobby is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, at the same port as the last time."""
        self.thread.start()
        if not self.ready.wait(PATIENCE_S):
            raise TimeoutError("the referee did not start")

    def stop(self) -> None:
        """Stops it; matches that go on do so when it is started again."""
        self.loop.call_soon_threadsafe(self.stopping.set)
        self.thread.join()

    def restart(self) -> None:
        """Stops it, and starts it again at the same port."""
        self.stop()
        self.settings = dataclasses.replace(self.settings, port=self.port)
        self.loop = asyncio.new_event_loop()
        self.stopping = asyncio.Event()
        self.ready.clear()
        self.thread = threading.Thread(target=self._run, name="referee")
        self.start()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Does something in the referee's loop, and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def table(
        self, options: str = "seats=2", clock: ClockSpec | None = None, *, analysis: bool = True
    ) -> str:
        """Opens a table."""

        async def opened() -> str:
            assert self.server is not None
            policy = Policy(grace_us=600_000_000, analysis=analysis)
            return self.server.open_table(Open(1, "carcassonne", options, clock, policy))

        return self.call(opened())

    def play(
        self, match: str, seats: int, *paces_s: float, seed: int = 1, leaves: int | None = None
    ) -> None:
        """Has players take seats of a table and play, without waiting for any but who leaves.

        Args:
            match: At which table.
            seats: How many of its seats, from the first one on.
            paces_s: How long each thinks; the last one is that of all others, too.
            seed: Of their play.
            leaves: The first goes away, instead of making a move, when so many tiles lie; it has
                put none of its figures.
        """
        playing = []
        for seat in range(seats):
            pace_s = paces_s[min(seat, len(paces_s) - 1)]
            chance = random.Random(f"{seed} {seat}")
            player = _Player(self, match, seat, pace_s, chance, leaves=None if seat else leaves)
            run = player.run(f"{self.page}/play")
            playing.append(asyncio.run_coroutine_threadsafe(run, self.loop))
        if leaves is not None:  # two at one seat would put out each other
            playing[0].result(PATIENCE_S)

    def laid(self, match: str) -> int:
        """How many tiles lie on a table; one that fits nowhere is put aside."""
        assert self.server is not None
        state: Any = self.server.hall.tables[match].state
        return len(state.tiles())

    def clocks(self, match: str) -> Clocks:
        """What the clocks of a table show at the referee."""

        async def shown() -> Clocks:
            assert self.server is not None
            return self.server.hall.tables[match].play.clocks(now_ns())

        return self.call(shown())

    def cut(self, seen: Callable[[str], bool]) -> int:
        """Closes the connections of these accounts as a broken network would; says how many."""

        async def close() -> int:
            assert self.server is not None
            found = [
                client for account, client in self.server._floor.guests.items() if seen(account)
            ]
            for client in found:
                assert isinstance(client, Connection)
                client._transport.abort()
            return len(found)

        return self.call(close())

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._serve())
        finally:
            self.loop.close()

    async def _serve(self) -> None:
        tokens = Tokens()
        for name in _NAMES:
            tokens.add(name, f"token-of-{name}")
        async with Store.open(f"sqlite:///{self.folder / 'lobby.db'}") as store:
            for name in _NAMES:
                if await store.account(name) is None:
                    await store.add_account(name, "bot", 0)
            async with RefereeServer(self.settings, tokens, store=store) as server:
                self.server, self.port = server, server.port
                self.ready.set()
                await self.stopping.wait()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


@contextlib.contextmanager
def hosted(folder: Path, **settings: object) -> Iterator[Host]:
    """A referee for as long as the context lasts."""
    folder.mkdir(parents=True, exist_ok=True)
    host = Host(folder, **settings)
    host.start()
    try:
        yield host
    finally:
        host.stop()


class _Player:
    """Plays one seat: mostly moves that bring points or figures onto the table, at a pace."""

    def __init__(
        self,
        host: Host,
        match: str,
        seat: int,
        pace_s: float,
        chance: random.Random,
        *,
        leaves: int | None = None,
    ) -> None:
        self.host = host
        self.leaves = leaves
        self.match = match
        self.seat = seat
        self.pace_s = pace_s
        self.chance = chance
        self.number = 0

    async def run(self, url: str) -> None:
        """Plays until the match is over; comes back when the connection is lost."""
        async with aiohttp.ClientSession() as http:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with http.ws_connect(url) as socket:
                        if await self._talk(socket):
                            return
                await asyncio.sleep(0.1)

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse) -> bool:
        state: State | None = None
        async for frame in socket:
            said = frame.json()
            match said["type"]:
                case "hello":
                    token = f"token-of-{_NAMES[self.seat]}"
                    await self._say(socket, type="hello", product="pacer/1", token=token)
                case "ack" if "welcome" in said:
                    here = any(each["match"] == self.match for each in said["welcome"]["seats"])
                    kind = "resume" if here else "sit"
                    more = {"last_seq": 0} if here else {"seat": self.seat}
                    await self._say(socket, type=kind, match=self.match, **more)
                case "start":
                    state = registry.get(said["game"]).new(said["options"])
                case "draw" | "move":
                    assert state is not None
                    state.apply(said[said["type"]])
                case "request":
                    assert state is not None
                    laid: Any = state
                    if self.leaves is not None and len(laid.tiles()) >= self.leaves:
                        return True
                    await asyncio.sleep(self.pace_s)
                    await until(partial(self._goes_on, len(laid.tiles())))
                    move, score = self._choice(state)
                    thought = {"score": score, "depth": 1, "nodes": 20, "line": [move]}
                    await self._say(
                        socket,
                        type="move", match=self.match, seq=said["seq"], move=move, analysis=thought,
                    )  # fmt: skip
                case "result":
                    return True
        return False

    def _goes_on(self, laid: int) -> bool:
        return self.host.halt is None or laid < self.host.halt

    def _choice(self, state: State) -> tuple[str, float]:
        """The best of some moves by the points that they promise."""
        moves = state.legal_moves()
        if self.leaves is not None:
            moves = [move for move in moves if "+" not in move]
        tried = self.chance.sample(moves, min(20, len(moves)))

        def ahead(move: str) -> float:
            after: Any = state.copy()
            after.apply(move)
            points = after.virtual_scores()
            own = points.pop(self.seat)
            return float(own - max(points)) + self.chance.random()

        best = max(tried, key=ahead)
        return best, round(ahead(best), 1)

    async def _say(self, socket: aiohttp.ClientWebSocketResponse, **command: object) -> None:
        self.number += 1
        await socket.send_json({"id": self.number, **command})
