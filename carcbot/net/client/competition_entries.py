"""A bot's entries in competitions: it enters, confirms, checks in, and keeps itself free."""

from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from carcbot.bot.competition_answers import (
    answers_to_news,
    needs_bot,
    unknown_competitions,
    why_not_playing,
)
from carcbot.bot.session import Session
from carcbot.messages.client import Command
from carcbot.messages.competitions import (
    Called,
    CheckIn,
    CompetitionInfo,
    CompetitionNews,
    Competitions,
    Confirm,
    Enter,
    Withdraw,
)
from carcbot.messages.server import Ack, Error
from carcbot.net.client.config import BotConfig
from carcbot.search.own_agent import plays_game

__all__ = ["CompetitionEntries"]

_log = structlog.get_logger()
_DONE: Final = {
    Enter: "entered",
    Confirm: "confirmed the changed terms of",
    CheckIn: "checked in to",
}


class CompetitionEntries:
    """A bot's competitions.

    The referee sends news of them; after each new connection it is asked once.

    Args:
        config: How the bot is set up.
        session: The bot's session.
        send: Sends a command to the referee.
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
        """Tells that there is a new connection: earlier commands will not be answered."""
        self._asked.clear()
        self._has_asked = False

    def reconfigure(self, config: BotConfig) -> None:
        """Takes up another configuration; no entry is withdrawn."""
        self._config = config
        self._has_asked = False
        self._told.clear()

    async def look(self) -> None:
        """Asks which competitions there are, unless that is known."""
        hello = self._session.hello
        if hello is None or not self._config.competition.join or self._has_asked:
            return
        self._has_asked = True
        if "competitions" in hello.features:
            await self._ask(Competitions(self._session.number()), "")
        else:
            self._warn("this referee has no competitions")

    async def told(self, message: CompetitionNews | Called) -> None:
        """Handles news of a competition."""
        if isinstance(message, CompetitionNews):
            await self._hear(message.competition)
        else:
            _log.info(
                f"called to round {message.round} of {message.competition}", match=message.match
            )

    async def answered(self, ack: Ack) -> None:
        """Handles an answer of the referee."""
        what = self._asked.pop(ack.id, "")
        if what:
            _log.info(what)
        if ack.competitions is None:
            return
        for text in unknown_competitions(self._config.competition.join, ack.competitions):
            self._warn(text)
        for info in ack.competitions:
            await self._hear(info)

    def refused(self, error: Error) -> bool:
        """Handles a refusal; returns whether it was about a competition."""
        if error.id not in self._asked:
            return False
        what = self._asked.pop(error.id)
        _log.warning(f"not {what or 'told of competitions'}: {error.text}")
        return True

    async def _hear(self, info: CompetitionInfo) -> None:
        if needs_bot(info):
            self._taken_by.add(info.name)
        else:
            self._taken_by.discard(info.name)
        if info.name not in self._config.competition.join:
            return
        if why_not := why_not_playing(info):
            self._warn(why_not)
        agent, game = self._config.agent, info.terms.game
        if not plays_game(agent, game):
            what = "withdrawn from" if info.to_confirm else "not entered"
            self._warn(f"{agent} does not play {game}: {what} {info.name}")
            if info.to_confirm:
                command = Withdraw(self._session.number(), info.name)
                await self._ask(command, f"withdrawn from {info.title}")
            return
        for answer in answers_to_news(info, self._config.competition.join, self._session.number):
            await self._ask(answer, f"{_DONE[type(answer)]} {info.title}")

    def _warn(self, text: str) -> None:
        """Says once why a competition that the bot wants to join will not be played."""
        if text not in self._told:
            self._told.add(text)
            _log.warning(text)

    async def _ask(self, command: Command, what: str) -> None:
        self._asked[command.id] = what
        await self._send(command)
