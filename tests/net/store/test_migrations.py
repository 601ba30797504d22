"""Tests of the steps by which a database came to be what it is."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

from carcbot.errors import InputError, UnavailableError
from carcbot.net.store.database import Database
from carcbot.net.store.schema import REVISION, metadata, steps_done
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


def tables(connection: Connection) -> dict[str, str]:
    """All that a database says of each of its tables, names of constraints included."""
    found = inspect(connection)
    return {
        name: str(
            (
                found.get_columns(name),
                found.get_pk_constraint(name),
                found.get_foreign_keys(name),
                found.get_indexes(name),
                found.get_unique_constraints(name),
            )
        )
        for name in found.get_table_names()
    }


async def _same_as_schema(store: Store) -> None:
    async with store._writing() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.asyncio
async def test_steps_make_the_same_tables(url: str) -> None:
    """A new database, whose tables are made at once, is as one that took every step."""
    async with with_store(url) as store:
        await _same_as_schema(store)
        async with store._writing() as connection:
            made_at_once = await connection.run_sync(tables)
            await connection.run_sync(metadata.drop_all)
            await connection.run_sync(steps_done.drop)
            await connection.run_sync(lambda it: command.upgrade(config_for(it), "head"))
            assert await connection.run_sync(tables) == made_at_once
            assert made_at_once.keys() == {*metadata.tables, steps_done.name}


@pytest.mark.asyncio
async def test_differences_are_seen(url: str) -> None:
    """A table that differs from the schema is noticed."""
    async with with_store(url) as store, store._writing() as connection:
        await connection.execute(text("DROP TABLE offers"))
        await connection.execute(text("ALTER TABLE accounts ADD COLUMN odd INTEGER"))
        assert len(await connection.run_sync(differences)) >= 2


@pytest.mark.asyncio
@pytest.mark.parametrize("revision", REVISIONS)
async def test_from_each_revision(url: str, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From each older schema, opening leads to the newest one."""

    def upgrade(connection: Connection) -> None:
        command.upgrade(config_for(connection), revision)

    with monkeypatch.context() as patch:
        patch.setattr("carcbot.net.store.database._is_current", lambda _: True)
        async with Database.open(url) as database, database._writing() as connection:
            await connection.run_sync(upgrade)
    async with with_store(url) as store:
        await _same_as_schema(store)


@pytest.mark.asyncio
@pytest.mark.parametrize("for_referee", (True, False))
async def test_nothing_changes_under_a_referee(
    url: str, *, for_referee: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a referee of an older carcbot uses a database, a newer one leaves it as it is."""
    with monkeypatch.context() as patch:
        patch.setattr("carcbot.net.store.database._is_current", lambda _: True)
        async with Database.open(url) as older, older._writing() as connection:
            await connection.run_sync(lambda it: command.upgrade(config_for(it), "1"))
        async with Database.open(url, for_referee=True) as older:
            patch.undo()
            with pytest.raises((InputError, UnavailableError), match="another referee uses"):
                async with Database.open(url, for_referee=for_referee):
                    pass
            async with older._reading() as connection:
                there = await connection.scalars(select(steps_done))
                assert list(there) == ["1"]
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
