"""Finds seats for a bot: at open tables, or at a table of its own."""

from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Final, NamedTuple

import structlog

from carcbot.bot.session import Session
from carcbot.errors import InputError, InternalError
from carcbot.games import registry
from carcbot.messages.client import Command, Leave, Open, Sit, Tables
from carcbot.messages.parts import ClockSpec, TableInfo
from carcbot.messages.server import Ack, Error
from carcbot.net.client.config import BotConfig
from carcbot.net.client.log_fields import match_fields
from carcbot.search.own_agent import plays_game

__all__ = ["Room", "SeatFinder"]

_MOST_GAMES: Final = 256
_NEVER_ENOUGH: Final = 1 << 62

_log = structlog.get_logger()


class Room(NamedTuple):
    """How many more matches a bot may play.

    Attributes:
        free: Beginning now.
        at_once: Side by side.
        left: Until it has played enough.
    """

    free: int
    at_once: int
    left: int


class SeatFinder:
    """The seats that a bot has, and those that it looks for.

    Args:
        config: How the bot is set up.
        session: The bot's session.
        send: Sends a command to the referee.

    Attributes:
        played: How many matches are over.
        only: The one match in which it plays, or empty.
        is_taken: Whether it is kept free for a competition.
    """

    def __init__(
        self, config: BotConfig, session: Session, send: Callable[[Command], Awaitable[None]]
    ) -> None:
        self.played = 0
        self.only = ""
        self.is_taken = False
        self._config = config
        self._session = session
        self._send = send
        # of each table it is asked, and of those there may be a thousand
        self._plays = lru_cache(_MOST_GAMES)(partial(plays_game, config.agent))
        self._at: dict[str, int | None] = {}
        self._asked: dict[int, Open | Sit | Leave] = {}
        self._leaves = False
        self._told: tuple[str, str] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the referee has answered all commands."""
        return not self._asked

    def connected(self) -> None:
        """Tells that there is a new connection: earlier commands will not be answered."""
        self._asked.clear()

    async def look(self) -> None:
        """Looks for a free seat, or opens a table, if there is room for a match."""
        if not self._has_room():
            return
        if self._config.table:
            await self._sit(self._config.table)
        elif self._config.open is not None and not self._at:
            await self._open()
        elif self._config.sit:
            await self._send(Tables(self._session.number()))

    async def leave(self) -> None:
        """Leaves all tables that have not begun, and takes no more seats."""
        self._leaves = True
        if not self._session.is_welcome:
            return  # nothing may be said yet
        leaving = {asked.match for asked in self._asked.values() if isinstance(asked, Leave)}
        for match in sorted((self._at.keys() | self._session.matches.keys()) - leaving):
            seated = self._session.matches.get(match)
            if seated is None or not seated.seq:
                await self._ask(Leave(self._session.number(), match))

    def unseated(self, match: str) -> None:
        """A seat at a table was lost before its match began."""
        self._gone_from(match)

    def over(self, match: str) -> None:
        """A match is over."""
        self.played += 1
        self._at.pop(match, None)

    async def answered(self, ack: Ack) -> None:
        """Handles an answer of the referee."""
        match self._asked.pop(ack.id, None):
            case Open() as opened if ack.match is not None:
                _log.info(f"opened a table{_in_words(opened)}", match=ack.match)
                if not self._leaves:
                    await self._sit(ack.match)
            case Sit(match=match):
                self._at[match] = ack.seat
                _log.info("sat down", **match_fields(match, ack.seat))
                if self._leaves:
                    await self.leave()
            case Leave(match=match):
                _log.info(
                    "left the table, which had not begun",
                    **match_fields(match, self._at.get(match)),
                )
                self._gone_from(match)
            case _ if ack.welcome is not None:
                kept = {seat.match for seat in ack.welcome.seats}
                for match in self._at.keys() - kept:  # lost while it was away, or over
                    self._gone_from(match)
            case _ if ack.tables is not None:
                await self._take_seats(ack.tables)
            case _ if ack.match is not None and ack.seq is None:
                self._at[ack.match] = ack.seat  # resumed

    def refused(self, error: Error) -> None:
        """Handles a refusal of the referee.

        Raises:
            InputError: The referee will never grant what was asked.
        """
        asked = self._asked.pop(error.id or 0, None)
        seat = self._at.get(error.match or "")
        if error.code in {"unknown_match", "not_seated"} and error.match:
            self._gone_from(error.match)
        is_mine = isinstance(asked, Sit) and asked.match == self._config.table
        if isinstance(asked, Open) and error.code in {"bad_options", "unknown_game"}:
            hosted = self._session.hello.games if self._session.hello else ()
            raise InputError(
                error.text,
                where="the referee refuses the table",
                expected=f"one of {' '.join(hosted)}"
                if error.code == "unknown_game"
                else "options as its game has them, such as seats=2",
            )
        if is_mine and error.code in {"unknown_match", "bad_options"}:
            raise InputError(error.text, where=f"table {self._config.table}")
        if isinstance(asked, Leave):
            return  # its match has begun just now, and is played
        if self._told != (error.code, error.text):
            self._told = (error.code, error.text)
            _log.info(
                "refused", code=error.code, text=error.text, **match_fields(error.match, seat)
            )

    # ------------------------------------------------------------ inside

    @property
    def room(self) -> Room:
        """How many more seats it may take."""
        if self._leaves or self.only or self._session.drains:
            return Room(0, 0, 0)
        config = self._config
        coming = sum(not isinstance(asked, Leave) for asked in self._asked.values())
        here = len(self._session.matches.keys() | self._at.keys()) + coming
        left = config.count - self.played if config.count else _NEVER_ENOUGH
        at_once = max(min(config.matches, left), 0)
        return Room(0 if self.is_taken else at_once - here, at_once, left - here)

    def reconfigure(self, config: BotConfig) -> None:
        """Goes on with other settings."""
        self._config = config

    def _has_room(self) -> bool:
        return self.room.free > 0

    async def _ask(self, command: Open | Sit | Leave) -> None:
        self._asked[command.id] = command
        await self._send(command)

    async def _open(self) -> None:
        action = self._config.open
        if action is None:
            raise InternalError("no table is to be opened")
        clock = None
        if action.clock:
            clock = ClockSpec(action.clock, int(action.main_s * 1e6), int(action.move_s * 1e6))
        await self._ask(
            Open(
                self._session.number(),
                action.game,
                action.options,
                clock,
                chance=action.chance,
                rated=action.rated,
            )
        )

    async def _take_seats(self, tables: tuple[TableInfo, ...]) -> None:
        # first where fewest are missing: at a table that its opener has left, one waits alone
        for table in sorted(tables, key=lambda each: each.seats.count(None)):
            free = table.state == "open" and None in table.seats
            mine = self._session.account in table.seats
            if mine and table.state == "open":
                self._at[table.match] = table.seats.index(self._session.account)
            elif free and self._wants(table.game) and self._has_room():
                await self._sit(table.match)

    def _wants(self, game: str) -> bool:
        is_named = not self._config.games or game in self._config.games
        return is_named and self._plays(game)

    async def _sit(self, match: str) -> None:
        wanted = self._config.seat if match == self._config.table else -1
        await self._ask(Sit(self._session.number(), match, wanted if wanted >= 0 else None))

    def _gone_from(self, match: str) -> None:
        self._at.pop(match, None)
        seated = self._session.matches.get(match)
        if seated is not None and not seated.seq:
            del self._session.matches[match]


def _in_words(opened: Open) -> str:
    """What was opened, and how many others it waits for, where the game is known here."""
    named = f" ({opened.options})" if opened.options else ""
    try:
        seats = registry.get(opened.game).new(opened.options).seats
    except InputError:
        return named
    return f"{named}, waiting for {seats - 1} more"
