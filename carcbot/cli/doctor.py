"""``carcbot doctor``: what is installed, what is missing and how to get it."""

import json
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import click

from carcbot import __version__, instruction_sets
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.extras import EXTRAS
from carcbot.cli.pages import PAGES
from carcbot.contest.workers.processes import THIS_MACHINE

__all__ = ["Checkup", "Extra", "Tool", "doctor", "examine", "how_to_get_core", "native_build"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A program that carcbot can do without, but some of its make targets cannot.

    Attributes:
        name: The program.
        purpose: What it is needed for.
        version: The version found, or None where the program is missing.
    """

    name: str
    purpose: str
    version: str | None


@dataclass(frozen=True, slots=True)
class Extra:
    """A part of carcbot that is installed only where it is asked for.

    Attributes:
        name: In brackets: ``carcbot[stats]``.
        missing: What it lacks here.
    """

    name: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checkup:
    """What ``carcbot doctor`` found.

    Attributes:
        version: Carcbot's own.
        python: The interpreter's version and implementation.
        platform: Operating system and machine.
        cpus: The CPUs that this process may use.
        native: How the native core was built, or None where it cannot be loaded.
        native_error: Why it cannot be loaded, or None.
        instruction_sets: Those for which a core is here that this machine can run, the best first.
        extras: The parts that may be left out.
        pages: The folder of docs and protocol, or None where they are missing.
        tools: The optional programs of a checkout; an installation has no use for them.
        get: The one command that gets everything that is missing, or None when nothing is.
    """

    version: str
    python: str
    platform: str
    cpus: int
    native: dict[str, str] | None
    native_error: str | None
    instruction_sets: tuple[str, ...]
    extras: tuple[Extra, ...]
    pages: str | None
    tools: tuple[Tool, ...]
    get: str | None

    @property
    def ready(self) -> bool:
        """Whether everything is there that a game needs."""
        return self.native is not None


PURPOSES = {
    "g++": "building the core and its tests",
    "git": "getting the sources and their history",
    "clang++": "make fuzz",
    "clang-format": "make lint, which gets it by itself",
}
_FROM_PYPI = frozenset({"clang-format"})

# How each package manager is called, and the package of each program where the name differs.
INSTALLERS = {
    "apt-get": ("sudo apt-get install", {"clang++": "clang"}),
    "dnf": (
        "sudo dnf install",
        {"g++": "gcc-c++", "clang++": "clang"},
    ),
    "brew": ("brew install", {"g++": "gcc", "clang++": "llvm"}),
}


def examine() -> Checkup:
    """Looks at this machine and at the build that runs on it."""
    native, native_error = native_build()
    purposes = PURPOSES if _is_checkout() else {}
    tools = tuple(Tool(name, purpose, _version_of(name)) for name, purpose in purposes.items())
    missing = [tool.name for tool in tools if tool.version is None and tool.name not in _FROM_PYPI]
    return Checkup(
        version=__version__,
        python=f"{platform.python_version()} ({platform.python_implementation()})",
        platform=f"{platform.system()} {platform.release()} {platform.machine()}",
        cpus=THIS_MACHINE.cores,
        native=native,
        native_error=native_error,
        instruction_sets=instruction_sets.choices(),
        extras=_extras(),
        pages=None if PAGES is None else str(PAGES),
        tools=tools,
        get=_command_to_get(missing, built=native is not None),
    )


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for programs.")
@click.pass_context
def doctor(ctx: click.Context, *, as_json: bool) -> None:
    """Tell what is installed, what is missing and how to get it.

    The exit code is 0 if everything is there that a game needs, and 1 if not.
    """
    checkup = examine()
    if as_json:
        click.echo(json.dumps(asdict(checkup) | {"ready": checkup.ready}, indent=2))
    else:
        click.echo("\n".join(_page(checkup)))
    ctx.exit(ExitCode.OK if checkup.ready else ExitCode.FAILED)


def native_build() -> tuple[dict[str, str] | None, str | None]:
    """How the native core was built; or None, and why it cannot be loaded."""
    try:
        # without the compiled module the folder of its stubs is what Python finds
        return dict(import_module("carcbot._native").build_info()), None
    except ImportError as error:
        return None, str(error)
    except AttributeError:
        return None, "there is none for this Python"


def how_to_get_core() -> str:
    """What to type where the native core cannot be loaded."""
    if _is_checkout():
        return "make play"
    return f"{shlex.quote(sys.executable)} -m pip install --force-reinstall --no-deps carcbot"


def _is_checkout() -> bool:
    return PAGES is not None and (PAGES / "Makefile").is_file()


def _extras() -> tuple[Extra, ...]:
    """Every extra, and what it lacks."""
    return tuple(
        Extra(name, tuple(each for each, its in EXTRAS.items() if its == name and not _has(each)))
        for name in sorted(set(EXTRAS.values()))
    )


def _has(module: str) -> bool:
    return find_spec(module) is not None


def _version_of(program: str) -> str | None:
    """The version that the program prints of itself, or None if it does not run."""
    path = shutil.which(program)
    if path is None:
        return _version_of_wheel(program)
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    number = re.search(r"\d+(\.\d+)+", done.stdout)
    return number.group() if number else "unknown"


def _version_of_wheel(program: str) -> str | None:
    """The version of a program that came as a wheel of its name, or None if none did.

    It lies beside the interpreter, in a folder that need not be on PATH. The wheel is asked, for
    such a program starts a Python before it says anything.
    """
    if shutil.which(program, path=str(Path(sys.executable).parent)) is None:
        return None
    try:
        return version(program)
    except PackageNotFoundError:
        return None


def _command_to_get(missing: Iterable[str], *, built: bool) -> str | None:
    """One shell command that gets the missing programs and builds the core where it is missing.

    Programs are left out where we do not know how the system installs them.
    """
    names = list(missing)
    installer = next((name for name in INSTALLERS if shutil.which(name)), None)
    commands = []
    if names and installer:
        call, packages = INSTALLERS[installer]
        commands.append(" ".join([call, *(packages.get(name, name) for name in names)]))
    if not built:
        commands.append(how_to_get_core())
    return " && ".join(commands) or None


def _page(checkup: Checkup) -> Iterable[str]:
    """The findings as lines for a person."""
    yield f"carcbot   {checkup.version}"
    yield f"python    {checkup.python}"
    yield f"platform  {checkup.platform}, {checkup.cpus} CPUs"
    yield ""
    if checkup.native is None:
        yield f"native core: MISSING ({checkup.native_error})"
    else:
        yield "native core"
        yield from (f"  {key:<16} {value}" for key, value in sorted(checkup.native.items()))
        if len(checkup.instruction_sets) > 1:
            yield f"  could use        {', '.join(checkup.instruction_sets)}"
    yield ""
    yield "extras, each by pip install 'carcbot[NAME]'"
    for extra in checkup.extras:
        missing = ", ".join(extra.missing)
        yield f"  {extra.name:<16} {f'without {missing}' if missing else 'installed'}"
    yield f"pages     {checkup.pages}"
    if checkup.tools:
        yield ""
        yield "tools"
    for tool in checkup.tools:
        none = "not yet" if tool.name in _FROM_PYPI else "missing"
        yield f"  {tool.name:<16} {tool.version or none:<12} for {tool.purpose}"
    yield ""
    yield "Everything is there that a game needs." if checkup.ready else "A game cannot be played."
    if checkup.get:
        yield f"To get what is missing: {checkup.get}"
