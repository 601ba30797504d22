"""The comparison of cores finds what differs."""

import zipfile
from itertools import islice
from pathlib import Path

import pytest

from tests.search import same_cores


def test_a_difference_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a core of the wheel does something else, that is shown; otherwise all is well."""
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("carcbot/__init__.py", "")
    monkeypatch.setattr(same_cores, "told", lambda: iter(["a game", "a search"]))
    monkeypatch.setattr(same_cores, "_told_by", lambda *_: ["a game", "a search"])
    assert same_cores.compare(wheel)
    assert "the same in 2 things" in capsys.readouterr().out
    monkeypatch.setattr(same_cores, "_told_by", lambda *_: ["a game", "another"])
    assert not same_cores.compare(wheel)
    assert "differs" in (said := capsys.readouterr().out)
    assert "-a search\n+another\n" in said


def test_what_it_looks_at() -> None:
    """Every game is looked at, and the first lines come out the same twice."""
    first, again = (list(islice(same_cores.told(), 8)) for _ in range(2))
    assert first == again
    assert first[0] == "carcassonne"
    assert len({line.partition(":")[0] for line in first}) == len(first)
