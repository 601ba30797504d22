"""The tables of the lobby's database. A change comes with a new file in `migrations/versions`."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    insert,
)
from sqlalchemy.engine import Dialect

from carcbot.errors import InputError

__all__ = [
    "REVISION",
    "accounts",
    "cuts",
    "make_tables",
    "matches",
    "metadata",
    "offers",
    "ratings",
    "rulings",
    "seats",
    "steps_done",
    "tokens",
]

REVISION: Final = "4"
"""The newest step in `migrations/versions`, which makes these tables."""


class Words(TypeDecorator[str]):
    """Text that both databases can hold: without NUL and without halves of characters.

    Raises:
        InputError: It is not such text. SQLAlchemy wraps the error; `Database` unwraps it.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text, if it is such."""
        del dialect
        if value is not None:
            try:
                value.encode()
            except UnicodeEncodeError:
                raise InputError(f"{value!a} is no text", expected="whole characters") from None
            if "\0" in value:
                raise InputError(f"{value!a} is no text", expected="text without NUL")
        return value


metadata: Final = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_one_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_N_name)s_in_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Words, nullable=False, unique=True),  # the name in small letters
    Column("name", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("created_us", BigInteger, nullable=False),
    Column("disabled", Boolean, nullable=False),
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("id", Words, primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False, unique=True),  # SHA-256 of the token
    Column("label", Words, nullable=False),
    Column("scopes", Words, nullable=False),  # sorted, with spaces between
    Column("created_us", BigInteger, nullable=False),
    Column("revoked_us", BigInteger),
    Column("used_us", BigInteger),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("pool", Words, primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), primary_key=True, index=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Words, nullable=False, unique=True),
    Column("game", Words, nullable=False),
    Column("options", Words, nullable=False),
    Column("clock", Words, nullable=False),
    Column("pool", Words),
    Column("began_us", BigInteger, nullable=False, index=True),
    Column("ended_us", BigInteger),
    Column("reason", Words),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False),
    Column("place", Integer),
    Column("points", Integer),
    Column("out", Words),
    Index(None, "account_id", "match_id"),
)

offers: Final = Table(
    "offers",
    metadata,
    Column("id", Words, primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False, index=True),
    Column("text", Words, nullable=False),
    Column("created_us", BigInteger, nullable=False),
)

cuts: Final = Table(
    "cuts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account_id", ForeignKey(accounts.c.id), nullable=False),
    Column("token_id", ForeignKey(tokens.c.id)),  # only connections of this token
    Column("for_good", Boolean, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

rulings: Final = Table(
    "rulings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("competition", Words, nullable=False, index=True),
    Column("order", Words, nullable=False),
    Column("account", Words, nullable=False),  # empty where it is about no account
    Column("match", Words, nullable=False),
    Column("minutes", Double, nullable=False),
    Column("reason", Words, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("rules", Words),  # as TOML, where they are to change
)

steps_done: Final = Table(
    "alembic_version",  # whose table it is
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def make_tables(connection: Connection) -> None:
    """Makes all tables in a database that has none, as the steps do one after the other."""
    metadata.create_all(connection, checkfirst=False)
    steps_done.create(connection)
    connection.execute(insert(steps_done), {"version_num": REVISION})
