"""Tests of carcbot.cli.main."""

import io
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest

import carcbot.cli
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import COMMANDS, main, run
from carcbot.cli.played_match import USUAL_S
from carcbot.cli.replay import COMMANDS as REPLAY_COMMANDS
from carcbot.conform.kit import PATIENCE_S
from carcbot.conform.kit_game import GAME
from carcbot.errors import InternalError, NotationError
from carcbot.net.client.config import BotConfig
from carcbot.net.store.rows import SCOPES


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
        == "['carcbot.cli.exit_code', 'carcbot.cli.lazy_group', 'carcbot.cli.main']"
    )


def all_commands() -> list[tuple[click.Command, list[str]]]:
    """Every command with the words that call it, groups and what is in them alike."""
    found: list[tuple[click.Command, list[str]]] = []

    def walk(group: click.Group, words: list[str]) -> None:
        for name in group.list_commands(click.Context(group)):
            command = group.get_command(click.Context(group), name)
            assert command is not None
            found.append((command, [*words, name]))
            if isinstance(command, click.Group):
                walk(command, found[-1][1])

    walk(main, [])
    return found


def test_groups_say_what_commands_say() -> None:
    """The sentence on a group's help page is the one with which the command's own page begins."""
    told = {"": COMMANDS, "replay": REPLAY_COMMANDS}
    for command, words in all_commands():
        sentences = told.get(" ".join(words[:-1]))
        if sentences is not None:
            assert sentences[words[-1]] == command.get_short_help_str(limit=200), words


@pytest.mark.parametrize(
    ("line", "said"),
    (
        ("play", f"[default: {USUAL_S}, or more"),
        ("bot run", BotConfig().url),
        ("bot run", BotConfig().agent),
        ("bot run", f"Processes that think. [default: {BotConfig().workers}]"),
        ("bot run", f"Matches at once. [default: {BotConfig().matches}]"),
        ("bot run", f"without end. [default: {BotConfig().count}]"),
        ("accounts add", "|".join(SCOPES)),
        ("conform bot", f"[default: {PATIENCE_S}; "),
        ("conform bot", f"[default: {GAME}]"),
    ),
)
def test_help_tells_what_is_usual(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a page says without importing whose it is, is so."""
    assert run([*line.split(), "--help"]) == ExitCode.OK
    assert said in " ".join(capsys.readouterr().out.split())


HEAVY = {"aiohttp", "alembic", "asyncio", "matplotlib", "numpy", "ray", "scipy", "sqlalchemy"}
COMPLETED = f"""
import sys
from carcbot.cli.main import run
run([])
found = {HEAVY} & {{name.partition(".")[0] for name in sys.modules}}
sys.stderr.write(" ".join(sorted(found)))
"""
"""Completes a command line, and tells what that should not have loaded."""
LOADED = (
    f"HEAVY = {HEAVY}"
    """
import os, sys
import click, rich
usual = len(sys.modules)
from carcbot.cli.main import run
for line in sys.argv[1:]:
    sys.stdout.flush()
    if not os.fork():
        told, sys.stdout = sys.stdout, open(os.devnull, "w")
        code = run(line.split())
        heavy = {name.partition(".")[0] for name in sys.modules} & HEAVY
        print(code, len(sys.modules) / usual, " ".join(sorted(heavy)) or "-", sep="|", file=told)
        told.flush()
        os._exit(0)
    os.wait()
"""
)
"""Tells of command lines how many modules they load, for each that click and rich load together."""


def test_help_and_short_commands_import_little() -> None:
    """They load at most three times what click and rich do, and nothing that only plays need."""
    lines = ["--help", "--version", "doctor", "agents", "agents mcts", "games", "games carcassonne"]
    lines += ["lab list", "completion bash"]
    lines += [" ".join([*words, "--help"]) for _, words in all_commands()]
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *lines], capture_output=True, text=True, check=True
    )
    loaded = dict(zip(lines, (each.split("|") for each in done.stdout.splitlines()), strict=True))
    for line, (code, share, heavy) in loaded.items():
        assert code == "0", line
        assert float(share) <= 3, (line, share)
        assert heavy == "-", (line, heavy)


def test_bots_and_referees_import_what_they_work_with() -> None:
    """A bot needs no server or database, a referee no statistics, and a worker no event loop."""
    code = (
        "import sys\n"
        "import carcbot.cli.bot_process\n"
        "assert not {'aiohttp.web', 'alembic', 'numpy', 'scipy', 'sqlalchemy'} & {*sys.modules}\n"
        "assert 'matplotlib' not in sys.modules\n"
        "import carcbot.cli.referee_process\n"
        "assert not {'alembic', 'matplotlib', 'numpy', 'ray', 'scipy'} & {*sys.modules}\n"
    )
    worker = (
        "import sys, carcbot.net.process.worker\n"
        "assert not {'asyncio', 'numpy', 'tempfile'} & {*sys.modules}\n"
    )
    for each in (code, worker):
        done = subprocess.run(
            [sys.executable, "-c", each], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that does not exist is the caller's mistake, told in one line."""
    assert run(["fly"]) == ExitCode.INPUT
    told = capsys.readouterr().err
    assert told.startswith("error: No such command 'fly'")
    assert "hint: 'carcbot --help' tells what is possible" in told


@pytest.mark.parametrize(
    ("line", "meant"),
    (
        ("mtach", "match"),
        ("replay verfiy", "verify"),
        ("agents mtcs", "mcts"),
        ("games carcasonne", "carcassonne"),
        ("perft --game hord", "hoard"),
        ("doctor --jsno", "--json"),
        ("completion zhs", "zsh"),
        ("sprt mcts rave --model margni", "margin"),
        ("serve --clock banl:60+1", "bank"),
        ("lab run scailng", "scaling"),
    ),
)
def test_did_you_mean(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Who mistypes the name of a command, an option, an agent or a game is told what is like it."""
    assert run(line.split()) == ExitCode.INPUT
    told = capsys.readouterr().err.splitlines()[0]
    assert "did you mean" in told.lower()
    assert meant in told


@pytest.mark.parametrize(
    ("words", "completed"),
    (
        ("carcbot pl", ["play"]),
        ("carcbot replay ver", ["verify"]),
        ("carcbot serve --on-e", ["--on-expiry"]),
        ("carcbot serve --on-expiry def", ["default_move"]),
        ("carcbot match heyden-star25-f5 rav", ["rave"]),
        ("carcbot agents maxn", ["maxn"]),
        ("carcbot play --game hoa", ["hoard"]),
        ("carcbot play --farm_scoring sec", ["second"]),
        ("carcbot lab run scal", ["scaling"]),
        ("carcbot serve --clock fis", ["fischer:300+2"]),
    ),
)
def test_completion(words: str, completed: list[str]) -> None:
    """A shell completes commands, options, choices and names, and little is loaded for that."""
    typed = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", COMPLETED],
        env=os.environ | typed | {"_CARCBOT_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [f"plain,{each}" for each in completed]
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ("bash", "zsh", "fish"))
def test_completion_is_switched_on(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each shell gets a script that asks the program as the test above does."""
    assert run(["completion", shell]) == ExitCode.OK
    assert f"_CARCBOT_COMPLETE={shell}_complete" in capsys.readouterr().out


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


def test_letters_that_the_output_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the output has not all letters, others stand for those: it is no reason to fail."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="latin-1"))
    monkeypatch.setattr("carcbot.cli.agents.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "60")
    assert run(["agents"]) == ExitCode.OK
    assert b"?\n" in written.getvalue()  # instead of three dots in one letter


@pytest.mark.parametrize("command", ("doctor", "play"))
def test_closed_pipe(command: str, tmp_path: Path) -> None:
    """A reader who stops reading is no error: `carcbot ... | true` stays silent."""
    with subprocess.Popen(
        [sys.executable, "-m", "carcbot", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
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
        (OSError(28, "No space left on device", "records/m.jsonl"), ExitCode.UNAVAILABLE),
        (FileNotFoundError(2, "No such file or directory", carcbot.cli.__file__), ExitCode.FAILED),
        (PermissionError(13, "Permission denied"), ExitCode.FAILED),
        (OSError(9, "Bad file descriptor", 7), ExitCode.FAILED),
        (OSError(28, "No space left on device"), ExitCode.UNAVAILABLE),
    ),
)
def test_files_of_whom(
    error: OSError,
    code: ExitCode,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A user's file that is refused is input, a full disk the world's, and all else is a bug."""
    stumble(monkeypatch, error)
    assert run(["doctor"]) == code
    told = capsys.readouterr().err
    assert ("this is a bug in carcbot" in told) == (code == ExitCode.FAILED)
    assert told.startswith("Traceback") == (code == ExitCode.FAILED)
    assert ("hint: try again with room on the disk" in told) == (code == ExitCode.UNAVAILABLE)


def test_help_cuts_no_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the usual terminal every command's sentence stands there whole."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--help"]) == ExitCode.OK
    assert "..." not in capsys.readouterr().out.partition("Commands:")[2]
