"""What a check of a bot may use: the bot, its connections, and matches that the kit leads."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from carcbot.conform.drivers import Driver
from carcbot.conform.kit import (
    PATIENCE_S,
    Book,
    Chapter,
    Check,
    FailedError,
    Message,
    SkippedError,
    Talk,
    need,
)
from carcbot.conform.kit_game import GAME
from carcbot.conform.led_match import Board
from carcbot.conform.scripted_referee import Led, Line
from carcbot.conform.wire import HandshakeError, accept
from carcbot.errors import ProgramError
from carcbot.net.clock import now_ns

__all__ = [
    "BOT",
    "HELLO",
    "LIMITS",
    "TOKEN",
    "Bots",
    "Stage",
    "in_match",
    "in_two_matches",
    "with_line",
    "with_stage",
]

_ENDS_IN_S: Final = 5.0
_STILLBORN: Final = 3
"""So many checks of a bot that ends before its hello, and never did better, are enough."""
_SAID: Final = "the bot # "
TOKEN: Final = "carcbot_conformance-0123456789"  # noqa: S105 - nothing is kept with it
LIMITS: Final[Mapping[str, float]] = {
    "frame_bytes": 65536,
    "commands_per_s": 200.0,
    "burst": 400,
    "queue_bytes": 49152,
    "heartbeat_s": 5.0,
    "lag_per_move_us": 100000,
    "lag_quota_us": 1000000,
    "lag_refill_us": 20000,
    "matches": 64,
}
HELLO: Final[Message] = {
    "type": "hello",
    "product": "carcbot-conform/1",
    "games": {GAME: 1},
    "limits": LIMITS,
    "features": ["analysis", "digest", "resume", "watch"],
}


@dataclass
class Stage:
    """What one check has.

    Attributes:
        talk: What was said.
        name: Of the check, so that no two matches have the same name.
        games: What the bot plays.
        boards: The matches, by name.
        came_ns: When each connection began.
        refuses: Whether connections are turned away.
        lacks: What the bot was seen not to do, in this check or another.
    """

    talk: Talk
    name: str
    games: Sequence[str]
    boards: dict[str, Led] = field(default_factory=dict)
    came_ns: list[int] = field(default_factory=list)
    refuses: bool = False
    lacks: set[str] = field(default_factory=set)
    _has_come: asyncio.Event = field(default_factory=asyncio.Event)
    _queue: asyncio.Queue[Line | HandshakeError] = field(default_factory=asyncio.Queue)
    _lines: list[Line] = field(default_factory=list)

    def board(self, **fields: Any) -> Board:  # noqa: ANN401 - as Board has them
        """A match that has not begun; its clock is as patient as the whole check."""
        slack = max(self.talk.patience_s / PATIENCE_S, 1.0)
        board = Board(f"{self.name[:30]}-{len(self.boards)}", slack=slack, **fields)
        self.boards[board.name] = board
        return board

    def begun(self, **fields: Any) -> Board:  # noqa: ANN401 - as Board has them
        """A match that has begun and waits for the bot's move; nothing is said of it yet."""
        board = self.board(**fields)
        board.start()
        board.until_asked()
        return board

    # ------------------------------------------------------------ connections

    async def first(self, seconds: float, ended: asyncio.Future[int]) -> None:
        """Waits for the bot to come for the first time, unless its program has ended."""
        coming: asyncio.Future[Any] = asyncio.ensure_future(self._has_come.wait())
        waited: set[asyncio.Future[Any]] = {coming, ended}
        await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        coming.cancel()
        if not self._has_come.is_set():
            came = f"its end, with {_ending(ended.result())}" if ended.done() else "nobody"
            raise FailedError(f"that the bot comes within {seconds:g} s (--start-within)", came)

    @property
    def was_greeted(self) -> bool:
        """Whether the bot has said hello."""
        return any(each["type"] == "hello" for line in self._lines for each in line.heard)

    async def code(self, ended: asyncio.Future[int]) -> int | None:
        """With which exit code the bot's program has ended; None if it goes on.

        Where it has closed every connection it may be just about to end.
        """
        if all(line.close_code is not None for line in self._lines):
            await asyncio.wait({ended}, timeout=_ENDS_IN_S)
        return ended.result() if ended.done() else None

    async def line(self) -> Line:
        """The bot's next connection; nothing is said there yet."""
        try:
            found = await asyncio.wait_for(self._queue.get(), self.talk.patience_s)
        except TimeoutError:
            raise FailedError(f"a connection within {self.talk.patience_s:g} s", "none") from None
        if isinstance(found, HandshakeError):
            raise FailedError("a websocket", str(found))
        return found

    async def greeted(
        self,
        boards: Sequence[Led] = (),
        hello: Mapping[str, object] | None = None,
        seen: Mapping[str, int] | None = None,
        scripted: Collection[str] = (),
    ) -> Line:
        """A connection on which both have said hello, and the welcome names these seats.

        Args:
            boards: Where the bot sits.
            hello: What stands in the hello instead of the usual.
            seen: The last event that the bot must have of each match when it resumes.
            scripted: Types of commands that the script answers.
        """
        line = await self.line()
        line.scripted.update(scripted)
        await self.welcome(line, boards, hello, seen)
        return line

    async def welcome(
        self,
        line: Line,
        boards: Sequence[Led] = (),
        hello: Mapping[str, object] | None = None,
        seen: Mapping[str, int] | None = None,
    ) -> None:
        """The same on a connection that is there already."""
        line.say({**HELLO, **(hello or {})})
        said = await line.take("hello")
        seats = [
            {"match": each.name, "seat": each.seat, "seq": len(each.events)} for each in boards
        ]
        welcome = {"protocol": 1, "account": "bot", "seats": seats}
        line.ack(said, welcome=welcome)
        for board in boards:
            board.line = line
            resume = await line.take("resume", match=board.name)
            wanted = (seen or {}).get(board.name, 0)
            is_so = resume.get("last_seq", 0) == wanted
            need(is_so, f"resume of {board.name} with last_seq {wanted}", resume)

    async def playing(self, **fields: Any) -> Board:  # noqa: ANN401 - as Board's
        """A match that the bot has resumed from its beginning; it is about to be asked."""
        board = self.begun(**fields)
        await self.greeted([board])
        return board

    async def two(self) -> tuple[Board, Board]:
        """Two matches that the bot has resumed from their beginning; it is about to be asked."""
        boards = self.begun(seed=4), self.begun(seed=5)
        await self.greeted(boards)
        return boards

    async def back(self, board: Board, code: int, seen: int | None = None) -> Line:
        """The connection is closed with this code, and the bot has come back and resumed.

        Args:
            board: Its match.
            code: Of the close, as for `Line.leave`.
            seen: The last event that the bot has; all, unless something else is said.
        """
        board.line.leave(code)
        return await self.greeted([board], seen={board.name: board.seq if seen is None else seen})

    async def told(self, hello: Mapping[str, object] | None = None) -> tuple[Line, Message]:
        """A connection on which both have said hello; that of the bot is not answered yet."""
        line = await self.line()
        line.say({**HELLO, **(hello or {})})
        return line, await line.take("hello")

    async def nobody(self, seconds: float) -> None:
        """No connection comes for so long."""
        try:
            await asyncio.wait_for(self._queue.get(), seconds)
        except TimeoutError:
            return
        raise FailedError("that the bot stays away", "a new connection")

    async def wanted(self, line: Line, *kinds: str, within: float, why_not: str) -> Message:
        """What the bot says by itself, if it does; else the check is skipped.

        So are all later ones that want the same: each of them has the same bot.

        Args:
            line: The connection.
            kinds: Types of commands.
            within: Seconds until the first.
            why_not: What is said of a bot that does not.
        """
        if why_not in self.lacks:
            raise SkippedError(why_not)
        try:
            return await line.take(*kinds, within=within)
        except FailedError:
            self.lacks.add(why_not)
            raise SkippedError(why_not) from None

    # ------------------------------------------------------------ inside

    def need_game(self, game: str) -> None:
        """Skips the check if the bot does not play this game."""
        if game not in self.games:
            raise SkippedError(f"the bot does not play {game}: see --game")

    async def came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has connected."""
        self.came_ns.append(now_ns())
        self._has_come.set()
        if self.refuses:
            writer.transport.abort()
            return
        try:
            wire = await accept(reader, writer)
        except HandshakeError as error:
            writer.close()
            # Libraries for HTTP may ask again, plainly, when a connection was cut: a bot that has
            # shown that it knows how to ask is turned away, and awaited again.
            if not self._lines:
                self._queue.put_nowait(error)
            return
        line = Line(wire, self.talk, f"connection {len(self._lines)}", self.boards)
        self._lines.append(line)
        self._queue.put_nowait(line)

    async def tidy(self) -> None:
        """Closes all connections."""
        for line in self._lines:
            await line.close()


class Bots:
    """The bot under test.

    Args:
        driver: Where it comes from.
        games: What it plays.
    """

    def __init__(self, driver: Driver, games: Sequence[str]) -> None:
        self._driver = driver
        self._games = games
        self._lacks: set[str] = set()
        self._was_greeted = False
        self._stillborn = 0

    @contextlib.asynccontextmanager
    async def lend(self, check: Check[Stage], talk: Talk) -> AsyncIterator[Stage]:
        """Gives a check the bot, which has just connected, and ends it after that.

        Raises:
            ProgramError: The bot's program cannot be started, or ends each time before its hello.
        """
        driver = self._driver
        stage = Stage(talk, check.name, self._games, lacks=self._lacks)
        server = await asyncio.start_server(stage.came, driver.host, driver.port)
        url = f"ws://{driver.host}:{server.sockets[0].getsockname()[1]}/play"
        code: int | None = None
        try:
            async with driver.running(url, TOKEN, talk) as ended:
                try:
                    await stage.first(driver.comes_in_s, ended)
                    yield stage
                except FailedError:
                    code = await stage.code(ended)
                    raise
                finally:
                    # The port stays ours until the bot has ended: were it free before, another
                    # check could be given it, and this bot would come there.
                    stage.refuses = True
                    await stage.tidy()
        except FailedError as failed:
            if not code:
                raise
            self._check_birth(stage, code, talk)
            if not stage.came_ns:
                raise  # it says so itself
            errors = [line for line in _printed(talk) if line.startswith("error: ")]
            why = f" ({errors[-1].removeprefix('error: ')})" if errors else ""
            how = f"the bot's program has ended with {_ending(code)}{why}"
            raise FailedError(failed.expected, f"{failed.came}; {how}") from None
        finally:
            self._was_greeted |= stage.was_greeted
            server.close()

    def _check_birth(self, stage: Stage, code: int, talk: Talk) -> None:
        """Raises ProgramError where no hello ever came: nothing can be checked of such a bot."""
        self._stillborn += not stage.was_greeted
        if self._was_greeted or self._stillborn < _STILLBORN:
            return
        raise ProgramError(
            "\n".join([f"ended with {_ending(code)} before it said hello", *_printed(talk)]),
            where="the bot",
            expected="a program that says hello; nothing else can be checked before",
        )


def _printed(talk: Talk) -> list[str]:
    """The last lines that the bot's program has printed."""
    return [line.removeprefix(_SAID) for line in talk.lines if line.startswith(_SAID)]


def _ending(code: int) -> str:
    """How a program has ended, in words."""
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


BOT: Final[Book[Stage]] = Book()
"""All checks of a bot."""
with_stage: Final[Chapter[Stage, Stage]] = BOT.itself()
"""Checks that see to everything."""
with_line: Final[Chapter[Stage, Line]] = BOT.given(Stage.line)
"""Checks that begin with the bot's connection, on which nothing is said yet."""
in_match: Final[Chapter[Stage, Board]] = BOT.given(Stage.playing)
"""Checks that begin in a match that the bot has resumed: it has seat 0 and is about to be asked."""
in_two_matches: Final[Chapter[Stage, tuple[Board, Board]]] = BOT.given(Stage.two)
"""The same in two matches at once."""
