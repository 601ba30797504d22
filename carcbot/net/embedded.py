"""A referee and bots of one's own in this process: a match to watch as it is played, or to play."""

import asyncio
import contextlib
import itertools
import queue
import shutil
import tempfile
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from carcbot.errors import InternalError, file_error
from carcbot.games import registry
from carcbot.messages.client import Open
from carcbot.messages.events import Result
from carcbot.messages.parts import ClockSpec
from carcbot.messages.server import Request
from carcbot.net import arrival_loop
from carcbot.net.client.agent_failures import AgentFailures
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.client.person import Person
from carcbot.net.client.thinker import agent_text
from carcbot.net.client.watcher import Watched, watch
from carcbot.net.low_latency import collect_garbage
from carcbot.net.process.pool import WorkerPool
from carcbot.net.server import RefereeServer, random_name_and_seed
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.referee.table import Table
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.own_agent import is_own

__all__ = ["EmbeddedMatch"]

_Seen = queue.SimpleQueue[Watched | Request | BaseException]
"""What happens, and what went wrong, for the thread that reads the events."""


@dataclass(frozen=True, slots=True)
class EmbeddedMatch:
    """A match of agents over real websockets, on a port of this machine that nobody else knows.

    Attributes:
        game: What is played.
        options: As text, the seats among them.
        agents: Who plays, one for each seat; the person's is not used.
        clock: Of every seat.
        name_and_seed: The name of the match, and the seed of its chance in hex.
        folder: Where its record will lie.
        nodes: Nodes for a decision, besides the clock; 0 is no limit.
        own_s: Seconds for a decision of somebody's own agent, besides the clock; None is no limit.
        person: The seat of somebody who answers requests with `move`; None: all are agents'.
        stays: Whether its page stays open when it is over, until `close`.
        failures: Of each agent, how often it failed; filled when the match is over.
        pages: Where it can be watched in a browser; filled when it begins.
    """

    game: str
    options: str
    agents: Sequence[str]
    clock: ClockSpec
    name_and_seed: tuple[str, str]
    folder: Path
    nodes: int = 0
    own_s: float | None = None
    person: int | None = None
    stays: bool = False
    failures: dict[str, AgentFailures] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _seated: list[tuple[Person, asyncio.AbstractEventLoop]] = field(default_factory=list)

    @property
    def record(self) -> Path:
        """Where the record lies when the match is over, unless the disk has failed meanwhile."""
        return self.folder / f"{self.name_and_seed[0]}.jsonl"

    def events(self) -> Generator[Watched | Request, None, None]:
        """Plays the match; yields what happens as those see it who watch.

        Where a person has a seat it is what that seat sees, with the requests for its moves.

        It is played in a thread of its own, at its own speed, and ends when nobody asks for more.

        Raises:
            FileInputError: The record could not be written; nothing was played then.
        """
        self._make_folder()
        return self._events()

    def move(self, seq: int, text: str) -> None:
        """The person's answer to the request that came after this event."""
        for person, loop in self._seated:
            with contextlib.suppress(RuntimeError):  # the match is over, and its loop closed
                asyncio.run_coroutine_threadsafe(person.move(seq, text), loop)

    def _make_folder(self) -> None:
        """Makes the folder of the record, and looks whether a file can be written there."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise file_error(
                error,
                "cannot hold the record",
                where=str(self.folder),
                expected="a folder that can be written to",
            ) from error

    def _events(self) -> Generator[Watched | Request, None, None]:
        seen: _Seen = queue.SimpleQueue()
        thread = threading.Thread(target=self._run, args=(seen,), name="referee")
        self._threads.append(thread)
        thread.start()
        is_played = False
        try:
            while True:
                event = seen.get()
                if isinstance(event, BaseException):
                    raise event
                is_played = isinstance(event, Result)
                yield event
                if is_played:
                    return
        finally:
            if is_played and self.stays:
                self._over.wait()
            else:
                self.close()

    def close(self) -> None:
        """Ends everything."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _run(self, seen: "_Seen") -> None:
        try:
            arrival_loop.run(self._play(seen))
        except BaseException as error:  # noqa: BLE001 - it is raised where the events are read
            seen.put(error)
        finally:
            self._over.set()
            collect_garbage()

    async def _play(self, seen: "_Seen") -> None:
        tokens = Tokens()
        with tempfile.TemporaryDirectory(prefix="carcbot-") as folder:
            settings = Settings(Path(folder), port=0, clock=self.clock, guests=True)
            # people may begin other matches at the page
            names = itertools.chain(
                [self.name_and_seed], (random_name_and_seed() for _ in itertools.count())
            )
            async with (
                contextlib.AsyncExitStack() as stack,
                RefereeServer(settings, tokens, lambda: next(names), self._keep_record) as server,
            ):
                agents = {self._thinker(seat): self.agents[seat] for seat in self._bot_seats}
                pools = {
                    thinker: await stack.enter_async_context(WorkerPool(1, agent=agent))
                    for thinker, agent in agents.items()
                }
                await self._play_at(server, tokens, pools, seen)

    def _keep_record(self, table: Table, path: Path) -> None:
        """Puts the record where it belongs; a match that did not end leaves nothing behind."""
        if table.match != self.name_and_seed[0]:
            return
        try:
            shutil.copyfile(path, self.record)
        except OSError:  # who asked for the match sees that there is no record
            self.record.unlink(missing_ok=True)

    async def _play_at(
        self,
        server: RefereeServer,
        tokens: Tokens,
        pools: dict[str, WorkerPool],
        seen: "_Seen",
    ) -> None:
        configs = {seat: self._config(server.url, seat) for seat in self._bot_seats}
        agents = tuple(
            agent_text(configs[seat]) if seat in configs else "" for seat in range(len(self.agents))
        )
        server.open_table(Open(1, self.game, self.options), agents)
        self.pages.append(f"{server.page}table/{self.name_and_seed[0]}")
        follow = self._watch if self.person is None else self._play_by_hand
        watcher = asyncio.create_task(follow(server.url, tokens, seen))
        bots = [self._bot(config, tokens, seat, pools) for seat, config in configs.items()]
        tasks = [watcher, *(asyncio.create_task(bot.run()) for bot in bots)]
        stopped = asyncio.create_task(asyncio.to_thread(self._stop.wait))
        going_on = {stopped, *tasks}
        while stopped in going_on and watcher in going_on:
            over, going_on = await asyncio.wait(going_on, return_when=asyncio.FIRST_COMPLETED)
            for task in over:
                if (error := task.exception()) is not None:
                    seen.put(error)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for bot in bots:
            self.failures.setdefault(bot.config.agent, AgentFailures()).add(bot.failures)
        self._over.set()
        if not self.stays:
            self._stop.set()
        await stopped

    @property
    def _bot_seats(self) -> list[int]:
        return [seat for seat in range(len(self.agents)) if seat != self.person]

    def _thinker(self, seat: int) -> str:
        """Whose workers think for a seat: an agent that hangs must not keep its rivals' workers.

        Where seats know different things each has its own, or an agent could find in its process
        what it was told at another seat.
        """
        agent = self.agents[seat]
        return f"{agent} at {seat}" if registry.get(self.game).has_secrets else agent

    def _config(self, url: str, seat: int) -> BotConfig:
        """How the bot at a seat is set up."""
        return BotConfig(
            url=url,
            agent=self.agents[seat],
            table=self.name_and_seed[0],
            seat=seat,
            count=1,
            nodes=self.nodes,
        )

    def _bot(
        self, config: BotConfig, tokens: Tokens, seat: int, pools: dict[str, WorkerPool]
    ) -> Bot:
        token = tokens.add_new(f"seat-{seat}")
        # the match is a picture or a page: what went wrong is told at its end
        most = Budget(soft_s=self.own_s, hard_s=self.own_s) if is_own(config.agent) else UNLIMITED
        return Bot(
            config, token, seed=seat, pool=pools[self._thinker(seat)], warns=False, most=most
        )

    async def _watch(self, url: str, tokens: Tokens, seen: "_Seen") -> None:
        token = tokens.add_new("watcher")
        async for event in watch(url, token, self.name_and_seed[0]):
            seen.put(event)

    async def _play_by_hand(self, url: str, tokens: Tokens, seen: "_Seen") -> None:
        if self.person is None:
            raise InternalError("nobody plays by hand")
        token = tokens.add_new("you")
        person = Person(url, token, self.name_and_seed[0], self.person, seen.put)
        self._seated.append((person, asyncio.get_running_loop()))
        await person.run()
