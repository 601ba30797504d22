"""Accounts and tokens, matches and ratings, offers."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "1"
down_revision = None


def upgrade() -> None:
    """Makes the first tables."""
    op.create_table(
        "accounts",
        Column("id", Integer, nullable=False),
        Column("key", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("created_us", BigInteger, nullable=False),
        Column("disabled", Boolean, nullable=False),
        PrimaryKeyConstraint("id", name="accounts_key"),
        UniqueConstraint("key", name="accounts_one_key"),
    )
    op.create_table(
        "tokens",
        Column("id", Text, nullable=False),
        Column("account_id", Integer, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("label", Text, nullable=False),
        Column("scopes", Text, nullable=False),
        Column("created_us", BigInteger, nullable=False),
        Column("revoked_us", BigInteger),
        Column("used_us", BigInteger),
        PrimaryKeyConstraint("id", name="tokens_key"),
        UniqueConstraint("hash", name="tokens_one_hash"),
        ForeignKeyConstraint(["account_id"], ["accounts.id"], "tokens_account_id_in_accounts"),
    )
    op.create_index("tokens_by_account_id", "tokens", ["account_id"])
    op.create_table(
        "ratings",
        Column("pool", Text, nullable=False),
        Column("account_id", Integer, nullable=False),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("games", Integer, nullable=False),
        Column("changed_us", BigInteger, nullable=False),
        PrimaryKeyConstraint("pool", "account_id", name="ratings_key"),
        ForeignKeyConstraint(["account_id"], ["accounts.id"], "ratings_account_id_in_accounts"),
    )
    op.create_index("ratings_by_account_id", "ratings", ["account_id"])
    op.create_table(
        "matches",
        Column("id", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("clock", Text, nullable=False),
        Column("pool", Text),
        Column("began_us", BigInteger, nullable=False),
        Column("ended_us", BigInteger),
        Column("reason", Text),
        PrimaryKeyConstraint("id", name="matches_key"),
        UniqueConstraint("name", name="matches_one_name"),
    )
    op.create_index("matches_by_began_us", "matches", ["began_us"])
    op.create_table(
        "seats",
        Column("match_id", Integer, nullable=False),
        Column("seat", Integer, nullable=False, autoincrement=False),
        Column("account_id", Integer, nullable=False),
        Column("place", Integer),
        Column("points", Integer),
        Column("out", Text),
        PrimaryKeyConstraint("match_id", "seat", name="seats_key"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], "seats_match_id_in_matches"),
        ForeignKeyConstraint(["account_id"], ["accounts.id"], "seats_account_id_in_accounts"),
    )
    op.create_index("seats_by_account_id_match_id", "seats", ["account_id", "match_id"])
    op.create_table(
        "offers",
        Column("id", Text, nullable=False),
        Column("account_id", Integer, nullable=False),
        Column("text", Text, nullable=False),
        Column("created_us", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="offers_key"),
        ForeignKeyConstraint(["account_id"], ["accounts.id"], "offers_account_id_in_accounts"),
    )
    op.create_index("offers_by_account_id", "offers", ["account_id"])
