"""Connections that the host has cut."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    Text,
)

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Makes the table of cuts."""
    op.create_table(
        "cuts",
        Column("id", Integer, nullable=False),
        Column("account_id", Integer, nullable=False),
        Column("token_id", Text),
        Column("for_good", Boolean, nullable=False),
        Column("at_us", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="cuts_key"),
        ForeignKeyConstraint(["account_id"], ["accounts.id"], "cuts_account_id_in_accounts"),
        ForeignKeyConstraint(["token_id"], ["tokens.id"], "cuts_token_id_in_tokens"),
    )
