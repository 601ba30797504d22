"""Tests of carcbot.cli.late_imports."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from carcbot.cli.late_imports import import_now, later

MODULE = """
from carcbot.cli.late_imports import at_once

if at_once():
    from fractions import Fraction
    from decimal import Decimal as Exact


def half():
    return Fraction(1, 2), Exact("0.5")
"""


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module that can wait for what it works with."""
    (tmp_path / "patient_module.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield "patient_module"
    sys.modules.pop("patient_module", None)


def test_at_once(name: str) -> None:
    """Who imports such a module gets all of it."""
    assert import_module(name).half() == (0.5, 0.5)


def test_later(name: str) -> None:
    """A module that is loaded to be told of has what waits when it is asked for, not before."""
    with later():
        module = import_module(name)
    assert not hasattr(module, "Fraction")
    import_now("another_module")
    assert not hasattr(module, "Fraction")
    import_now(name)
    assert module.half() == (0.5, 0.5)


def test_all(name: str) -> None:
    """Before a command runs everything is made up for, of whichever module; and once."""
    with later():
        module = import_module(name)
    import_now()
    assert module.half() == (0.5, 0.5)
    vars(module)["Fraction"] = None
    import_now()
    assert vars(module)["Fraction"] is None
