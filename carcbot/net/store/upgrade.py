"""Brings a database to the newest schema that this carcbot knows."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from carcbot.errors import InputError

__all__ = ["config_for", "migrate"]

_STEPS = Path(__file__).parent / "migrations"


def config_for(connection: Connection) -> Config:
    """What Alembic needs to know, for work on this connection."""
    config = Config()
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, where: str) -> None:
    """Brings the database to the newest schema, inside the transaction that goes on.

    Args:
        connection: The database; whoever calls sees to it that nobody else migrates meanwhile.
        where: How an error names it.

    Raises:
        InputError: A newer carcbot has been there.
    """
    config = config_for(connection)
    steps = ScriptDirectory.from_config(config)
    there = set(MigrationContext.configure(connection).get_current_heads())
    if there == set(steps.get_heads()):
        return
    known = {step.revision for step in steps.walk_revisions()}
    if not there <= known:
        raise InputError(
            f"its schema {', '.join(sorted(there - known))!r} is newer than this carcbot knows",
            where=where,
            expected="the carcbot that made it, or a newer one",
        )
    command.upgrade(config, "head")
