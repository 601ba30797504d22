"""What tests of work in many processes share."""

from collections.abc import Iterator

import pytest

from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplace import Workplace
from carcbot.contest.workers.workplaces import LOCAL, workplace
from tests.contest.descendants import called, descendants

CORES = 2


@pytest.fixture(scope="package")
def ray_cluster() -> Iterator[Workplace]:
    """A Ray of two cores, which takes long to start; nothing of it is left afterwards."""
    with workplace(LOCAL, CORES) as cluster:
        yield cluster
    assert not [pid for pid in descendants() if "ray" in called(pid).partition(" ")[0]]


@pytest.fixture(params=("this machine", "Ray"))
def place(request: pytest.FixtureRequest) -> Workplace:
    """Each place in turn."""
    if request.param == "this machine":
        return THIS_MACHINE
    cluster: Workplace = request.getfixturevalue("ray_cluster")
    return cluster


@pytest.fixture
def ray_address(ray_cluster: Workplace) -> str:
    """Where others find that Ray."""
    del ray_cluster
    import ray  # noqa: PLC0415 - Ray reads what we tell it when it is imported

    address: str = ray.get_runtime_context().gcs_address
    return address
