"""What the tests of hosting share: a referee with a place of its own, and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.hosting import Referee
from tests.net.store.postgres import Postgres, serve_postgres
from tests.ports import free_port


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of a run."""
    with serve_postgres() as server:
        yield server


@pytest.fixture
def referee(tmp_path: Path) -> Referee:
    """A referee that is not started yet."""
    return Referee(tmp_path, free_port())
