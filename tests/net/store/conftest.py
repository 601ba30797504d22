"""Both databases, for every test that asks for a URL."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from carcbot.net.store.store import Store
from tests.net.store.postgres import Postgres, serve_postgres


@pytest.fixture(scope="package")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests here."""
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


@pytest_asyncio.fixture
async def odd_store(url: str) -> AsyncIterator[Store]:
    """A store that stays open for many examples."""
    async with Store.open(url) as store:
        yield store
