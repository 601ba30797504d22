"""Tests of the lock that lets one referee at a time use a database."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import create_async_engine
from structlog.testing import capture_logs

from carcbot.errors import InputError, UnavailableError
from carcbot.net.store.referee_lock import referee_lock
from carcbot.net.store.store import Store
from tests.net.store.postgres import Postgres
from tests.net.store.stories import add_accounts, with_store
from tests.waiting import PATIENCE_S

_REFEREE = """
import asyncio, sys
from carcbot.net.store.store import Store

async def hold():
    async with Store.open(sys.argv[1], for_referee=True):
        print("here", flush=True)
        await asyncio.sleep(3600)

asyncio.run(hold())
"""


@pytest.mark.asyncio
async def test_one_at_a_time(url: str) -> None:
    """A second referee is refused while the first is there, and others are not."""
    async with Store.open(url, for_referee=True) as store:
        with pytest.raises(
            (InputError, UnavailableError), match="another referee uses this database"
        ) as refused:
            async with Store.open(url, for_referee=True):
                pass
        assert "--database" in refused.value.expected
        assert "correct-horse" not in str(refused.value)
        await add_accounts(store, "ann")
        async with with_store(url) as other:
            assert await other.account("ann") is not None
    async with Store.open(url, for_referee=True) as store:
        assert await store.account("ann") is not None


@asynccontextmanager
async def _referee(url: str) -> AsyncIterator[Process]:
    """Another process with the lock, which is killed in the end."""
    process = await create_subprocess_exec(sys.executable, "-c", _REFEREE, url, stdout=PIPE)
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"here\n"
        yield process
    finally:
        process.kill()
        await process.wait()


@pytest.mark.asyncio
async def test_killed(url: str) -> None:
    """A referee that was killed leaves no lock behind."""
    async with _referee(url):
        pass
    async with Store.open(url, for_referee=True):
        pass


@pytest.mark.asyncio
async def test_who_has_the_file_is_told(tmp_path: Path) -> None:
    """Of a file's database it tells which process uses it; nobody else may read that."""
    url = f"sqlite:///{tmp_path}/lobby.db"
    async with _referee(url) as first:
        with pytest.raises(InputError, match=f"another referee .*: process {first.pid};"):
            async with Store.open(url, for_referee=True):
                pass
        assert (tmp_path / "lobby.db-referee").stat().st_mode & 0o777 == 0o600


@pytest.mark.asyncio
async def test_connection_lost(postgres: Postgres) -> None:
    """Where a server cut its connections the lock is taken again, or it is told that it is gone."""
    database = postgres.new_database()
    engine = create_async_engine(
        postgres.url(database).replace("postgresql:", "postgresql+asyncpg:"), pool_pre_ping=True
    )
    with capture_logs() as told:
        async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE_S):
            stack.push_async_callback(engine.dispose)
            await stack.enter_async_context(referee_lock(engine, "the lobby", looks_every_s=0.05))
            await asyncio.to_thread(postgres.disconnect, database)
            await _until_refused(postgres.url(database))
            assert not told
            while not told:
                await asyncio.to_thread(postgres.disconnect, database)
                with suppress(UnavailableError):
                    async with Store.open(postgres.url(database), for_referee=True):
                        await asyncio.sleep(0.5)
    assert told[0]["log_level"] == "error"
    assert "another referee uses this database" in told[0]["event"]


@pytest.mark.asyncio
async def test_nothing_is_written_without_the_lock(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another referee was faster, the first writes nothing until that one has gone."""
    soon = partial(referee_lock, looks_every_s=0.05)
    monkeypatch.setattr("carcbot.net.store.database.referee_lock", soon)
    database = postgres.new_database()
    url = postgres.url(database)
    async with asyncio.timeout(PATIENCE_S), AsyncExitStack() as stack:
        first = await stack.enter_async_context(Store.open(url, for_referee=True))
        await add_accounts(first, "ann")
        second = None
        while second is None:
            await asyncio.to_thread(postgres.disconnect, database)
            with suppress(UnavailableError):
                second = await stack.enter_async_context(Store.open(url, for_referee=True))
        with pytest.raises(UnavailableError, match="its lock was lost, and another referee may"):
            await first.check()
        with pytest.raises(UnavailableError, match="its lock was lost, and another referee may"):
            await add_accounts(first, "bob")
        assert await first.account("bob") is None, "it may be read"
        await add_accounts(second, "bob")
        await asyncio.to_thread(postgres.disconnect, database)  # and the first is faster, or again
        while True:
            with suppress(UnavailableError):
                await add_accounts(first, "cid")
                break
            await asyncio.to_thread(postgres.disconnect, database)


@pytest.mark.asyncio
async def test_no_connection_is_free(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot even ask for a while asks again."""
    database = postgres.new_database()
    engine = create_async_engine(
        postgres.url(database).replace("postgresql:", "postgresql+asyncpg:")
    )
    answers = iter((True, PoolTimeoutError("no connection is free"), OSError(), False))
    asked = asyncio.Event()

    async def has_lock(_: object) -> bool:
        answer = next(answers, None)
        if answer is None:
            asked.set()
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)

    monkeypatch.setattr("carcbot.net.store.referee_lock.LockSession.has_lock", has_lock)
    with capture_logs() as told:
        async with (
            asyncio.timeout(PATIENCE_S),
            referee_lock(engine, "the lobby", looks_every_s=0.01),
        ):
            await asked.wait()
    await engine.dispose()
    assert [each["log_level"] for each in told] == ["error"]


async def _until_refused(url: str) -> None:
    """Waits until another referee has the lock for good."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                async with Store.open(url, for_referee=True):
                    await asyncio.sleep(0)
            except UnavailableError:
                return
