"""The referee's server: frames in, the hall decides, the journal is written, frames out."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import structlog
from aiohttp import WSMsgType, web

from carcbot import __version__, _native
from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Command, Open, Resume, Sit
from carcbot.messages.parts import PROTOCOL, ErrorCode, ProtocolRange, Welcome
from carcbot.messages.server import Ack, Error, Notice, Request, ServerHello
from carcbot.net.clock import now_ns
from carcbot.net.referee.arrivals import StampedReading
from carcbot.net.referee.connection import Connection, frame_of
from carcbot.net.referee.houses import Houses
from carcbot.net.referee.journals import Journals
from carcbot.net.referee.settings import Settings
from carcbot.net.referee.tokens import Tokens
from carcbot.referee.hall import RULES, Answer, Asked, Hall
from carcbot.referee.step import WATCHERS, Refusal, Say, Step
from carcbot.referee.table import Table

__all__ = ["FEATURES", "PRODUCT", "RefereeServer"]

PRODUCT: Final = f"carcbot/{__version__}"
FEATURES: Final = ("analysis", "digest", "resume", "watch")
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
        self._journals = Journals(settings.folder, fsync=settings.fsync)
        epoch_us = time.time_ns() // 1000 - now_ns() // 1000
        self._epoch_us = epoch_us
        self._hall = Hall(settings.limits, epoch_us, PRODUCT, settings.clock, settings.policy)
        self._arrivals = _native.net.Arrivals()
        self._clients: set[Connection] = set()
        self._by_account: dict[str, Connection] = {}
        self._watchers: dict[str, set[Connection]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
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
        for table in self._hall.playing():
            self._after(table)
        _log.info("listening", url=self.url, matches=len(self._hall.playing()))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._heart:
            self._heart.cancel()
        for timer in self._timers.values():
            timer.cancel()
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
        if answer.table is None or not self._write(answer.table, answer.step):
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
                client.say(notice)
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
            autoping=False, compress=False, max_msg_size=self.settings.limits.frame_bytes + 1
        )
        await ws.prepare(request)
        transport = request.transport
        if not isinstance(transport, asyncio.Transport):
            return ws
        reading = StampedReading(transport, self._arrivals)
        client = Connection(ws, reading, self.settings.limits, str(request.remote))
        self._clients.add(client)
        late = asyncio.get_running_loop().call_later(
            self.settings.handshake_s, self._check_greeted, client
        )
        client.say(self._hello())
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
        )

    def _check_greeted(self, client: Connection) -> None:
        if client.account is None:
            client.close(4003)

    def _hear(self, client: Connection, frame: str, arrived_ns: int) -> None:
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
                client.say(Error(command.code, command.text, command.id))
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
        client.say(Error("too_fast", text, command.id, match, retry_after=round(wait_s, 3)))

    def _close_at_fault(
        self, client: Connection, code: ErrorCode, text: str, close_code: int = 4000
    ) -> None:
        """Sends away a client that does not speak the protocol; its seats are out for that."""
        client.close(close_code, Error(code, text, fatal=True))
        _log.warning("sent away", account=client.account, code=code, text=text)
        if client.account and self._by_account.get(client.account) is client:
            for ref in self._hall.seats_of(client.account):
                table = self._hall.table(ref.match)
                self._do(table, table.fail(ref.seat, "protocol", now_ns()))

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
            self._leave_seats(older)
            older.close(4002)
        client.account = account
        self._by_account[account] = client
        seats = self._hall.seats_of(account)
        client.say(Ack(command.id, Welcome(spoken, account, seats)))
        if self._hall.drains:
            client.say(Notice("draining", "no new matches"))
        client.ping()
        _log.info("came", account=account, product=command.product, seats=len(seats))

    # ------------------------------------------------------------ commands

    def _carry_out(
        self, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> None:
        asked = self._asked(account, arrived_ns, client.trips.lag_us)
        match = getattr(command, "match", None)
        try:
            answer = self._hall.carry_out(command, asked)
        except Refusal as refusal:
            client.say(Error(refusal.code, refusal.text, command.id, match))
            return
        except Exception:  # noqa: BLE001 - no bug of ours may stop other tables
            _log.exception("referee fault", account=account, match=match)
            client.say(Error("referee_fault", "the referee is broken", command.id, match))
            self._give_up(match)
            return
        self._answer(client, command, answer)

    def _asked(self, account: str, arrived_ns: int, lag_us: int) -> Asked:
        return Asked(account, arrived_ns, now_ns(), lag_us, self._lots)

    def _answer(self, client: Connection, command: Command, answer: Answer) -> None:
        table = answer.table
        if table is None:
            client.say(answer.ack)
            return
        if not self._write(table, answer.step):
            client.say(Error("referee_fault", "the journal cannot be written", command.id))
            return
        if isinstance(command, Sit | Resume):
            client.joined.add(table.match)
        client.put(frame_of(answer.ack))
        if answer.watches and not table.result:
            self._watchers.setdefault(table.match, set()).add(client)
        if answer.watches:
            for event in table.log.since(getattr(command, "last_seq", 0), None):
                client.put(frame_of(event))
        self._tell(table, answer.step.says, client)
        self._after(table)

    def _do(self, table: Table, step: Step) -> None:
        """What comes of something that nobody has asked for."""
        if step.lines and not self._write(table, step):
            return
        self._tell(table, step.says)
        self._after(table)

    def _write(self, table: Table, step: Step) -> bool:
        """Writes the journal; a table without one cannot go on."""
        if not step.lines:
            return True
        try:
            self._journals.append(table.match, step.lines)
        except OSError:
            _log.exception("the journal cannot be written", match=table.match)
            self._give_up(table.match)
            return False
        return True

    def _give_up(self, match: str | None) -> None:
        """Ends a match that the referee cannot go on with. It is nobody else's fault."""
        table = self._hall.tables.get(match or "")
        if table is None:
            return
        step = table.end("referee_fault", "the referee is broken", now_ns())
        try:
            self._journals.append(table.match, step.lines)
        except OSError:
            _log.exception("the end of a match is not in its journal", match=match)
        self._tell(table, step.says)
        self._after(table)

    def _tell(self, table: Table, says: list[Say], asker: Connection | None = None) -> None:
        """Says things to those at a table who are here; all that one is to hear goes at once."""
        match = table.match
        self._let_replaced_watch(table)
        watchers = self._watchers.get(match, ())
        seated = [
            client if client and match in client.joined else None
            for client in map(self._client_of, table.accounts)
        ]
        hearers = set() if asker is None else {asker}
        asked: int | None = None
        for say in says:
            frame = frame_of(say.message)
            to = say.to
            if to >= 0:
                clients: Iterable[Connection | None] = (seated[to],)
                if isinstance(say.message, Request):
                    asked = to
            else:
                clients = watchers if to == WATCHERS else (*seated, *watchers)
            for client in clients:
                if client is not None:
                    client.put(frame)
                    hearers.add(client)
        for client in hearers:
            client.flush()
        if asked is not None:
            table.request_sent(asked, now_ns())

    def _let_replaced_watch(self, table: Table) -> None:
        """Whoever was replaced by a house bot no longer plays, but sees how it goes on."""
        for client in map(self._client_of, table.replaced):
            if client is not None and table.match in client.joined:
                client.joined.discard(table.match)
                if table.log.may_be_watched:
                    self._watchers.setdefault(table.match, set()).add(client)

    def _client_of(self, account: str | None) -> Connection | None:
        return self._by_account.get(account or "")

    def _after(self, table: Table) -> None:
        """Sees to timers, house bots and the files of matches that are over."""
        match = table.match
        if table.result:
            if self._journals.is_open(match):
                self._finish(table)
            return
        for seat, account in table.houses().items():
            self._houses.call(account, match, seat)
        at_ns = table.wake_at_ns
        timer = self._timers.get(match)
        if at_ns is None or (timer and timer.when() <= at_ns / 1e9):
            return
        if timer:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers[match] = loop.call_at(at_ns / 1e9, self._ring, match)

    def _finish(self, table: Table) -> None:
        if table.match in self._timers:
            self._timers.pop(table.match).cancel()
        path = self._journals.finish(table.match)
        for client in self._clients:
            client.joined.discard(table.match)
        self._watchers.pop(table.match, None)
        self._on_result(table, path)
        _log.info("over", match=table.match, reason=table.result and table.result.reason)
        self._look_whether_quiet()

    def _look_whether_quiet(self) -> None:
        if self._hall.drains and not self._hall.playing():
            self._quiet.set()

    # ------------------------------------------------------------ time

    def _ring(self, match: str) -> None:
        """A timer fired. What had arrived by now is read and handled in the next two rounds."""
        self._timers.pop(match, None)
        loop = asyncio.get_running_loop()
        rung_ns = now_ns()
        loop.call_soon(loop.call_soon, self._wake, match, rung_ns)

    def _wake(self, match: str, rung_ns: int) -> None:
        table = self._hall.tables.get(match)
        if table is None:
            return
        try:
            step = table.wake(rung_ns)
        except Exception:  # noqa: BLE001 - as above
            _log.exception("referee fault", match=match)
            self._give_up(match)
            return
        self._do(table, step)

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
        for watchers in self._watchers.values():
            watchers.discard(client)
        if client.account and self._by_account.get(client.account) is client:
            del self._by_account[client.account]
            self._leave_seats(client)
            _log.info("gone", account=client.account, code=client.ws.close_code)

    def _leave_seats(self, client: Connection) -> None:
        for match in client.joined:
            table = self._hall.tables.get(match)
            seat = table.seat_of(client.account or "") if table else None
            if table and seat is not None:
                self._do(table, table.left(seat, now_ns()))
        client.joined = set()

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
            if table.result:
                self._journals.finish(match)
            _log.info("restored", match=match, seq=table.seq)
