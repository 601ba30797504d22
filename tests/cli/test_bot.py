"""``carcbot bot run`` and ``carcbot watch`` as users call them: errors, signals, exit codes."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from tests.waiting import PATIENCE_S

CARCBOT = (sys.executable, "-m", "carcbot")
NAMES = ("ann", "bob", "eve")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a referee that has an account for each name."""
    folder = tmp_path_factory.mktemp("referee")
    tokens = folder / "tokens.txt"
    tokens.touch(0o600)
    tokens.write_text("".join(f"{name} token-of-{name}-0123456789abcdef\n" for name in NAMES))
    command = [*CARCBOT, "serve", "--port", "0", "--folder", str(folder), "--tokens", str(tokens)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        found = None
        while found is None:
            line = process.stdout.readline()
            assert line, "the referee has not begun"
            found = re.search(r"ws://\S+", line)
        yield found[0]
        process.kill()


def started(name: str, *arguments: str) -> subprocess.Popen[str]:
    """A command in a process of its own, with the token of an account."""
    return subprocess.Popen(
        [*CARCBOT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"CARCBOT_TOKEN": f"token-of-{name}-0123456789abcdef"},
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit code, and all that it has said."""
    out, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, out + err


def wait_for(process: subprocess.Popen[str], words: str) -> None:
    """Reads the log of a bot until something stands there."""
    assert process.stderr is not None
    line = ""
    patience = threading.Timer(PATIENCE_S, process.kill)
    patience.start()
    while words not in line:
        line = process.stderr.readline()
        assert line, f"it never said {words!r}"
    patience.cancel()


def test_watching_nothing(url: str) -> None:
    """Without a match the tables are listed; one that does not exist is an error."""
    code, told = ended(started("eve", "watch", "--url", url))
    assert code == ExitCode.OK
    assert told == "no match goes on, and no table is open\n"
    code, told = ended(started("eve", "watch", "--url", url, "abc"))
    assert code == ExitCode.INPUT
    assert told.startswith("error: match abc: there is no such match\nhint: ")


def test_signals(url: str) -> None:
    """At a table a signal ends a bot well; in a match the second one breaks the match off."""
    usual = ("bot", "run", "--url", url, "--agent", "mcts")
    ann = started("ann", *usual, "--open", "seats=2")
    wait_for(ann, "sat down")
    ann.send_signal(signal.SIGTERM)
    code, told = ended(ann)
    assert code == ExitCode.OK
    assert "left the table" in told
    ann = started("ann", *usual, "--open", "seats=2")
    wait_for(ann, "sat down")
    bob = started("bob", *usual)
    for bot in (ann, bob):
        wait_for(bot, "match begins")
    code, told = ended(started("ann", "watch", "--url", url))
    assert code == ExitCode.INPUT
    assert "ann plays at a table, and has one connection: this took it from whoever had it" in told
    assert "a bot of carcbot has stopped at that, with exit code 3" in told
    code, told = ended(ann)
    assert code == ExitCode.REPLACED
    assert "error: ann connected again from elsewhere; that connection has the seats now" in told
    bob.send_signal(signal.SIGINT)
    wait_for(bob, "finishing a match; Ctrl-C again stops at once")
    bob.send_signal(signal.SIGINT)
    code, told = ended(bob)
    assert code == ExitCode.INTERRUPTED
    assert re.search(r"stopped; the seats in \w+ are lost after the grace period", told)


def test_nobody_listens() -> None:
    """Without a referee a bot says what it tries, and ends at the first signal."""
    bot = started("ann", "bot", "run", "--url", "ws://127.0.0.1:1/play", "--agent", "greedy")
    wait_for(bot, "no connection to ws://127.0.0.1:1/play: connection refused; again in 0.")
    time.sleep(0.2)
    bot.send_signal(signal.SIGTERM)
    code, told = ended(bot)
    assert code == ExitCode.OK
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("--url", "http://foo/play"), "this is the address of a web page"),
        (("--url", "ws://"), "this is no address of a referee"),
        (("--open", "seats=9"), "9 seats cannot play"),
        (("--open", "river"), "river"),
        (("--game", "chess", "--open", "seats=2"), "there is no game 'chess'"),
        (("--game", "pot"), "means nothing without --open"),
        (("--rated",), "--rated: means nothing without --open"),
        (("--game", "kuhn", "--open", ""), "puct does not play kuhn"),
        (("--stdio", "python3 x.py", "--count", "1", "--agent", "mcts"), "agent, count"),
        (("--stdio", "python3 'x.py"), "No closing quotation"),
        (("--stdio", ""), "names no program"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What could only fail later is refused before anybody is called."""
    assert run(["bot", "run", "--check", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    (
        ("bot", "run", "--check", "--stdio"),
        ("conform", "bot", "--stdio"),
        ("conform", "bot", "--one-match"),
        ("conform", "bot"),
        ("match", "random", "--time", "1"),
    ),
)
def test_programs_that_cannot_be_started(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever starts a program says the same of one that is not there or may not be run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.pl").write_text("#!/usr/bin/perl\n")
    for program, what in (
        ("./nowhere", "error: the program ./nowhere: cannot be started: there is no such program"),
        ("./bot.pl", "hint: expected 'chmod +x ./bot.pl' before"),
        ("bot.pl --fast", "; did you mean ./bot.pl?"),
    ):
        assert run([*command, program]) == ExitCode.NOT_STARTED
        assert what in capsys.readouterr().err


def test_a_program_without_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bare name is an agent of ours; where it is a file here as well, that may be meant."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.pl").write_text("")
    (tmp_path / "random").write_text("")
    assert run(["match", "random", "bot.pl", "--time", "1"]) == ExitCode.INPUT
    assert "there is no agent 'bot.pl'; did you mean ./bot.pl?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    (
        (b"agent = '\xff'", "bot.toml: cannot be read: it is not UTF-8 text"),
        (b"agnet = 'mcts'", "there is no setting 'agnet'; did you mean 'agent'?"),
        (b"games = ['chess']", "there is no game 'chess'"),
        (b"[open]\nclock = 'bank'\nmove_s = 0", "move_us of the clock bank"),
        (b"[accept]\ngames = ['chess']", "there is no game 'chess'"),
        (
            b"[accept]\ngames = ['carcassonne']\noptions = ['hand=3']",
            "[accept], options: no game that is accepted has an option 'hand'",
        ),
        (b"matches = 4\n[open]\n[[seek]]\n", "[open] and [[seek]]: a match that was sought may"),
    ),
)
def test_refused_file(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that cannot be used is told in a line."""
    file = tmp_path / "bot.toml"
    file.write_bytes(content)
    assert run(["bot", "run", str(file), "--check"]) == ExitCode.INPUT
    assert message in capsys.readouterr().err


def test_check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """--check says what it has not done, and whether a token is missing."""
    monkeypatch.delenv("CARCBOT_TOKEN", raising=False)
    assert run(["bot", "run", "--check", "--agent", "greedy"]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "nothing was asked of the referee" in told
    assert "there is no token yet" in told


def test_check_of_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check refuses a folder for records in which none could be kept, and makes none."""
    file = tmp_path / "file"
    file.touch()
    check = ["bot", "run", "--check", "--agent", "greedy", "--records"]
    assert run([*check, str(file / "records")]) == ExitCode.INPUT
    assert f"{file}: no records can be kept there" in capsys.readouterr().err
    assert run([*check, str(tmp_path / "of" / "ann")]) == ExitCode.OK
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("mode", (0o604, 0o644))
def test_a_token_for_everybody(
    tmp_path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file with the token that others can read is refused, with what to do about it."""
    file = tmp_path / "token"
    file.write_text("secret")
    file.chmod(mode)
    check = ["bot", "run", "--check", "--token-file", str(file)]
    assert run(check) == ExitCode.INPUT
    assert f"chmod 600 {file}" in capsys.readouterr().err
    file.chmod(0o440)
    assert run(check) == ExitCode.OK


CHALLENGE = Path(__file__).parents[2] / "protocol/examples/server/offered.json"


@pytest.mark.parametrize(
    ("accept", "told"),
    (
        ("", "declined (later): challenges are not accepted (accept = false)\n"),
        ("[accept]\n", "accepted\n"),
        ('[accept]\nblock = ["ALICE"]\n', "declined (opponent): alice stands in block\n"),
        (
            '[accept]\nmin_move_s = 2\nrated = "rated"\n',
            (
                "declined (clock): 1 s a move are less than min_move_s = 2\n"
                "declined (unrated): it is unrated, and rated = 'rated'\n"
            ),
        ),
    ),
)
def test_explain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], accept: str, told: str
) -> None:
    """Every reason to decline a challenge is told; the exit code says whether there is one."""
    file = tmp_path / "bot.toml"
    file.write_text(accept)
    code = run(["bot", "explain", str(file), str(CHALLENGE)])
    assert capsys.readouterr().out == told
    assert code == (ExitCode.OK if told == "accepted\n" else ExitCode.FAILED)


def test_explain_circumstances(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rating of who challenges and the matches that go on count as they would in a match."""
    file = tmp_path / "bot.toml"
    file.write_text("matches = 2\n[accept]\nmin_rating = 1500\n")
    for options, told in (
        ((), "declined (rating): the rating of alice is not known\n"),
        (("--rating", "1499"), "declined (rating): alice has 1499, less than 1500\n"),
        (("--rating", "1500", "--playing", "1"), "accepted\n"),
        (
            ("--rating", "1500", "--playing", "2"),
            "declined (busy): as many matches go on as it plays at once\n",
        ),
    ):
        run(["bot", "explain", str(file), str(CHALLENGE), *options])
        assert capsys.readouterr().out == told


def test_explain_nonsense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that holds no challenge is an error that says what is expected."""
    file = tmp_path / "bot.toml"
    file.write_text("")
    for text in ("[1]", "[" * 100_000):
        (tmp_path / "nothing.json").write_text(text)
        assert run(["bot", "explain", str(file), str(tmp_path / "nothing.json")]) == ExitCode.INPUT
        assert "expected an offer" in capsys.readouterr().err


def test_hangup(tmp_path: Path) -> None:
    """On SIGHUP the file is read again; a broken one changes nothing."""
    file = tmp_path / "bot.toml"
    folder = tmp_path / "referee"
    seek = '[[seek]]\ngame = "pot"\noptions = "seats=2"\nrated = {}\n'
    file.write_text("sit = false\n" + seek.format("true"))
    with subprocess.Popen(
        [*CARCBOT, "serve", "--port", "0", "--folder", str(folder), "--account", "ann"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as referee:  # fmt: skip
        assert referee.stdout is not None
        token = referee.stdout.readline().split()[-1]
        url = referee.stdout.readline().split()[-1]
        with subprocess.Popen(
            [*CARCBOT, "bot", "run", str(file), "--url", url, "--agent", "random"],
            env=os.environ | {"CARCBOT_TOKEN": token}, stderr=subprocess.PIPE, text=True,
        ) as bot:  # fmt: skip
            assert bot.stderr is not None
            log = iter(bot.stderr.readline, "")
            assert any("seeks pot" in line for line in log)
            file.write_text("sit = 7\n")
            bot.send_signal(signal.SIGHUP)
            assert any("not reloaded" in line for line in log)
            file.write_text("sit = false\n" + seek.format("false"))
            bot.send_signal(signal.SIGHUP)
            assert any("goes on with other wishes" in line for line in log)
            assert any("seeks pot" in line for line in log)
            bot.send_signal(signal.SIGTERM)
            assert bot.wait(PATIENCE_S) == ExitCode.OK
        referee.kill()
