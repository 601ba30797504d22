"""Who a client is: the two hellos, and what becomes of those who may not come."""

from typing import Final

import structlog

from carcbot import __version__
from carcbot.errors import UnavailableError
from carcbot.games import registry
from carcbot.messages.client import ClientHello, Command
from carcbot.messages.parts import FEATURES, PROTOCOL, ProtocolRange, Welcome
from carcbot.messages.server import Ack, Error, Notice, ServerHello
from carcbot.net.addresses import neighbourhood_of
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.conduct import Conduct, retry_after, token_digest
from carcbot.net.door.connection import Connection
from carcbot.net.door.cut_orders import CutOrders
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.door.register import Register
from carcbot.net.host.floor import Floor
from carcbot.net.store.rows import Holder
from carcbot.referee.abilities import Abilities

__all__ = ["PRODUCT", "Greeting"]

PRODUCT: Final = f"carcbot/{__version__}"
_AGAIN_S: Final = 5.0
"""After this who could not be looked up may come again."""

_log = structlog.get_logger()


class Greeting:
    """Says hello to clients, and makes those who may come guests of the floor.

    Args:
        floor: Where the guests are, and what clients are told that is allowed.
        register: Who may come.
        cut_orders: Tells when the host wants connections cut.
        conduct: Tells who has to stay away.
        fair_queue: Whose turn it is where many come at once.
        refusal_log: Where it is told of strangers.
        key: The public key of the referee's signatures.
    """

    def __init__(
        self,
        floor: Floor,
        *,
        register: Register,
        cut_orders: CutOrders,
        conduct: Conduct,
        fair_queue: FairQueue,
        refusal_log: RefusalLog,
        key: str,
    ) -> None:
        self._register = register
        self._cut_orders = cut_orders
        self._floor = floor
        self._conduct = conduct
        self._fair_queue = fair_queue
        self._refusal_log = refusal_log
        self._key = key
        self._shown: dict[bytes, Holder] = {}
        self._shown_after = 0

    def hello(self) -> ServerHello:
        """The referee's, which comes first."""
        return ServerHello(
            PRODUCT,
            {name: registry.get(name).rules for name in registry.names()},
            self._floor.hall.limits,
            features=FEATURES,
            key=self._key,
        )

    async def greet(self, client: Connection, command: Command) -> None:
        """Finds out who a client is."""
        if not isinstance(command, ClientHello):
            error = Error("hello_first", "say hello first", command.id, fatal=True)
            client.close(4000, error)
            return
        mine = ProtocolRange(PROTOCOL, PROTOCOL)
        spoken = min(command.protocol.max, mine.max)
        unknown = [each for each in command.requires if each not in FEATURES]
        if spoken < max(command.protocol.min, mine.min):
            text = f"the versions {mine.min} to {mine.max} are spoken here"
            client.close(4007, Error("unsupported_protocol", text, command.id, fatal=True))
            return
        if unknown:
            text = f"there is no feature {unknown[0]!r} here, but {', '.join(FEATURES)}"
            client.close(4007, Error("unsupported_feature", text, command.id, fatal=True))
            return
        if wait_s := self._conduct.known_to_stay_away_s(command.token, now_ns()):
            self._keep_away(client, command, wait_s)
            return
        await self._fair_queue.wait()
        try:
            holder = await self._holder(command.token)
        except UnavailableError as error:
            holder = self._at_play(command.token)
            if holder is None:
                self._send_away_for_now(client, command, error)
                return
        if holder is None:
            self._refusal_log.tell("a token that nobody has", address=client.address)
            client.close(4001, Error("bad_token", "nobody has this token", command.id, fatal=True))
            return
        wait_s = self._conduct.stays_away_s(holder.account, command.token, now_ns())
        if wait_s:
            self._keep_away(client, command, wait_s)
        elif not client.is_closing:
            self._welcome(client, holder, spoken, command)

    def _send_away_for_now(
        self, client: Connection, command: ClientHello, error: UnavailableError
    ) -> None:
        self._refusal_log.tell("nobody can be looked up", address=client.address, error=str(error))
        text = "the lobby's database cannot be used just now: come again"
        again = Error("referee_fault", text, command.id, fatal=True, retry_after=_AGAIN_S)
        client.close(1001, again)

    @staticmethod
    def _keep_away(client: Connection, command: ClientHello, wait_s: float) -> None:
        text = "your account was sent away too often"
        error = Error("too_fast", text, command.id, fatal=True, retry_after=retry_after(wait_s))
        client.close(4005, error)

    async def _holder(self, token: str) -> Holder | None:
        """Whose a token is, after all that the host has wished for."""
        while True:
            found = self._cut_orders.found
            holder = await self._register.holder(token, self._floor.now_us())
            if found == self._cut_orders.found:
                self._note(token, holder)
                return holder

    def _note(self, token: str, holder: Holder | None) -> None:
        """Remembers who has shown this token, for as long as the host cuts nobody."""
        if self._shown_after != self._cut_orders.found:
            self._shown_after = self._cut_orders.found
            self._shown.clear()
        if holder is None:
            self._shown.pop(token_digest(token), None)
        else:
            self._shown[token_digest(token)] = holder

    def _at_play(self, token: str) -> Holder | None:
        """Who showed this token before and plays: nobody loses because the database is away."""
        holder = self._shown.get(token_digest(token))
        if holder is None or self._shown_after != self._cut_orders.found:
            return None
        return holder if self._floor.hall.seats_of(holder.account) else None

    def _welcome(
        self, client: Connection, holder: Holder, spoken: int, command: ClientHello
    ) -> None:
        account, floor = holder.account, self._floor
        floor.hall.directory.note_address(account, neighbourhood_of(client.address))
        older = floor.guests.get(account)
        if older is not None:
            _log.info(
                "came again: the older connection is closed",
                account=account,
                seats=floor.seats_of(account),
            )
            floor.leave_rooms(older)
            older.close(4002)
        client.holder = holder
        client.can = Abilities(command.features, command.games)
        # who comes again has not got more to say for it
        client.bucket, client.lobby_bucket = self._conduct.buckets(
            account, (client.bucket, client.lobby_bucket)
        )
        floor.guests[account] = client
        seats = floor.hall.seats_of(account)
        client.put(Ack(command.id, Welcome(spoken, account, seats)))
        if floor.hall.drains:
            client.put(Notice("draining", "no new matches"))
        client.ping()
        if holder.kind != "house" and "lobby" in holder.scopes:
            waiting = floor.hall.lobby.came(account, command.product, client.can)
            client.put_as_read(waiting)
            floor.matchmaker.pair()
        _log.info(
            "came",
            account=account,
            address=client.address,
            product=command.product,
            seats=floor.seats_of(account),
        )
