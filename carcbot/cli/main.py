"""The command ``carcbot``: its subcommands, and what becomes of errors."""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from carcbot import __version__
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.lazy import LazyGroup
from carcbot.errors import FileInputError, InputError, ReplacedError

__all__ = ["COMMANDS", "main", "run"]

# Each command is the function of its own name in the module carcbot.cli of that name. The order is
# the one in which --help tells of them.
COMMANDS = (
    "play",
    "serve",
    "accounts",
    "bot",
    "watch",
    "conform",
    "replay",
    "think",
    "agents",
    "games",
    "match",
    "sprt",
    "tournament",
    "competition",
    "lab",
    "show",
    "perft",
    "bench",
    "doctor",
)


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
_EXHAUSTED: Final = {
    errno.ENOSPC: "a disk with room",
    errno.EDQUOT: "a disk on which this user has room",
    errno.EIO: "a disk that works",
    errno.EMFILE: "a higher limit of open files: ulimit -n",
    errno.ENFILE: "a system on which fewer files are open",
}
"""What may be wanting wherever something is opened, read or written."""


@click.group(
    cls=LazyGroup,
    package="carcbot.cli",
    names=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="'carcbot COMMAND --help' tells more about a command.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Play, show and measure board games, by people and by bots."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line, as the program ``carcbot`` does, and returns its exit code.

    No error leaves this function. Input that cannot be used is answered on stderr by a line
    ``error: ...`` and, where there is something to try instead, a line ``hint: ...``.

    Args:
        arguments: The words after ``carcbot``; by default those that the process was started with.
    """
    try:
        result = main.main(arguments, prog_name="carcbot", standalone_mode=False)
        if sys.stdout is not None:  # as it is after `carcbot ... >&-`
            sys.stdout.flush()
    except InputError as error:
        return _report_input(error)
    except click.ClickException as error:
        return _report_usage(error)
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
        return _report_bug() if refused is None else _report_input(refused)
    # click answers --help, --version and ctx.exit(code) with an exit code, a command with None
    return result if isinstance(result, int) else ExitCode.OK


def _refused_by_system(error: Exception) -> InputError | None:
    """What the system said of a file or folder of the user's, or that the machine has no more.

    Wherever a file is touched, somebody may have taken away the right to it, or its folder; and
    whatever is written, as to ``> /mnt/full``, may find no room. None if it is something else.
    """
    if not isinstance(error, OSError) or not error.strerror:
        return None
    name, number = error.filename, error.errno or 0
    if not isinstance(name, str | Path):
        if number not in _EXHAUSTED:
            return None
        return InputError(f"the system says: {error.strerror}", expected=_EXHAUSTED[number])
    if Path(name).is_absolute() and Path(name).is_relative_to(_OURS):
        return None
    expected = (_NEEDED | _EXHAUSTED).get(number, "a file or folder that can be used")
    return FileInputError(f"cannot be used: {error.strerror}", where=str(name), expected=expected)


def _report_input(error: InputError) -> ExitCode:
    place = f"{error.where}: " if error.where else ""
    click.echo(f"error: {place}{error.what}", err=True)
    if error.expected:
        click.echo(f"hint: expected {error.expected}", err=True)
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
