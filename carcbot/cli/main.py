"""The command ``carcbot``: its subcommands, and how errors are reported."""

import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.lazy_group import LazyGroup
from carcbot.errors import (
    InputError,
    ProgramError,
    ProgramFailedError,
    ReplacedError,
    UnavailableError,
    file_error,
)

__all__ = ["COMMANDS", "main", "run"]

COMMANDS: Final = {
    "play": "Watch a match between agents, or play against them.",
    "serve": "Host matches for bots.",
    "accounts": "Manage the accounts of a referee, and their tokens.",
    "bot": "Play over the match protocol.",
    "watch": "Watch a match, a line for each event from first to last.",
    "conform": "Check whether a referee or a bot keeps the match protocol.",
    "replay": "Look at the records of matches, and check them.",
    "think": "Let an agent think about a position, and make its move.",
    "agents": "List the agents, or describe NAME.",
    "games": "List the games, or describe NAME.",
    "match": "Play agents against each other, and tell which is stronger.",
    "sprt": "Play until it is clear whether AGENT is stronger than RIVAL.",
    "tournament": "Play a round robin, gauntlet, Swiss, knockout or ladder.",
    "competition": "Check, report and direct competitions that a referee hosts.",
    "lab": "Repeat published experiments, and compare the figures.",
    "episode": "Watch an episode of a learner's environment, on the page of a match.",
    "train": "Let the judge of a game learn from games with itself.",
    "show": "Show a position or a game.",
    "perft": "Count the sequences of moves from a position.",
    "bench": "Measure how fast the core plays and searches.",
    "completion": "Print what makes a shell complete commands, options and names.",
    "doctor": "Tell what is installed, what is missing and how to get it.",
}
"""What the help page says of each command, in its order.

Each command is the function of its own name in the module carcbot.cli of that name, and its own
page begins with the same sentence.
"""


_OURS: Final = Path(__file__).parent.parent
"""Where a file that is missing is no mistake of the user's."""
_NEEDED: Final = {
    errno.EACCES: "a file or folder that this user may use",
    errno.EPERM: "a file or folder that this user may use",
    errno.EROFS: "a place that can be written to",
    errno.ENOENT: "a file or folder that is there, or can be made",
    errno.ENOTDIR: "a folder where there is a file",
    errno.EISDIR: "a file where there is a folder",
    errno.ENAMETOOLONG: "a shorter name",
}


@click.group(
    cls=LazyGroup,
    package="carcbot.cli",
    sentences=COMMANDS,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    epilog="'carcbot COMMAND --help' tells more about a command.",
)
@click.version_option(package_name="carcbot", message="%(prog)s %(version)s")
def main() -> None:
    """Play, show and measure board games, by people and by bots."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line, as the program ``carcbot`` does, and returns its exit code.

    No error leaves this function. Input or a part of the world that cannot be used is answered on
    stderr by a line ``error: ...`` and, where there is something to try, a line ``hint: ...``.

    Args:
        arguments: The words after ``carcbot``; by default those that the process was started with.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # where it has not all of our letters
    try:
        result = main.main(arguments, prog_name="carcbot", standalone_mode=False)
        if sys.stdout is not None:  # as it is after `carcbot ... >&-`
            sys.stdout.flush()
    except (InputError, UnavailableError, click.ClickException) as error:
        return _report(error)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader had enough, as in `carcbot ... | head`, which click turns into an exit. Python
        # flushes stdout once more when it ends; that must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OK
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        refused = _refused_by_system(error)
        if refused is None:
            return _report_extra(error, arguments) or _report_core() or _report_bug()
        return _report(refused)
    # click answers --help, --version and ctx.exit(code) with an exit code, a command with None
    return result if isinstance(result, int) else ExitCode.OK


def _report_extra(error: Exception, arguments: Sequence[str] | None) -> ExitCode | None:
    """Says what to install if an extra of the package is missing; None if it is something else."""
    from carcbot.cli.extras import how_to_install

    words = sys.argv[1:] if arguments is None else arguments
    module = (error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    install = how_to_install(module, words[0] if words else "")
    if not install:
        return None
    click.echo(f"error: this needs {module.partition('.')[0]}, which is not installed", err=True)
    click.echo(f"hint: {install}", err=True)
    return ExitCode.FAILED


def _report_core() -> ExitCode | None:
    """Says how to get the native core if it cannot be loaded; None if it can."""
    from carcbot.cli.doctor import how_to_get_core, native_build

    build, why = native_build()
    if build is not None:
        return None
    click.echo(f"error: the native core cannot be loaded: {why}", err=True)
    click.echo(f"hint: {how_to_get_core()}", err=True)
    return ExitCode.FAILED


def _refused_by_system(error: Exception) -> InputError | UnavailableError | None:
    """What the system said of a file or folder of the user's, or that the machine has no more.

    Wherever a file is touched, somebody may have taken away the right to it, or its folder; and
    whatever is written, as to ``> /mnt/full``, may find no room. None if it is something else.
    """
    if not isinstance(error, OSError) or not error.strerror:
        return None
    name = error.filename if isinstance(error.filename, str | Path) else None
    expected = _NEEDED.get(error.errno or 0, "a file or folder that can be used")
    what = "cannot be used" if name else "the system says"
    refused = file_error(error, what, where=str(name or ""), expected=expected)
    if isinstance(refused, UnavailableError):
        return refused
    is_ours = name and Path(name).is_absolute() and Path(name).is_relative_to(_OURS)
    return None if name is None or is_ours else refused


def _report(error: InputError | UnavailableError | click.ClickException) -> ExitCode:
    from carcbot.cli.pages import where_they_are

    if isinstance(error, click.ClickException):
        return _report_usage(error)
    place = f"{error.where}: " if error.where else ""
    click.echo(f"error: {place}{error.what}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
    for line in where_they_are(error.hint):
        click.echo(f"hint: {line}", err=True)
    if isinstance(error, UnavailableError):
        return ExitCode.UNAVAILABLE
    if isinstance(error, ProgramError):
        return ExitCode.NOT_STARTED
    if isinstance(error, ProgramFailedError):
        return ExitCode.FAILED
    return ExitCode.REPLACED if isinstance(error, ReplacedError) else ExitCode.INPUT


def _report_usage(error: click.ClickException) -> ExitCode:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()  # the help page itself
        return ExitCode.INPUT
    click.echo(f"error: {error.format_message()}", err=True)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(f"hint: '{error.ctx.command_path} --help' tells what is possible", err=True)
    return ExitCode.INPUT


def _report_bug() -> ExitCode:
    click.echo(traceback.format_exc(), err=True, nl=False)
    click.echo(
        "error: this is a bug in carcbot, not a mistake of yours.\n"
        "hint: please report it, with the lines above and the output of 'carcbot doctor'.",
        err=True,
    )
    return ExitCode.FAILED
