"""Tests of carcbot.contest.workers.workplaces."""

import sys

import pytest

from carcbot.contest.workers.processes import THIS_MACHINE
from carcbot.contest.workers.workplaces import LOCAL, workplace
from carcbot.errors import OptionsError


def test_no_address_is_this_machine() -> None:
    """Nobody who does not ask for Ray meets it."""
    with workplace(None, None) as place:
        assert place is THIS_MACHINE


@pytest.mark.parametrize("address", (LOCAL, "127.0.0.1:6379"))
def test_without_ray(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is not installed, one sentence says how to get it."""
    monkeypatch.setitem(sys.modules, "ray", None)
    # another test may have had it
    monkeypatch.delitem(sys.modules, "carcbot.contest.workers.ray_cluster", raising=False)
    monkeypatch.delattr("carcbot.contest.workers.ray_cluster", raising=False)
    with pytest.raises(OptionsError) as refused, workplace(address, 1):
        pass
    assert str(refused.value).startswith("--ray: Ray is not installed; expected")
    assert "pip install 'carcbot[ray]'" in str(refused.value)
