"""Tests of carcbot.cli.doctor."""

import importlib.metadata
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carcbot import __version__
from carcbot.cli import doctor
from carcbot.cli.doctor import PURPOSES, examine
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run


def no_core(name: str) -> None:
    """Takes the place of import_module where the core was never built."""
    raise ImportError(f"no module {name}")


def put_program(folder: Path, name: str, script: str) -> None:
    """Puts a shell script of that name into the folder."""
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_ready_machine(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the core was built, a game can be played, and the page says how it was built."""
    assert run(["doctor"]) == ExitCode.OK
    page = capsys.readouterr().out
    assert f"carcbot   {__version__}" in page
    assert "compiler" in page
    assert "Everything is there that a game needs." in page


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """--json tells programs the same, with the core's version equal to the package's."""
    assert run(["doctor", "--json"]) == ExitCode.OK
    found = json.loads(capsys.readouterr().out)
    assert found["ready"] is True
    assert found["version"] == found["native"]["version"] == __version__
    assert found["native"]["sanitizers"] == "none"
    assert [tool["name"] for tool in found["tools"]] == list(PURPOSES)
    assert found["cpus"] >= 1


def test_missing_core(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the core no game can be played; the page says why and which command builds it."""
    monkeypatch.setattr(doctor, "import_module", no_core)
    assert run(["doctor"]) == ExitCode.FAILED
    page = capsys.readouterr().out
    assert "native core: MISSING (no module carcbot._native)" in page
    assert "To get what is missing: " in page
    assert page.rstrip().endswith("make play")


def test_an_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no sources are, no tools of make are asked for, and a missing core is got by pip."""
    monkeypatch.setattr(doctor, "PAGES", tmp_path)
    monkeypatch.setattr(doctor, "import_module", no_core)
    monkeypatch.setattr(sys, "executable", "/opt/my python/bin/python")
    checkup = examine()
    assert checkup.tools == ()
    assert checkup.get == (
        "'/opt/my python/bin/python' -m pip install --force-reinstall --no-deps carcbot"
    )
    assert "tools" not in doctor._page(checkup)


@pytest.mark.parametrize("words", (["perft", "carcassonne", "2"], ["games"], ["match", "a", "b"]))
def test_commands_without_a_core(words: list[str], tmp_path: Path) -> None:
    """A command that needs the core says that there is none, and how to get one: it is no bug."""
    package = Path(doctor.__file__).parent.parent
    ours = shutil.ignore_patterns("*.so", "__pycache__", "weights", "web")
    shutil.copytree(package, tmp_path / "carcbot", ignore=ours)
    libraries = [each for each in sys.path if each.endswith("site-packages")]
    program = f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}, *{libraries!r}]
from carcbot.cli.main import run
sys.exit(run({words!r}))
"""
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == ExitCode.FAILED
    why, how = done.stderr.splitlines()
    assert why == "error: the native core cannot be loaded: there is none for this Python"
    assert (
        how
        == f"hint: {shlex.quote(sys.executable)} -m pip install --force-reinstall --no-deps carcbot"
    )


def test_missing_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Missing programs are named, and one command of the system's own installer gets them all."""
    put_program(tmp_path, "git", "echo git version 2.39.5")
    put_program(tmp_path, "g++", "exit 1")
    put_program(tmp_path, "dnf", "exit 1")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    checkup = examine()
    versions = {tool.name: tool.version for tool in checkup.tools}
    assert versions == {"g++": None, "git": "2.39.5", "clang++": None, "clang-format": None}
    page = "\n".join(doctor._page(checkup))
    assert "clang++          missing" in page
    assert "clang-format     not yet      for make lint, which gets it by itself" in page
    assert checkup.get == "sudo dnf install gcc-c++ clang"
    assert checkup.ready


def test_unknown_installer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a system whose installer we do not know, nothing is proposed that would not work."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert examine().get is None


def test_tools_beside_the_interpreter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A tool that came as a wheel is found although its folder is not on PATH."""
    put_program(tmp_path, "clang-format", "exit 1")
    put_program(tmp_path, "clang++", "echo of no wheel 1.2")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", os.devnull)
    versions = {tool.name: tool.version for tool in examine().tools}
    assert versions["clang-format"] == importlib.metadata.version("clang-format")
    assert versions["clang++"] is None
