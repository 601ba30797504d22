"""What hosts of competitions order by hand."""

from alembic import op
from sqlalchemy import BigInteger, Column, Double, Integer, PrimaryKeyConstraint, Text

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Makes the table of rulings."""
    op.create_table(
        "rulings",
        Column("id", Integer, nullable=False),
        Column("competition", Text, nullable=False),
        Column("order", Text, nullable=False),
        Column("account", Text, nullable=False),
        Column("match", Text, nullable=False),
        Column("minutes", Double, nullable=False),
        Column("reason", Text, nullable=False),
        Column("at_us", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="rulings_key"),
    )
    op.create_index("rulings_by_competition", "rulings", ["competition"])
