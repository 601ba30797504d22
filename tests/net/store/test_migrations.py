"""Tests of the steps by which a database came to be what it is."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from carcbot.errors import InputError
from carcbot.net.store.database import Database
from carcbot.net.store.schema import REVISION, metadata
from carcbot.net.store.store import Store
from carcbot.net.store.upgrade import config_for
from tests.net.store.stories import with_store

STEPS = Path(__file__).parents[3] / "carcbot" / "net" / "store" / "migrations"
REVISIONS = [
    step.revision for step in ScriptDirectory(str(STEPS), output_encoding="utf-8").walk_revisions()
]


def differences(connection: Connection) -> list[object]:
    """In what a database differs from the schema."""
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


async def _same_as_schema(store: Store) -> None:
    async with store._writing() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.asyncio
async def test_steps_make_the_schema(url: str) -> None:
    """The steps make the tables that the queries expect, on both databases."""
    async with with_store(url) as store:
        await _same_as_schema(store)


@pytest.mark.asyncio
async def test_differences_are_seen(url: str) -> None:
    """A table that differs from the schema is noticed."""
    async with with_store(url) as store, store._writing() as connection:
        await connection.execute(text("DROP TABLE offers"))
        await connection.execute(text("ALTER TABLE accounts ADD COLUMN odd INTEGER"))
        assert len(await connection.run_sync(differences)) >= 2


@pytest.mark.asyncio
@pytest.mark.parametrize("revision", ("base", *reversed(REVISIONS)))
async def test_from_each_revision(url: str, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From each older schema, opening leads to the newest one."""

    def upgrade(connection: Connection) -> None:
        command.upgrade(config_for(connection), revision)

    with monkeypatch.context() as patch:
        patch.setattr("carcbot.net.store.upgrade.migrate", lambda *_: None)
        async with Database.open(url) as database:
            if revision != "base":
                async with database._writing() as connection:
                    await connection.run_sync(upgrade)
    async with with_store(url) as store:
        await _same_as_schema(store)


@pytest.mark.asyncio
async def test_newer_schema(url: str) -> None:
    """A database that a newer carcbot changed is told, and left alone."""
    async with with_store(url) as store, store._writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    with pytest.raises(
        InputError, match="its schema '999' is newer than this carcbot knows"
    ) as told:
        async with with_store(url):
            pass
    assert "a newer one" in told.value.expected


def test_one_line_of_steps() -> None:
    """The steps follow each other in one line, so that there is one newest schema."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]
    assert len(REVISIONS) > 3
