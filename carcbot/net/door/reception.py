"""Where clients come in: who may connect, who is here, and the end of each connection."""

import asyncio
from urllib.parse import urlsplit

import structlog
from aiohttp import WSMsgType, web

from carcbot.messages.server import Message
from carcbot.net.addresses import address_of, neighbourhood_of
from carcbot.net.clock import now_ns
from carcbot.net.competitions import Competitions
from carcbot.net.door.arrivals import FairQueue, StampedReading
from carcbot.net.door.conduct import Conduct
from carcbot.net.door.connection import Connection
from carcbot.net.door.cut_orders import CutOrders
from carcbot.net.door.frame_meter import FrameMeter
from carcbot.net.door.gatekeeper import Gatekeeper
from carcbot.net.door.greeting import Greeting
from carcbot.net.door.http_connection import HttpConnection
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.door.register import Register
from carcbot.net.door.slow_commands import SlowCommands
from carcbot.net.door.upkeep import Rotation, in_slices
from carcbot.net.host.floor import Floor
from carcbot.net.settings import Settings
from carcbot.net.store.rows import Cut

__all__ = ["Reception"]

_log = structlog.get_logger()


class Reception:
    """Talks with every client, from its connection to its end.

    Args:
        settings: How the referee is set up.
        floor: Where the tables are.
        register: Who may come.
        cut_orders: Tells when the host wants connections cut.
        competitions: Where commands go that are about one.
        fair_queue: Whose turn it is where many want something of the loop at once.
        refusal_log: Where it is told of strangers.
        key: The public key of the referee's signatures.
    """

    def __init__(
        self,
        settings: Settings,
        floor: Floor,
        *,
        register: Register,
        cut_orders: CutOrders,
        competitions: Competitions,
        fair_queue: FairQueue,
        refusal_log: RefusalLog,
        key: str,
    ) -> None:
        self._settings = settings
        self._floor = floor
        self._fair_queue = fair_queue
        self._refusal_log = refusal_log
        self._conduct = Conduct()
        self._greeting = Greeting(
            floor,
            register=register,
            cut_orders=cut_orders,
            conduct=self._conduct,
            fair_queue=fair_queue,
            refusal_log=refusal_log,
            key=key,
        )
        burst = settings.limits.burst
        self._gatekeeper = Gatekeeper(floor, self._conduct, refusal_log, burst=burst)
        self._slow_commands = SlowCommands(
            self._greeting, self._gatekeeper, floor, competitions, fair_queue
        )
        self._clients: set[Connection] = set()
        self._rotation = Rotation[Connection](settings.limits.heartbeat_s)
        self._strangers: set[Connection] = set()

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        """Talks with one client.

        Raises:
            HTTPException: It may not even connect.
        """
        self._check_may_connect(request)
        ws = web.WebSocketResponse(
            autoclose=False,
            autoping=False,
            compress=False,
            max_msg_size=self._settings.limits.frame_bytes + 1,
            decode_text=False,
        )
        await ws.prepare(request)
        transport, http = request.transport, request.protocol
        if not isinstance(transport, asyncio.Transport) or not isinstance(http, HttpConnection):
            return ws
        http.let_in()
        gatekeeper = self._gatekeeper
        reading = StampedReading(transport, self._fair_queue)
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        client = Connection(ws, reading, self._settings.limits, self._floor.outbox, address)
        frame_meter = FrameMeter(
            lambda: gatekeeper.hear_fragment(client),
            lambda: gatekeeper.close_at_fault(
                client, "bad_message", "clients mask their frames", 1002
            ),
        )
        reading.on_data(frame_meter.follow)
        self._clients.add(client)
        self._rotation.add(client)
        self._strangers.add(client)
        self._floor.metrics.connected()
        late = asyncio.get_running_loop().call_later(
            self._settings.handshake_s, self._check_greeted, client
        )
        client.put(self._greeting.hello())
        try:
            while True:
                message = await ws.receive()
                arrived_ns = client.arrived_ns
                if message.type is WSMsgType.TEXT:
                    command = gatekeeper.hear(client, message.data, arrived_ns)
                    if command is not None:
                        # what comes meanwhile is not to pile up
                        reading.hold(has_more=not frame_meter.was_short)
                        await self._slow_commands.carry_out(client, command, arrived_ns)
                        if client.holder is not None:
                            self._strangers.discard(client)
                        reading.release()
                elif message.type in (WSMsgType.PING, WSMsgType.PONG):
                    gatekeeper.hear_ping(client, message, arrived_ns)
                elif message.type is WSMsgType.BINARY:
                    gatekeeper.close_at_fault(client, "bad_json", "frames must be text")
                else:
                    client.hear_end(message)
                    break
        finally:
            late.cancel()
            self._gone(client)
            await client.closed()
            http.visitor.let_out()
            _forget_frames(ws.exception())
        return ws

    def _check_may_connect(self, request: web.Request) -> None:
        """Refuses pages of other sites, and too many connections."""
        origin = request.headers.get("Origin")
        known = (None, *self._settings.origins)
        if origin not in known and not _is_of(str(origin), request.host):
            raise web.HTTPForbidden(text=f"pages from {origin} may not connect here\n")
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        home = neighbourhood_of(address)
        strangers = sum(neighbourhood_of(each.address) == home for each in self._strangers)
        if len(self._clients) >= self._settings.most_clients:
            raise web.HTTPServiceUnavailable(text="there are too many connections\n")
        if strangers >= self._settings.most_strangers:
            raise web.HTTPTooManyRequests(text="too many of your connections have said no hello\n")

    @property
    def here(self) -> int:
        """How many clients there are."""
        return len(self._clients)

    @property
    def waiting_bytes(self) -> int:
        """What all clients together have not taken yet."""
        return sum(client.waiting_bytes for client in self._clients)

    def announce(self, message: Message) -> None:
        """Says something to everybody who has said hello."""
        for client in self._clients:
            if client.holder:
                client.put(message)

    async def beat(self) -> None:
        """Sees to one client after the other, each in its own moment of a heartbeat: always."""
        loop = asyncio.get_running_loop()
        then_s = loop.time()
        while True:
            await asyncio.sleep(self._rotation.pause_s)
            passed_s, then_s = loop.time() - then_s, loop.time()
            for client in self._rotation.due(passed_s):
                await self._see_to(client)

    async def _see_to(self, client: Connection) -> None:
        """Pings a client, or lets go of it if it does not answer; looks whom it may meet."""
        holder = client.holder
        if holder is None:
            return  # who has not said hello is pinged by nobody, and has other limits
        if self._is_silent(client):
            for _ in range(3):  # what arrived while the loop was busy is read first
                await asyncio.sleep(0)
        if self._is_silent(client):
            client.close(4006)
        else:
            client.ping()
            self._floor.matchmaker.pair_missed(holder.account)

    def _is_silent(self, client: Connection) -> bool:
        if client.is_held:
            return False  # it may have answered: it is not read just now
        silent_s = (now_ns() - client.trips.heard_ns) / 1e9
        return silent_s > 2.5 * self._settings.limits.heartbeat_s

    async def tidy(self) -> None:
        """Takes away what is over, a little at a time, and tries again what has failed: always."""
        while True:
            await asyncio.sleep(self._settings.limits.heartbeat_s)
            await in_slices(self._floor.sweep())
            self._floor.matchmaker.pair()
            await in_slices(self._conduct.forget(self._floor.guests, now_ns()))
            await self._slow_commands.expire()

    def close(self) -> None:
        """Sends everybody away, to come back later."""
        for client in list(self._clients):
            client.close(1001)

    # ------------------------------------------------------------ coming and going

    def _check_greeted(self, client: Connection) -> None:
        if client.holder is None:
            client.close(4003)

    def cut(self, wish: Cut) -> None:
        """Cuts connections that the host wants cut; their seats are away."""
        for client in list(self._clients):
            holder = client.holder
            if holder is None or holder.account != wish.account or client.is_closing:
                continue
            if wish.token_id is None or wish.token_id == holder.token_id:
                _log.info(
                    "cut by the host",
                    account=wish.account,
                    for_good=wish.for_good,
                    seats=self._floor.seats_of(wish.account),
                )
                self._floor.leave_rooms(client)
                client.close(4008 if wish.for_good else 4009)

    def _gone(self, client: Connection) -> None:
        self._clients.discard(client)
        self._rotation.discard(client)
        self._strangers.discard(client)
        self._floor.leave_rooms(client, is_lost=client.is_lost)
        self._floor.metrics.closed(client.close_code)
        account = client.account
        if account is None:
            self._refusal_log.tell(
                "gone before hello", address=client.address, code=client.close_code
            )
        elif self._floor.guests.get(account) is client:
            del self._floor.guests[account]
            self._floor.hall.lobby.went(account)
            seats = self._floor.seats_of(account)
            _log.info("gone", account=account, code=client.close_code, seats=seats)


def _is_of(origin: str, host: str) -> bool:
    """Whether these are pages of this host."""
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # as of http://[
        return False


def _forget_frames(error: BaseException | None) -> None:
    """Lets go of what was going on when this happened: its websocket keeps it, and is in there.

    Without this all that was of a connection that broke would stay until the next full collection.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
