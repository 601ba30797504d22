"""A bot: a session on a link, with workers that think."""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import structlog

from carcbot import __version__
from carcbot.bot.result_text import result_text
from carcbot.bot.seated_match import SeatedMatch
from carcbot.bot.session import (
    Action,
    Answered,
    EventSeen,
    LobbyNews,
    MatchOver,
    Refused,
    Retry,
    Send,
    Session,
    Think,
    Trouble,
    Unseated,
)
from carcbot.errors import GameError, InputError
from carcbot.games import registry
from carcbot.messages import codec
from carcbot.messages.client import Analyse, Command
from carcbot.messages.competitions import Called, CompetitionNews
from carcbot.messages.events import Event, Started
from carcbot.messages.lobby import Offered, OfferOver
from carcbot.messages.parts import Welcome
from carcbot.messages.server import Ack, Error, Request
from carcbot.net.client.agent_failures import AgentFailures
from carcbot.net.client.bot_metrics import BotMetrics
from carcbot.net.client.competition_entries import CompetitionEntries
from carcbot.net.client.config import BotConfig
from carcbot.net.client.link import Link
from carcbot.net.client.log_fields import (
    begins_text,
    connected_text,
    match_fields,
    seated_match_fields,
)
from carcbot.net.client.matchmaking import Matchmaking
from carcbot.net.client.own_records import OwnRecords, decision_line
from carcbot.net.client.seat_finder import SeatFinder
from carcbot.net.client.thinker import Thinker, analysis_of, analysis_with
from carcbot.net.clock import now_ns
from carcbot.net.low_latency import collect_garbage
from carcbot.net.metrics_page import FiguresPage
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import Decision
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.thought import Thought

__all__ = ["Bot"]

_log = structlog.get_logger()
_LOOKS_EVERY_S: Final = 1.0
_SOON_S: Final = 0.02
_WAITS_S: Final = 0.1


@dataclass(slots=True)
class _Asked:
    """A request, and when it came."""

    request: Request
    arrived_ns: int


class Bot:
    """Plays matches until it has played enough, is asked to stop, or is refused by the referee.

    Args:
        config: How it is set up.
        token: Of its account.
        seed: For the time between two tries to connect.
        pool: Who thinks, if not workers of its own.
        warns: Whether failures of its agent are logged; they are counted in any case.
        most: What a decision may cost at most, besides what the config says.

    Attributes:
        failures: How often its agent has failed.
    """

    def __init__(
        self,
        config: BotConfig,
        token: str,
        *,
        seed: int,
        pool: WorkerPool | None = None,
        warns: bool = True,
        most: Budget = UNLIMITED,
    ) -> None:
        self.config = config
        self.session = Session(f"carcbot/{__version__}", token, lambda: secrets.token_hex(32))
        self.troubles: list[str] = []
        self.failures = AgentFailures()
        self._tally = BotMetrics()
        self._warns = warns
        self._warned: set[str] = set()
        self._link = Link(config.url, random.Random(seed), config.ca_file)
        self._seating = SeatFinder(config, self.session, self._send)
        self._meeting = Matchmaking(config, self.session, self._send, lambda: self._seating.room)
        self._competing = CompetitionEntries(config, self.session, self._send)
        self._sent_ns: dict[int, int] = {}
        self._analyses: set[int] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._records = OwnRecords(Path(config.records)) if config.records else None
        self._pool = pool
        self._most = most
        self._thinking: Thinker | None = None
        self._later: set[asyncio.Task[None]] = set()
        self._drains = False
        self._was_welcome = False

    @property
    def played(self) -> int:
        """How many matches it has played."""
        return self._seating.played

    @property
    def going_on(self) -> list[str]:
        """The matches that it plays in now."""
        return sorted(match for match, seated in self.session.matches.items() if seated.seq)

    async def run(self, until_over: str = "") -> None:
        """Plays; ends after the match with this name, if one is given.

        Raises:
            InputError: The agent or the address is impossible, or the referee sends the bot away.
        """
        self._seating.only = until_over
        async with contextlib.AsyncExitStack() as stack:
            if self._pool is None:
                self._pool = await stack.enter_async_context(
                    WorkerPool(self.config.workers, self.config.limits, self.config.agent)
                )
            self._thinking = Thinker(self.config, self._pool, self._most)
            if self.config.metrics:
                await stack.enter_async_context(FiguresPage(self.config.metrics, self._figures))
            if self._records:
                stack.callback(self._records.close)
            looking = asyncio.create_task(self._look_for_seats())
            try:
                async for frame in self._link.frames():
                    if frame is None:
                        self._tally.connections.inc()
                        self.session.connected()
                        self._seating.connected()
                        self._meeting.connected()
                        self._competing.connected()
                        self._sent_ns.clear()
                        self._analyses.clear()
                        continue
                    await self._carry_out(self.session.hear(codec.decode_message(frame)))
                    if self._is_done():
                        await self._link.close()
            finally:
                tasks = [looking, *self._tasks.values(), *self._later]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        self._link.check_farewell(self.session.account)

    def drain(self) -> None:
        """Takes no more seats, and ends when the matches in progress are over.

        It leaves tables that have not begun. If the referee is away, it waits only as long as its
        seats are kept.
        """
        self._drains = True
        self._do_later(self._wind_up())

    def reconfigure(self, config: BotConfig) -> None:
        """Takes up another configuration: how many matches, which games, seeks and challenges.

        Everything else in the configuration stays as it was.
        """
        self.config = msgspec.structs.replace(
            self.config,
            matches=config.matches,
            games=config.games,
            sit=config.sit,
            open=config.open,
            seek=config.seek,
            accept=config.accept,
            competition=config.competition,
        )
        self._seating.reconfigure(self.config)
        self._meeting.reconfigure(self.config)
        self._competing.reconfigure(self.config)
        _log.info("goes on with other wishes", matches=config.matches, seeks=len(config.seek))

    async def _wind_up(self) -> None:
        if self.session.is_welcome:
            await self._meeting.leave()
        await self._seating.leave()
        while not self._is_done():
            if self._is_given_up():
                _log.warning("the referee is gone for longer than it keeps seats")
                break
            await asyncio.sleep(_WAITS_S)
        await self._link.close()

    def _is_given_up(self) -> bool:
        """Whether the connection is lost for longer than any seat is kept."""
        if self._link.lost_ns is None:
            return False
        matches = [self.session.matches[match] for match in self.going_on]
        grace_us = max((seated.policy.grace_us for seated in matches), default=0)
        return now_ns() - self._link.lost_ns > grace_us * 1000

    def _is_done(self) -> bool:
        only = self._seating.only
        if only and self.session.is_welcome and only not in self.session.matches:
            return True
        if not self._is_ending() or self.going_on:
            return False
        has_left = self._seating.is_settled and self._meeting.is_settled
        return (self.session.is_welcome and has_left) or not self._link.is_up

    def _is_ending(self) -> bool:
        return self._drains or 0 < self.config.count <= self.played

    # ------------------------------------------------------------ actions

    async def _send(self, command: Command) -> None:
        self._sent_ns[command.id] = now_ns()
        await self._link.send(command)

    async def _carry_out(self, actions: list[Action]) -> None:  # noqa: C901 - one case for each action
        for action in actions:
            match action:
                case Send(command):
                    await self._send(command)
                case Think(seated, request):
                    self._think(seated, _Asked(request, now_ns()))
                case Retry(seated, seconds):
                    self._do_later(self._again(seated, seconds))
                case EventSeen(seated, event):
                    await self._see(seated, event)
                case MatchOver(seated, result):
                    self._tally.over(result, seated.seat)
                    _log.info(result_text(result, seated.seat), **seated_match_fields(seated))
                    await self._end(seated)
                case Answered(ack):
                    await self._answered(ack)
                case Refused(error):
                    self._refused(error)
                case LobbyNews(message=Offered() | OfferOver() as message):
                    await self._meeting.told(message)
                case LobbyNews(message=CompetitionNews() | Called() as message):
                    await self._competing.told(message)
                    self._seating.is_taken = self._competing.is_taken
                case Unseated(match):
                    self._seating.unseated(match)
                case Trouble(text, match, seat):
                    self._tally.troubles.inc()
                    self.troubles.append(text)
                    _log.warning("trouble", text=text, **match_fields(match, seat))

    def _do_later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _again(self, seated: SeatedMatch, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._carry_out(self.session.retry(seated))

    async def _answered(self, ack: Ack) -> None:
        if ack.id in self._analyses:
            self._analyses.discard(ack.id)
            return
        sent_ns = self._sent_ns.pop(ack.id, None)
        if ack.welcome is not None:
            await self._welcomed(ack.welcome)
            return
        if ack.seq is not None and sent_ns is not None and self._thinking:
            self._thinking.lag.add((now_ns() - sent_ns) / 1e9)
        await self._meeting.answered(ack)
        await self._competing.answered(ack)
        self._seating.is_taken = self._competing.is_taken
        await self._seating.answered(ack)

    async def _welcomed(self, welcome: Welcome) -> None:
        only = self._seating.only
        if not self._was_welcome:
            _log.info(connected_text(self.config.url, welcome.account))
            if only and only not in self.session.matches:
                raise InputError(
                    f"{welcome.account} has no seat there",
                    where=f"match {only}",
                    expected="a match in which it plays now",
                )
        self._was_welcome = True
        if self._is_ending():
            await self._seating.leave()

    def _refused(self, error: Error) -> None:
        if error.id in self._analyses:
            self._analyses.discard(error.id)
            return
        self._sent_ns.pop(error.id or 0, None)
        self._tally.refused.labels(error.code).inc()
        if error.fatal:
            self._link.take_refusal(error)
        elif not (self._meeting.refused(error) or self._competing.refused(error)):
            self._seating.refused(error)

    async def _see(self, seated: SeatedMatch, event: Event) -> None:
        if isinstance(event, Started):
            _log.info(begins_text(event), **seated_match_fields(seated))
            if self.session.is_welcome:
                # before it moves: no match can end before the lobby knows that there is less room
                await self._meeting.look()
        self._note(seated, {"line": "event", "event": event, "received_us": _now_us()})
        if self.config.ponder and self._thinking:
            self._thinking.ponder(seated)

    async def _look_for_seats(self) -> None:
        """Looks for free seats now and then, while there is room for a match."""
        while True:
            if self._link.is_up and self.session.is_welcome:
                await self._competing.look()
                await self._meeting.look()
                await self._seating.look()
            pause_s, begun_ns = _LOOKS_EVERY_S if self.session.is_welcome else _SOON_S, now_ns()
            await asyncio.sleep(pause_s)
            if self._thinking is not None:
                self._thinking.lag.was_late((now_ns() - begun_ns) / 1e9 - pause_s)

    # ------------------------------------------------------------ thinking

    def _think(self, seated: SeatedMatch, asked: _Asked) -> None:
        older = self._tasks.pop(seated.match, None)
        if older is not None:
            older.cancel()
        task = asyncio.create_task(self._choose(seated, asked))
        self._tasks[seated.match] = task
        task.add_done_callback(partial(self._look_at_failure, seated))

    async def _choose(self, seated: SeatedMatch, asked: _Asked) -> None:
        """Chooses a move and sends it."""
        view, thinking, request = seated.view, self._thinking, asked.request
        if view is None or thinking is None:
            return

        async def tell(thought: Thought) -> None:
            await self._say_thought(seated, request, thought)

        tells = self.config.analysis and seated.policy.analysis
        budget, decision = await thinking.decide(
            seated, view, request, asked.arrived_ns, tell if tells else None
        )
        self._count_lapse(seated, request, decision)
        self._tally.move_s.observe((now_ns() - asked.arrived_ns) / 1e9)
        line = decision_line(request, thinking.agent, budget, decision)
        self._note(seated, {**line, "decided_us": _now_us()})
        analysis = analysis_with(decision, tells=self.config.analysis)
        await self._carry_out(self.session.decided(seated, request.seq, decision.move, analysis))

    def _look_at_failure(self, seated: SeatedMatch, task: asyncio.Task[None]) -> None:
        """Tells why no move was found; where a package's game is at fault there will be none."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        what = str(error) if isinstance(error, InputError) else repr(error)
        _log.error("no move was found", error=what, **seated_match_fields(seated))
        if isinstance(error, GameError) or not registry.is_native(seated.game):
            self._do_later(self._carry_out(self.session.give_up(seated)))

    async def _say_thought(self, seated: SeatedMatch, request: Request, thought: Thought) -> None:
        """Tells those who watch what is thought about a request that still stands."""
        is_asked = seated.request is not None and seated.request.seq == request.seq
        if is_asked and self.session.is_welcome and self._link.is_up:
            number = self.session.number()
            self._analyses.add(number)
            await self._link.send(Analyse(number, seated.match, request.seq, analysis_of(thought)))

    def _count_lapse(self, seated: SeatedMatch, request: Request, decision: Decision) -> None:
        """Tells of the first move in a match that is not the agent's own."""
        why = self.failures.note(decision)
        if not why:
            return
        self._tally.lapses.inc()
        if self._warns and seated.match not in self._warned:
            self._warned.add(seated.match)
            agent = self.config.agent
            lapse = f"{agent} failed" if decision.agent_failed else f"{agent} had no time to decide"
            _log.warning(
                f"{lapse}, another move is made for it: {why}",
                seq=request.seq,
                **seated_match_fields(seated),
            )

    async def _end(self, seated: SeatedMatch) -> None:
        self._seating.over(seated.match)
        self._warned.discard(seated.match)
        task = self._tasks.pop(seated.match, None)
        if task is not None:
            task.cancel()
        if self._thinking is not None:
            await self._thinking.end(seated)
        if self._records:
            self._records.end(seated.match)
        if not set(self.going_on) - {seated.match}:
            collect_garbage()
        if self._is_ending():
            await self._seating.leave()

    def _figures(self) -> bytes:
        """What it has counted, and how things stand, as Prometheus reads it."""
        self._tally.is_here.set(self._link.is_up and self.session.is_welcome)
        self._tally.playing.set(len(self.going_on))
        return self._tally.text()

    def _note(self, seated: SeatedMatch, line: dict[str, object]) -> None:
        if self._records:
            self._records.add(self.session.account, seated.match, line)


def _now_us() -> int:
    return time.time_ns() // 1000
