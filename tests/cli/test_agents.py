"""Tests of carcbot.cli.agents."""

import json

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.search.presets import PRESETS


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Every preset is listed with what it stands for, under the work that it comes from."""
    assert run(["agents"]) == ExitCode.OK
    page = capsys.readouterr().out
    for preset in PRESETS.values():
        assert f"  {preset.name} " in page
        assert preset.base in page
    for heading in ("Heyden 2009", "Ameneyro and Galvan 2020"):
        assert f"\n{heading}\n" in page


def test_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one agent every parameter is told, with its value and what else it may be."""
    assert run(["agents", "heyden-star25-f5:bound=30"]) == ExitCode.OK
    page = capsys.readouterr().out
    assert "source: Heyden 2009, 6.4, table 6.8" in page
    lines = {line.split()[0]: line.split()[1] for line in page.splitlines() if line[:2] == "  "}
    assert lines["f"] == "5"
    assert lines["bound"] == "30"
    assert lines["eval"] == "heyden"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs get all of it as JSON."""
    assert run(["agents", "--json"]) == ExitCode.OK
    listed = json.loads(capsys.readouterr().out)["agents"]
    assert [each["name"] for each in listed] == list(PRESETS)
    for each in listed:
        assert each["family"]
        assert each["source"]
        assert each["parameters"]
    assert run(["agents", "ameneyro-rave", "--json"]) == ExitCode.OK
    rave = json.loads(capsys.readouterr().out)
    assert rave["family"] == "rave"
    assert (rave["parameters"]["c"], rave["parameters"]["s"], rave["parameters"]["b"]) == (
        3,
        100,
        10,
    )


def test_own(capsys: pytest.CaptureFixture[str]) -> None:
    """An agent of one's own is described like others, for people and for programs."""
    own = "tests.net.process.own_agents:First"
    assert run(["agents", own]) == ExitCode.OK
    assert capsys.readouterr().out == f"{own}: an agent of your own, which has no parameters here\n"
    assert run(["agents", own, "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["family"], told["parameters"]) == (own, None, {})


def test_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """An agent that is not there is answered with what to do."""
    assert run(["agents", "nobody"]) == ExitCode.INPUT
    assert "there is no agent 'nobody'" in capsys.readouterr().err
