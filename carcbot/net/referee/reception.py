"""Where clients come in: frames, limits, and who is here."""

import asyncio
from typing import Final, get_args
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import WSMessage, WSMsgType, web

from carcbot.errors import InputError
from carcbot.messages import codec
from carcbot.messages.client import (
    Command,
    Competing,
    Desync,
    Entering,
    Leave,
    Meeting,
    Open,
    Resume,
    Sit,
    Watching,
)
from carcbot.messages.lobby import History
from carcbot.messages.parts import ErrorCode
from carcbot.messages.server import Ack, Error, Message
from carcbot.net.addresses import address_of
from carcbot.net.clock import now_ns
from carcbot.net.competitions import Competitions as Hosted
from carcbot.net.referee.arrivals import StampedReading, Turns
from carcbot.net.referee.conduct import Conduct, retry_after
from carcbot.net.referee.connection import Connection
from carcbot.net.referee.desk import Desk
from carcbot.net.referee.floor import Floor
from carcbot.net.referee.frames import Frames
from carcbot.net.referee.greeting import Greeting
from carcbot.net.referee.keeping import Keeping
from carcbot.net.referee.refusals import Refusals
from carcbot.net.referee.settings import Settings
from carcbot.net.referee.tally import Tally
from carcbot.net.referee.upkeep import Circle, in_slices
from carcbot.net.referee.visits import Visit
from carcbot.net.store.rows import Cut
from carcbot.referee.hall import Answer
from carcbot.referee.step import Refusal

__all__ = ["Reception"]

_MOST_FAULTS: Final = 20
_EXPIRE_AT_ONCE: Final = 20
_REST_S: Final = 0.01
_AWAITING: Final = frozenset(get_args(Watching | Meeting))
_DEAR: Final = _AWAITING | {Open, Sit, Leave, Resume, Desync}
"""Each costs more than a move: the database is asked, all tables are looked at, a line is written
that may have to reach the disk, or all that has happened is said again."""

_log = structlog.get_logger()


class Reception:
    """Talks with every client, from its connection to its end.

    Args:
        settings: How the referee is set up.
        greeting: Finds out who comes.
        conduct: Remembers how accounts have behaved.
        turns: Whose turn it is where many want something of the loop at once.
        refusals: Where it is told of strangers.
        keeping: Where the lobby's database is.
        floor: Where commands go.
        competitions: Where those go that are about one.
        tally: Where it is counted what happens.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        greeting: Greeting,
        conduct: Conduct,
        turns: Turns,
        refusals: Refusals,
        keeping: Keeping,
        floor: Floor,
        competitions: Hosted,
        tally: Tally,
        epoch_us: int,
    ) -> None:
        self._settings = settings
        self._greeting = greeting
        self._conduct = conduct
        self._turns = turns
        self._refusals = refusals
        self._keeping = keeping
        self._floor = floor
        self._competitions = competitions
        self._tally = tally
        self._epoch_us = epoch_us
        self._clients: set[Connection] = set()
        self._circle = Circle[Connection](settings.limits.heartbeat_s)
        self._strangers: set[Connection] = set()
        self._lobby_desk = Desk()

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
        transport, visit = request.transport, request.protocol
        if not isinstance(transport, asyncio.Transport) or not isinstance(visit, Visit):
            return ws
        visit.let_in()
        reading = StampedReading(transport, self._turns)
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        client = Connection(ws, reading, self._settings.limits, self._floor.outbox, address)
        frames = Frames(
            lambda: self._hear_fragment(client),
            lambda: self._close_at_fault(client, "bad_message", "clients mask their frames", 1002),
        )
        reading.on_data(frames.follow)
        self._clients.add(client)
        self._circle.add(client)
        self._strangers.add(client)
        self._tally.connected()
        late = asyncio.get_running_loop().call_later(
            self._settings.handshake_s, self._check_greeted, client
        )
        client.put(self._greeting.hello())
        try:
            while True:
                message = await ws.receive()
                arrived_ns = client.arrived_ns
                if message.type is WSMsgType.TEXT:
                    command = self._hear(client, message.data, arrived_ns)
                    if command is not None:
                        reading.hold()  # what comes meanwhile is not to pile up
                        await self._carry_out(client, command, arrived_ns)
                        reading.release()
                elif message.type in (WSMsgType.PING, WSMsgType.PONG):
                    self._hear_ping(client, message, arrived_ns)
                elif message.type is WSMsgType.BINARY:
                    self._close_at_fault(client, "bad_json", "frames must be text")
                else:
                    client.hear_end(message)
                    break
        finally:
            late.cancel()
            self._gone(client)
            await client.closed()
            visit.knock.let_out()
            _forget_frames(ws.exception())
        return ws

    def _check_may_connect(self, request: web.Request) -> None:
        """Refuses pages of other sites, and too many connections."""
        origin = request.headers.get("Origin")
        known = (None, *self._settings.origins)
        if origin not in known and not _is_of(str(origin), request.host):
            raise web.HTTPForbidden(text=f"pages from {origin} may not connect here\n")
        address = address_of(request, behind_proxy=self._settings.behind_proxy)
        strangers = sum(each.address == address for each in self._strangers)
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
            await asyncio.sleep(self._circle.pause_s)
            passed_s, then_s = loop.time() - then_s, loop.time()
            for client in self._circle.due(passed_s):
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
            self._floor.pair_missed(holder.account)

    def _is_silent(self, client: Connection) -> bool:
        silent_s = (now_ns() - client.trips.heard_ns) / 1e9
        return silent_s > 2.5 * self._settings.limits.heartbeat_s

    async def tidy(self) -> None:
        """Takes away what is over, a little at a time, and tries again what has failed: always."""
        while True:
            await asyncio.sleep(self._settings.limits.heartbeat_s)
            await in_slices(self._floor.sweep())
            self._floor.pair()
            await in_slices(self._conduct.forget(self._floor.guests, now_ns()))
            await self._expire()

    def close(self) -> None:
        """Sends everybody away, to come back later."""
        for client in list(self._clients):
            client.close(1001)

    # ------------------------------------------------------------ frames

    def _hear(self, client: Connection, frame: bytes, arrived_ns: int) -> Command | None:
        """Does what a frame asks for; returns the command if that takes some waiting."""
        if client.is_closing:
            return None
        command = codec.decode_command(frame)
        wait_s = client.bucket.take(arrived_ns)
        if not wait_s and type(command) in _DEAR:
            wait_s = client.lobby_bucket.take(arrived_ns)
        if wait_s:
            self._refuse_fast(client, command, wait_s)
            return None
        if client.refused:
            client.refused -= 1
        if isinstance(command, codec.Malformed):
            client.faults += 1
            if client.faults > _MOST_FAULTS:
                self._close_at_fault(client, command.code, command.text)
            else:
                client.put(Error(command.code, command.text, command.id))
            return None
        holder = client.holder
        if holder is None or type(command) in _AWAITING:
            return command
        if "play" not in holder.scopes:
            self._refuse_scope(client, command, "play")
            return None
        self._floor.carry_out(client, holder.account, command, arrived_ns)
        return None

    def _hear_ping(self, client: Connection, message: WSMessage, arrived_ns: int) -> None:
        """Answers a ping, or notes a pong; one that answers nothing takes a token, as pings do."""
        if client.is_closing:
            return
        is_ping, payload = message.type is WSMsgType.PING, bytes(message.data)
        if not is_ping and client.trips.pong(payload, arrived_ns):
            return
        if client.bucket.take(arrived_ns):
            self._count_refused(client)
        elif is_ping:
            client.pong(payload)

    def _hear_fragment(self, client: Connection) -> None:
        """Each takes a token, as commands do: the message that it is of may never be whole."""
        if not client.is_closing and client.bucket.take(client.arrived_ns):
            self._count_refused(client)

    def _count_refused(self, client: Connection) -> None:
        """Sends away who is too fast for too long."""
        client.refused += 1
        if client.refused > self._settings.limits.burst:
            self._close_at_fault(client, "too_fast", "far too many commands", 4005)

    def _refuse_fast(
        self, client: Connection, command: Command | codec.Malformed, wait_s: float
    ) -> None:
        self._count_refused(client)
        if client.is_closing:
            return
        text = "you may say no more than the limits in the hello allow"
        match = getattr(command, "match", None)
        client.put(Error("too_fast", text, command.id, match, retry_after(wait_s)))

    @staticmethod
    def _refuse_scope(client: Connection, command: Command, scope: str) -> None:
        text = f"your token is not for this: it lacks the scope {scope}"
        client.put(Error("not_allowed", text, command.id, getattr(command, "match", None)))

    def _close_at_fault(
        self, client: Connection, code: ErrorCode, text: str, close_code: int = 4000
    ) -> None:
        """Sends away a client that does not speak the protocol; its seats are out for that."""
        client.close(close_code, Error(code, text, fatal=True))
        account = client.account
        if account is None:
            self._refusals.tell("sent away", address=client.address, code=code, text=text)
            return
        _log.warning(
            "sent away",
            account=account,
            address=client.address,
            code=code,
            text=text,
            seats=self._floor.seats_of(account),
        )
        self._conduct.note_offence(account, now_ns())
        if self._floor.guests.get(account) is client:
            self._floor.fail(account)

    # ------------------------------------------------------------ what takes some waiting

    async def _carry_out(self, client: Connection, command: Command, arrived_ns: int) -> None:
        """Carries out what may need the database; whatever comes of it, there is an answer."""
        try:
            await self._try(client, command, arrived_ns)
        except Exception:  # noqa: BLE001 - no bug of ours may end a connection without a word
            _log.exception("referee fault", account=client.account, address=client.address)
            error = Error("referee_fault", "the referee is broken", command.id)
            if client.holder is not None:
                client.put(error)
            else:
                client.close(1001, msgspec.structs.replace(error, fatal=True))

    async def _try(self, client: Connection, command: Command, arrived_ns: int) -> None:
        holder = client.holder
        if holder is None:
            await self._greeting.greet(client, command)
            if client.holder is not None:
                self._strangers.discard(client)
            return
        scope = "watch" if isinstance(command, Watching) else "lobby"
        if isinstance(command, Entering):
            scope = "play"
        if scope not in holder.scopes:
            self._refuse_scope(client, command, scope)
            return
        try:
            if isinstance(command, History):  # the database takes long
                async with self._lobby_desk.turn():
                    if not client.is_closing:  # it may have been sent away while it waited
                        await self._carry_out_in_lobby(client, holder.account, command, arrived_ns)
            else:
                await self._turns.wait()  # one in a round of the loop, of what all ask for
                if not client.is_closing:
                    await self._carry_out_in_lobby(client, holder.account, command, arrived_ns)
        except InputError:
            _log.exception("the lobby's database fails", account=holder.account)
            client.put(Error("referee_fault", "the lobby cannot remember that", command.id))

    async def _carry_out_in_lobby(
        self, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> None:
        if isinstance(command, History):
            found = await self._keeping.history(command)
            client.put(Ack(command.id, history=found))
            return
        if isinstance(command, Competing):
            try:
                client.put(self._competitions.carry_out(command, account))
            except Refusal as refusal:
                client.put(Error(refusal.code, refusal.text, command.id))
            return
        answer = self._floor.carry_out(client, account, command, arrived_ns)
        if answer is not None:
            await self._finish_in_lobby(client, account, answer)

    async def _finish_in_lobby(self, client: Connection, account: str, answer: Answer) -> None:
        """Keeps what has changed, then says it, then looks who has met."""
        step = answer.lobby
        if step is None:
            return
        lobby = self._floor.hall.lobby
        lobby.hold(step)
        try:
            await self._keeping.save(step, self._epoch_us + now_ns() // 1000)
            if step.kept or step.gone:
                await self._turns.wait()  # many were written together, and are said in turn
        except InputError:
            lobby.undo(step, account)
            raise
        finally:
            lobby.let_go(step)
        client.put(answer.ack)
        self._floor.whisper(step.says)
        self._floor.pair()

    async def _expire(self) -> None:
        lobby = self._floor.hall.lobby
        while True:
            now_us = self._epoch_us + now_ns() // 1000
            step = lobby.wake(now_us, _EXPIRE_AT_ONCE)
            self._floor.whisper(step.says)
            try:
                await self._keeping.save(step, now_us)
            except InputError:
                _log.exception("offers that have expired are still in the lobby's database")
            if not step.gone:
                return
            await asyncio.sleep(_REST_S)

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
        self._circle.discard(client)
        self._strangers.discard(client)
        self._floor.leave_rooms(client)
        self._tally.closed(client.close_code)
        account = client.account
        if account is None:
            self._refusals.tell("gone before hello", address=client.address, code=client.close_code)
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
