"""What Alembic runs to change a database, on the connection and in the transaction it is given."""

from alembic import context

from carcbot.net.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes most tables by copying them
)
context.run_migrations()
