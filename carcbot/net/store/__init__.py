"""The lobby's database: SQLite in a file, or PostgreSQL by URL."""

from carcbot.net.store.store import Store

__all__ = ["Store"]
