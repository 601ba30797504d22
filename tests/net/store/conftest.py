"""Both databases, for every test that asks for a URL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcbot.net.store import Store
from tests.net.store.postgres import Postgres, serve_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a run."""
    with serve_postgres() as server:
        yield server


@pytest.fixture(params=("sqlite", "postgresql"))
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/lobby.db"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.url(server.new_database())


@pytest.fixture
def odd_store(url: str) -> Iterator[tuple[Store, asyncio.Runner]]:
    """A store that stays open for many examples, and what runs its calls."""
    with asyncio.Runner() as runner:
        opening = Store.open(url)
        yield runner.run(opening.__aenter__()), runner
        runner.run(opening.__aexit__(None, None, None))
