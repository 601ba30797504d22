"""The referee's server: frames in, the hall decides, the journal is written, frames out."""

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from aiohttp import WSMsgType, web

from carcbot import __version__, _native
from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Command, Leave, Open, Resume, Sit, Watch
from carcbot.messages.parts import PROTOCOL, ErrorCode, ProtocolRange, Welcome
from carcbot.messages.server import Ack, Error, Notice, ServerHello
from carcbot.net.clock import now_ns
from carcbot.net.referee.arrivals import StampedReading
from carcbot.net.referee.connection import Connection
from carcbot.net.referee.houses import Houses
from carcbot.net.referee.identity import load_key
from carcbot.net.referee.journals import Journals
from carcbot.net.referee.outbox import Outbox
from carcbot.net.referee.room import Room
from carcbot.net.referee.settings import Settings
from carcbot.net.referee.tokens import Tokens
from carcbot.referee.hall import RULES, Answer, Asked, Hall
from carcbot.referee.signature import key_text
from carcbot.referee.step import Refusal, Step
from carcbot.referee.table import Table

__all__ = ["FEATURES", "PRODUCT", "RefereeServer"]

PRODUCT: Final = f"carcbot/{__version__}"
FEATURES: Final = ("analysis", "deck", "digest", "joint", "resume", "watch")
_MOST_FAULTS: Final = 20

_log = structlog.get_logger()


def random_lot() -> tuple[str, str]:
    """A name for a match that no other has, and a seed that nobody can guess."""
    return secrets.token_hex(6), secrets.token_hex(32)


class RefereeServer:
    """Hosts matches at one address.

    Use it as an asynchronous context manager: matches that were going on in its folder go on, and
    it listens. `drain` lets it end well; leaving the context ends it at once, which loses nothing
    either.

    Args:
        settings: How it is set up.
        tokens: Who may come.
        lots: Gives each match its name and the seed of its chance, 32 bytes in hex.
        on_result: Is told of every match that is over, with the file of its record.

    Attributes:
        port: Where it listens.
        key: The public key of its signatures.
    """

    def __init__(
        self,
        settings: Settings,
        tokens: Tokens,
        lots: Callable[[], tuple[str, str]] = random_lot,
        on_result: Callable[[Table, Path], None] = lambda _table, _path: None,
    ) -> None:
        self.settings = settings
        self.port = settings.port
        self._tokens = tokens
        key = load_key(settings.folder)
        self.key = key_text(key)
        self._journals = Journals(settings.folder, fsync=settings.fsync, key=key)
        epoch_us = time.time_ns() // 1000 - now_ns() // 1000
        self._epoch_us = epoch_us
        self._hall = Hall(settings.limits, epoch_us, PRODUCT, settings.clock, settings.policy)
        self._arrivals = _native.net.Arrivals()
        self._clients: set[Connection] = set()
        self._by_account: dict[str, Connection] = {}
        self._rooms: dict[str, Room] = {}
        self._outbox = Outbox(self._settle)
        self._houses = Houses(settings.house_agent, tokens)
        self._runner: web.AppRunner | None = None
        self._heart: asyncio.Task[None] | None = None
        self._quiet = asyncio.Event()
        self._lots = lots
        self._on_result = on_result

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"ws://{self.settings.host}:{self.port}/play"

    @property
    def hall(self) -> Hall:
        """All its tables."""
        return self._hall

    async def __aenter__(self) -> "RefereeServer":
        self._restore()
        app = web.Application()
        app.router.add_get("/play", self._talk)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.settings.host, self.settings.port, reuse_address=True)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise InputError(
                f"cannot listen: {error.strerror}",
                where=f"{self.settings.host}:{self.settings.port}",
                expected="an address and a port that are free",
            ) from error
        self.port = self._runner.addresses[0][1]
        self._heart = asyncio.create_task(self._beat())
        self._houses.begin(self.url)
        for room in self._rooms.values():
            self._settle(room)
        _log.info("listening", url=self.url, matches=len(self._hall.playing()))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._heart:
            self._heart.cancel()
        for room in list(self._rooms.values()):
            room.close()
        for client in list(self._clients):
            client.close(1001)
        await self._houses.close()
        if self._runner:
            await self._runner.cleanup()
        self._journals.close()

    def open_table(self, command: Open) -> str:
        """Opens a table by itself; returns the name of its match.

        Raises:
            InputError: It cannot be opened so.
        """
        try:
            answer = self._hall.carry_out(command, self._asked("", now_ns(), 0))
        except Refusal as refusal:
            raise InputError(refusal.text, where="the table") from refusal
        if answer.table is None or not self._write(self._room(answer.table), answer.step):
            raise InputError("its journal cannot be written", where="the table")
        return answer.table.match

    async def drain(self, seconds: float) -> bool:
        """Announces the end, starts no new match, and waits for those that go on.

        Returns whether all of them came to their end; the others go on when the referee is back.
        """
        self._hall.drains = True
        notice = Notice(
            "draining", "no new matches: the referee stops when those going on are over"
        )
        for client in self._clients:
            if client.account:
                client.put(notice)
        _log.info("draining", matches=len(self._hall.playing()))
        self._look_whether_quiet()
        try:
            await asyncio.wait_for(self._quiet.wait(), seconds)
        except TimeoutError:
            return False
        return True

    # ------------------------------------------------------------ one client

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(
            autoping=False,
            compress=False,
            max_msg_size=self.settings.limits.frame_bytes + 1,
            decode_text=False,
        )
        await ws.prepare(request)
        transport = request.transport
        if not isinstance(transport, asyncio.Transport):
            return ws
        reading = StampedReading(transport, self._arrivals)
        client = Connection(ws, reading, self.settings.limits, self._outbox)
        self._clients.add(client)
        late = asyncio.get_running_loop().call_later(
            self.settings.handshake_s, self._check_greeted, client
        )
        client.put(self._hello())
        try:
            while True:
                message = await ws.receive()
                arrived_ns = client.arrived_ns
                if message.type is WSMsgType.TEXT:
                    self._hear(client, message.data, arrived_ns)
                elif message.type is WSMsgType.PONG:
                    client.trips.pong(bytes(message.data), arrived_ns)
                elif message.type is WSMsgType.PING:
                    await ws.pong(message.data)
                elif message.type is WSMsgType.BINARY:
                    self._close_at_fault(client, "bad_json", "frames must be text")
                else:
                    break
        finally:
            late.cancel()
            self._gone(client)
        return ws

    def _hello(self) -> ServerHello:
        return ServerHello(
            PRODUCT,
            dict.fromkeys(registry.names(), RULES),
            self.settings.limits,
            features=FEATURES,
            key=self.key,
        )

    def _check_greeted(self, client: Connection) -> None:
        if client.account is None:
            client.close(4003)

    def _hear(self, client: Connection, frame: bytes, arrived_ns: int) -> None:
        """Does what a frame asks for."""
        if client.is_closing:
            return
        command = codec.decode_command(frame)
        wait_s = client.bucket.take(arrived_ns)
        if wait_s:
            self._refuse_fast(client, command, wait_s)
            return
        client.refused = 0
        if isinstance(command, codec.Malformed):
            client.faults += 1
            if client.faults > _MOST_FAULTS:
                self._close_at_fault(client, command.code, command.text)
            else:
                client.put(Error(command.code, command.text, command.id))
        elif client.account is None:
            self._greet(client, command)
        else:
            self._carry_out(client, client.account, command, arrived_ns)

    def _refuse_fast(
        self, client: Connection, command: Command | codec.Malformed, wait_s: float
    ) -> None:
        client.refused += 1
        if client.refused > self.settings.limits.burst:
            self._close_at_fault(client, "too_fast", "far too many commands", 4005)
            return
        text = "you may say no more than the limits in the hello allow"
        match = getattr(command, "match", None)
        client.put(Error("too_fast", text, command.id, match, retry_after=round(wait_s, 3)))

    def _close_at_fault(
        self, client: Connection, code: ErrorCode, text: str, close_code: int = 4000
    ) -> None:
        """Sends away a client that does not speak the protocol; its seats are out for that."""
        client.close(close_code, Error(code, text, fatal=True))
        _log.warning("sent away", account=client.account, code=code, text=text)
        if client.account and self._by_account.get(client.account) is client:
            for ref in self._hall.seats_of(client.account):
                room = self._rooms[ref.match]
                self._do(room, room.table.fail(ref.seat, "protocol", now_ns()))

    # ------------------------------------------------------------ hello

    def _greet(self, client: Connection, command: Command) -> None:
        """Finds out who a client is."""
        if not isinstance(command, ClientHello):
            error = Error("hello_first", "say hello first", command.id, fatal=True)
            client.close(4000, error)
            return
        mine = ProtocolRange(PROTOCOL, PROTOCOL)
        spoken = min(command.protocol.max, mine.max)
        unknown = [each for each in command.requires if each not in FEATURES]
        account = self._tokens.account_of(command.token)
        if spoken < max(command.protocol.min, mine.min):
            text = f"the versions {mine.min} to {mine.max} are spoken here"
            client.close(4007, Error("unsupported_protocol", text, command.id, fatal=True))
        elif unknown:
            text = f"there is no feature {unknown[0]!r} here, but {', '.join(FEATURES)}"
            client.close(4007, Error("unsupported_feature", text, command.id, fatal=True))
        elif account is None:
            client.close(4001, Error("bad_token", "nobody has this token", command.id, fatal=True))
        else:
            self._welcome(client, account, spoken, command)

    def _welcome(self, client: Connection, account: str, spoken: int, command: ClientHello) -> None:
        older = self._by_account.get(account)
        if older is not None:
            self._leave_rooms(older)
            older.close(4002)
        client.account = account
        client.features = command.features
        self._by_account[account] = client
        seats = self._hall.seats_of(account)
        client.put(Ack(command.id, Welcome(spoken, account, seats)))
        if self._hall.drains:
            client.put(Notice("draining", "no new matches"))
        client.ping()
        _log.info("came", account=account, product=command.product, seats=len(seats))

    # ------------------------------------------------------------ commands

    def _carry_out(
        self, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> None:
        asked = self._asked(account, arrived_ns, client.trips.lag_us, client.features)
        try:
            answer = self._hall.carry_out(command, asked)
        except Refusal as refusal:
            match = getattr(command, "match", None)
            client.put(Error(refusal.code, refusal.text, command.id, match))
            return
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            match = getattr(command, "match", None)
            _log.exception("referee fault", account=account, match=match)
            client.put(Error("referee_fault", "the referee is broken", command.id, match))
            self._give_up(self._rooms.get(match or ""))
            return
        self._answer(client, command, answer)

    def _asked(
        self, account: str, arrived_ns: int, lag_us: int, features: tuple[str, ...] = ()
    ) -> Asked:
        return Asked(account, arrived_ns, now_ns(), lag_us, self._lots, features)

    def _answer(self, client: Connection, command: Command, answer: Answer) -> None:
        table = answer.table
        if table is None:
            client.put(answer.ack)
            return
        room = self._room(table)
        if answer.step.lines and not self._write(room, answer.step):
            client.put(Error("referee_fault", "the journal cannot be written", command.id))
            return
        match command:
            case Sit() | Resume() if answer.ack.seat is not None:
                room.seat(client, answer.ack.seat)
            case Leave():
                room.drop(client)
        client.put(answer.ack)
        if isinstance(command, Watch):
            if not table.result:
                room.admit(client)
            for event in table.log.since(command.last_seq, None):
                client.put(event)
        self._tell(room, answer.step)

    def _tell(self, room: Room, step: Step) -> None:
        room.tell(step.says)
        self._outbox.add_room(room)

    def _room(self, table: Table) -> Room:
        """The room of a table; made when the first one asks for it."""
        room = self._rooms.get(table.match)
        if room is None:
            room = Room(table)
            if not table.result:
                self._rooms[table.match] = room
        return room

    def _do(self, room: Room, step: Step) -> None:
        """What comes of something that nobody has asked for."""
        if step.lines and not self._write(room, step):
            return
        self._tell(room, step)

    def _write(self, room: Room, step: Step) -> bool:
        """Writes the journal; a table without one cannot go on."""
        try:
            self._journals.append(room.table.match, step.lines)
        except OSError:
            _log.exception("the journal cannot be written", match=room.table.match)
            self._give_up(room)
            return False
        return True

    def _give_up(self, room: Room | None) -> None:
        """Ends a match that the referee cannot go on with. It is nobody else's fault."""
        if room is None:
            return
        step = room.table.end("referee_fault", "the referee is broken", now_ns())
        try:
            self._journals.append(room.table.match, step.lines)
        except OSError:
            _log.exception("the end of a match is not in its journal", match=room.table.match)
        self._tell(room, step)

    def _settle(self, room: Room) -> None:
        """Sees to the alarm, house bots and the file of a match that is over."""
        table = room.table
        if table.result:
            if self._journals.is_open(table.match):
                self._finish(room)
            return
        if table.header.policy.on_expiry == "house":
            for seat, account in table.houses().items():
                self._houses.call(account, table.match, seat)
        at_ns = table.wake_at_ns
        if at_ns is None:
            return
        if room.alarm:
            if room.alarm_ns <= at_ns:
                return
            room.alarm.cancel()
        room.alarm_ns = at_ns
        room.alarm = asyncio.get_running_loop().call_at(at_ns / 1e9, self._ring, room)

    def _finish(self, room: Room) -> None:
        table = room.table
        room.close()
        del self._rooms[table.match]
        try:
            path = self._journals.finish(table.match, table.link)
        except OSError:  # it is signed when the referee is back
            _log.exception("a record cannot be signed", match=table.match)
        else:
            self._on_result(table, path)
        _log.info("over", match=table.match, reason=table.result and table.result.reason)
        self._look_whether_quiet()

    def _look_whether_quiet(self) -> None:
        if self._hall.drains and not self._hall.playing():
            self._quiet.set()

    # ------------------------------------------------------------ time

    def _ring(self, room: Room) -> None:
        """An alarm rings. What had arrived by now is read and handled in the next two rounds."""
        room.alarm = None
        loop = asyncio.get_running_loop()
        rung_ns = now_ns()
        loop.call_soon(loop.call_soon, self._wake, room, rung_ns)

    def _wake(self, room: Room, rung_ns: int) -> None:
        try:
            step = room.table.wake(rung_ns)
        except Exception:  # noqa: BLE001 - as above
            _log.exception("referee fault", match=room.table.match)
            self._give_up(room)
            return
        self._do(room, step)

    async def _beat(self) -> None:
        """Pings everybody, and lets go of those who have not answered the last two."""
        heartbeat_s = self.settings.limits.heartbeat_s
        while True:
            await asyncio.sleep(heartbeat_s)
            for _ in range(3):  # what arrived while the loop was busy is read first
                await asyncio.sleep(0)
            silent_ns = now_ns() - int(2.5 * heartbeat_s * 1e9)
            for client in list(self._clients):
                if client.trips.heard_ns < silent_ns:
                    client.close(4006)
                elif client.account:
                    client.ping()

    # ------------------------------------------------------------ coming and going

    def _gone(self, client: Connection) -> None:
        self._clients.discard(client)
        self._leave_rooms(client)
        if client.account and self._by_account.get(client.account) is client:
            del self._by_account[client.account]
            _log.info("gone", account=client.account, code=client.ws.close_code)

    def _leave_rooms(self, client: Connection) -> None:
        for room in list(client.rooms):
            seat = room.drop(client)
            if seat is not None:
                self._do(room, room.table.left(seat, now_ns()))

    def _restore(self) -> None:
        """Brings back the matches that were going on."""
        for match, lines in self._journals.unfinished():
            table, step = Table.restore(lines, self._epoch_us, now_ns())
            if table.match != match:
                raise FileInputError(
                    f"the journal of match {table.match}",
                    where=f"{match}.jsonl",
                    expected="the name of the match as the file's name",
                )
            if step.lines:
                self._journals.append(match, step.lines)
            self._hall.add(table)
            if lines.signed:
                self._journals.put_away(match)
            elif table.result:
                self._journals.finish(match, table.link)
            else:
                self._rooms[match] = Room(table)
            _log.info("restored", match=match, seq=table.seq)
