"""Tests of how a database is opened, and of what is told where it cannot be."""

import asyncio
import logging
import os
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from carcbot.errors import FileInputError, InputError, UnavailableError
from carcbot.net.store import database
from carcbot.net.store.store import Store
from tests.net.store.postgres import Postgres, serve_postgres
from tests.net.store.stories import add_accounts, with_store


@pytest.mark.asyncio
async def test_file_is_ours_alone(tmp_path: Path) -> None:
    """SQLite's files are made with their folder, and nobody else may read them."""
    folder = tmp_path / "new" / "100% ?odd#name"

    mask = os.umask(0)
    try:
        async with with_store(f"sqlite:///{folder}/lobby.db") as store:
            await add_accounts(store, "ann")
            files = sorted(folder.iterdir())
            assert [file.name for file in files] == ["lobby.db", "lobby.db-shm", "lobby.db-wal"]
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(mask)
    assert [file.name for file in folder.iterdir()] == ["lobby.db"]


@pytest.mark.asyncio
async def test_relative_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file's name may be relative."""
    monkeypatch.chdir(tmp_path)
    async with with_store("sqlite:///lobby.db"):
        pass
    assert (tmp_path / "lobby.db").exists()


@pytest.mark.asyncio
async def test_no_database(tmp_path: Path) -> None:
    """A file that is something else is told, and not touched."""
    file = tmp_path / "lobby.db"
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(FileInputError, match="file is not a database; expected a lobby of carcbot"):
        async with with_store(f"sqlite:///{file}"):
            pass
    assert file.read_bytes() == b"no database" * 1000


@pytest.mark.asyncio
async def test_torn_file(tmp_path: Path) -> None:
    """A file that lost its end is told."""
    file = tmp_path / "lobby.db"
    async with with_store(f"sqlite:///{file}"):
        pass
    os.truncate(file, 8192)
    with pytest.raises(FileInputError, match=r"lobby\.db': cannot be used: .*malformed"):
        async with with_store(f"sqlite:///{file}") as store:
            await add_accounts(store, "ann")


@pytest.mark.asyncio
async def test_another_programs_file(tmp_path: Path) -> None:
    """A database of another program is told, and left as it was."""
    file = tmp_path / "lobby.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE matches (what TEXT)")
    with pytest.raises(FileInputError, match="table matches already exists"):
        async with with_store(f"sqlite:///{file}"):
            pass
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("matches",)]


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ("", ":memory:", "/", "/dev/null/lobby.db", "a\0b", "a\ud800/b"))
async def test_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that can be no file of ours is told."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileInputError) as caught:
        async with with_store(f"sqlite:///{name}"):
            pass
    assert str(caught.value).isprintable()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("url", "told"),
    (
        ("lobby.db", "this is no URL of a database"),
        ("postgresql://ann:hushhush@host:port/lobby", "this is no URL of a database"),
        ("postgres://ann:hushhush@host/lobby", "there is no database 'postgres'"),
        ("mysql://ann:hushhush@host/lobby", "there is no database 'mysql'"),
        ("postgresql://ann:hushhush@host", "the URL names no database"),
        ("postgresql://ann:x@hushhush@host/lobby", "the URL has an @ too many"),
        ("postgresql://host/lobby?password=hushhush", "only host, port, sslmode"),
        ("postgresql://ann:hushhush@127.0.0.1/lobby?sslmode=hm", "there is no sslmode 'hm'"),
    ),
)
async def test_no_url(
    url: str, told: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """What is no URL of a database is told in a sentence with a hint, and its password nowhere."""
    await _check_told(InputError, url, told, caplog, capfd)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("url", "told"),
    (
        ("postgresql://ann:hushhush@127.0.0.1:1/lobby", r"127\.0\.0\.1:1/lobby: the database can"),
        ("postgresql://ann:hushhush@/lobby?host=/nowhere", "///nowhere/lobby: the database cannot"),
    ),
)
async def test_no_server(
    url: str, told: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """A server that does not answer is nobody's mistake, and its password told nowhere."""
    await _check_told(
        UnavailableError, url, f"{told}.*; try again with a PostgreSQL", caplog, capfd
    )


async def _check_told(
    kind: type[Exception],
    url: str,
    told: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(kind, match=told) as caught:
        async with with_store(url):
            pass
    assert getattr(caught.value, "expected", "")
    assert "\n" not in str(caught.value)
    error: BaseException | None = caught.value
    while error:
        assert "hushhush" not in str(error)
        error = error.__cause__
    assert "hushhush" not in caplog.text + "".join(capfd.readouterr())


@pytest.mark.asyncio
async def test_port_and_password(postgres: Postgres) -> None:
    """PostgreSQL is found by host and port, and a wrong password or database is told."""
    database = postgres.new_database()
    async with with_store(postgres.tcp_url(database)) as store:
        await add_accounts(store, "ann")
    with pytest.raises(InputError, match="password authentication failed") as caught:
        async with with_store(postgres.tcp_url(database, "hush@/hush")):
            pass
    assert "hush" not in str(caught.value)
    with pytest.raises(InputError, match='database "nowhere" does not exist'):
        async with with_store(postgres.tcp_url("nowhere")):
            pass


@pytest.mark.asyncio
async def test_server_that_went_away(postgres: Postgres) -> None:
    """Connections that the server closed are replaced."""
    database = postgres.new_database()
    async with with_store(postgres.url(database)) as store:
        await add_accounts(store, "ann")
        postgres.disconnect(database)
        assert len(await store.accounts()) == 1
        postgres.disconnect(database)
        await add_accounts(store, "bob")


@pytest.mark.asyncio
async def test_server_that_stopped() -> None:
    """A server that stops is told by the next call, as nobody's mistake and no bug."""
    with ExitStack() as stack:
        server = stack.enter_context(serve_postgres())
        async with with_store(server.url(server.new_database())) as store:
            await add_accounts(store, "ann")
            stack.close()
            with pytest.raises(UnavailableError, match="the database cannot be used"):
                await store.accounts()
            with pytest.raises(UnavailableError, match="the database cannot be used"):
                await add_accounts(store, "bob")


@pytest.mark.asyncio
async def test_server_that_hangs(postgres: Postgres) -> None:
    """Who leaves does not wait for an answer that may never come."""
    with ExitStack() as stack:
        async with Store.open(postgres.url(postgres.new_database()), for_referee=True) as store:
            await add_accounts(store, "ann")
            begun_s = time.monotonic()
            stack.enter_context(postgres.hanging())
        assert time.monotonic() - begun_s < database._ANSWERS_IN_S


_FULL = {
    "sqlite": ("PRAGMA max_page_count = 1",),
    "postgresql": (
        """CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'; END $$""",
        "CREATE TRIGGER fill BEFORE INSERT ON accounts EXECUTE FUNCTION fill()",
    ),
}
"""What lets a database say that its disk is full."""


@pytest.mark.asyncio
async def test_full_disk(url: str) -> None:
    """Of a full disk it is told what is wanting, and nothing else is suspected."""
    async with with_store(url) as store:
        async with store._writing() as connection:
            for each in _FULL[connection.dialect.name]:
                await connection.execute(text(each))
        names = [f"a{number:039}" for number in range(500)]
        with pytest.raises(UnavailableError, match="try again with room on its disk"):
            await add_accounts(store, *names)


@pytest.mark.asyncio
async def test_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that somebody else holds for too long is told."""
    monkeypatch.setattr("carcbot.net.store.database._PATIENCE_S", 0.1)
    file = tmp_path / "lobby.db"
    async with with_store(f"sqlite:///{file}") as store:
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="cannot be used: database is locked"):
                await add_accounts(store, "ann")
        await add_accounts(store, "ann")


@pytest.mark.asyncio
async def test_references_hold(url: str) -> None:
    """No account goes while something is its own, whoever writes to the database."""
    async with with_store(url) as store:
        await add_accounts(store, "ann")
        await store.add_token("ann", ["play"], "", 1)
        with pytest.raises(IntegrityError):
            async with store._writing() as connection:
                await connection.execute(text("DELETE FROM accounts"))
        assert len(await store.tokens("ann")) == 1


PROGRAM = """
import asyncio, itertools, sys
from carcbot.net.store.store import Store

async def main():
    async with Store.open(sys.argv[1]) as store:
        await store.add_account("ann", "bot", 1)
        for number in itertools.count():
            await store.save_offer(f"o{number}", "ann", "{}", number)
            print(number, flush=True)

asyncio.run(main())
"""


@pytest.mark.asyncio
async def test_killed(url: str) -> None:
    """What a call wrote is there when it returned, though the process is killed the next moment."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, url, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(40):
        await process.stdout.readline()
    process.kill()
    last = 39 + (await process.stdout.read()).count(b"\n")
    assert await process.wait() < 0
    async with with_store(url) as store:
        offers = await store.offers()
        assert [offer.id for offer in offers][: last + 1] == [
            f"o{each}" for each in range(last + 1)
        ]
        assert len(offers) <= last + 2
        await store.save_offer("more", "ann", "{}", 0)


@pytest.mark.asyncio
async def test_opening_together(url: str) -> None:
    """A new database may be opened by several at once: one makes the tables, the others wait."""

    async def open_and_add(name: str) -> None:
        async with Store.open(url) as store:
            await add_accounts(store, name)

    await asyncio.gather(*(open_and_add(f"bot{number}") for number in range(6)))
    async with Store.open(url) as store:
        assert len(await store.accounts()) == 6


@pytest.mark.asyncio
@pytest.mark.parametrize(("fsync", "level"), ((True, 2), (False, 1)))
async def test_fsync(tmp_path: Path, fsync: bool, level: int) -> None:  # noqa: FBT001 - a case
    """A file waits for the disk at each write, or not, as it was opened."""

    async def work() -> int | None:
        async with (
            Store.open(f"sqlite:///{tmp_path / 'lobby.db'}", fsync=fsync) as store,
            store._writing() as connection,
        ):
            found: int | None = await connection.scalar(text("PRAGMA synchronous"))
            return found

    assert await work() == level
