"""How a bot takes part in competitions: it enters them, checks in, and keeps itself free."""

from collections.abc import Awaitable, Callable

import structlog

from carcbot.bot.competing import answer_to, hindrance, is_taken_by, missing
from carcbot.bot.config import BotConfig
from carcbot.bot.session import Session
from carcbot.messages.client import Command
from carcbot.messages.competitions import (
    Called,
    CompetitionInfo,
    CompetitionNews,
    Competitions,
    Enter,
)
from carcbot.messages.server import Ack, Error

__all__ = ["Competing"]

_log = structlog.get_logger()


class Competing:
    """The competitions of a bot.

    The referee tells when one of them has come further; after each new connection it is asked once.

    Args:
        config: How the bot is set up.
        session: What it knows of its matches.
        send: Says something to the referee.
    """

    def __init__(
        self, config: BotConfig, session: Session, send: Callable[[Command], Awaitable[None]]
    ) -> None:
        self._config = config
        self._session = session
        self._send = send
        self._asked: dict[int, str] = {}
        self._has_asked = False
        self._taken_by: set[str] = set()
        self._told: set[str] = set()

    @property
    def is_taken(self) -> bool:
        """Whether a competition is being played in which this bot plays."""
        return bool(self._taken_by)

    def connected(self) -> None:
        """A new connection is there: what was asked is not answered any more."""
        self._asked.clear()
        self._has_asked = False

    def reconfigure(self, config: BotConfig) -> None:
        """Goes on with other wishes; none is withdrawn from that was entered."""
        self._config = config
        self._has_asked = False
        self._told.clear()

    async def look(self) -> None:
        """Asks which competitions there are, if that is not known."""
        hello = self._session.hello
        if hello is None or not self._config.competition.join or self._has_asked:
            return
        self._has_asked = True
        if "competitions" in hello.features:
            await self._ask(Competitions(self._session.number()), "")
        else:
            self._warn("this referee has no competitions")

    async def told(self, message: CompetitionNews | Called) -> None:
        """Takes in what the referee says of a competition."""
        if isinstance(message, CompetitionNews):
            await self._hear(message.competition)
        else:
            _log.info(
                f"called to round {message.round} of {message.competition}", match=message.match
            )

    async def answered(self, ack: Ack) -> None:
        """Takes in an answer of the referee."""
        what = self._asked.pop(ack.id, "")
        if what:
            _log.info(what)
        if ack.competitions is None:
            return
        for text in missing(self._config.competition.join, ack.competitions):
            self._warn(text)
        for info in ack.competitions:
            await self._hear(info)

    def refused(self, error: Error) -> bool:
        """Takes in a refusal; returns whether it was about a competition."""
        if error.id not in self._asked:
            return False
        what = self._asked.pop(error.id)
        _log.warning(f"not {what or 'told of competitions'}: {error.text}")
        return True

    async def _hear(self, info: CompetitionInfo) -> None:
        if is_taken_by(info):
            self._taken_by.add(info.name)
        else:
            self._taken_by.discard(info.name)
        if info.name in self._config.competition.join and (why_not := hindrance(info)):
            self._warn(why_not)
        command = answer_to(info, self._config.competition.join, self._session.number())
        if command is not None:
            done = "entered" if isinstance(command, Enter) else "checked in to"
            await self._ask(command, f"{done} {info.title}")

    def _warn(self, text: str) -> None:
        """Says once what the bot's wishes come to nothing by."""
        if text not in self._told:
            self._told.add(text)
            _log.warning(text)

    async def _ask(self, command: Command, what: str) -> None:
        self._asked[command.id] = what
        await self._send(command)
