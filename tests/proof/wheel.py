"""Proof that the wheels are whole: installed where no compiler is, they play.

`make wheel` and `make wheel-here` are called, and each wheel is installed into a new environment
whose PATH leads to nothing but its own programs. First as it is, as for a bot: what it brings is
small, a bot plays a match at a referee of the checkout, hints lead to pages that are there, and
what needs more says in one sentence what to type. Then with all extras: contests, a referee, films,
environments. And these once more with the oldest version of every library that the package says it
works with, which were made for the oldest Python that it works with: elsewhere they are not tried.

`python -m tests.proof.wheel --short` tries the wheel for this machine only.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import metadata, requires
from pathlib import Path

from packaging.requirements import Requirement

from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_until

MOST_MB = 60
"""What a plain bot's install may take, beside numpy."""
NOT_OURS = ("numpy", "pip", "setuptools", "pkg_resources", "_distutils_hack")
CHECKOUT = (sys.executable, "-m", "carcbot")
LACKING = {
    "match random greedy --pairs 1": "stats",
    "sprt random greedy": "stats",
    "play": "referee",
    "serve": "referee",
    "accounts add ann": "referee",
}
"""Commands that a plain install has not all for, and the extra that each asks for."""
WHOLE = (
    "match random greedy --pairs 1 --workers 1 --folder contest",
    "tournament report contest",
    "play --nodes 10 --pace 0 --seed 1 --folder match",
)
"""Commands that an install with all extras carries out."""
EPISODE = """
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from carcbot.env.all_seats import AllSeats
check_env(gymnasium.make("carcbot.env.names:carcbot/Carcassonne-v1").unwrapped)
api_test(AllSeats("carcassonne"), num_cycles=30)
"""
"""What a learner's program does with both libraries of environments."""
OLDEST_PYTHON = metadata("carcbot")["Requires-Python"].removeprefix(">=")
NOT_TRIED = ("ray", "test")
"""Extras whose libraries are not tried in their oldest versions."""


@dataclass(frozen=True)
class Environment:
    """A virtual environment without compilers.

    Attributes:
        place: Its folder.
    """

    place: Path

    @property
    def env(self) -> dict[str, str]:
        """What its programs are told: no PATH but their own, and nothing of the checkout."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return kept | {"PATH": str(self.place / "bin")}

    def run(self, *words: str, code: int = 0) -> str:
        """What one of its programs says; it has to end with this code."""
        done = subprocess.run(
            [self.place / "bin" / words[0], *words[1:]],
            env=self.env,
            cwd=self.place,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def install(self, wheel: Path, extras: str = "", *versions: str) -> None:
        """Installs the wheel with what it asks for, all of it ready made, in these versions."""
        wanted = (f"{wheel}{extras}", *versions)
        self.run("python", "-m", "pip", "install", "-q", "--only-binary=:all:", *wanted)

    @property
    def megabytes(self) -> float:
        """What is installed, without numpy and what installs."""
        (packages,) = self.place.glob("lib/python*/site-packages")
        files = (
            file
            for folder in packages.iterdir()
            if not folder.name.startswith(NOT_OURS)
            for file in (folder.rglob("*") if folder.is_dir() else (folder,))
        )
        return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def try_plain(environment: Environment) -> None:
    """What comes without extras is small, plays, and says what else there is."""
    size = environment.megabytes
    print(f"  beside numpy {size:.0f} MB are installed, of {MOST_MB} at most")
    assert size < MOST_MB
    told = environment.run("carcbot", "doctor", code=0)
    assert "Everything is there that a game needs." in told
    pages = told.partition("pages")[2].partition("\n")[0].strip()
    assert Path(pages).is_relative_to(environment.place)
    assert (Path(pages) / "examples" / "td_afterstates.py").is_file()  # a page begins with it
    environment.run("carcbot", "conform", "--help")
    for command, extra in LACKING.items():
        told = environment.run("carcbot", *command.split(), code=1)
        assert told.count("\n") == 2, told
        assert told.endswith(f" -m pip install 'carcbot[{extra}]'\n"), told
        environment.run("carcbot", command.split()[0], "--help")
    (environment.place / "bot.toml").write_text("agents = 3\n")
    told = environment.run("carcbot", "bot", "run", "bot.toml", "--check", code=2)
    page = told.strip().rpartition("docs/bot.md is ")[2]
    assert Path(page).is_relative_to(environment.place), told
    assert Path(page).is_file()
    print(f"  {len(LACKING)} commands say what they lack")


def play_a_match(environment: Environment) -> None:
    """Two bots of the environment meet at a referee of the checkout."""
    place = environment.place.parent
    port = free_port()
    folder = place / "referee"
    serve = ("serve", "--port", str(port), "--folder", str(folder))
    url = f"ws://127.0.0.1:{port}/play"
    tokens = []
    for name in ("ann", "bob"):
        adding = [*CHECKOUT, "accounts", "add", name, "--folder", str(folder)]
        done = subprocess.run(adding, capture_output=True, text=True, check=True)
        tokens.append(done.stdout.strip().split()[-1])
    with (place / "log").open("w") as log:
        referee = subprocess.Popen([*CHECKOUT, *serve], stdout=log, stderr=log)
        bots = []
        try:
            wait_until(lambda: "http" in (place / "log").read_text(), "a referee that listens")
            for token, more in zip(tokens, (("--open", "seats=2"), ()), strict=True):
                words = (
                    "carcbot",
                    "bot",
                    "run",
                    "--url",
                    url,
                    "--agent",
                    "greedy",
                    "--count",
                    "1",
                    *more,
                )
                bots.append(
                    subprocess.Popen(
                        [environment.place / "bin" / words[0], *words[1:]],
                        env=environment.env | {"CARCBOT_TOKEN": token},
                        cwd=environment.place,
                        stdout=log,
                        stderr=log,
                    )
                )
            ends = [bot.wait(PATIENCE_S) for bot in bots]
            assert ends == [0, 0], (place / "log").read_text()
        finally:
            for process in (*bots, referee):
                process.terminate()
                process.wait(PATIENCE_S)
    assert len(list((folder / "records").glob("*.jsonl"))) == 1
    print("  two bots have played a match")


def try_whole(environment: Environment) -> None:
    """With all extras there is nothing that a command lacks."""
    for command in WHOLE:
        environment.run("carcbot", *command.split())
    (record,) = (environment.place / "match").rglob("*.jsonl")
    environment.run("carcbot", "replay", "verify", str(record))
    environment.run("carcbot", "replay", "gif", str(record), "--output", "film.gif")
    environment.run("python", "-c", EPISODE)
    print("  with all extras it plays contests, hosts, makes films, and teaches")


def oldest_versions() -> list[str]:
    """Every library that the package names, in the oldest version that it names."""
    oldest = {}
    for text in requires("carcbot") or ():
        wanted = Requirement(text)
        if wanted.name == "carcbot" or any(f'extra == "{name}"' in text for name in NOT_TRIED):
            continue
        if wanted.marker is not None and "python_version" in text and not wanted.marker.evaluate():
            continue
        (least,) = (each.version for each in wanted.specifier if each.operator == ">=")
        oldest[wanted.name] = f"{wanted.name}=={least}"
    return list(oldest.values())


def try_wheel(target: str, dist: Path) -> None:
    """Makes a wheel and tries it."""
    print(f"make {target}")
    subprocess.run(["make", "--quiet", target], check=True)
    (wheel,) = dist.glob("*.whl")
    with new_environment() as environment:
        path = environment.env["PATH"]
        assert not [
            name for name in ("c++", "cc", "g++", "gcc", "clang") if shutil.which(name, path=path)
        ]
        environment.install(wheel.resolve())
        try_plain(environment)
        play_a_match(environment)
        environment.install(wheel.resolve(), "[all]")
        try_whole(environment)


def try_oldest(dist: Path) -> None:
    """Tries the wheel there with the oldest versions of what it asks for."""
    if not platform.python_version().startswith(f"{OLDEST_PYTHON}."):
        print(f"NOT TRIED: the oldest versions, which are for Python {OLDEST_PYTHON}")
        return
    (wheel,) = dist.glob("*.whl")
    versions = oldest_versions()
    print(f"{len(versions)} libraries in the oldest versions: {' '.join(versions)}")
    with new_environment() as environment:
        environment.install(wheel.resolve(), "[all]", *versions)
        play_a_match(environment)
        try_whole(environment)


@contextmanager
def new_environment() -> Iterator[Environment]:
    """A virtual environment, which is there for so long."""
    with tempfile.TemporaryDirectory() as place:
        environment = Environment(Path(place) / "environment")
        subprocess.run([sys.executable, "-m", "venv", environment.place], check=True)
        yield environment


def main() -> None:
    """Tries both wheels, or one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="only the wheel for this machine")
    if not parser.parse_args().short:
        try_wheel("wheel", Path("dist"))
    try_wheel("wheel-here", Path("dist/here"))
    try_oldest(Path("dist/here"))


if __name__ == "__main__":
    main()
