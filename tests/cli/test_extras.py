"""Tests of carcbot.cli.extras: what a command says that lacks a part of the package."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.extras import EXTRAS, how_to_install, require
from carcbot.cli.main import run

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
MODULES = {"pillow": "PIL"}
"""What is imported by another name than it is installed by."""


def test_every_extra_is_known() -> None:
    """What an extra brings is in the list, under its name; nothing else is."""
    brought = {
        MODULES.get(name, name): extra
        for extra, requirements in PROJECT["optional-dependencies"].items()
        for name in (re.split(r"[^\w.-]", each)[0] for each in requirements)
        if extra != "test" and name != "carcbot"
    }
    assert brought == EXTRAS


def test_all_is_all() -> None:
    """`all` brings every extra but Ray and what tests need, by itself or by another one."""
    groups = PROJECT["optional-dependencies"]

    def within(extra: str) -> set[str]:
        inner = re.findall(r"carcbot\[([\w,]+)\]", " ".join(groups[extra]))
        named = {name for each in inner for name in each.split(",")}
        return named.union(*map(within, named))

    assert within("all") == set(groups) - {"all", "ray", "test"}


def test_told_before_games_are_played() -> None:
    """A contest asks for its statistics at its beginning."""
    require("json")
    with pytest.raises(ModuleNotFoundError) as raised:
        require("no_such_module")
    assert raised.value.name == "no_such_module"


def test_one_answer_for_a_referee() -> None:
    """A referee needs statistics as well: whatever is missed first, one extra brings it all."""
    pip = f"{sys.executable} -m pip install"
    assert how_to_install("scipy", "match") == f"{pip} 'carcbot[stats]'"
    assert how_to_install("scipy.special", "serve") == f"{pip} 'carcbot[referee]'"
    assert how_to_install("sqlalchemy", "serve") == f"{pip} 'carcbot[referee]'"
    assert how_to_install("no_such_module", "serve") == ""


@pytest.mark.parametrize(
    "error", (ModuleNotFoundError("x", name="scipy"), ModuleNotFoundError("x"))
)
def test_what_is_said(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing extra is told in a sentence and a command; any other missing module is a bug."""

    def fail() -> None:
        raise error

    monkeypatch.setattr("carcbot.cli.doctor.examine", fail)
    assert run(["doctor"]) == ExitCode.FAILED
    told = capsys.readouterr().err
    if getattr(error, "name", None):
        assert told == (
            "error: this needs scipy, which is not installed\n"
            f"hint: {sys.executable} -m pip install 'carcbot[stats]'\n"
        )
    else:
        assert "this is a bug in carcbot" in told
