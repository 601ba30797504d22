"""The lobby's database: SQLite in a file, or PostgreSQL by URL."""
