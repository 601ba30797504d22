"""Tests of carcbot.lab.workers.choosing."""

import sys

import pytest

from carcbot.errors import OptionsError
from carcbot.lab.workers.choosing import LOCAL, workplace
from carcbot.lab.workers.processes import THIS_MACHINE


def test_no_address_is_this_machine() -> None:
    """Nobody who does not ask for Ray meets it."""
    with workplace(None, None) as place:
        assert place is THIS_MACHINE


@pytest.mark.parametrize("address", (LOCAL, "127.0.0.1:6379"))
def test_without_ray(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is not installed, one sentence says how to get it."""
    monkeypatch.setitem(sys.modules, "ray", None)
    # another test may have had it
    monkeypatch.delitem(sys.modules, "carcbot.lab.workers.ray_cluster", raising=False)
    monkeypatch.delattr("carcbot.lab.workers.ray_cluster", raising=False)
    with pytest.raises(OptionsError) as refused, workplace(address, 1):
        pass
    assert str(refused.value).startswith("--ray: Ray is not installed; expected")
    assert "pip install 'carcbot[ray]'" in str(refused.value)
