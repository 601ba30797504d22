"""A bot: a session on a link, with workers that think."""

import asyncio
import contextlib
import hashlib
import random
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import structlog

from carcbot import __version__
from carcbot.bot.chair import Chair
from carcbot.bot.clock_of import budget_of
from carcbot.bot.config import BotConfig
from carcbot.bot.session import (
    Again,
    Answered,
    Over,
    Refused,
    Seen,
    Send,
    Session,
    Think,
    Trouble,
    Unseated,
    Wish,
)
from carcbot.bot.time_plan import LagMeter
from carcbot.errors import InputError
from carcbot.games.contract import is_position
from carcbot.messages import codec
from carcbot.messages.client import Open, Sit, Tables
from carcbot.messages.parts import Analysis, ClockSpec, TableInfo
from carcbot.messages.server import Ack, Error, Request
from carcbot.net.client.link import Link
from carcbot.net.client.own_records import OwnRecords
from carcbot.net.clock import now_ns
from carcbot.net.workers import Decision, WorkerPool
from carcbot.search import own_agent
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget

__all__ = ["Bot"]

_log = structlog.get_logger()
_LOOKS_EVERY_S: Final = 1.0
_SOON_S: Final = 0.02


@dataclass(slots=True)
class _Asked:
    """A request, and when it came."""

    request: Request
    arrived_ns: int


class Bot:
    """Plays matches until it has played enough, is asked to stop, or the referee sends it away.

    Args:
        config: How it is set up.
        token: Of its account.
        seed: For the time between two tries to connect.
        pool: Who thinks, if not workers of its own.

    Attributes:
        played: How many matches it has played.
    """

    def __init__(
        self, config: BotConfig, token: str, *, seed: int, pool: WorkerPool | None = None
    ) -> None:
        self.config = config
        self.played = 0
        self.session = Session(f"carcbot/{__version__}", token, lambda: secrets.token_hex(32))
        self.troubles: list[str] = []
        self._agent = _with_memory(config.agent, config.memory_mb)
        self._link = Link(config.url, random.Random(seed))
        self._lag = LagMeter(over_network=True)
        self._sent_ns: dict[int, int] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._records = OwnRecords(Path(config.records)) if config.records else None
        self._pool = pool
        self._looked: dict[str, int] = {}
        self._later: set[asyncio.Task[None]] = set()
        self._sitting: set[int] = set()
        self._waiting_at: set[str] = set()
        self._drains = False
        self._until_over = ""

    async def run(self, until_over: str = "") -> None:
        """Plays; ends after the match of this name, if there is one.

        Raises:
            InputError: The agent or the address is impossible, or the referee sends the bot away.
        """
        self._until_over = until_over
        async with contextlib.AsyncExitStack() as stack:
            if self._pool is None:
                self._pool = await stack.enter_async_context(WorkerPool(self.config.workers))
            if self._records:
                stack.callback(self._records.close)
            looking = asyncio.create_task(self._look_for_seats())
            try:
                async for frame in self._link.frames():
                    if frame is None:
                        self.session.connected()
                        self._sitting.clear()  # whatever was asked before is not answered any more
                        self._sent_ns.clear()
                        continue
                    await self._fulfil(self.session.hear(codec.decode_message(frame)))
                    if self._is_done():
                        await self._link.close()
            finally:
                looking.cancel()
                for task in self._thinking.values():
                    task.cancel()
                await asyncio.gather(looking, *self._thinking.values(), return_exceptions=True)

    def drain(self) -> None:
        """Takes no more seats, and ends when the matches that go on are over."""
        self._drains = True
        if self._is_done():
            self._closing = asyncio.ensure_future(self._link.close())

    def _is_done(self) -> bool:
        if self._until_over:
            return self.session.is_welcome and self._until_over not in self.session.chairs
        enough = self.config.count and self.played >= self.config.count
        going_on = any(chair.seq for chair in self.session.chairs.values())
        return bool(enough) or (self._drains and not going_on)

    # ------------------------------------------------------------ wishes

    async def _fulfil(  # noqa: C901 - one case for each kind of wish
        self, wishes: list[Wish]
    ) -> None:
        for wish in wishes:
            match wish:
                case Send(command):
                    self._sent_ns[command.id] = now_ns()
                    await self._link.send(command)
                case Think(chair, request):
                    self._think(chair, _Asked(request, now_ns()))
                case Again(chair, seconds):
                    task = asyncio.create_task(self._again(chair, seconds))
                    self._later.add(task)
                    task.add_done_callback(self._later.discard)
                case Seen(chair, event):
                    self._note(chair, {"line": "event", "event": event, "received_us": _epoch_us()})
                case Over(chair, result):
                    await self._end(chair)
                    _log.info("over", match=chair.match, reason=result.reason)
                case Answered(ack):
                    await self._answered(ack)
                case Refused(error):
                    self._refused(error)
                case Unseated(match):
                    self._waiting_at.discard(match)
                case Trouble(text):
                    self.troubles.append(text)
                    _log.warning("trouble", text=text)

    async def _again(self, chair: Chair, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._fulfil(self.session.again(chair))

    async def _answered(self, ack: Ack) -> None:
        sent_ns = self._sent_ns.pop(ack.id, None)
        self._sitting.discard(ack.id)
        if ack.seq is not None and sent_ns is not None:
            self._lag.add((now_ns() - sent_ns) / 1e9)
        if ack.tables is not None:
            await self._take_seats(ack.tables)
        elif ack.match is not None and ack.seat is None and ack.seq is None:
            await self._sit(ack.match)  # the table that was opened
        elif ack.match is not None and ack.seq is None:
            self._waiting_at.add(ack.match)

    def _refused(self, error: Error) -> None:
        self._sitting.discard(error.id or 0)
        self._sent_ns.pop(error.id or 0, None)
        _log.info("refused", code=error.code, text=error.text)
        if error.fatal:
            raise InputError(error.text, where="the referee")

    # ------------------------------------------------------------ seats

    async def _look_for_seats(self) -> None:
        """Looks for free seats now and then, or opens a table, while there is room for a match."""
        while True:
            if self._link.is_up and self.session.is_welcome and self._has_room():
                if self.config.table:
                    await self._sit(self.config.table)
                elif self.config.open is not None and not self._waiting_at:
                    await self._fulfil([Send(self._opening())])
                elif self.config.sit:
                    await self._fulfil([Send(Tables(self.session.number()))])
            await asyncio.sleep(_LOOKS_EVERY_S if self.session.is_welcome else _SOON_S)

    def _has_room(self) -> bool:
        if self._drains or self._until_over or self.session.drains:
            return False
        here = len(self.session.chairs.keys() | self._waiting_at) + len(self._sitting)
        left = self.config.count - self.played if self.config.count else self.config.matches
        return here < min(self.config.matches, left)

    def _opening(self) -> Open:
        wish = self.config.open
        if wish is None:
            raise AssertionError
        clock = None
        if wish.clock:
            clock = ClockSpec(wish.clock, int(wish.main_s * 1e6), int(wish.move_s * 1e6))
        number = self.session.number()
        self._sitting.add(number)
        return Open(number, wish.game, wish.options, clock, chance=wish.chance)

    async def _take_seats(self, tables: tuple[TableInfo, ...]) -> None:
        for table in tables:
            free = table.state == "open" and None in table.seats
            mine = self.session.account in table.seats
            wanted = not self.config.games or table.game in self.config.games
            if mine and table.state == "open":
                self._waiting_at.add(table.match)
            elif free and wanted and self._has_room():
                await self._sit(table.match)

    async def _sit(self, match: str) -> None:
        number = self.session.number()
        self._sitting.add(number)
        wanted = self.config.seat if match == self.config.table else -1
        await self._fulfil([Send(Sit(number, match, wanted if wanted >= 0 else None))])

    # ------------------------------------------------------------ thinking

    def _think(self, chair: Chair, asked: _Asked) -> None:
        older = self._thinking.pop(chair.match, None)
        if older is not None:
            older.cancel()
        task = asyncio.create_task(self._choose(chair, asked))
        self._thinking[chair.match] = task
        task.add_done_callback(_log_failure)

    async def _choose(self, chair: Chair, asked: _Asked) -> None:
        """Chooses a move and sends it."""
        state = chair.view
        pool = self._pool
        request = asked.request
        if state is None or pool is None or not is_position(state):
            _log.error("no agent plays games with secrets yet", game=chair.game)
            return
        gone_s = (now_ns() - asked.arrived_ns) / 1e9
        budget = budget_of(chair.clock, request, state, gone_s, self._lag.margin_s).within(
            Budget(nodes=self.config.nodes or None)
        )
        seed = _seed_of(chair.lot, request.seq, chair.seat)
        looked = self._looked.get(chair.match, 0)
        decision = await pool.start(
            self._agent,
            state.text,
            budget,
            seed=seed,
            workers=self.config.threads_per_move,
            session=f"{chair.match}:{chair.seat}",
            plies=chair.plies[looked:],
        ).decision()
        self._looked[chair.match] = len(chair.plies)
        analysis = _analysis_of(decision) if self.config.analysis else None
        self._note_decision(chair, request, budget, decision)
        await self._fulfil(self.session.decided(chair, request.seq, decision.move, analysis))

    async def _end(self, chair: Chair) -> None:
        self.played += 1
        self._waiting_at.discard(chair.match)
        self._looked.pop(chair.match, None)
        task = self._thinking.pop(chair.match, None)
        if task is not None:
            task.cancel()
        if self._pool is not None:
            await self._pool.end_session(f"{chair.match}:{chair.seat}")
        if self._records:
            self._records.end(chair.match)

    # ------------------------------------------------------------ records

    def _note(self, chair: Chair, line: dict[str, object]) -> None:
        if self._records:
            self._records.add(self.session.account, chair.match, line)

    def _note_decision(
        self, chair: Chair, request: Request, budget: Budget, decision: Decision
    ) -> None:
        thought = decision.thought
        self._note(
            chair,
            {
                "line": "decision",
                "seq": request.seq,
                "agent": self._agent,
                "seed": decision.seed,
                "budget": msgspec.to_builtins(budget),
                "move": decision.move,
                "value": thought.value,
                "nodes": thought.nodes,
                "simulations": thought.simulations,
                "depth": thought.depth,
                "seconds": thought.seconds,
                "workers": thought.workers,
                "fallback": decision.fallback,
                "faults": [str(fault.kind) for fault in decision.faults],
                "decided_us": _epoch_us(),
            },
        )


def _with_memory(agent: str, megabytes: int) -> str:
    """The agent, with no larger tree than this."""
    if own_agent.is_own(agent):
        return agent
    parsed = parse_agent(agent)
    if int(parsed.values.get("memory", 0)) <= megabytes:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}memory={megabytes}"


def _analysis_of(decision: Decision) -> Analysis:
    thought = decision.thought
    return Analysis(thought.value, thought.depth, thought.nodes, thought.line[:100])


def _seed_of(lot: str, seq: int, seat: int) -> int:
    """A seed that is another one for each decision, and the same when it is made again."""
    digest = hashlib.sha256(f"{lot} {seq} {seat}".encode()).digest()
    return int.from_bytes(digest[:7])


def _epoch_us() -> int:
    return time.time_ns() // 1000


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        _log.error("no move was found", error=repr(task.exception()))
