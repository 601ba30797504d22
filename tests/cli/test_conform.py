"""The conformance kit from the command line: against our own, and against nobody."""

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.conform.bot_checks import BOT, ONE_MATCH
from carcbot.conform.bot_checks.competition import CUP
from tests.net.certificates import certificate
from tests.net.competitions.playing import rules_text, token_of, write_tokens
from tests.waiting import PATIENCE_S

CARCBOT = (sys.executable, "-m", "carcbot")
OUR_BOT = f"{sys.executable} -m carcbot bot run --agent greedy --url {{url}}"
TOKENS = {name: token_of(name) for name in ("ann", "bob", "cid")}
LONG_S = 1e6
_SMALL = (
    "--limit=heartbeat_s=2",
    "--limit=matches=8",
    "--limit=commands_per_s=100",
    "--limit=burst=200",
)
"""The kit tries what the hello says: smaller limits are reached sooner."""


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """The address of a referee with three accounts, and its process."""
    tokens = write_tokens(folder, tuple(TOKENS))
    with subprocess.Popen(
        [
            *CARCBOT, "serve", "--port", "0", "--folder", str(folder / "referee"),
            "--tokens", str(tokens), "--house-agent", "greedy", *_SMALL, *options,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        (url,) = re.findall(r"^listening at (\S+)$", process.stdout.readline())
        yield url, process.pid
        process.kill()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """A referee that hosts two competitions: one can be entered now, and one only later."""
    files = [tmp_path / "open.toml", tmp_path / "later.toml"]
    opens = datetime.fromtimestamp(time.time() + LONG_S, UTC).isoformat()
    files[0].write_text(rules_text(LONG_S, 60))
    files[1].write_text(
        rules_text(2 * LONG_S, 60, tables=f"[registration]\nopens = {opens}\n").replace(
            'name = "cup"', 'name = "later"'
        )
    )
    with serving(tmp_path, *(f"--competition={file}" for file in files)) as told:
        yield told


@pytest.fixture
def referee(started: tuple[str, int]) -> str:
    """The address of a referee with three accounts, in a process of its own."""
    return started[0]


def conform(*arguments: str) -> dict[str, Any]:
    """What the kit tells programs of all its checks."""
    done = subprocess.run(
        [*CARCBOT, "conform", *arguments, "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE_S,
    )
    assert done.stderr == ""
    told: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (1 if told["failed"] or not told["passed"] else 0)
    return told


def named(told: dict[str, Any], verdict: str) -> dict[str, Any]:
    """The outcomes of one kind, by name."""
    return {each["name"]: each for each in told["checks"] if each["verdict"] == verdict}


def test_our_referee(started: tuple[str, int]) -> None:
    """`carcbot serve` passes every check; in the end it is told to stop.

    None is skipped but those for which a competition has to begin while the kit is there.
    """
    url, pid = started
    tokens = (f"--token={token}" for token in TOKENS.values())
    told = conform("server", url, *tokens, "--drain", f"kill -TERM {pid}")
    assert named(told, "failed") == {}
    assert all(name.startswith("contest.") for name in named(told, "skipped"))
    assert told["passed"] >= 60


def test_certificates(tmp_path: Path) -> None:
    """At wss:// with --ca-file an authority is trusted that the machine does not know."""
    cert, key = certificate(tmp_path)
    with serving(tmp_path, f"--tls-cert={cert}", f"--tls-key={key}") as (url, _):
        assert url.startswith("wss://")
        words = [*CARCBOT, "conform", "server", url, f"--token={TOKENS['ann']}", "--only=hello.w"]
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
        assert done.returncode == ExitCode.INPUT
        assert "nobody whom this machine trusts vouches for its certificate" in done.stderr
        assert "--ca-file" in done.stderr
        told = conform(*words[4:], f"--ca-file={cert}")
        assert named(told, "passed").keys() == {"hello.welcome"}


@pytest.mark.parametrize("checks", ("comes-back.100[06]", "stays-away."))
def test_our_bot(checks: str) -> None:
    """`carcbot bot run` is a bot that passes, and that ends where it should stay away.

    All checks are made of the same bot without a process of its own, which is quicker: see
    `tests/conform/test_our_bot.py`.
    """
    told = conform("bot", OUR_BOT, "--only", checks)
    assert named(told, "failed") == {}
    assert named(told, "skipped") == {}
    assert told["passed"] == len(BOT.chosen(checks)) >= 1


@pytest.mark.parametrize(
    ("checks", "settings"),
    (
        ("lobby.seek-plays", 'sit = false\n[[seek]]\noptions = "seats=2"\n'),
        ("competitions.plays", f'[competition]\njoin = ["{CUP}"]\n'),
    ),
    ids=("lobby", "competitions"),
)
def test_our_bot_with_settings(tmp_path: Path, checks: str, settings: str) -> None:
    """What stands in its file leads it into the lobby, or into the kit's competition."""
    file = tmp_path / "bot.toml"
    file.write_text(settings)
    told = conform("bot", f"{OUR_BOT} {file}", "--only", checks)
    assert named(told, "passed").keys() == {checks}


def test_referee_that_nobody_stops(referee: str) -> None:
    """Without --drain what is about draining is skipped; a command that fails is a failure."""
    tokens = [f"--token={token}" for token in TOKENS.values()]
    told = conform("server", referee, *tokens, "--only", "draining.n*")
    assert "--drain" in named(told, "skipped")["draining.notice"]["reason"]
    told = conform("server", referee, *tokens, "--only", "draining.n*", "--drain", "false")
    failure = named(told, "failed")["draining.notice"]
    assert (failure["expected"], failure["came"]) == ("that 'false' ends with 0", "1")


LINES = """
import json, sys
from carcbot.games import registry

number = 0
state = registry.get("carcassonne").new("")


def say(**command):
    global number
    number += 1
    print(json.dumps({"id": number, **command}), flush=True)


for line in sys.stdin:
    said = json.loads(line)
    match said["type"]:
        case "hello":
            say(type="hello", product="lines/1", token="whatever")
        case "ack" if "welcome" in said:
            for seat in said["welcome"]["seats"]:
                say(type="resume", match=seat["match"])
        case "draw" | "move":
            state.apply(said.get("draw") or said["move"])
        case "request":
            say(type="move", match=said["match"], seq=said["seq"], move=state.legal_moves()[0])
"""


def test_program_with_lines(tmp_path: Path) -> None:
    """With --stdio a program that speaks in lines is checked, without a websocket of its own."""
    program = tmp_path / "program.py"
    program.write_text(LINES)
    told = conform("bot", "--stdio", f"{sys.executable} {program}", "--only", "hello.[ft]*")
    assert named(told, "passed").keys() == {"hello.first", "hello.token", "hello.too-new"}
    told = conform("bot", "--stdio", f"{sys.executable} {program}", "--only", "desync.said")
    assert named(told, "skipped").keys() == {"desync.said"}
    told = conform("bot", "--one-match", f"{sys.executable} {program}", "--only", "moves.one")
    assert named(told, "passed").keys() == {"moves.one"}


def test_awaited_bot() -> None:
    """With an address in place of a command the kit waits there for whoever comes."""
    with subprocess.Popen(
        [*CARCBOT, "conform", "bot", "ws://127.0.0.1:18790", "--only", "moves.one"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as kit:
        assert kit.stderr is not None
        assert "1 check: about" in kit.stderr.readline()
        line = kit.stderr.readline()
        found = re.fullmatch(r"waiting for a bot at (\S+) with the token (\S+)\n", line)
        assert found is not None
        command = OUR_BOT.replace("{url}", found[1]).split()
        with subprocess.Popen(
            command, env={"CARCBOT_TOKEN": found[2]}, stderr=subprocess.DEVNULL
        ) as bot:
            page, _ = kit.communicate(timeout=PATIENCE_S)
            bot.kill()
    assert kit.returncode == ExitCode.OK
    assert page.splitlines()[-1] == "1 passed, 0 failed"


def test_too_few_tokens(referee: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A check for which there are too few accounts is skipped and not passed: exit code 1."""
    arguments = ["server", referee, "--token", TOKENS["ann"], "--only", "start.accounts"]
    assert run(["conform", *arguments]) == ExitCode.FAILED
    page = capsys.readouterr().out.splitlines()
    assert page == [
        "skipped  start.accounts: it needs 3 accounts, and there are 1",
        "0 passed, 0 failed, 1 skipped",
    ]


def test_a_referee_that_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Who listens and never answers is not waited for longer than for anything else."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"ws://127.0.0.1:{silent.getsockname()[1]}/play"
        arguments = ["server", url, "--token", TOKENS["ann"], "--patience", "1"]
        assert run(["conform", *arguments]) == ExitCode.INPUT
    assert "a websocket within 1 s" in capsys.readouterr().err


def test_readable_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """A failure tells what was said, what was expected and what came."""
    program = "print('I do not know how'); raise SystemExit(3)"
    command = f'{sys.executable} -c "{program}"'
    arguments = ["--only", "hello.first"]
    assert run(["conform", "bot", command, *arguments]) == ExitCode.FAILED
    page = capsys.readouterr().out
    assert "failed   hello.first: Hello is the first thing" in page
    assert re.search(r"^ +said +the bot # I do not know how$", page, flags=re.MULTILINE)
    assert re.search(r"^ +expected +that the bot comes within", page, flags=re.MULTILINE)
    assert re.search(r"^ +came +its end, with exit code 3$", page, flags=re.MULTILINE)
    assert page.splitlines()[-1] == "0 passed, 1 failed"


def test_a_bot_that_never_says_hello(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that ends before its hello ends the kit too, with what it said and exit code 5."""
    program = "print('I do not know how'); raise SystemExit(3)"
    command = f'{sys.executable} -c "{program}"'
    assert run(["conform", "bot", command, "--only", "moves."]) == ExitCode.NOT_STARTED
    told = capsys.readouterr()
    assert (
        "error: the bot: ended with exit code 3 before it said hello\nI do not know how\nhint: exp"
        in told.err
    )
    assert told.out.count("failed   moves.") < 3  # the third one raises


def test_a_bot_that_crashes(tmp_path: Path) -> None:
    """A check that fails because the bot's program has ended says with which exit code."""
    program = tmp_path / "program.py"
    program.write_text(
        LINES.replace('        case "request":', '        case "request":\n            sys.exit(9)')
    )
    told = conform("bot", "--one-match", f"{sys.executable} {program}", "--only", "moves.one")
    (failed,) = named(told, "failed").values()
    how = f"(the program {sys.executable} {program}: ended with exit code 9)"
    assert failed["came"].endswith(f"; the bot's program has ended with exit code 1 {how}")


def test_a_late_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """How long a bot may take to come can be said, and whoever comes too late is told how."""
    command = f"{sys.executable} -c 'import time; time.sleep(600)'"
    arguments = ["--only", "hello.first", "--start-within", "0.25"]
    assert run(["conform", "bot", command, *arguments]) == ExitCode.FAILED
    page = capsys.readouterr().out
    assert re.search(
        r"expected +that the bot comes within 0\.25 s \(--start-within\)$", page, re.MULTILINE
    )
    assert re.search(r"^ +came +nobody$", page, flags=re.MULTILINE)


def test_how_long(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the checks and now and then people are told how long it takes; programs are not."""
    monkeypatch.setattr("carcbot.cli.kit_report._TELLS_EVERY_S", 0.0)
    arguments = ["conform", "bot", f'{sys.executable} -c ""', "--only", "hello.[ft]*"]
    assert run(arguments) == ExitCode.FAILED
    first, *others = capsys.readouterr().err.splitlines()
    assert first.startswith("3 checks: about 4 s if all is answered at once; none takes longer")
    assert [re.sub(r"about \d+", "about N", each) for each in others] == [
        "1 of 3 checks, about N s to go",
        "2 of 3 checks, about N s to go",
    ]
    assert run([*arguments, "--json"]) == ExitCode.FAILED
    assert capsys.readouterr().err == ""


def test_one_match(capsys: pytest.CaptureFixture[str]) -> None:
    """The checks of a program of one match are a few of a bot's, and only these can be chosen."""
    assert run(["conform", "bot", "--one-match", "--list", "--json"]) == ExitCode.OK
    names = [each["name"] for each in json.loads(capsys.readouterr().out)]
    assert names == [each.name for each in ONE_MATCH.checks]
    assert run(["conform", "bot", "--one-match", "--list", "--only", "lobby."]) == ExitCode.INPUT
    assert "no check has 'lobby.' in its name" in capsys.readouterr().err


@pytest.mark.parametrize("side", ("server", "bot"))
def test_list(side: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--list has a line for each check, with a name and a sentence, and makes none."""
    assert run(["conform", side, "--list"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 60
    assert all(re.fullmatch(r"[a-z0-9.-]+ +\S.*\.", line) for line in lines)
    assert run(["conform", side, "--list", "--json", "--only", "hello."]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert all(each["name"].startswith("hello.") and each["sentence"] for each in told)


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("server",), "where is the referee?"),
        (("server", "ws://127.0.0.1:9/play"), "there must be a token"),
        (("server", "ws://127.0.0.1:9/play", "--token", "a", "--token", "a"), "none twice"),
        (("server", "nowhere", "--token", "a"), "is no address"),
        (("server", "ws://127.0.0.1:9/play", "--token", "a"), "no connection to"),
        (("server", "--only", "nothing.like-it", "--list"), "no check has"),
        (("bot", "--without", "nothing.like-it", "--list"), "--without"),
        (("bot", "--only", "hello.", "--without", "hello", "--list"), "no check is left"),
        (
            ("server", "ws://127.0.0.1:9/play", "--token", "a", "--ca-file", "/nowhere"),
            "/nowhere: cannot be used",
        ),
        (("bot",), "where is the bot?"),
        (("bot", "python3 'x.py"), "No closing quotation"),
        (("bot", "http://127.0.0.1:8790"), "cannot listen at"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is told in a line."""
    assert run(["conform", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err


def test_without(capsys: pytest.CaptureFixture[str]) -> None:
    """All checks are listed but those that are left out, by as many patterns as one likes."""
    command = ["conform", "bot", "--list", "--json", "--without", "lobby.", "--without", "hello.*"]
    assert run(command) == ExitCode.OK
    left = {each["name"] for each in json.loads(capsys.readouterr().out)}
    gone = {each.name for each in (*BOT.chosen("lobby."), *BOT.chosen("hello."))}
    assert left == {each.name for each in BOT.checks} - gone


def test_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Every pattern counts, not the last one alone; each check is made once."""
    patterns = ("hello.*", "hello.first", "desync.said")
    only = [word for pattern in patterns for word in ("--only", pattern)]
    assert run(["conform", "bot", "--list", "--json", *only]) == ExitCode.OK
    told = [each["name"] for each in json.loads(capsys.readouterr().out)]
    wanted = {each.name for each in (*BOT.chosen("hello.*"), *BOT.chosen("desync.said"))}
    assert told == [each.name for each in BOT.checks if each.name in wanted]


@pytest.mark.parametrize(
    ("words", "told"),
    (
        (("bot", "ws://127.0.0.1:99999"), "the kit cannot listen at"),
        (("bot", "ws://[::1"), "the kit cannot listen at"),
        (("server", "ws://127.0.0.1:99999/play", "--token", "x"), "is no address"),
        (("server", "ws://h/play", "--token", "x", "--drain", "'x"), "is no command"),
    ),
)
def test_what_cannot_be_an_address(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    """It is told in a sentence."""
    assert run(["conform", *words]) == ExitCode.INPUT
    assert told in capsys.readouterr().err
