"""A database by its URL: connections, transactions, and what becomes of errors."""

import asyncio
import errno
import os
import sqlite3
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import aiosqlite
from sqlalchemy import (
    URL,
    Connection,
    Executable,
    Table,
    delete,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from carcbot.errors import FileInputError, InputError, UnavailableError, file_error
from carcbot.net.store.order_queue import Order, OrderQueue
from carcbot.net.store.referee_lock import NO_DATABASE, LockSession, referee_lock
from carcbot.net.store.schema import REVISION, make_tables, rulings, steps_done

__all__ = ["Database", "new_row", "row_or_change"]

Insert = sqlite.Insert | postgresql.Insert

_SQLITE: Final = "sqlite:///"
_EXPECTED: Final = "sqlite:///FILE or postgresql://USER@HOST:PORT/DATABASE"
_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_PATIENCE_S: Final = 5.0
"""For a file that somebody else holds. Nothing ends this wait, not even that a referee stops."""
_ANSWERS_IN_S: Final = 20.0
"""The same for a server."""
_ENDS_IN_S: Final = 2.0
"""So long its connections may take to end, where it may hang."""
_BUSY_PAUSE_S: Final = 0.02
_MIGRATION_LOCK: Final = 0x63617263626F74  # any number that others are unlikely to choose
_WRITES: Final = "carcbot_writes"
_TOGETHER: Final = 100
"""So many orders are one transaction at most."""
_LONGEST_REST_S: Final = 0.005
"""After each: what comes meanwhile is written together."""
_DEADLOCKS: Final = frozenset(("40001", "40P01"))
_NOT_OURS: Final = frozenset(("SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_ERROR"))
_REFUSED: Final = frozenset(("28", "3D", "42"))
"""Classes of SQLSTATE: a user or a database that is not there, or tables that are another's."""
_WITHIN: Final[ContextVar[AsyncConnection | None]] = ContextVar("within", default=None)
"""The transaction in which everything is written, where several calls share one."""

T = TypeVar("T")


Work = Callable[[AsyncConnection], Awaitable[object]]


@contextmanager
def _as_named() -> Iterator[None]:
    """What is tried first tells whether the right database was named; later it was."""
    try:
        yield
    except UnavailableError as error:
        said = error.__cause__.orig if isinstance(error.__cause__, DBAPIError) else error.__cause__
        is_other = getattr(said, "sqlite_errorname", "") in _NOT_OURS
        if is_other or (getattr(said, "sqlstate", None) or "")[:2] in _REFUSED:
            kind = FileInputError if is_other else InputError
            raise kind(error.what, where=error.where, expected=error.expected) from said
        raise


def _is_deadlock(error: Exception) -> bool:
    """Whether another process wrote the same in another order."""
    cause = error.__cause__
    return isinstance(cause, DBAPIError) and getattr(cause.orig, "sqlstate", "") in _DEADLOCKS


def _is_current(connection: Connection) -> bool:
    """Whether a database has the newest schema; one that has none is given it at once."""
    if not inspect(connection).has_table(steps_done.name):
        make_tables(connection)
    return list(connection.scalars(select(steps_done))) == [REVISION]


def _is_full(reason: BaseException | None) -> bool:
    """Whether the disk of the database is full."""
    said = getattr(reason, "sqlite_errorname", "") or getattr(reason, "sqlstate", "")
    return said in {"SQLITE_FULL", "53100"}


_PROBE: Final = insert(rulings)
_TAKE_BACK: Final = delete(rulings).where(rulings.c.competition == "")
_NOTHING: Final = {
    "competition": "", "order": "", "account": "", "match": "", "minutes": 0.0, "reason": "",
    "at_us": 0,
}  # fmt: skip
"""An order about no competition: it can be written anywhere, and nobody reads it."""


class Database:
    """The lobby's database: what reads runs in `_reading`, what writes goes through `_write`.

    A transaction takes long, most of it waiting: for the disk, and for threads. So all that is to
    be written while one is under way makes up the next, in the order of its coming. What reads
    waits for none of them.

    Args:
        engine: Its connections.
        where: How errors name it; without user and password.
    """

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self._where = where
        self._reader = engine
        self._writer = engine.execution_options(**{_WRITES: True})
        self._turn = asyncio.Lock()
        self._lock: LockSession | None = None
        self._orders: OrderQueue[Work] = OrderQueue(self._commit, _TOGETHER, where, _LONGEST_REST_S)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str, *, fsync: bool = True, for_referee: bool = False
    ) -> AsyncIterator[Self]:
        """Opens a database, makes it if it is a file that is not there, and brings it up to date.

        Args:
            url: ``sqlite:///path/lobby.db`` or ``postgresql://user@host:port/database``.
            fsync: Whether what is written to a file is on the disk before a call returns. Without
                that it is with the operating system, and outlives this process however that ends,
                but not the machine; nobody else who uses the disk has to wait for it.
            for_referee: Whether it is for a referee, of which one at a time may use a database.

        Raises:
            FileInputError: The file cannot be opened, or another referee uses it.
            InputError: It is no database of ours, there is none of that name, it is not for this
                user, or a newer carcbot has been there.
            UnavailableError: The database cannot be used just now, or another referee uses it.
        """
        if url.startswith(_SQLITE):
            engine, where = _sqlite(url.removeprefix(_SQLITE), fsync=fsync)
        else:
            engine, where = _postgresql(_parse(url))
        database = cls(engine, where)
        lock = partial(referee_lock, engine, where)
        try:
            with _as_named():
                is_current = await database._is_up_to_date()
            async with lock() if for_referee else nullcontext() as database._lock:
                if not is_current:  # a referee of an older carcbot could not go on
                    async with nullcontext() if for_referee else lock():
                        await database._upgrade()
                try:
                    yield database
                finally:
                    await database._give_up()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(_ENDS_IN_S):
                    await engine.dispose()

    async def _give_up(self) -> None:
        """Lets go of what is still to be written, before all connections are closed."""
        await self._orders.close()

    async def check(self) -> None:
        """Looks whether something can be written, by writing it and taking it back.

        Raises:
            UnavailableError: Nothing can.
        """

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(_PROBE, _NOTHING)
            await connection.execute(_TAKE_BACK)

        await self._write(write)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes nothing. Each of its statements sees one state of all."""
        with self._explained():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of one's own, committed at its end. Those of one process come in turn."""
        with self._explained():
            async with self._turn, self._writer.begin() as connection:
                if self._lock is not None:
                    await self._lock.check(connection)
                yield connection

    async def _write(self, work: "Callable[[AsyncConnection], Awaitable[T]]") -> T:
        """Does this work in a transaction, together with others; returns when that is committed.

        Work that raises has written nothing, and what others write does not suffer from it: for
        that it may have to be done again, so it does nothing but write.
        """
        within = _WITHIN.get()
        if within is not None:
            return await work(within)
        result: T = await self._orders.add(work)
        return result

    async def together(self, works: "Sequence[Callable[[], Awaitable[object]]]") -> None:
        """Does all of these in one transaction, in their order: all of them are written, or none.

        Args:
            works: Each of them calls what writes, and nothing else; perhaps again if that failed.
        """

        async def all_of_them(connection: AsyncConnection) -> None:
            token = _WITHIN.set(connection)
            try:
                for work in works:
                    await work()
            finally:
                _WITHIN.reset(token)

        await self._write(all_of_them)

    @property
    def _is_together(self) -> bool:
        """Whether who asks is doing so within a transaction of several calls."""
        return _WITHIN.get() is not None

    async def _commit(self, orders: list[Order[Work]], *, is_again: bool = False) -> None:
        """Carries out orders in one transaction; if that fails for one of them, without that."""
        done: list[object] = []
        try:
            async with self._writing() as connection:
                for order in orders:
                    done.append(await order.work(connection))  # noqa: PERF401 - one may raise
        except Exception as error:  # noqa: BLE001 - it is raised where the order was given
            is_lost = isinstance(error, UnavailableError) and not _is_deadlock(error)
            if len(orders) == 1 or (is_lost and is_again):
                for order in orders:
                    order.fail(error)
            elif _is_deadlock(error) or len(done) == len(orders):  # nobody knows whose fault it is
                middle = len(orders) // 2
                await self._commit(orders[:middle])
                await self._commit(orders[middle:])
            else:
                orders[len(done)].fail(error)
                await self._commit(orders[: len(done)] + orders[len(done) + 1 :], is_again=is_lost)
        else:
            for order, result in zip(orders, done, strict=True):
                order.succeed(result)

    async def _is_up_to_date(self) -> bool:
        """Whether all tables are there as they are to be; a new database is given them.

        Raises:
            InputError: A newer carcbot has been there.
        """
        async with self._changing_tables() as connection:
            is_current = await connection.run_sync(_is_current)
            if not is_current:
                # alembic takes a quarter of a second to load
                from carcbot.net.store.upgrade import check_known  # noqa: PLC0415

                await connection.run_sync(check_known, self._where)
            return is_current

    async def _upgrade(self) -> None:
        """Brings tables that an older carcbot has made up to date."""
        from carcbot.net.store.upgrade import upgrade  # noqa: PLC0415 - see above

        async with self._changing_tables() as connection:
            await connection.run_sync(upgrade)

    @asynccontextmanager
    async def _changing_tables(self) -> AsyncIterator[AsyncConnection]:
        """A transaction in which nobody else changes tables."""
        async with self._writing() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
                )
            yield connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Tells what the database complains of as an error of ours."""
        try:
            yield
        except (DataError, IntegrityError):
            raise  # what we check before we write: a bug
        except NO_DATABASE as error:
            raise self._error(error) from error
        except StatementError as error:
            if isinstance(error.orig, InputError):
                raise error.orig from None
            raise

    def _error(self, error: Exception) -> UnavailableError:
        reason = error.orig if isinstance(error, DBAPIError) else error
        sentence = str(reason).partition("\n")[0].rpartition(">: ")[2] or type(reason).__name__
        if _is_full(reason):
            return UnavailableError(
                f"the database cannot be written: {sentence}",
                where=self._where,
                expected="room on its disk",
            )
        if self._reader.dialect.name == "sqlite":
            return UnavailableError(
                f"cannot be used: {sentence}",
                where=self._where,
                expected="a lobby of carcbot, free to read and write",
            )
        return UnavailableError(
            f"the database cannot be used: {sentence}",
            where=self._where,
            expected="a PostgreSQL server that runs, with this database, user and password",
        )


# What inserts is built once for each dialect, by its name: to build a statement takes as long as to
# run it, and leaves hundreds of objects behind that only the garbage collector finds.


def new_row(table: Table) -> Mapping[str, Executable]:
    """An INSERT that returns the row's id, or does nothing where there is such a row already."""
    return {
        name: begun.on_conflict_do_nothing().returning(table.c.id)
        for name, begun in _inserts(table).items()
    }


def row_or_change(table: Table, key: Sequence[str], changes: Sequence[str]) -> Mapping[str, Insert]:
    """An INSERT that changes these columns where there is a row with the same key already."""
    return {
        name: begun.on_conflict_do_update(
            index_elements=key, set_={column: begun.excluded[column] for column in changes}
        )
        for name, begun in _inserts(table).items()
    }


def _inserts(table: Table) -> Mapping[str, Insert]:
    return {"sqlite": sqlite.insert(table), "postgresql": postgresql.insert(table)}


# ---------------------------------------------------------------- SQLite


def _sqlite(name: str, *, fsync: bool) -> tuple[AsyncEngine, str]:
    """The connections to a file; it is made if it is not there, for nobody else to read."""
    where = ascii(name)
    if name in ("", ":memory:"):
        raise FileInputError("a lobby needs a file", where=where, expected="sqlite:///FILE")
    file = Path(name)
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        file.parent.mkdir(parents=True, exist_ok=True)
        # Only a new file: to close one that is open elsewhere in this process would end its locks.
        if not file.exists():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise file_error(
            error,
            "cannot be opened",
            where=where,
            expected="a file for the lobby's database",
        ) from error
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(file)),
        connect_args={"timeout": _PATIENCE_S},
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", partial(_set_up_sqlite, fsync))
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine, where


def _set_up_sqlite(
    fsync: bool,  # noqa: FBT001 - it is bound by its name
    connection: Any,  # noqa: ANN401 - SQLAlchemy's adapter
    _record: object,
) -> None:
    # The driver would begin transactions by itself, at the first change; we say when, in full.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    connection.run_async(_keep_a_log)
    cursor.execute(f"PRAGMA synchronous = {'FULL' if fsync else 'NORMAL'}")
    cursor.close()


async def _keep_a_log(driver: aiosqlite.Connection) -> None:
    """Readers and the writer of a file shall not wait for each other.

    That is a property of the file, and for it alone SQLite does not wait its patience out: where
    two open a new file together, one of them is told at once that it is locked.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            await driver.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            await asyncio.sleep(_BUSY_PAUSE_S)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later can fail because another wrote in between.
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# ---------------------------------------------------------------- PostgreSQL


def _parse(url: str) -> URL:
    """The URL in its parts. Errors do not quote it, for there may be a password in it."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise InputError("this is no URL of a database", expected=_EXPECTED) from None
    if address.drivername != "postgresql":
        raise InputError(f"there is no database {address.drivername!a}", expected=_EXPECTED)
    if not address.database:
        raise InputError("the URL names no database", expected=_EXPECTED)
    if not set(address.query) <= {"host", "port", "sslmode"}:
        raise InputError(
            "the URL asks for what we do not know", expected="only host, port, sslmode"
        )
    if (mode := address.query.get("sslmode", "prefer")) not in _SSL_MODES:
        raise InputError(
            f"there is no sslmode {mode!a}", expected=f"one of {', '.join(_SSL_MODES)}"
        )
    if "@" in f"{address.host}{address.database}{address.query}":
        raise InputError("the URL has an @ too many", expected="%40 for each @ in the password")
    return address


def _postgresql(address: URL) -> tuple[AsyncEngine, str]:
    """The connections to a server; those that broke are replaced."""
    extra = {"ssl" if key == "sslmode" else key: value for key, value in address.query.items()}
    engine = create_async_engine(
        address.set(drivername="postgresql+asyncpg", query=extra),
        connect_args={"timeout": _ANSWERS_IN_S, "command_timeout": _ANSWERS_IN_S},
        pool_pre_ping=True,
        hide_parameters=True,
    )
    host = address.host or address.query.get("host", "localhost")
    port = f":{address.port}" if address.port else ""
    return engine, f"postgresql://{host}{port}/{address.database}"
