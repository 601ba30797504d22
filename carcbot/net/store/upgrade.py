"""Brings a database to the newest schema that this carcbot knows."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from carcbot.errors import InputError

__all__ = ["check_known", "config_for", "upgrade"]

_STEPS = Path(__file__).parent / "migrations"


def config_for(connection: Connection) -> Config:
    """What Alembic needs to know, for work on this connection."""
    config = Config()
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def check_known(connection: Connection, where: str) -> None:
    """Checks that no newer carcbot has been there.

    Args:
        connection: The database.
        where: How an error names it.

    Raises:
        InputError: One has.
    """
    steps = ScriptDirectory.from_config(config_for(connection))
    there = set(MigrationContext.configure(connection).get_current_heads())
    known = {step.revision for step in steps.walk_revisions()}
    if not there <= known:
        raise InputError(
            f"its schema {', '.join(sorted(there - known))!r} is newer than this carcbot knows",
            where=where,
            expected="the carcbot that made it, or a newer one",
        )


def upgrade(connection: Connection) -> None:
    """Brings the database to the newest schema, inside the transaction that goes on.

    Whoever calls sees to it that nobody else does so meanwhile, and that no referee uses it.
    """
    command.upgrade(config_for(connection), "head")
