"""A lock that lets one referee at a time use a database: two would end each other's matches."""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carcbot.errors import UnavailableError, file_error
from carcbot.net.file_lock import lock_file

__all__ = ["NO_DATABASE", "LockSession", "referee_lock"]

NO_DATABASE: Final = (DBAPIError, PoolTimeoutError, OSError)
"""What is raised where a database cannot be used just now."""

_LOCK: Final = 0x63617263726566  # any number that others are unlikely to choose
_PATIENCE_S: Final = 2.0
"""A server may need a moment to see that the process is gone which held the lock."""
_PAUSE_S: Final = 0.1
_LOOKS_EVERY_S: Final = 10.0
_LOOKS_SOON_S: Final = 1.0
"""Where it has lost the lock, which may be free again at any moment."""
_ELSEWHERE: Final = "another referee uses this database"
_IS_HELD: Final = text(
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND pid = :process AND classid = :high AND objid = :low)"
)
_EXPECTED: Final = "a database of its own, with --database, or that one stopped"

# A server that lost a referee's machine shall not keep its lock for the two hours that are usual.
_NOTICE_SOON: Final = (
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)

_log = structlog.get_logger()


@asynccontextmanager
async def referee_lock(
    engine: AsyncEngine, where: str, *, looks_every_s: float = _LOOKS_EVERY_S
) -> AsyncIterator["LockSession | None"]:
    """Holds the database's lock for referees; whoever else uses the database does not need it.

    Args:
        engine: The connections to the database.
        where: How errors name it.
        looks_every_s: How often it looks whether a server still keeps the lock for it, and takes
            it again if the connection was lost.

    Returns:
        With a server, what each transaction that writes has to ask whether the lock is still held:
        where the server was started anew another referee may have been faster.

    Raises:
        FileInputError: Another referee uses the file, or it has no place for a lock beside it.
        UnavailableError: Another referee uses this database of a server, or its machine was lost
            a moment ago.
    """
    if engine.dialect.name == "sqlite":
        try:
            beside = Path(f"{engine.url.database}-referee")
            lock = lock_file(beside, "this database", where=where, expected=_EXPECTED)
        except OSError as error:
            raise file_error(
                error, "cannot be locked", where=where, expected="a folder to write in"
            ) from error
        try:
            yield None
        finally:
            os.close(lock)
        return
    session = LockSession(engine, where)
    try:
        await _take(session, where)
        keeper = asyncio.create_task(_keep(session, where, looks_every_s))
        try:
            yield session
        finally:
            keeper.cancel()
            await asyncio.wait({keeper})
    finally:
        await session.close()


class LockSession:
    """A connection to a server, which has the lock for as long as it lives.

    Args:
        engine: The connections to the database.
        where: How errors name it.
    """

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self._engine = engine
        self._where = where
        self._connection: AsyncConnection | None = None
        self._process = 0

    async def check(self, connection: AsyncConnection) -> None:
        """Raises UnavailableError unless the server keeps the lock for this session now."""
        lock = {"process": self._process, "high": _LOCK >> 32, "low": _LOCK & 0xFFFFFFFF}
        if not await connection.scalar(_IS_HELD, lock):
            raise UnavailableError(
                "its lock was lost, and another referee may use it", where=self._where
            )

    async def has_lock(self) -> bool:
        """Whether it has the lock, which it takes if nobody does."""
        if self._connection is None:
            self._connection = await self._engine.connect()
            # Outside of a transaction, which would have to stay open.
            await self._connection.execution_options(isolation_level="AUTOCOMMIT")
            for each in _NOTICE_SOON:
                await self._connection.execute(text(each))
            self._process = await self._connection.scalar(text("SELECT pg_backend_pid()")) or 0
        # Who has it already may take it as often as he likes.
        take = text("SELECT pg_try_advisory_lock(:key)")
        return bool(await self._connection.scalar(take, {"key": _LOCK}))

    async def close(self) -> None:
        """Ends the connection, and with it the lock."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()


async def _take(session: LockSession, where: str) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not await session.has_lock():
        if time.monotonic() > deadline:
            raise UnavailableError(_ELSEWHERE, where=where, expected=_EXPECTED)
        await asyncio.sleep(_PAUSE_S)


async def _keep(session: LockSession, where: str, looks_every_s: float) -> None:
    """Takes the lock again where its connection was lost, as when the server was started anew."""
    is_alone = has_lock = True
    while True:
        await asyncio.sleep(looks_every_s if has_lock else min(looks_every_s, _LOOKS_SOON_S))
        was_alone = is_alone
        try:
            is_alone = has_lock = await session.has_lock()
        except NO_DATABASE:  # whoever reads or writes tells of it
            has_lock = False
            with contextlib.suppress(*NO_DATABASE):
                await session.close()
        if was_alone and not is_alone:
            _log.error(f"{_ELSEWHERE}: stop one; this one writes nothing there", database=where)
