"""Tests of carcbot.contest.workers.ray_cluster, beyond those of every workplace."""

import pytest

from carcbot.contest.workers.workplace import Workplace
from carcbot.contest.workers.workplaces import workplace
from carcbot.errors import OptionsError
from tests.contest.conftest import CORES
from tests.contest.descendants import called, descendants, listens_on

LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F"}
"""127.0.0.1, and the same as IPv6 writes it."""


def test_a_local_one_keeps_to_itself(ray_cluster: Workplace) -> None:
    """It has as many cores as were asked for, and listens on the loopback alone."""
    assert ray_cluster.cores == CORES
    below = descendants()
    assert any("gcs_server" in called(pid) for pid in below)
    heard = set().union(*map(listens_on, below))
    assert heard
    assert heard <= LOOPBACK


@pytest.mark.parametrize("address", ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999", "one"))
def test_no_cluster_there(address: str) -> None:
    """Where there is none, a sentence says so at once, and what an address looks like."""
    with (
        pytest.raises(OptionsError, match=rf"--ray: no cluster at '{address}': .*; expected local"),
        workplace(address, None),
    ):
        pass
