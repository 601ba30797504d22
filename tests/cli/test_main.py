"""Tests of carcbot.cli.main."""

import subprocess
import sys
from importlib.metadata import version

import click
import pytest

import carcbot.cli
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import COMMANDS, main, run
from carcbot.errors import InternalError, NotationError


def stumble(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Makes each command raise the error in place of doing its work."""

    def fail(*_: object) -> click.Command:
        raise error

    monkeypatch.setattr(main, "get_command", fail)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """--version prints the installed version."""
    assert run(["--version"]) == ExitCode.OK
    assert capsys.readouterr().out == f"carcbot {version('carcbot')}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """--help tells of every command, in our order, and fits a terminal of 100 columns."""
    assert run(["--help"]) == ExitCode.OK
    page = capsys.readouterr().out
    places = [page.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)
    assert all(len(line) <= 100 for line in page.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command has a help page that says more than its usage."""
    assert run([name, "--help"]) == ExitCode.OK
    assert len(capsys.readouterr().out.splitlines()) > 3


def test_version_loads_no_command() -> None:
    """--version imports no command, so that none of them can slow it down."""
    program = (
        "import sys; from carcbot.cli.main import run; run(['--version']);"
        "print([name for name in sys.modules if name.startswith('carcbot.cli.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (
        done.stdout.splitlines()[1]
        == "['carcbot.cli.exit_code', 'carcbot.cli.lazy', 'carcbot.cli.main']"
    )


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that does not exist is the caller's mistake, told in one line."""
    assert run(["fly"]) == ExitCode.INPUT
    told = capsys.readouterr().err
    assert told.startswith("error: No such command 'fly'")
    assert "hint: 'carcbot --help' tells what is possible" in told


def test_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    """Mistakes of usage have the same form as all others, and name the help page to look at."""
    assert run(["bot", "run", "--opne"]) == ExitCode.INPUT
    told = capsys.readouterr().err
    assert told.startswith("error: No such option '--opne'")
    assert told.endswith("hint: 'carcbot bot run --help' tells what is possible\n")


def test_group_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """A group of commands without one shows its help page."""
    assert run(["bot"]) == ExitCode.INPUT
    assert capsys.readouterr().err.startswith("Usage: carcbot bot ")


def test_input_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input is told as an error and a hint, with neither traceback nor blame."""
    stumble(monkeypatch, NotationError("no tile 'Q9'", where="line 3", expected="A to X"))
    assert run(["doctor"]) == ExitCode.INPUT
    assert capsys.readouterr().err == "error: line 3: no tile 'Q9'\nhint: expected A to X\n"


def test_input_error_without_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No hint is printed where there is none to give."""
    stumble(monkeypatch, NotationError("no tile 'Q9'"))
    assert run(["doctor"]) == ExitCode.INPUT
    assert capsys.readouterr().err == "error: no tile 'Q9'\n"


@pytest.mark.parametrize("error", (InternalError("two tiles at 3,4"), ZeroDivisionError("1/0")))
def test_bug(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug shows its traceback and asks to be reported."""
    stumble(monkeypatch, error)
    assert run(["doctor"]) == ExitCode.FAILED
    told = capsys.readouterr().err
    assert told.startswith("Traceback")
    assert str(error) in told
    assert "please report it" in told


def test_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command with the exit code that shells know."""
    stumble(monkeypatch, KeyboardInterrupt())
    assert run(["doctor"]) == ExitCode.INTERRUPTED


def test_closed_pipe() -> None:
    """A reader who stops reading is no error: `carcbot ... | true` stays silent."""
    with subprocess.Popen(
        [sys.executable, "-m", "carcbot", "doctor"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == ExitCode.OK


@pytest.mark.parametrize(
    "arguments",
    (
        ("serve", "--port", "0", "--folder", "/proc/nothing"),
        ("serve", "--port", "0", "--folder", f"{__file__}/below"),
        ("accounts", "list", "--folder", "x" * 300),
        ("replay", "verify", "x" * 300),
    ),
)
def test_unusable_place(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A place that the system refuses is told with its name and a reason, whatever the command."""
    assert run(list(arguments)) == ExitCode.INPUT
    told = capsys.readouterr()
    error, hint = told.err.splitlines()
    assert error.startswith(f"error: {arguments[-1]}")
    assert ": cannot be used: " in error
    assert hint.startswith("hint: expected a")


@pytest.mark.parametrize(
    ("error", "code"),
    (
        (PermissionError(13, "Permission denied", "/elsewhere/x"), ExitCode.INPUT),
        (OSError(28, "No space left on device", "records/m.jsonl"), ExitCode.INPUT),
        (FileNotFoundError(2, "No such file or directory", carcbot.cli.__file__), ExitCode.FAILED),
        (PermissionError(13, "Permission denied"), ExitCode.FAILED),
        (OSError(9, "Bad file descriptor", 7), ExitCode.FAILED),
        (OSError(28, "No space left on device"), ExitCode.INPUT),
    ),
)
def test_files_of_whom(
    error: OSError,
    code: ExitCode,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What the system refuses of a user's file is input; what is missing of carcbot is a bug."""
    stumble(monkeypatch, error)
    assert run(["doctor"]) == code
    told = capsys.readouterr().err
    assert ("this is a bug in carcbot" in told) == (code == ExitCode.FAILED)
    assert told.startswith("Traceback") == (code == ExitCode.FAILED)


def test_help_cuts_no_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the usual terminal every command's sentence stands there whole."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--help"]) == ExitCode.OK
    assert "..." not in capsys.readouterr().out.partition("Commands:")[2]
