"""Terms of competitions that hosts change by hand."""

from alembic import op
from sqlalchemy import Column, Text

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Adds the changed rules, which other orders have not."""
    op.add_column("rulings", Column("rules", Text))
