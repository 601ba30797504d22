"""Tables for persons: with bots at the other seats, and with hints where that is agreed."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec
import structlog

from carcbot.errors import (
    AgentError,
    InputError,
    OptionsError,
    OutOfTurnError,
    UnavailableError,
)
from carcbot.games import registry
from carcbot.games.contract import View, view_of
from carcbot.messages.client import Open
from carcbot.messages.parts import Policy
from carcbot.net.client.config import BotConfig
from carcbot.net.client.thinker import agent_text
from carcbot.net.clock import now_ns
from carcbot.net.host.floor import Floor
from carcbot.net.process.pool import WorkerPool
from carcbot.net.web.drafts import view_after
from carcbot.net.web.guard import too_fast
from carcbot.net.web.opponents import Bots, Opponents
from carcbot.net.web.requests import MatchRequest
from carcbot.net.web.stories import face_of
from carcbot.referee.clocks import UNHURRIED
from carcbot.referee.match_course import HOUSE
from carcbot.referee.parties import GUEST
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import check_agent, plays_game
from carcbot.search.presets import PRESETS
from carcbot.search.thought import Thought

__all__ = ["Hint", "PageTables"]

_GRACE_US: Final = 600_000_000
_DESERTED_S: Final = 60.0
"""So long nobody has to have been there for others to get the bots that a match keeps."""
_ILLEGAL_MOVES: Final = 20
_HINT_S: Final = 1.0
_HINTS_FROM: Final = "mcts"
"""If it plays the game; else the first that does of those whom the game names."""
_MOST_HINTS: Final = 8
_LONGEST_WAIT_S: Final = 10.0
"""Whoever would wait for longer tries again: a connection that nobody answers is not kept."""
_MOST_WAITING: Final = 2
"""Of one account: a page asks for the next when the one before has come."""

_log = structlog.get_logger()


class Hint(msgspec.Struct, frozen=True):
    """A move that a bot has looked at.

    Attributes:
        move: Its text.
        value: What it is worth, in points ahead of the best of the others.
        share: How much of its thinking the bot gave to it.
        effects: What it changes, as the game tells its script in the page, if it does.
    """

    move: str
    value: float
    share: float
    effects: object = None


class PageTables:
    """Opens tables for persons, and tells them what a bot would do.

    Args:
        floor: Where tables are opened.
        opponents: Who sends bots.
    """

    def __init__(self, floor: Floor, opponents: Opponents) -> None:
        self._floor = floor
        self._opponents = opponents
        self._pool: WorkerPool | None = None
        self._gives_bots = asyncio.Lock()
        self._thinks = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        self._coming_back: list[Bots] = []

    async def open(self, asked: MatchRequest, account: str) -> str:
        """Opens a table and has bots sent to it; returns the name of its match.

        Places and names are set aside before anything is waited for. If the bots cannot come, or
        who asked is gone, all is as it was.

        Args:
            asked: What is to be played.
            account: Who asks.

        Raises:
            InputError: It cannot be played so, or not now.
        """
        agents = _agents(asked)
        seats = registry.get(asked.game).new(asked.options).seats
        if len(asked.seats) != seats:
            raise OptionsError(
                f"{len(asked.seats)} seats are named", where="seats", expected=f"{seats} of them"
            )
        grace_us = min(_GRACE_US, self._floor.hall.limits.grace_us)
        policy = Policy(grace_us=grace_us, illegal_moves=_ILLEGAL_MOVES)
        clock = asked.clock or UNHURRIED
        said = tuple(agents.get(seat, "") for seat in range(seats))
        command = Open(1, asked.game, asked.options, clock, policy)
        async with self._gives_bots:
            self._check_share(account, len(agents))
            await self._make_room(len(agents))
            accounts = self._opponents.set_aside(agents)
            try:
                match = self._floor.open_table(command, said, account=account, hints=asked.hints)
            except BaseException:
                self._opponents.give_back(accounts.values())
                raise
        try:
            bots = Bots(match, agents, accounts)
            await self._opponents.call(bots, self._floor.now_us(), self._bot_left)
        except BaseException:
            self._floor.rooms.take_away(match, "its bots could not come")
            raise
        return match

    def _check_share(self, account: str, wanted: int) -> None:
        """Refuses guests of one address who have bots, and with more would have most of all."""
        if not account.startswith(GUEST):
            return
        tables = self._floor.hall.shares.tables(account)
        count = sum(self._opponents.count(each.match) for each in tables if not _is_left(each))
        most = self._opponents.most // 2
        if count and count + wanted > most:
            raise InputError(
                f"{count} bots play with you, or with others of your address, already",
                expected=f"at most {most} at once, or all at one match: end one first",
            )

    async def _make_room(self, wanted: int) -> None:
        """Ends matches that persons have left, as far as others want their bots; the oldest first.

        Otherwise, and where all their bots would be too few, who comes back within the grace period
        finds everything as it was.
        """
        left = [
            table
            for table in self._floor.hall.tables.values()
            if table.has_begun and not table.result and any(table.header.agents) and _is_left(table)
        ]
        free = sum(self._opponents.count(table.match) for table in left)
        if not self._opponents.has_room(wanted - free):
            return
        for table in sorted(left, key=lambda each: each.deserted_ns or 0):
            match = table.match
            room = self._floor.rooms.find(match)
            if self._opponents.has_room(wanted):
                return
            if room is not None:
                for seat in room.table.persons:
                    self._floor.rooms.act(room, partial(_put_out, seat=seat))
                self._floor.rooms.act(room, _end)
                await self._opponents.gone(match)

    def recall(self) -> None:
        """Keeps places for the bots whose matches go on after the referee was started again.

        To be called before anybody else can ask for bots.
        """
        tables = [each for each in self._floor.hall.tables.values() if not each.result]
        # first those who sit already, so that nobody else is given their accounts
        for taken in (True, False):
            for table in tables:
                agents = {
                    seat: agent
                    for seat, agent in _own_agents(table).items()
                    if (table.accounts[seat] is not None) is taken
                }
                accounts = self._opponents.set_aside_again(agents, table.accounts)
                self._coming_back.append(Bots(table.match, agents, accounts))

    async def come_back(self) -> None:
        """Has the bots come back that were recalled."""
        while self._coming_back:
            bots = self._coming_back.pop(0)
            try:
                await self._opponents.call(bots, self._floor.now_us(), self._bot_left)
            except (InputError, UnavailableError):  # the match goes on by its clock and policy
                _log.exception("bots cannot come back", match=bots.match, seats=[*bots.accounts])

    def _bot_left(self, match: str) -> None:
        """A bot has ended by itself: at a table that still waits the others would wait for ever."""
        table = self._floor.hall.tables.get(match)
        if table is not None and not table.has_begun:
            self._floor.rooms.take_away(match, "a bot that was to play cannot")

    def draft(self, match: str, account: str, moves: Sequence[str]) -> dict[str, object] | None:
        """What somebody would see after moves of this turn that were not made yet.

        Nothing is, or can be, in it that the seat's own view does not know.

        Returns:
            None where only the referee can go on from there: chance or another seat would be next.

        Raises:
            InputError: It is not that player's turn, or a move is not possible.
        """
        table = self._floor.hall.tables.get(match)
        if table is None:
            raise InputError(f"there is no match {match}", expected="one that goes on")
        _, view = _decision(table, account)
        after = view_after(view, moves)
        if after is None:
            return None
        return face_of(table.header.game).picture(after, moves[-1] if moves else None)

    async def hints(self, match: str, account: str, moves: Sequence[str] = ()) -> list[Hint]:
        """What a bot would do now in the place of somebody, the best first; one move at least.

        It knows what that player may know, and nothing else. One worker thinks for all, and nobody
        has more than two questions waiting for it.

        Args:
            match: Where.
            account: Who asks.
            moves: After these moves of the turn, which were not made yet.

        Raises:
            InputError: There are no hints at this table, or it is not that player's turn, or that
                turn has gone before there was a hint for it, or one of the moves is not possible.
            HTTPTooManyRequests: This account waits for hints already.
        """
        table = self._floor.hall.tables.get(match)
        if table is None or not table.header.hints or table.header.rated:
            raise InputError("there are no hints at this table", expected="one that allows them")
        seat, view = _decision(table, account)
        known, seed = view.text, table.seq
        after = view_after(view, moves)
        if after is None:
            raise OutOfTurnError(
                "nothing is to be chosen there", expected="a move after which something is"
            )
        with self._place_for(account):
            async with self._thinks:
                _check_stands(table, seat, known)
                thought = await self._thought(table.header.game, after.text, seed)
        _check_stands(table, seat, known)
        face = registry.get(table.header.game).page
        tell = face.effects if face else None
        ranked = thought.ranked()
        looked_at = [each for each in ranked[:_MOST_HINTS] if each.visits]
        if not looked_at:  # nothing was to be chosen, so nothing was thought
            looked_at = [replace(ranked[0], value=thought.value, share=1.0)]
        return [
            Hint(
                each.move,
                round(each.value, 2),
                round(each.share, 4),
                tell(after, each.move) if tell else None,
            )
            for each in looked_at
        ]

    @contextmanager
    def _place_for(self, account: str) -> Iterator[None]:
        """A place among those who wait for a hint."""
        wait_s = _HINT_S * self._waiting.total()
        if self._waiting[account] >= _MOST_WAITING:
            raise too_fast("you wait for hints already", wait_s)
        if wait_s >= _LONGEST_WAIT_S:
            raise too_fast("many wait for hints already", wait_s)
        self._waiting[account] += 1
        try:
            yield
        finally:
            self._waiting[account] -= 1
            if not self._waiting[account]:
                del self._waiting[account]

    async def _thought(self, game: str, known: str, seed: int) -> Thought:
        """What the worker for hints thinks in the place of who knows this."""
        if self._pool is None:
            self._pool = await WorkerPool(1).__aenter__()
        budget = Budget(hard_s=_HINT_S)
        agents = (_HINTS_FROM, *registry.get(game).agents)
        agent = next((each for each in agents if plays_game(each, game)), None)
        if agent is None:
            raise AgentError(f"no bot here plays {game}", expected="a game that one does")
        search = self._pool.start(agent, known, budget, seed=seed)
        return (await search.decision()).thought

    async def close(self) -> None:
        """Ends the worker for hints."""
        if self._pool is not None:
            await self._pool.close()


def _agents(asked: MatchRequest) -> Mapping[int, str]:
    """The agents by seat, with limits; only presets, so that nobody starts other programs."""
    agents = {seat: who for seat, who in enumerate(asked.seats) if who not in {"me", "open"}}
    for seat, who in agents.items():
        if who not in PRESETS:
            raise AgentError(f"there is no bot {who[:40]!r}", expected="one of the list")
        check_agent(who, asked.game)
        limit = f":time={asked.think_s:g}" if "time" in parse_agent(who).values else ""
        agents[seat] = agent_text(BotConfig(agent=who + limit))
    return agents


def _is_left(table: Table) -> bool:
    """Whether all persons of a match have been away for so long that others get its bots."""
    until_ns = now_ns() - _DESERTED_S * 1e9
    return (table.deserted_ns or until_ns) < until_ns


def _put_out(table: Table, seat: int) -> Step:
    """Whoever has this seat has left it."""
    return table.play.fail(seat, "disconnect", now_ns())


def _end(table: Table) -> Step:
    """No bot plays on for itself."""
    return table.play.end("disconnect", "nobody was there, and others wanted the bots", now_ns())


def _decision(table: Table, account: str) -> tuple[int, View]:
    """The seat of who asks, and what it knows, if it has something to decide now."""
    seat = table.seat_of(account)
    if seat is None or table.result or table.state.to_move != seat:
        raise OutOfTurnError("it is not your turn", expected="to be asked at your turn")
    return seat, view_of(table.state, seat)


def _check_stands(table: Table, seat: int, known: str) -> None:
    """A hint for a position that has gone would be taken for one for the position of now."""
    if table.result or view_of(table.state, seat).text != known:
        raise OutOfTurnError("that turn is over", expected="a hint asked for at your turn")


def _own_agents(table: Table) -> Mapping[int, str]:
    """The agents that were sent to a table's seats, but for those that have lost theirs."""
    house_accounts = table.house_accounts()
    return {
        seat: agent
        for seat, (agent, account) in enumerate(
            zip(table.header.agents, table.accounts, strict=False)
        )
        if agent and seat not in house_accounts and (account is None or account.startswith(HOUSE))
    }
