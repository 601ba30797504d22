"""Players for proofs: they choose at once, always the same move in the same position."""

import asyncio
import random
import secrets
from collections import defaultdict

from carcbot.bot.session import (
    Action,
    Answered,
    EventSeen,
    MatchOver,
    Refused,
    Send,
    Session,
    Think,
    Trouble,
)
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, is_position
from carcbot.match.chance.check import seed_of
from carcbot.match.chance.source import ChanceSource
from carcbot.messages import codec
from carcbot.messages.client import Command, Leave, Move, Open, Sit, Tables
from carcbot.messages.events import Moved, Result, Started
from carcbot.messages.parts import TableInfo
from carcbot.messages.server import Ack, Request
from carcbot.net.client.link import Link

__all__ = ["SteadyPlayer", "choice", "digest_without_cuts", "token_of"]


def choice(state: State) -> str:
    """The move that is always made in a position."""
    moves = state.legal_moves()
    return moves[state.digest % len(moves)]


def digest_without_cuts(start: Started, result: Result) -> str:
    """How the match would have ended if nothing had ever gone wrong."""
    game = registry.get(start.game)
    state: State = game.new(start.options)
    chance = ChanceSource(
        seed_of(start, result.seed), game.deck if start.chance == "deck" else None
    )
    chance.begin(state)
    while not state.over:
        state.apply(chance.draw(state).text if state.to_move == CHANCE else choice(state))
    return f"{state.digest:016x}"


def token_of(name: str) -> str:
    """What proves that somebody is this account, where tokens are those of a file."""
    return f"token-of-{name}-0123456789abcdef"


class SteadyPlayer:
    """Sits wherever there is a seat, plays, and remembers what it was told.

    Args:
        url: Where the referee is.
        name: Of its account.
        opens: Options of a table that it opens whenever it has none; empty if others do.
        matches: At how many it plays at once.
        token: What proves that it is this account, if it is not as usual.

    Attributes:
        seen: The numbers of the events of each match, in the order in which they came.
        acked: For each match the moves that the referee has acknowledged, by event.
        asked: Every request, in the order in which they came.
        starts: How each match began.
        ended: The results, and the digests of the last positions.
        troubles: What was found to be wrong.
        cuts: How often the connection was lost.
        is_closing: Whether to take no more seats, and to go when all matches are over. It gets up
            from tables whose match has not begun: who only went would be missed there.
    """

    def __init__(
        self, url: str, name: str, *, opens: str = "", matches: int = 1, token: str = ""
    ) -> None:
        token = token or f"token-of-{name}"
        self.session = Session("proof/1", token, lambda: secrets.token_hex(32))
        self.link = Link(url, random.Random(name))
        self.opens = opens
        self.matches = matches
        self.seen: dict[str, list[int]] = defaultdict(list)
        self.acked: dict[str, dict[int, str]] = defaultdict(dict)
        self.ended: dict[str, tuple[Result, str]] = {}
        self.asked: list[Request] = []
        self.starts: dict[str, Started] = {}
        self.troubles: list[str] = []
        self.cuts = -1
        self.is_closing = False
        self._opening = False
        self._silent: asyncio.Transport | None = None
        self._moves: dict[int, tuple[str, str]] = {}
        self._sitting: set[int] = set()
        self._leaving: dict[int, str] = {}

    @property
    def is_here(self) -> bool:
        """Whether it is connected and was welcomed."""
        return self.link.is_up and self.session.is_welcome

    @property
    def is_free(self) -> bool:
        """Whether it sits nowhere, and nowhere will: there is nothing that it could miss."""
        return self.is_here and not (self.session.matches or self._sitting)

    async def run(self) -> None:
        """Plays until it is told to stop, and its matches are over."""
        looking = asyncio.create_task(self._look())
        try:
            async for frame in self.link.frames():
                if frame is None:
                    self.cuts += 1
                    self._opening = False
                    self._sitting.clear()  # the welcome says what has come of these
                    self._leaving.clear()
                    self.began()
                    self.session.connected()
                    continue
                message = codec.decode_message(frame)
                if isinstance(message, Request):
                    self.asked.append(message)
                await self._carry_out(self.session.hear(message))
                if self.is_closing and self.is_free:
                    await self.link.close()
        finally:
            looking.cancel()

    def wants(self, table: TableInfo) -> bool:
        """Whether to take a seat there."""
        return self.session.account not in table.seats

    async def think(self, seq: int) -> None:
        """Takes no time over the answer to a request."""

    def noted(self, event: Moved) -> None:
        """Takes no notice of one's own moves."""

    def began(self) -> None:
        """Takes no notice of a new connection."""

    @property
    def transport(self) -> asyncio.Transport | None:
        """What lies below the connection; None if there is none."""
        socket = self.link._socket
        connection = socket._response.connection if socket is not None else None
        return connection.transport if connection is not None else None

    async def cut(self) -> None:
        """Loses the connection, as a network does."""
        transport = self.transport
        if transport is not None:
            transport.abort()

    def fall_silent(self) -> None:
        """Hears nothing more and is heard no more, though the connection is there for both ends."""
        transport = self._silent = self.transport
        if transport is not None:
            transport.pause_reading()
            transport.write = _lose  # type: ignore[method-assign, assignment]  # unheard

    @property
    def is_silent(self) -> bool:
        """Whether there is a connection that has fallen silent."""
        return self._silent is not None and self._silent is self.transport

    async def _look(self) -> None:
        while True:
            room = self.matches - len(self.session.matches)
            if self.is_closing and self.is_here:
                await self._get_up()
            elif self.is_here and room > 0:
                if self.opens and not self._opening:
                    self._opening = True
                    await self._send(Open(self.session.number(), "carcassonne", self.opens))
                elif not self.opens:
                    await self._send(Tables(self.session.number()))
            await asyncio.sleep(0.1)

    async def _get_up(self) -> None:
        for match, seated in list(self.session.matches.items()):
            if not seated.seq and match not in self._leaving.values():
                await self._send(Leave(self.session.number(), match))
        if self.is_free:
            await self.link.close()

    async def _send(self, command: Command) -> None:
        match command:
            case Move():
                self._moves[command.id] = (command.match, command.move)
            case Sit():
                self._sitting.add(command.id)
            case Leave():
                self._leaving[command.id] = command.match
            case _:
                pass
        await self.link.send(command)

    async def _carry_out(self, actions: list[Action]) -> None:
        for action in actions:
            match action:
                case Send(command):
                    await self._send(command)
                case Think(seated, request) if seated.view is not None and is_position(seated.view):
                    move = choice(seated.view)
                    await self.think(request.seq)
                    await self._carry_out(self.session.decided(seated, request.seq, move, None))
                case Answered(ack):
                    self._sitting.discard(ack.id)
                    if left := self._leaving.pop(ack.id, ""):
                        self.session.matches.pop(left, None)
                    else:
                        await self._answered(ack)
                case _:
                    self._note(action)

    def _note(self, action: Action) -> None:
        match action:
            case EventSeen(seated, event):
                self.seen[seated.match].append(event.seq)
                if isinstance(event, Started):
                    self.starts[seated.match] = event
                if isinstance(event, Moved) and event.seat == seated.seat:
                    self.noted(event)
            case MatchOver(seated, result):
                self.ended[seated.match] = (result, seated.digest)
            case Trouble(text):
                self.troubles.append(text)
            case Refused(error):
                self._sitting.discard(error.id or 0)
                self._leaving.pop(error.id or 0, None)  # the match has begun
            case _:
                pass

    async def _answered(self, ack: Ack) -> None:
        if ack.seq is not None and ack.id in self._moves:
            match, move = self._moves.pop(ack.id)
            self.acked[match][ack.seq] = move
        elif self.is_closing and ack.seat is None:
            return  # a table to sit at, but it sits down no more
        elif ack.tables is not None:
            room = self.matches - len(self.session.matches)
            wanted = [table for table in ack.tables if None in table.seats and self.wants(table)]
            for table in wanted[: max(room, 0)]:
                await self._send(Sit(self.session.number(), table.match))
        elif ack.match is not None and ack.seat is not None:
            self._opening = False
            self.session.sit(ack.match)
        elif ack.match is not None and ack.welcome is None:
            await self._send(Sit(self.session.number(), ack.match))


def _lose(_: object) -> None:
    """What is written goes nowhere."""
