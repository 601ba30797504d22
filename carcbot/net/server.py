"""The referee's server: what it is made of, how it begins and how it ends."""

import asyncio
import contextlib
import secrets
import ssl
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from aiohttp import web

from carcbot.errors import InternalError, file_error
from carcbot.games import registry
from carcbot.match.moments import Moments
from carcbot.messages.client import Open
from carcbot.messages.server import Notice
from carcbot.net.addresses import listening_error
from carcbot.net.clock import now_ns
from carcbot.net.competitions import Competitions
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.cut_orders import CutOrders
from carcbot.net.door.doorway import Doorway
from carcbot.net.door.greeting import PRODUCT
from carcbot.net.door.guests import Guests
from carcbot.net.door.http_connection import HttpConnection, checked
from carcbot.net.door.recent_worst import RecentWorst
from carcbot.net.door.reception import Reception
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.door.register import Register
from carcbot.net.door.upkeep import run_forever
from carcbot.net.host.bot_launcher import BotLauncher
from carcbot.net.host.floor import Floor
from carcbot.net.host.house_bots import HouseBots
from carcbot.net.host.journals import Journals
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.host.referee_metrics import RefereeMetrics
from carcbot.net.host.signing_key import load_key
from carcbot.net.metrics_page import FiguresPage, figures_page
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.net.web.health import add_health_pages
from carcbot.net.web.opponents import Opponents
from carcbot.net.web.site import Site
from carcbot.referee.hall import Hall
from carcbot.referee.signature import key_text
from carcbot.referee.table import Table

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["RefereeServer"]

_STOP_TAKES_S: Final = 5.0
"""At the end, all that waits for the database, or for a client's goodbye, has this in all."""
_HANDLERS_TAKE: Final = 0.45
"""The part of it that handlers have to finish, and once more when they are cancelled."""
_LOOK_NS: Final = 250_000_000
_MINUTE_NS: Final = 60_000_000_000
_CALENDAR_OFF_S: Final = 5.0
"""By so much the machine's calendar may be set while a referee runs."""

_log = structlog.get_logger()


def _tls(files: tuple[Path, Path] | None) -> ssl.SSLContext | None:
    """What speaks TLS with this certificate and key, in the versions that are safe."""
    if files is None:
        return None
    certificate, key = files
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:  # an SSLError is one
        raise file_error(
            error,
            "cannot be used",
            where=f"{certificate} with {key}",
            expected="a certificate and its key, as PEM",
        ) from error
    return context


def random_name_and_seed() -> tuple[str, str]:
    """A name for a match that no other has, and a seed that nobody can guess."""
    return secrets.token_hex(6), secrets.token_hex(32)


class RefereeServer:
    """Hosts matches at one address.

    Use it as an asynchronous context manager: matches that were going on in its folder go on, and
    it listens. `drain` lets it end well; leaving the context ends it at once, which loses nothing
    either.

    Args:
        settings: How it is set up.
        tokens: Who may come, besides those in the store.
        name_and_seed: Gives each match its name and the seed of its chance, 32 bytes in hex.
        on_result: Is told of every match that is over, with the file of its record.
        store: The lobby's database; without one there are no ratings that last, and no history.

    Attributes:
        port: Where it listens.
        key: The public key of its signatures.
    """

    def __init__(
        self,
        settings: Settings,
        tokens: Tokens,
        name_and_seed: Callable[[], tuple[str, str]] = random_name_and_seed,
        on_result: Callable[[Table, Path], None] = lambda _table, _path: None,
        store: "Store | None" = None,
    ) -> None:
        self.settings = settings
        self.port = settings.port
        key = load_key(settings.folder)
        self.key = key_text(key)
        journals = Journals(settings.folder, fsync=settings.fsync, key=key, packs=settings.packs)
        moments = Moments.when(time.time_ns() // 1000, now_ns())
        launcher = self._launcher = BotLauncher(tokens, settings.process_limits)
        self._house_bots = HouseBots(settings.house_agent, launcher, settings.houses)
        self._loop_lag_s = RecentWorst(_MINUTE_NS)
        self._figures = FiguresPage(settings.metrics, self._told) if settings.metrics else None
        self._tls: ssl.SSLContext | None = None
        self._own_port = 0
        hall = Hall(
            settings.limits,
            moments,
            PRODUCT,
            settings.clock,
            settings.policy,
            chat=settings.chat,
        )
        opponents = Opponents(launcher, store, settings.sparring)
        self._floor = Floor(
            hall,
            journals=journals,
            keeper=LobbyKeeper(store),
            house_bots=self._house_bots,
            metrics=RefereeMetrics(self._gauges),
            name_and_seed=name_and_seed,
            on_result=on_result,
            on_taken_away=opponents.end,
            veil_turns=settings.veil_turns,
        )
        self._competitions = Competitions(
            settings.folder, self._floor, name_and_seed, moments, fsync=settings.fsync, store=store
        )
        guests = self._guests = Guests(store, come=settings.guests, play=settings.guests_play)
        register = Register(tokens, store, guests)
        self._site = Site(
            settings,
            floor=self._floor,
            register=register,
            guests=guests,
            competitions=self._competitions,
            opponents=opponents,
            key=self.key,
        )
        self._cut_orders = CutOrders(store)
        self._fair_queue, self._refusal_log = FairQueue(), RefusalLog()
        self._reception = Reception(
            settings,
            self._floor,
            register=register,
            cut_orders=self._cut_orders,
            competitions=self._competitions,
            fair_queue=self._fair_queue,
            refusal_log=self._refusal_log,
            key=self.key,
        )
        self._runner: web.AppRunner | None = None
        self._doorway: Doorway | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def url(self) -> str:
        """Where clients find it."""
        scheme = "wss" if self.settings.tls else "ws"
        return f"{scheme}://{self.settings.host}:{self.port}/play"

    @property
    def _own_url(self) -> str:
        """Where bots find it that it starts itself: with TLS, on this machine and without it.

        They cannot know for which name its certificate is, nor who vouches for that.
        """
        return f"ws://127.0.0.1:{self._own_port}/play" if self._tls else self.url

    @property
    def page(self) -> str:
        """Where people find it."""
        scheme = "https" if self.settings.tls else "http"
        return f"{scheme}://{self.settings.host}:{self.port}/"

    @property
    def competitions(self) -> list[str]:
        """The pages of all its competitions, those that are over included."""
        return [f"{self.page}competitions/{info.name}" for info in self._competitions.infos()]

    @property
    def hall(self) -> Hall:
        """All its tables."""
        return self._floor.hall

    async def __aenter__(self) -> "RefereeServer":
        registry.load_all()
        for error in registry.broken():
            _log.warning("a game of a package cannot be played", error=str(error))
        async with contextlib.AsyncExitStack() as undoing:
            undoing.callback(self._floor.rooms.journals.close)
            self.hall.remember(*await self._floor.keeper.begin())
            undoing.push_async_callback(self._floor.keeper.close, _STOP_TAKES_S)
            undoing.push_async_callback(self._competitions.close)
            self._competitions.open(self.settings.competitions)
            await self._floor.restore()
            if self._figures:
                await undoing.enter_async_context(self._figures)
            await self._cut_orders.begin()
            self._site.recall()
            await self._listen()
            undoing.pop_all()
        for work in (
            self._reception.beat,
            self._reception.tidy,
            self._watch_loop,
            partial(self._cut_orders.watch, self._reception.cut),
            partial(self._guests.watch, self._knows, self._floor.now_us),
        ):
            self._begin(run_forever(work))
        self._launcher.url = self._own_url
        self._floor.go_on()
        self._begin(self._site.go_on())
        self._begin(self._competitions.run())
        _log.debug("listening", url=self.url, matches=len(self.hall.playing()))
        return self

    async def _listen(self) -> None:
        app = web.Application()
        app.router.add_get("/play", self._reception.talk, allow_head=False)
        add_health_pages(app, self._floor)
        if not self._figures:
            app.router.add_get("/metrics", figures_page(self._told))
        self._site.add_to(app)
        runner = web.AppRunner(
            app, handle_signals=False, shutdown_timeout=_HANDLERS_TAKE * _STOP_TAKES_S
        )
        self._tls = _tls(self.settings.tls)
        await runner.setup()
        server = runner.server
        if server is None:
            raise InternalError("what was set up is not there")
        server.request_handler = checked(server.request_handler, self._fair_queue)
        self._runner = runner
        doorway = self._doorway = Doorway(
            lambda visitor: HttpConnection(server, visitor, self._refusal_log),
            fair_queue=self._fair_queue,
            refusal_log=self._refusal_log,
            handshake_s=self.settings.handshake_s,
        )
        try:
            self.port = await doorway.listen(self.settings.host, self.settings.port, self._tls)
            self._own_port = await doorway.listen("127.0.0.1", 0, None) if self._tls else self.port
        except OSError as error:
            doorway.close()
            await runner.cleanup()
            raise listening_error(
                error,
                "cannot listen",
                where=f"{self.settings.host}:{self.settings.port}",
                expected="an address and a port that are free, with --host and --port",
            ) from error
        self._begin(run_forever(doorway.watch))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Goes on beside everything else, until the end."""
        self._tasks.append(asyncio.create_task(work))

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        if self._doorway:
            self._doorway.close()
        await self._site.close()  # it takes a while, in which those sent away would come back
        self._floor.close()
        self._reception.close()
        await self._house_bots.close()
        await self._finish()
        await self._competitions.close()
        if self._figures:
            await self._figures.__aexit__()
        self._floor.rooms.journals.close()

    async def _finish(self) -> None:
        """Has everything done that was begun, as far as one short wait lets it.

        Where the database hangs all of it hangs: requests, results, and looks for wishes of the
        host. They wait together, and not one after the other.
        """
        loop = asyncio.get_running_loop()
        begin_s = loop.time()
        if self._runner:
            cleanup = asyncio.create_task(self._runner.cleanup())
            await asyncio.wait({*self._tasks, cleanup}, timeout=_STOP_TAKES_S)
        took_s = loop.time() - begin_s
        if took_s > _HANDLERS_TAKE * _STOP_TAKES_S:
            _log.warning("requests were still waiting, as for the database: they are cut off")
        await self._floor.keeper.close(_STOP_TAKES_S - took_s)

    def renew_certificate(self) -> None:
        """Reads certificate and key again, for connections to come; those that are here stay.

        Raises:
            FileInputError: They cannot be used; the older ones are kept.
        """
        files = self.settings.tls
        if files is None or self._tls is None:
            return
        _tls(files)  # what cannot be used must not come near the older ones
        self._tls.load_cert_chain(*files)
        _log.info("certificate read again", file=str(files[0]))

    def _knows(self, account: str) -> bool:
        """Whether an account is here, has a seat, or has entered a competition."""
        return self._floor.knows(account) or self._competitions.knows(account)

    def _told(self) -> bytes:
        """All figures, as Prometheus reads them."""
        self._floor.settlement.count()
        return self._floor.metrics.text()

    def _gauges(self) -> dict[str, tuple[str, float]]:
        """What there is at the moment."""
        hall = self.hall
        playing = len(hall.playing())
        waiting = sum(not table.has_begun for table in hall.tables.values())
        return {
            "matches_playing": ("Matches that go on", playing),
            "tables_waiting": ("Tables that wait for players", waiting),
            "clients": ("Connections", self._reception.here),
            "players_online": ("Accounts that are here", len(hall.lobby.online())),
            "draining": ("Whether no new matches begin", float(hall.drains)),
            "unwritten": (
                "What the lobby's database or the records have not taken yet",
                self._floor.keeper.waiting + len(self._floor.results.unkept),
            ),
            "calendar_off_seconds": (
                "By how much the machine's calendar was set since the start",
                self._calendar_off_s(),
            ),
            "offers": ("Open offers in the lobby", len(hall.lobby.offers())),
            "queue_bytes": ("What clients have not taken yet", self._reception.waiting_bytes),
            "loop_lag_seconds": (
                "How late the event loop was at most in the last minute",
                self._loop_lag_s.at(now_ns()),
            ),
        }

    def _calendar_off_s(self) -> float:
        """How far the machine's calendar is from the referee's, which no setting of it moves."""
        return (time.time_ns() // 1000 - self.hall.moments.us(now_ns())) / 1e6

    async def _watch_loop(self) -> None:
        """Sees how late the event loop wakes who waits, and whether the calendar was set."""
        known_s = 0.0
        while True:
            if abs(self._calendar_off_s() - known_s) > _CALENDAR_OFF_S:
                known_s = self._calendar_off_s()
                _log.error(
                    f"the machine's calendar is {known_s:+.0f} s from that of the referee's start:"
                    " schedules, records and results go by the latter; restart it when all is quiet"
                )
            due_ns = now_ns() + _LOOK_NS
            await asyncio.sleep(_LOOK_NS / 1e9)
            woken_ns = now_ns()
            self._loop_lag_s.add(woken_ns, (woken_ns - due_ns) / 1e9)

    def open_table(self, command: Open, agents: tuple[str, ...] = ()) -> str:
        """Opens a table by itself; returns the name of its match.

        Args:
            command: What is played there.
            agents: Who will think at each seat, for the record, if that is known.

        Raises:
            InputError: It cannot be opened so.
        """
        return self._floor.open_table(command, agents)

    async def drain(self, seconds: float) -> bool:
        """Announces the end, starts no new match, and waits for those that go on.

        Returns whether all of them came to their end; the others go on when the referee is back.
        """
        self.hall.drains = True
        playing = len(self.hall.playing())
        text = "no new matches: the referee stops when those going on are over"
        self._reception.announce(Notice("draining", text))
        if playing:
            _log.info("draining: no new matches", matches=playing, seconds=seconds)
        self._floor.rooms.look_whether_quiet()
        try:
            await asyncio.wait_for(self._floor.rooms.quiet.wait(), seconds)
        except TimeoutError:
            return False
        return True
