"""A bot's matchmaking in the lobby: what it seeks, and how it answers challenges."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from carcbot.bot.policy import AcceptPolicy, Wanted, decide
from carcbot.bot.session import Session
from carcbot.messages.client import Command
from carcbot.messages.lobby import (
    Accept,
    Cancel,
    Capacity,
    Decline,
    Lobby,
    LobbyView,
    Offer,
    Offered,
    OfferOver,
    Seek,
)
from carcbot.messages.server import Ack, Error
from carcbot.net.client.config import BotConfig
from carcbot.net.client.seat_finder import Room
from carcbot.search.own_agent import plays_game

__all__ = ["Matchmaking"]

_log = structlog.get_logger()
_NOTHING = AcceptPolicy(accept=False)
_EXPIRES_S = 86_400


class Matchmaking:
    """The offers of a bot, and the challenges made to it.

    For each wanted kind of match there is one seek in the lobby as long as the bot has room. The
    referee keeps offers when the connection is lost; unknown ones, from an earlier run of the bot,
    are cancelled.

    Args:
        config: How the bot is set up.
        session: The bot's session.
        send: Sends a command to the referee.
        room: Returns how many more matches it may play.
    """

    def __init__(
        self,
        config: BotConfig,
        session: Session,
        send: Callable[[Command], Awaitable[None]],
        room: Callable[[], Room],
    ) -> None:
        self._config = config
        self._session = session
        self._send = send
        self._room = room
        self._seeks: dict[str, Wanted] = {}
        self._asked: dict[int, Wanted | None] = {}
        self._challenges: dict[str, Offer] = {}
        self._said = -1
        self._knows_lobby = False
        self._asks_lobby = False
        self._refused: set[Wanted] = set()
        self._leaves = False

    @property
    def is_settled(self) -> bool:
        """Whether it has heard what became of all that it sought."""
        return not any(self._asked.values())

    @property
    def _is_wanted(self) -> bool:
        """Whether this bot wants anything of the lobby of this referee."""
        hello = self._session.hello
        has_lobby = hello is not None and "lobby" in hello.features
        return has_lobby and bool(self._config.seek or self._config.accept)

    def connected(self) -> None:
        """Tells that there is a new connection: earlier commands will not be answered."""
        self._asked.clear()
        self._challenges.clear()
        self._said = -1
        self._knows_lobby = self._asks_lobby = False

    def reconfigure(self, config: BotConfig) -> None:
        """Takes up another policy; seeks that are no longer wanted are cancelled soon."""
        self._config = config
        self._refused.clear()
        self._said = -1

    async def look(self) -> None:
        """Tells the referee how much room there is, and makes missing seeks."""
        if not self._is_wanted:
            return
        room = self._room()
        await self._say_capacity(room)
        if not self._knows_lobby:
            if not self._asks_lobby:
                self._asks_lobby = True
                await self._ask(Lobby(self._session.number()))
            return
        for name, wanted in list(self._seeks.items()):
            if wanted not in self._config.sought or room.free <= 0:
                await self._take_back(name)
        if room.free <= 0:
            return
        coming = {wanted for wanted in self._asked.values() if wanted}
        for wanted in self._config.sought:
            if wanted not in {*self._seeks.values(), *coming, *self._refused}:
                number = self._session.number()
                self._asked[number] = wanted
                await self._send(
                    Seek(
                        number,
                        wanted.terms,
                        wanted.min_rating,
                        wanted.max_rating,
                        _EXPIRES_S,
                        wanted.allow,
                        wanted.block,
                    )
                )

    async def leave(self) -> None:
        """Cancels all offers, and a seek on its way once it is one: no more matches are wanted."""
        self._leaves = True
        for name in list(self._seeks):
            await self._take_back(name)

    async def told(self, message: Offered | OfferOver) -> None:
        """Handles news of an offer."""
        match message:
            case Offered(offer=offer):
                self._challenges[offer.offer] = offer
                if self._session.is_welcome:
                    await self._ask(Lobby(self._session.number()))
            case OfferOver():
                self._seeks.pop(message.offer, None)
                self._challenges.pop(message.offer, None)

    async def answered(self, ack: Ack) -> None:
        """Handles an answer of the referee."""
        wanted = self._asked.pop(ack.id, None)
        if wanted is not None and ack.offer is not None:
            self._seeks[ack.offer] = wanted
            _log.info(f"seeks {wanted.game} {wanted.options}".rstrip(), offer=ack.offer)
            if self._leaves:
                await self._take_back(ack.offer)
        elif ack.lobby is not None:
            await self._look_around(ack.lobby)

    def refused(self, error: Error) -> bool:
        """Handles a refusal; returns whether it was about an offer."""
        if error.id not in self._asked:
            return False
        wanted = self._asked.pop(error.id)
        self._asks_lobby = False  # if that was refused it is asked again
        if wanted is not None and error.code in {"bad_options", "unknown_game"}:
            self._refused.add(wanted)
            _log.error(f"cannot be sought: {error.text}", game=wanted.game, options=wanted.options)
        return True

    # ------------------------------------------------------------ inside

    async def _say_capacity(self, room: Room) -> None:
        at_once = room.at_once
        if room.left < len(self._config.sought):
            # as matches end, more of these seeks could be met than matches are left to play
            at_once = max(min(at_once, room.left), 0)
        if self._said != at_once:
            self._said = at_once
            await self._ask(Capacity(self._session.number(), at_once))

    async def _ask(self, command: Command) -> None:
        self._asked[command.id] = None
        await self._send(command)

    async def _take_back(self, name: str) -> None:
        self._seeks.pop(name, None)
        await self._ask(Cancel(self._session.number(), name))

    async def _look_around(self, view: LobbyView) -> None:
        """Takes back offers that nobody here knows, and answers challenges."""
        if not self._knows_lobby:
            self._knows_lobby = True
            mine = {offer.offer for offer in view.offers if offer.by == self._session.account}
            self._seeks = {name: each for name, each in self._seeks.items() if name in mine}
            for name in mine - self._seeks.keys():
                await self._take_back(name)
            await self.look()
        ratings = {(each.account, each.pool): each.rating for each in view.ratings}
        challenges, self._challenges = self._challenges, {}
        for offer in challenges.values():
            pool = f"{offer.terms.game}/{offer.seats}"
            await self._answer(offer, ratings.get((offer.by, pool), 1500))

    async def _answer(self, offer: Offer, rating: int) -> None:
        policy = self._config.accept or _NOTHING
        objection = decide(
            policy,
            offer,
            plays=partial(plays_game, self._config.agent),
            rating=rating,
            free=self._room().free,
        )
        number = self._session.number()
        if objection is None:
            _log.info("accepts a challenge", offer=offer.offer, by=offer.by)
            await self._ask(Accept(number, offer.offer))
        else:
            _log.info(f"declines a challenge: {objection.text}", offer=offer.offer, by=offer.by)
            await self._ask(Decline(number, offer.offer, objection.reason, objection.text[:500]))
