"""A seat that a person plays: what it sees goes out, moves come in."""

import random
import secrets
from collections.abc import Callable

from carcbot import __version__
from carcbot.bot.session import Action, EventSeen, MatchOver, Refused, Send, Session, Think
from carcbot.errors import InputError
from carcbot.messages import codec
from carcbot.messages.client import Sit
from carcbot.messages.events import Event
from carcbot.messages.server import Ack, Request
from carcbot.net.client.link import Link

__all__ = ["Person"]


class Person:
    """Sits at a table until its match is over.

    A connection that is lost comes back by itself; each event and request is told once.

    Args:
        url: Where the referee is.
        token: Of the account.
        match: The table.
        seat: Which seat there.
        tell: Called with what the seat sees, and with requests.
    """

    def __init__(
        self, url: str, token: str, match: str, seat: int, tell: Callable[[Event | Request], None]
    ) -> None:
        self._match = match
        self._seat = seat
        self._tell = tell
        self._link = Link(url, random.Random(match))
        self._session = Session(f"carcbot/{__version__}", token, lambda: secrets.token_hex(32))

    async def run(self) -> None:
        """Plays; ends with the match.

        Raises:
            InputError: The referee refuses the seat, or sends the person away.
        """
        async for frame in self._link.frames():
            if frame is None:
                self._session.connected()
                continue
            message = codec.decode_message(frame)
            await self._carry_out(self._session.hear(message))
            if isinstance(message, Ack) and message.welcome and not self._session.matches:
                await self._link.send(Sit(self._session.number(), self._match, self._seat))
        self._link.check_farewell(self._session.account)

    async def move(self, seq: int, text: str) -> None:
        """Makes the move that was requested after this event."""
        seated = self._session.matches.get(self._match)
        if seated is not None:
            await self._carry_out(self._session.decided(seated, seq, text, None))

    async def _carry_out(self, actions: list[Action]) -> None:
        for action in actions:
            match action:
                case Send(command):
                    await self._link.send(command)
                case EventSeen(_, event):
                    self._tell(event)
                case Think(_, request):
                    self._tell(request)
                case MatchOver():
                    await self._link.close()
                case Refused(error) if error.fatal:
                    self._link.take_refusal(error)
                case Refused(error) if error.code in {"bad_options", "seat_taken", "unknown_match"}:
                    raise InputError(error.text, where=f"match {self._match}")
                case _:
                    pass
